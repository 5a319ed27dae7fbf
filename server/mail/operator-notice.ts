import { createHash } from 'node:crypto';
import { NOTICE_MAIL } from '#content/mails.ts';
import { addressKey } from '#contract/address.ts';
import { NOTICE_STORED } from '#server/audit/core-actions.ts';
import { type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import type { Deps } from '#server/feature.ts';
import { storeMail } from './outbox.ts';
import type { MailTemplates } from './templates.ts';

export type OperatorNotice = { readonly subject: string; readonly text: string };

type NoticeDeps = AuditDeps & { readonly db: Db; readonly origin: string; readonly mails: MailTemplates };

const AT_ONCE = 100;

/** Returns the normalised form of all email addresses that features know, without duplicates. */
export async function allAddresses({
  db,
  features,
}: Pick<Deps, 'db' | 'features'>): Promise<readonly string[]> {
  const rows = [];
  for (const { addressesToTell } of features) rows.push(...((await addressesToTell?.(db)) ?? []));
  // A form that the site’s owner defines may have no address field, so its messages may have no address.
  const keys = rows.flatMap(({ email }) => addressKey(email) ?? []);
  return [...new Set(keys)].sort();
}

/** The addresses for which this notice was not yet stored. A mail that retention has removed counts as not stored. */
export async function withoutNotice(
  db: Db | Tx,
  notice: OperatorNotice,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const remaining: string[] = [];
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const some = addresses.slice(at, at + AT_ONCE);
    const ids = some.map((address) => mailId(notice, address));
    const rows = await db.selectFrom('outbox').select('id').where('id', 'in', ids).execute();
    const notified = new Set(rows.map(({ id }) => id));
    remaining.push(...some.filter((_, index) => !notified.has(ids[index] ?? '')));
  }
  return remaining;
}

/** Stores a notice for each address that lacks it, and returns the number of new mails. Call it again after an interruption. */
export async function storeNotices(
  deps: NoticeDeps,
  notice: OperatorNotice,
  addresses: readonly string[],
): Promise<number> {
  let total = 0;
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const some = addresses.slice(at, at + AT_ONCE);
    total += await retryTransaction(deps.db, (tx) => storeSome(deps, tx, notice, some));
  }
  return total;
}

async function storeSome(
  deps: NoticeDeps,
  tx: Tx,
  notice: OperatorNotice,
  addresses: readonly string[],
): Promise<number> {
  await advisoryLock(tx, 'operator notice');
  const remaining = await withoutNotice(tx, notice, addresses);
  const values = { ...notice, site: deps.origin };
  for (const to of remaining) {
    const stored = { id: mailId(notice, to), mail: NOTICE_MAIL, to, userId: null, values };
    await storeMail(tx, stored, deps.mails, deps.clock());
  }
  const detail = String(remaining.length);
  if (remaining.length > 0)
    await recordAction(deps, tx, { action: NOTICE_STORED, actor: 'operator', detail });
  return remaining.length;
}

/** An id that identifies the notice and the recipient even after the mail was sent and its text removed. */
function mailId({ subject, text }: OperatorNotice, address: string): string {
  const hash = createHash('sha256').update(JSON.stringify([subject, text, address]));
  return `notice-${hash.digest('hex').slice(0, 48)}`;
}
