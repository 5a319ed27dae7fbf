import { PostgresAdapter, sql } from 'kysely';
import type { Db, Tx } from './database.ts';

export function isPostgres(db: Db | Tx): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * The lock keys of version 1.0.0, which may still run, have no schema. So this version takes each of these locks twice, under the
 * old key and the new one. The next version drops this list (docs/decisions/0077).
 */
const LOCKED_BY_1_0 =
  /^(address .*|receipt .*|submission .*|requested mails|launch list mails|launch mail|quarantine digest|signing-key|analytics sums)$/s;

/**
 * Holds the lock until the transaction ends. The lock's key includes the schema, because each schema of a database holds a separate
 * site. Does nothing on SQLite, which has one writer.
 */
export async function advisoryLock(tx: Tx, name: string): Promise<void> {
  if (!isPostgres(tx)) return;
  if (LOCKED_BY_1_0.test(name))
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0)), pg_advisory_xact_lock(${keyOf(name)})`.execute(
      tx,
    );
  else await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(tx);
}

/** Tries to take a lock, which the connection holds until `connectionUnlock`. PostgreSQL only. */
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
