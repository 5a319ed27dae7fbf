import type { Transaction } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';

/** Wraps a database, so that a test can change data between the first query of a request and its transaction. */
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
    /** Runs `does` right before transaction `number` from now (0: the next), so that data read before is out of date. */
    beforeTransaction: (number: number, does: () => Promise<unknown>) => {
      left = number;
      act = does;
    },
    /** Whether the planned work has run. If not, it is cancelled. */
    hasHappened: () => {
      const happened = act === undefined;
      act = undefined;
      return happened;
    },
  };
}
