import type { Transaction } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';

/** The same database. Between what a request looks at first and what it does then, a test does something else by another way in. */
export function interruptible(real: Db) {
  let left = 0;
  let act: (() => Promise<unknown>) | undefined;
  const happen = async () => {
    if (act === undefined || left-- > 0) return;
    const now = act;
    act = undefined;
    await now();
  };
  const transaction = () => ({
    execute: async <T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> => {
      await happen();
      return real.transaction().execute(work);
    },
  });
  const db = new Proxy(real, {
    get: (target, key) => {
      if (key === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    db,
    /** Does something right before the transaction of this number from now on, 0 for the next one: what was looked at before is out of date. */
    beforeTransaction: (number: number, does: () => Promise<unknown>) => {
      left = number;
      act = does;
    },
    /** Whether that has happened. Nothing is done any more otherwise. */
    hasHappened: () => {
      const happened = act === undefined;
      act = undefined;
      return happened;
    },
  };
}
