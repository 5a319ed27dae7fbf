import { VERIFY_MAIL } from '#content/features/accounts.ts';
import { isGuarded } from '#features/accounts/server/factors.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { undoOf } from '#features/accounts/server/slots.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import { deleteSubmissions } from '#features/forms/server/delete-submissions.ts';
import { messagesOfAddress } from '#features/forms/server/own-messages.ts';
import { ADDRESS_ERASED } from '#features/your-data/server/audit-actions.ts';
import { recordAction, recordDeletion } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryOnConflict } from '#server/database/errors.ts';
import { mailsOfAddress } from '#server/database/tables.ts';
import type { Deps } from '#server/feature.ts';
import { isRequested } from '#server/mail/requested-mails.ts';

type RightsDeps = Pick<Deps, 'features' | 'db' | 'clock' | 'keyring' | 'newId'>;

/**
 * Whose mailbox a link was mailed to. `guarded`: the address has an account that a mailbox does not open, so nothing of it
 * is shown or erased.
 */
export type LinkedAddress = {
  readonly email: string;
  readonly account: 'none' | 'open' | 'guarded';
};

/** The address of a mailed link that still works. Changes nothing. */
export async function findLinkedAddress(
  deps: Pick<RightsDeps, 'features' | 'db' | 'clock'>,
  token: string,
): Promise<LinkedAddress | undefined> {
  const { db, clock } = deps;
  const link = await db
    .selectFrom('rights_links')
    .select('email')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst();
  if (link === undefined) return undefined;
  return db
    .transaction()
    .execute(async (tx) => ({ ...link, account: await accountOf(deps, tx, link.email) }));
}

/** A mailbox opens an account, by a reset, where nothing guards it, nor a freeze. */
async function accountOf(
  deps: Pick<Deps, 'features' | 'clock'>,
  tx: Tx,
  email: string,
): Promise<LinkedAddress['account']> {
  const user = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (user === undefined) {
    // The mailbox may be why a guarded account has left it.
    const move = await undoOf(deps)?.findMoveFrom(tx, email, deps.clock());
    return move !== undefined && (await isGuarded(deps, tx, move.userId)) ? 'guarded' : 'none';
  }
  return (await isGuarded(deps, tx, user.id)) || (await undoOf(deps)?.mayReset(deps, tx, user.id)) === false
    ? 'guarded'
    : 'open';
}

/** How much was erased of what. */
export type Erased = {
  readonly kind: 'erased';
  readonly submissions: number;
  /** Of features: what, in words that count it, and how many. */
  readonly others: readonly { readonly counted: string; readonly count: number }[];
  /** A message whose card payment is under way was left. */
  readonly isPaying: boolean;
};

/**
 * Erases what is kept under an address: messages that no account sent, what features have of it, the mails to it and every link
 * like this one. What an account owns stays. Killed half-way and called again, it goes on.
 */
export async function eraseAddress(deps: RightsDeps, email: string): Promise<Erased | { kind: 'guarded' }> {
  const messages = await deps.db.transaction().execute(async (tx) => {
    if (await isGuardedAddress(deps, tx, email)) return undefined;
    return messageIds(tx, email);
  });
  if (messages === undefined) return { kind: 'guarded' };
  const submissions = await deleteSubmissions(deps, messages, { actor: 'visitor' });
  return retryOnConflict(() =>
    deps.db.transaction().execute((tx) => eraseRest(deps, tx, email, submissions.length)),
  );
}

async function eraseRest(
  deps: RightsDeps,
  tx: Tx,
  email: string,
  submissions: number,
): Promise<Erased | { kind: 'guarded' }> {
  if (await isGuardedAddress(deps, tx, email)) return { kind: 'guarded' };
  const mails = await tx
    .deleteFrom('outbox')
    .where(mailsOfAddress(deps.features, email))
    .returning('id')
    .execute();
  const others = [];
  for (const { name, eraseAddress: erase } of deps.features) {
    if (erase === undefined) continue;
    const rows = await erase.act(tx, email);
    for (const { action, id: subject } of rows)
      await recordDeletion(deps, tx, { action, actor: 'visitor', subject });
    others.push({ name: name.replaceAll('-', ' '), counted: erase.counted, count: rows.length });
  }
  await tx.deleteFrom('rights_links').where('email', '=', email).execute();
  // What strangers began with the address mails it no more.
  await tx.deleteFrom('sign_ups').where('email', '=', email).execute();
  await tx
    .deleteFrom('outbox')
    .where(isRequested(email, [VERIFY_MAIL]))
    .execute();
  const parts = others.map(({ name, count }) => `${name} ${count}`);
  const detail = [`messages ${submissions}`, ...parts, `mails ${mails.length}`].join(', ');
  await recordAction(deps, tx, { action: ADDRESS_ERASED, actor: 'visitor', detail });
  return {
    kind: 'erased',
    submissions,
    others,
    isPaying: (await messageIds(tx, email)).length > 0,
  };
}

/** With the account's row locked: nobody turns a guard on meanwhile. */
async function isGuardedAddress(
  deps: Pick<Deps, 'features' | 'clock'>,
  tx: Tx,
  email: string,
): Promise<boolean> {
  const user = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (user !== undefined) await lockUser(tx, user.id);
  return (await accountOf(deps, tx, email)) === 'guarded';
}

async function messageIds(db: Db | Tx, email: string): Promise<string[]> {
  const rows = await db.selectFrom('submissions').select('id').where(messagesOfAddress(email)).execute();
  return rows.map(({ id }) => id);
}
