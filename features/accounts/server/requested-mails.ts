import { ACCOUNT_EXISTS_MAIL, RESET_MAIL, VERIFY_MAIL } from '#content/features/accounts.ts';
import { LINK_HOURS } from '#content/link-hours.ts';
import { PAGES } from '#content/page-paths.ts';
import { recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError } from '#server/database/errors.ts';
import { deleteRows, findRow, insertRow, updateRows } from '#server/database/rows.ts';
import type { Deps, RequestedMail, WithFeatures } from '#server/feature.ts';
import { writeMail } from '#server/mail/outbox.ts';
import { findRecentMails, isRequested } from '#server/mail/requested-mails.ts';
import { HOUR_MS, timeAfter } from '#server/time.ts';
import { PASSWORD_RESET_REQUESTED } from './audit-actions.ts';
import { dropOldRequests, findTurn, isConfirmationRequest, postponeRequests } from './confirmation-turns.ts';
import { hashToken } from './hashes.ts';
import { MAILS_PER_ADDRESS } from './limits.ts';
import { type Confirmation, type ConfirmationRequest, confirmationsOf, undoOf } from './slots.ts';

/** The maximum number of mails for one address that one call writes or drops. */
const BATCH_SIZE = 50;

export function accountMails(deps: WithFeatures): readonly RequestedMail[] {
  const confirmations = confirmationsOf(deps).map(({ mail }) => ({ mail, write: writeConfirmations }));
  return [{ mail: RESET_MAIL, write: writeResets }, ...confirmations];
}

/** Writes the requested reset mails. A request for an address without an account is dropped. */
async function writeResets(deps: Deps, tx: Tx, email: string, now: Date): Promise<void> {
  // This update locks the account. A concurrent request that changes the account's address or ends all access has either
  // committed before, or it waits for this lock and then also ends the new link.
  const user = await tx
    .updateTable('users')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('email', '=', email)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const lately = await findRecentMails(tx, email, [RESET_MAIL], now, HOUR_MS);
  const left = MAILS_PER_ADDRESS.resetsAnHour - lately.length;
  if (user !== undefined && left > 0) {
    const requests = await tx
      .selectFrom('outbox')
      .select('id')
      .where(isRequested(email, [RESET_MAIL]))
      .orderBy('created_at')
      .limit(left)
      .execute();
    for (const { id } of requests) {
      const { link, tokenHash, expiresAt } = newLink(deps, PAGES.authReset, LINK_MS.reset);
      await insertRow(tx, 'reset_links', {
        token_hash: tokenHash,
        user_id: user.id,
        expires_at: expiresAt,
        created_at: now.toISOString(),
      });
      const written = { id, mail: RESET_MAIL, userId: user.id, values: { link }, linkExpiresAt: expiresAt };
      await writeMail(deps, tx, written);
      // The audit log gets a line for each mail, not for each request, because the number of requests is unlimited. The actor
      // is the site, because a visitor or an operator may have requested the mail.
      const subject = user.id;
      await recordAction(deps, tx, { action: PASSWORD_RESET_REQUESTED, actor: 'system', subject });
    }
  }
  await deleteRows(tx, 'outbox', { recipient: email, kind: RESET_MAIL.name, state: 'requested' });
}

async function writeConfirmations(deps: Deps, tx: Tx, email: string, now: Date): Promise<void> {
  await dropOldRequests(deps, tx, email, now);
  for (let times = 0; times < BATCH_SIZE; times++) {
    const turn = await findTurn(deps, tx, email, now);
    if (turn === undefined || turn.at > now) return postponeRequests(deps, tx, email, turn, now);
    const { id, kind, user_id } = await tx
      .selectFrom('outbox')
      .select(['id', 'kind', 'user_id'])
      .where(isConfirmationRequest(deps, email))
      .where('network', '=', turn.network)
      .where('user_id', turn.userId === null ? 'is' : '=', turn.userId)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    const request = { id, userId: user_id ?? '', email };
    await confirmationsOf(deps)
      .find(({ mail }) => mail.name === kind)
      ?.write(deps, tx, request, now);
  }
}

/**
 * Writes the mail after a sign-up: with a link to confirm the address, or with a note that the address already has an account.
 */
export const signUpConfirmation: Confirmation = {
  mail: VERIFY_MAIL,
  becomes: [ACCOUNT_EXISTS_MAIL],
  write: writeSignUpMail,
};

async function writeSignUpMail(
  deps: Deps,
  tx: Tx,
  { email, ...request }: ConfirmationRequest,
  now: Date,
): Promise<void> {
  const undo = undoOf(deps);
  // Looks for a change of address only if no account has this address now, because that account may be the one that left it.
  const owner = await findRow(tx, 'users', ['id'], { email });
  const move = owner === undefined ? await undo?.findMoveFrom(tx, email, now) : undefined;
  const unconfirmed = { id: request.userId, confirmed_at: null };
  const signUp = await findRow(tx, 'sign_ups', ['taken', 'expires_at'], unconfirmed);
  if (signUp === undefined || signUp.expires_at <= now.toISOString()) {
    await deleteRows(tx, 'outbox', { id: request.id });
    return;
  }
  if (undo !== undefined && move !== undefined) {
    const link = linkWith(deps, PAGES.authNotMe, await undo.mailedToken(tx, deps.keyring, move));
    const values = { link, signInLink: signInLinks(deps).signInLink };
    return writeMail(deps, tx, { ...request, mail: undo.movedMail, values });
  }
  if (signUp.taken === 1) {
    return writeMail(deps, tx, { ...request, mail: ACCOUNT_EXISTS_MAIL, values: signInLinks(deps) });
  }
  const { link, tokenHash, expiresAt } = newLink(deps, PAGES.authVerify, LINK_MS.confirm);
  const linked = { link_hash: tokenHash, link_expires_at: expiresAt };
  if ((await updateRows(tx, 'sign_ups', { ...unconfirmed, taken: 0 }, linked)) !== 1)
    throw new ConflictError();
  const written = { ...request, mail: VERIFY_MAIL, values: { link }, linkExpiresAt: expiresAt };
  await writeMail(deps, tx, written);
}

export const LINK_MS = { confirm: LINK_HOURS.confirm * HOUR_MS, reset: LINK_HOURS.reset * HOUR_MS } as const;

/** Creates a link for a mail. Only the hash of its token is stored, so that a reader of the database cannot use the link. */
export function newLink({ newToken, clock, origin }: Deps, page: string, ms: number) {
  const token = newToken();
  const expiresAt = timeAfter(clock(), ms);
  return { link: linkWith({ origin }, page, token), tokenHash: hashToken(token), expiresAt };
}

export function linkWith({ origin }: Pick<Deps, 'origin'>, page: string, token: string): string {
  return `${origin}${page}?token=${token}`;
}

/** The sign-in and reset links for mails to people who already have an account. */
export function signInLinks({ origin }: Pick<Deps, 'origin'>) {
  const signInLink = `${origin}${PAGES.auth}`;
  return { signInLink, resetLink: `${signInLink}?view=reset` };
}
