import { PostgresAdapter, sql } from 'kysely';
import type { Db, Tx } from './database.ts';

export function isPostgres(db: Db | Tx): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Waits for the lock of this name, and holds it until the transaction ends. SQLite has one writer at a time anyway. */
export async function advisoryLock(tx: Tx, name: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** The same without waiting: false when another transaction holds the lock. Each schema has its own. */
export async function tryAdvisoryLock(tx: Tx, name: string): Promise<boolean> {
  if (!isPostgres(tx)) return true;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ${` ${name}`}, 0)) as locked`.execute(
    tx,
  );
  return rows[0]?.locked === true;
}
