import { PostgresAdapter, sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Makes whoever holds the same name wait until the transaction ends; `shared` holders do not wait for each other. A
 * lock by name needs no row to exist. SQLite has one writer at a time anyway.
 */
export async function holdName(tx: Tx, name: string, hold: 'shared' | 'alone'): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  const lock = sql.raw(hold === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(tx);
}
