import { type SelectQueryBuilder, sql } from 'kysely';
import { isPostgres } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/database.ts';
import { retryOnConflict, retryTransaction } from '#server/database/errors.ts';
import type { Schema } from '#server/database/schema.ts';
import type { RemoveSome } from '#server/feature.ts';

/**
 * Changes the oldest rows in one transaction. Rows that another transaction holds are skipped: processes share the work,
 * and an account that is being confirmed or a message that is being released is left alone.
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

/** Rows that end at a time of their own (`expires_at`). `key` names a row. */
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
