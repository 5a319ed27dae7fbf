import { PostgresAdapter, sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import { type AuditHead, checkMac, headValues, mac, type Verdict } from './chain.ts';

type CheckedHead = AuditHead & { readonly verdict: Verdict };

type WithKeyring = { readonly keyring: Keyring };

const ID = 'head';
const BEFORE_THE_FIRST_SEALING = { seq: 0, link: '', first_seq: 1, before_first: '', seal: '' };

/** Where the chain begins and ends, and whether the site left it so. */
export async function readHead(db: Db | Tx, { keyring }: WithKeyring): Promise<CheckedHead> {
  const head = await db.selectFrom('audit_head').selectAll().where('id', '=', ID).executeTakeFirst();
  if (head === undefined) return { ...BEFORE_THE_FIRST_SEALING, verdict: 'valid' };
  return { ...head, verdict: checkMac(keyring, head.seal, headValues(head)) };
}

/**
 * The same, and until the transaction ends no other changes the chain. `undefined` when another one does: nobody waits.
 * SQLite has one writer at a time anyway.
 */
export async function lockHead(tx: Tx, deps: WithKeyring): Promise<CheckedHead | undefined> {
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    const key = sql`hashtextextended(current_schema() || ' audit chain', 0)`;
    const { rows } = await sql<{
      locked: boolean;
    }>`select pg_try_advisory_xact_lock(${key}) as locked`.execute(tx);
    if (rows[0]?.locked !== true) return undefined;
  }
  return readHead(tx, deps);
}

/** Only for who holds the lock. */
export async function storeHead(tx: Tx, [secret]: Keyring, head: Omit<AuditHead, 'seal'>): Promise<void> {
  const { seq, link, first_seq, before_first } = head;
  const row = { id: ID, seq, link, first_seq, before_first, seal: mac(secret, headValues(head)) };
  await tx
    .insertInto('audit_head')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
