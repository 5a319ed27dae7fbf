import { type SelectQueryBuilder, sql } from 'kysely';
import { isPostgres } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/database.ts';
import { retryOnConflict, retryTransaction } from '#server/database/errors.ts';
import type { Schema } from '#server/database/schema.ts';
import type { RemoveSome } from '#server/feature.ts';

/**
 * Makes a function that removes old rows in one transaction. It skips rows that another transaction has locked, for example to
 * confirm an account.
 */
export function removeOldest<T extends keyof Schema>(
  oldest: (tx: Tx, before: string) => SelectQueryBuilder<Schema, T, { id: string }>,
  remove: (tx: Tx, ids: readonly string[]) => Promise<unknown>,
): RemoveSome {
  return ({ db }, before, limit) =>
    retryTransaction(db, async (tx) => {
      const query = oldest(tx, before.toISOString()).limit(limit);
      const rows = await (isPostgres(tx) ? query.forUpdate().skipLocked() : query).execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await remove(tx, ids);
      return ids.length;
    });
}

/** Removes rows whose `expires_at` has passed. `key` is the table's unique column. */
export function removeExpired(table: keyof Schema, key: string): RemoveSome {
  return async ({ db }, before, limit) => {
    const old = sql`select ${sql.ref(key)} from ${sql.table(table)} where expires_at <= ${before.toISOString()}
      order by expires_at limit ${sql.lit(limit)}`;
    const rows = isPostgres(db) ? sql`${old} for update skip locked` : old;
    const { numAffectedRows } = await retryOnConflict(() =>
      sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${rows})`.execute(db),
    );
    return Number(numAffectedRows ?? 0);
  };
}
