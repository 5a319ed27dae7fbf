import { PostgresAdapter, sql } from 'kysely';
import type { Db, Tx } from './database.ts';

export function isPostgres(db: Db | Tx): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Waits for the lock of this name, and holds it until the transaction ends. SQLite has one writer at a time anyway. */
export async function advisoryLock(tx: Tx, name: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
