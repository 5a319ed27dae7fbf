import { PostgresAdapter, sql } from 'kysely';
import type { Secrets } from '#server/accounts/keyed-hash.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { type AuditHead, checkHead, sealOf, type Verdict } from './chain.ts';

const ID = 'head';

/**
 * Whether this transaction is now the only one that changes the chain, until it ends. Nobody waits: whoever is refused
 * tries again later. SQLite has one writer at a time anyway.
 */
export async function tryLockChain(tx: Tx): Promise<boolean> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return true;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' audit chain', 0)) as locked`.execute(
    tx,
  );
  return rows[0]?.locked === true;
}

/** Where the chain begins and ends, and whether the site left it so. Before the first sealing there is no row. */
export async function readHead(
  db: Db | Tx,
  secrets: Secrets,
): Promise<{ readonly head: AuditHead; readonly verdict: Verdict }> {
  const head = await db.selectFrom('audit_head').selectAll().where('id', '=', ID).executeTakeFirst();
  if (head === undefined)
    return { head: { seq: 0, link: '', first_seq: 1, before_first: '', seal: '' }, verdict: 'valid' };
  return { head, verdict: checkHead(secrets, head) };
}

/** Stores where the chain begins and ends now, sealed. Only for who holds the lock. */
export async function storeHead(
  tx: Tx,
  secret: string,
  { seq, link, first_seq, before_first }: Omit<AuditHead, 'seal'>,
): Promise<void> {
  const head = { seq, link, first_seq, before_first };
  const row = { ...head, seal: sealOf(secret, head) };
  await tx
    .insertInto('audit_head')
    .values({ id: ID, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
