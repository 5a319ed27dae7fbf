import type { ExpressionBuilder } from 'kysely';
import { ACCOUNT_EXISTS_MAIL, RESET_MAIL, VERIFY_MAIL } from '#content/features/accounts.ts';
import { PAGES } from '#content/page-paths.ts';
import { recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { deleteRows, findRow, insertRow } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Deps } from '#server/feature.ts';
import { writeMail } from '#server/mail/outbox.ts';
import { findDue, findWritten, inTurns, isRequested } from '#server/mail/requested-mails.ts';
import { secondsAfter } from '#server/time.ts';
import { PASSWORD_RESET_REQUESTED } from './audit-actions.ts';
import { dropOldRequests, findTurn, putOff } from './confirmation-turns.ts';
import { hashToken } from './hashes.ts';
import { MAILS_PER_ADDRESS } from './limits.ts';
import {
  type Confirmation,
  type ConfirmationRequest,
  confirmationsOf,
  requestedOf,
  undoOf,
} from './slots.ts';

const HOUR = 60 * 60;
/** How long mailed links work from then on, in seconds (docs/product.md, "Confirmation"). */
export const LINK_SECONDS = { confirm: 24 * HOUR, reset: HOUR } as const;
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
      const token = deps.newToken();
      const linkExpiresAt = secondsAfter(now, LINK_SECONDS.reset);
      await insertRow(tx, 'reset_links', {
        token_hash: hashToken(token),
        user_id: user.id,
        expires_at: linkExpiresAt,
        created_at: now.toISOString(),
      });
      const values = { link: `${deps.origin}${PAGES.authReset}?token=${token}` };
      const written = { id, mail: RESET_MAIL, userId: user.id, values, linkExpiresAt };
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
  const token = deps.newToken();
  const linkExpiresAt = secondsAfter(now, LINK_SECONDS.confirm);
  const waiting = (eb: ExpressionBuilder<Schema, 'sign_ups'>) =>
    eb.and([
      eb('id', '=', request.userId),
      eb('confirmed_at', 'is', null),
      eb('expires_at', '>', now.toISOString()),
    ]);
  const confirms =
    move === undefined &&
    (await tx
      .updateTable('sign_ups')
      .set({ link_hash: hashToken(token), link_expires_at: linkExpiresAt })
      .where(waiting)
      .where('taken', '=', 0)
      .returning('id')
      .executeTakeFirst()) !== undefined;
  if (confirms) {
    const values = { link: `${deps.origin}${PAGES.authVerify}?token=${token}` };
    return writeMail(tx, { ...request, mail: VERIFY_MAIL, values, linkExpiresAt }, deps.mails, now);
  }
  if ((await tx.selectFrom('sign_ups').select('id').where(waiting).executeTakeFirst()) !== undefined) {
    if (undo === undefined || move === undefined)
      return writeMail(tx, { ...request, mail: ACCOUNT_EXISTS_MAIL, values: waysIn(deps) }, deps.mails, now);
    const link = `${deps.origin}${PAGES.authNotMe}?token=${await undo.mailedToken(tx, deps.keyring, move)}`;
    const { signInLink } = waysIn(deps);
    const values = { link, signInLink };
    return writeMail(tx, { ...request, mail: undo.movedMail, values }, deps.mails, now);
  }
  await deleteRows(tx, 'outbox', { id: request.id });
}

/** Where a mail leads whoever has an account with its address. */
export function waysIn({ origin }: Pick<Deps, 'origin'>) {
  const signInLink = `${origin}${PAGES.auth}`;
  return { signInLink, resetLink: `${signInLink}?view=reset` };
}
