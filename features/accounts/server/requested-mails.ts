import { ACCOUNT_EXISTS_MAIL, RESET_MAIL, VERIFY_MAIL } from '#content/features/accounts.ts';
import { PAGES } from '#content/page-paths.ts';
import { recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError } from '#server/database/errors.ts';
import { deleteRows, findRow, insertRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { writeMail } from '#server/mail/outbox.ts';
import { findDue, findWritten, inTurns, isRequested } from '#server/mail/requested-mails.ts';
import { PASSWORD_RESET_REQUESTED } from './audit-actions.ts';
import { dropOldRequests, findTurn, putOff } from './confirmation-turns.ts';
import { MAILS_PER_ADDRESS } from './limits.ts';
import { LINK_SECONDS, linkWith, newLink, signInLinks } from './mailed-links.ts';
import {
  type Confirmation,
  type ConfirmationRequest,
  confirmationsOf,
  requestedOf,
  undoOf,
} from './slots.ts';

const HOUR = 60 * 60;
/** Mails written to one address in one call, and requests without a sign-up that are dropped. */
const AT_ONCE = 50;

/**
 * Writes the requested mails that are due, resets first, and returns whether there were any. Only here an address is
 * looked up: a reset without an account is dropped, a sign-up with a taken address becomes "you already have an
 * account". Call it at a fixed pace, never because a mail was requested.
 */
export async function writeRequestedMails(deps: Deps): Promise<boolean> {
  const now = deps.clock();
  const resets = await findDue(deps.db, RESET_MAIL, now);
  // Each by itself: only so the index has them in their order.
  const confirmations = new Set<string>();
  for (const { mail } of confirmationsOf(deps))
    for (const email of await findDue(deps.db, mail, now)) confirmations.add(email);
  if (resets.size + confirmations.size === 0) return false;
  await inTurns(deps.db, 'requested mails', async (tx) => {
    for (const email of resets) await writeResets(deps, tx, email, now);
    for (const email of confirmations) await writeConfirmations(deps, tx, email, now);
  });
  return true;
}

async function writeResets(deps: Deps, tx: Tx, email: string, now: Date): Promise<void> {
  const user = await findRow(tx, 'users', ['id'], { email, closed_at: null });
  const lately = await findWritten(tx, email, [RESET_MAIL], now, HOUR);
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
      const { link, tokenHash, expiresAt } = newLink(deps, PAGES.authReset, LINK_SECONDS.reset);
      await insertRow(tx, 'reset_links', {
        token_hash: tokenHash,
        user_id: user.id,
        expires_at: expiresAt,
        created_at: now.toISOString(),
      });
      const written = { id, mail: RESET_MAIL, userId: user.id, values: { link }, linkExpiresAt: expiresAt };
      await writeMail(tx, written, deps.mails, now);
      // Of a mail, not of each request: those have no bound.
      const subject = user.id;
      await recordAction(deps, tx, { action: PASSWORD_RESET_REQUESTED, actor: 'visitor', subject });
    }
  }
  await tx
    .deleteFrom('outbox')
    .where(isRequested(email, [RESET_MAIL]))
    .execute();
}

async function writeConfirmations(deps: Deps, tx: Tx, email: string, now: Date): Promise<void> {
  const confirmations = confirmationsOf(deps);
  await dropOldRequests(deps, tx, email, now);
  for (let times = 0; times < AT_ONCE; times++) {
    const turn = await findTurn(deps, tx, email, now);
    if (turn === undefined || turn.at > now) return putOff(deps, tx, email, turn, now);
    const { id, kind, user_id } = await tx
      .selectFrom('outbox')
      .select(['id', 'kind', 'user_id'])
      .where(isRequested(email, requestedOf(confirmations)))
      .where('network', '=', turn.network)
      .where('user_id', turn.userId === null ? 'is' : '=', turn.userId)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    const request = { id, userId: user_id ?? '', email };
    await confirmations.find(({ mail }) => mail.name === kind)?.write(deps, tx, request, now);
  }
}

/** Of a sign-up: a link that confirms it, or that the address has an account already. */
export const signUpConfirmation: Confirmation = {
  mail: VERIFY_MAIL,
  becomes: [ACCOUNT_EXISTS_MAIL],
  write: writeConfirmation,
};

async function writeConfirmation(
  deps: Deps,
  tx: Tx,
  { email, ...request }: ConfirmationRequest,
  now: Date,
): Promise<void> {
  const undo = undoOf(deps);
  const move = await undo?.findMoveFrom(tx, email, now);
  const unconfirmed = { id: request.userId, confirmed_at: null };
  const signUp = await findRow(tx, 'sign_ups', ['taken', 'expires_at'], unconfirmed);
  if (signUp === undefined || signUp.expires_at <= now.toISOString()) {
    await deleteRows(tx, 'outbox', { id: request.id });
    return;
  }
  if (undo !== undefined && move !== undefined) {
    const link = linkWith(deps, PAGES.authNotMe, await undo.mailedToken(tx, deps.keyring, move));
    const values = { link, signInLink: signInLinks(deps).signInLink };
    return writeMail(tx, { ...request, mail: undo.movedMail, values }, deps.mails, now);
  }
  if (signUp.taken === 1) {
    const values = signInLinks(deps);
    return writeMail(tx, { ...request, mail: ACCOUNT_EXISTS_MAIL, values }, deps.mails, now);
  }
  const { link, tokenHash, expiresAt } = newLink(deps, PAGES.authVerify, LINK_SECONDS.confirm);
  const linked = { link_hash: tokenHash, link_expires_at: expiresAt };
  if ((await updateRows(tx, 'sign_ups', { ...unconfirmed, taken: 0 }, linked)) !== 1)
    throw new ConflictError();
  const written = { ...request, mail: VERIFY_MAIL, values: { link }, linkExpiresAt: expiresAt };
  await writeMail(tx, written, deps.mails, now);
}
