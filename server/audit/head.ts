import { tryAdvisoryLock } from '#server/database/advisory-lock.ts';
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

/** The same, and locks the chain until the transaction ends. `undefined` when another transaction holds the lock. */
export async function lockHead(tx: Tx, deps: WithKeyring): Promise<CheckedHead | undefined> {
  return (await tryAdvisoryLock(tx, 'audit chain')) ? readHead(tx, deps) : undefined;
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
