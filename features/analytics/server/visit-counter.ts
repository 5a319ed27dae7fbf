import type { Device, Vital } from '#features/analytics/contract.ts';
import type { Db } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { type Day, dayOf } from '#server/time.ts';
import { addVisit, type CountedView, mergeRollup, type Rollup } from './rollup.ts';
import { addToDatabase, destroySalts, saltOf, visitorHash } from './store.ts';

/**
 * Page views and web vitals of one visitor who may be counted. The paths are pages of the site or `other`, and personal data
 * are removed from the texts.
 */
type CountedBatch = {
  /** The IP address. It is used only for the visitor's hash, and never stored or logged. */
  readonly address: string;
  /** The kind of browser. If the whole user agent were hashed, one address could count as any number of visitors a day. */
  readonly browser: string;
  readonly device: Device;
  readonly events: readonly (CountedView | Vital)[];
};

type CounterDeps = Pick<Deps, 'db' | 'clock' | 'newToken' | 'log'>;

const counters = new WeakMap<Db, ReturnType<typeof createVisitCounter>>();

export function visitCounterOf(deps: CounterDeps) {
  return counters.getOrInsertComputed(deps.db, () => createVisitCounter(deps));
}

/** Counts visits in memory. A job stores them every few seconds (docs/decisions/0021). A crash loses the latest visits. */
export function createVisitCounter({ db, clock, newToken, log }: CounterDeps) {
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

  /** Adds a batch to the day's sums in memory. Throws only if the database cannot read or store the day's salt. */
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

  /** Destroys the salt of a past day without waiting for the next visitor, who may come much later. */
  async function forgetOldSalt(): Promise<void> {
    const today = dayOf(clock());
    if (salt === undefined || salt.day === today) return;
    salt = undefined;
    try {
      await destroySalts(db, today);
    } catch (err) {
      log.error(
        { err },
        'the salt of yesterday’s visitor hashes could not be destroyed; an hourly job tries again',
      );
    }
  }

  return {
    count,
    /** Stores the sums, and destroys the salt of a past day. Never throws: failed sums are logged, kept and tried again. */
    flush: (): Promise<void> => {
      flushing = flushing.then(forgetOldSalt).then(store);
      return flushing;
    },
  };
}
