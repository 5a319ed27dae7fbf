import type { Device, Vital } from '#features/analytics/contract.ts';
import type { Db } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { type Day, dayOf } from '#server/time.ts';
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
  /**
   * Stores what was counted, and forgets the salt of a day that is over. Never throws: what cannot be stored is logged, kept, and tried
   * again.
   */
  readonly flush: () => Promise<void>;
};

type CounterDeps = Pick<Deps, 'db' | 'clock' | 'newToken' | 'log'>;

const counters = new WeakMap<Db, VisitCounter>();

/** The counter of this process: routes count in it, and a job stores what was counted. */
export function visitCounterOf(deps: CounterDeps): VisitCounter {
  const counter = counters.get(deps.db) ?? createVisitCounter(deps);
  counters.set(deps.db, counter);
  return counter;
}

/**
 * Counts visits in memory, so that one write of a job serves all visits of some seconds, in any number of processes
 * (docs/decisions/0021-page-views-are-sums-and-sketches.md). A crash loses what was not stored yet.
 */
export function createVisitCounter({ db, clock, newToken, log }: CounterDeps): VisitCounter {
  let pending: Rollup = new Map();
  let flushing: Promise<void> = Promise.resolve();
  let salt: { readonly day: Day; readonly value: Promise<string> } | undefined;

  function saltFor(day: Day): Promise<string> {
    if (salt?.day === day) return salt.value;
    const value = destroySalts(db, day).then(() => saltOf(db, day, newToken));
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

  return {
    count,
    flush: () => {
      flushing = flushing.then(forgetOldSalt).then(store);
      return flushing;
    },
  };
}
