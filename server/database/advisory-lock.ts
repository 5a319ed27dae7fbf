import { PostgresAdapter, sql } from 'kysely';
import type { Db, Tx } from './database.ts';

export function isPostgres(db: Db | Tx): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * What 1.0.0 locks, by a name that does not say the schema. While its processes may run beside this version, these are locked by both
 * names; the next version drops this list (docs/decisions/0077).
 */
const LOCKED_BY_1_0 =
  /^(address .*|receipt .*|submission .*|requested mails|launch list mails|launch mail|quarantine digest|signing-key|analytics sums)$/s;

/**
 * Waits for the lock of this name, and holds it until the transaction ends. Each schema has its own: locks count in a whole database,
 * and another one is another site. SQLite has one writer at a time anyway.
 */
export async function advisoryLock(tx: Tx, name: string): Promise<void> {
  if (!isPostgres(tx)) return;
  if (LOCKED_BY_1_0.test(name))
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0)), pg_advisory_xact_lock(${keyOf(name)})`.execute(
      tx,
    );
  else await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(tx);
}

/** Tries the lock of this name for the connection, which holds it until `connectionUnlock`. PostgreSQL only. */
export async function tryConnectionLock(connection: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${keyOf(name)}) as locked`.execute(connection);
  return rows[0]?.locked === true;
}

export async function connectionUnlock(connection: Db, name: string): Promise<void> {
  await sql`select pg_advisory_unlock(${keyOf(name)})`.execute(connection);
}

function keyOf(name: string) {
  return sql`hashtextextended(current_schema() || ${` ${name}`}, 0)`;
}
