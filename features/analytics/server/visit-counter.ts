import type { Logger } from 'pino';
import type { Device, Vital } from '#features/analytics/contract.ts';
import type { Db } from '#server/database/database.ts';
import { type SetTimer, setUnrefTimer } from '#server/timer.ts';
import { type Day, dayOf } from './day.ts';
import { addVisit, type CountedView, mergeRollup, type Rollup } from './rollup.ts';
import { addToDatabase, destroySalts, saltOf, visitorHash } from './store.ts';

/** One batch of somebody who is counted; its paths are pages of the site, or `other`, and its details are clean. */
type CountedBatch = {
  /** Used for the visitor's hash and forgotten: neither is stored or logged. */
  readonly address: string;
  /** The kind of it, so that one address is a few dozen visitors a day at most, whatever its browsers say. */
  readonly browser: string;
  readonly device: Device;
  readonly events: readonly (CountedView | Vital)[];
};

export type VisitCounter = {
  /**
   * Adds a batch to the day's sums in memory. Throws only when the database has no salt for the day's first visitor.
   */
  readonly count: (batch: CountedBatch) => Promise<void>;
  /** Stores what was counted. Never throws: what cannot be stored is logged, kept, and tried again. */
  readonly flush: () => Promise<void>;
  /** Stores what is left and stops; call it when no more batches can come, before the database is closed. */
  readonly stop: () => Promise<void>;
};

type VisitCounterOptions = {
  readonly db: Db;
  readonly clock: () => Date;
  /** An unguessable text for each day's salt. */
  readonly newSalt: () => string;
  readonly log: Logger;
  readonly setTimer?: SetTimer;
};

/** What a crash can lose, in milliseconds: one write for all visits of this time, instead of one for each. */
const FLUSH_EACH_MS = 5_000;

/**
 * Counts visits in memory and adds their sums to the database every 5 seconds, from any number of processes
 * (docs/decisions/0021-page-views-are-sums-and-sketches.md). Destroys the salt within 5 seconds of the end of its day.
 */
export function startVisitCounter({
  db,
  clock,
  newSalt,
  log,
  setTimer = setUnrefTimer,
}: VisitCounterOptions): VisitCounter {
  let pending: Rollup = new Map();
  let flushing: Promise<void> = Promise.resolve();
  let salt: { readonly day: Day; readonly value: Promise<string> } | undefined;
  let cancelTimer = () => {};
  let stopped = false;

  function saltFor(day: Day): Promise<string> {
    if (salt?.day === day) return salt.value;
    const value = destroySalts(db, day).then(() => saltOf(db, day, newSalt));
    const own = { day, value };
    salt = own;
    value.catch(() => {
      if (salt === own) salt = undefined;
    });
    return value;
  }

  async function count({ address, browser, device, events }: CountedBatch): Promise<void> {
    const day = dayOf(clock());
    const hash = visitorHash(await saltFor(day), address, browser);
    addVisit(pending, day, { device, events, hash });
  }

  async function store(): Promise<void> {
    if (pending.size === 0) return;
    const taken = pending;
    pending = new Map();
    try {
      await addToDatabase(db, taken);
    } catch (err) {
      mergeRollup(pending, taken);
      log.error({ err }, 'page views could not be stored; they are kept and tried again');
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(store);
    return flushing;
  }

  /** A site that nobody visits must not keep yesterday's salt until somebody does. */
  async function forgetOldSalt(): Promise<void> {
    const today = dayOf(clock());
    if (salt === undefined || salt.day === today) return;
    salt = undefined;
    try {
      await destroySalts(db, today);
    } catch (err) {
      log.error({ err }, "yesterday's salt could not be destroyed; the next tidying tries again");
    }
  }

  async function tick(): Promise<void> {
    await forgetOldSalt();
    await flush();
    if (!stopped) cancelTimer = setTimer(FLUSH_EACH_MS, tick);
  }

  cancelTimer = setTimer(FLUSH_EACH_MS, tick);
  return {
    count,
    flush,
    stop: () => {
      stopped = true;
      cancelTimer();
      return flush();
    },
  };
}
