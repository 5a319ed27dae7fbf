import { VERIFY_MAIL } from '#content/features/accounts.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { isGuarded } from '#features/accounts/server/factors.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { undoOf } from '#features/accounts/server/slots.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import { deleteSubmissions } from '#features/forms/server/delete-submissions.ts';
import { messagesOfAddress } from '#features/forms/server/own-messages.ts';
import { NOT_BY_MAILBOX } from '#features/your-data/refusals.ts';
import { ADDRESS_ERASED } from '#features/your-data/server/audit-actions.ts';
import { recordAction, recordDeletion } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { deleteRows, findRow } from '#server/database/rows.ts';
import { isOfNobody, mailsOfAddress } from '#server/database/tables.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';

/**
 * The address of a mailed link, and whether it has an account. `guarded`: access to the mailbox does not open the
 * account, so no data is shown or erased.
 */
export type LinkedAddress = {
  readonly email: string;
  readonly account: 'none' | 'open' | 'guarded';
};

/** Finds the address of a mailed link, without using the link up. Refuses with LINK_NOT_VALID. */
export async function findLinkedAddress(deps: Deps, token: string): Promise<LinkedAddress> {
  const { db, clock } = deps;
  const link = await findRow(db, 'rights_links', ['email', 'expires_at'], { token_hash: hashToken(token) });
  if (link === undefined || link.expires_at <= clock().toISOString()) return refuse(LINK_NOT_VALID);
  const { email } = link;
  return db.transaction().execute(async (tx) => ({ email, account: await accountOf(deps, tx, email) }));
}

/** Returns `open` if a password reset opens the address's account, `guarded` if a second factor or a freeze prevents this. */
async function accountOf(deps: Deps, tx: Tx, email: string): Promise<LinkedAddress['account']> {
  const user = await findRow(tx, 'users', ['id'], { email });
  if (user === undefined) {
    // If an account with a second factor has just left this address, also returns `guarded`, because a thief may read this mailbox.
    const move = await undoOf(deps)?.findMoveFrom(tx, email, deps.clock());
    return move !== undefined && (await isGuarded(deps, tx, move.userId)) ? 'guarded' : 'none';
  }
  return (await isGuarded(deps, tx, user.id)) || (await undoOf(deps)?.mayReset(deps, tx, user.id)) === false
    ? 'guarded'
    : 'open';
}

export type Erased = {
  readonly submissions: number;
  /** The erased rows of other features. `counted` is the text that shows their number. */
  readonly others: readonly { readonly counted: string; readonly count: number }[];
  /** True if a message was not erased, because its card payment is still running. */
  readonly isPaying: boolean;
};

/**
 * Erases the data of an address: messages sent while signed out, rows of features, mails and all mailed links. Keeps an
 * account's data. Can be repeated after a crash. Refuses with NOT_BY_MAILBOX.
 */
export async function eraseAddress(deps: Deps, email: string): Promise<Erased> {
  const messages = await deps.db.transaction().execute(async (tx) => {
    await refuseGuarded(deps, tx, email);
    return messageIds(tx, email);
  });
  const submissions = await deleteSubmissions(deps, messages, { actor: 'visitor' });
  return retryTransaction(deps.db, (tx) => eraseRest(deps, tx, email, submissions.length));
}

async function eraseRest(deps: Deps, tx: Tx, email: string, submissions: number): Promise<Erased> {
  await refuseGuarded(deps, tx, email);
  const mails = await tx
    .deleteFrom('outbox')
    .where(mailsOfAddress(deps.features, email))
    // Mails with the user id `nobody-…` stay for a day: they count towards limits, which an erasure must not reset.
    .where(({ or, eb, not }) => or([eb('user_id', 'is', null), not(isOfNobody)]))
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
  await deleteRows(tx, 'rights_links', { email });
  // Ends strangers' sign-ups with this address, so that they send no more mails to it.
  const signUps = await tx.deleteFrom('sign_ups').where('email', '=', email).returning('id').execute();
  await deleteRows(tx, 'outbox', { user_id: signUps.map(({ id }) => id) });
  await deleteRows(tx, 'outbox', { recipient: email, kind: VERIFY_MAIL.name, state: 'requested' });
  const parts = others.map(({ name, count }) => `${name} ${count}`);
  const detail = [`messages ${submissions}`, ...parts, `mails ${mails.length}`].join(', ');
  await recordAction(deps, tx, { action: ADDRESS_ERASED, actor: 'visitor', detail });
  return { submissions, others, isPaying: (await messageIds(tx, email)).length > 0 };
}

/** Refuses if the mailbox does not open the account. Locks the account, so that no factor is added before the transaction ends. */
async function refuseGuarded(deps: Deps, tx: Tx, email: string): Promise<void> {
  const user = await findRow(tx, 'users', ['id'], { email });
  if (user !== undefined) await lockUser(tx, user.id);
  if ((await accountOf(deps, tx, email)) === 'guarded') refuse(NOT_BY_MAILBOX);
}

async function messageIds(db: Db | Tx, email: string): Promise<string[]> {
  const rows = await db.selectFrom('submissions').select('id').where(messagesOfAddress(email)).execute();
  return rows.map(({ id }) => id);
}
