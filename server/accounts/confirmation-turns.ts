import type { MailKind } from '#content/mails.ts';
import type { Tx } from '#server/database/database.ts';
import { MAILS_PER_ADDRESS } from '#server/http/rate-limits.ts';
import { findWritten, isRequested } from '#server/mail/requested-mails.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { secondsAfter } from './sign-ups.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** Requests that may not be written today are looked at again after so many seconds, until they are too old. */
const LOOK_AGAIN = 10 * 60;

/** What is asked for at an address by who has not shown yet to hold it, and what that becomes. */
export const CONFIRMED: readonly MailKind[] = ['verify-email', 'confirm-address'];
const CONFIRMATIONS: readonly MailKind[] = [...CONFIRMED, 'account-exists', 'account-moved'];

/** A mail that was written to the address, at `created_at`; `user_id`: the sign-up or account that it was asked for. */
type Written = { readonly network: string; readonly user_id: string | null; readonly created_at: string };
type Asker = {
  readonly network: string;
  /** The sign-up or account that it asks for; none for a new sign-up. */
  readonly userId?: string | null;
};

/**
 * Whether this network can have no further confirmation mailed to this address today. Counts mails, never accounts, so it says the same
 * of every address.
 */
export async function areConfirmationsUsedUp(
  { db, clock }: Pick<AccountsDeps, 'db' | 'clock'>,
  email: string,
  asker: Asker,
): Promise<boolean> {
  const today = await findWritten(db, email, CONFIRMATIONS, clock(), DAY);
  const asksOnce = today.every(({ network }) => network !== asker.network);
  return isUsedUp(today, asker, asksOnce);
}

function isUsedUp(today: readonly Written[], { network, userId }: Asker, asksOnce: boolean): boolean {
  if (today.length >= shareOf(MAILS_PER_ADDRESS.confirmationsADay, asksOnce)) return true;
  // An operator's have no network.
  if (network === '') return false;
  // A sign-up that had a mail may have its further ones (spec §5).
  const served = new Set(today.filter((mail) => mail.network === network).map(({ user_id }) => user_id));
  return !served.has(userId ?? null) && served.size >= MAILS_PER_ADDRESS.signUpsADayPerNetwork;
}

/** A crowd of sign-ups must not use up the owner's mails: only networks that ask once have all of them. */
function shareOf(most: number, asksOnce: boolean): number {
  return asksOnce ? most : most / 2;
}

/** The network whose mail to an address is next, the sign-up or account that waits longest there, and when it may be written. */
type Turn = { readonly network: string; readonly userId: string | null; readonly at: Date };

/**
 * Networks take turns, however often each asked: first those served least in the last day, then those with the fewest requests.
 * Undefined when nobody may be served today.
 */
export async function findTurn(tx: Tx, email: string, now: Date): Promise<Turn | undefined> {
  const today = await findWritten(tx, email, CONFIRMATIONS, now, DAY);
  const waiting = await tx
    .selectFrom('outbox')
    .select(({ fn }) => [
      'network',
      'user_id',
      fn.countAll<number | string>().as('requests'),
      fn.min('created_at').as('oldest'),
    ])
    .where(isRequested(email, CONFIRMED))
    .groupBy(['network', 'user_id'])
    .orderBy('oldest')
    .execute();
  const [first] = [...Map.groupBy(waiting, ({ network }) => network)]
    .flatMap(([network, rows]) => {
      const served = today.filter((mail) => mail.network === network).length;
      const requests = rows.reduce((sum, row) => sum + Number(row.requests), 0);
      const asksOnce = served + requests === 1;
      const next = rows.find(({ user_id: userId }) => !isUsedUp(today, { network, userId }, asksOnce));
      return next ? [{ network, userId: next.user_id, oldest: next.oldest, served, requests, asksOnce }] : [];
    })
    .toSorted((a, b) => a.served - b.served || a.requests - b.requests || (a.oldest < b.oldest ? -1 : 1));
  return (
    first && { network: first.network, userId: first.userId, at: nextMailAt(today, first.asksOnce, now) }
  );
}

/** @param today newest first */
function nextMailAt(today: readonly Written[], asksOnce: boolean, now: Date): Date {
  const { confirmationsAnHour, confirmationsAtOnce, secondsBetween } = MAILS_PER_ADDRESS;
  const lastHour = today.filter(({ created_at }) => created_at > secondsAfter(now, -HOUR));
  const [newest, oldestOfLimit] = [lastHour[0], lastHour[shareOf(confirmationsAnHour, asksOnce) - 1]];
  if (oldestOfLimit !== undefined) return new Date(secondsAfter(new Date(oldestOfLimit.created_at), HOUR));
  if (newest === undefined || lastHour.length < confirmationsAtOnce) return now;
  return new Date(secondsAfter(new Date(newest.created_at), secondsBetween));
}

/** Postpones the due requests only, so that an address with thousands of them costs little until its next turn. */
export async function putOff(tx: Tx, email: string, turn: Turn | undefined, now: Date): Promise<void> {
  const at = turn?.at.toISOString() ?? secondsAfter(now, LOOK_AGAIN);
  for (const kind of CONFIRMED)
    await tx
      .updateTable('outbox')
      .set({ next_attempt_at: at })
      .where(isRequested(email, [kind]))
      .where('next_attempt_at', '<=', now.toISOString())
      .execute();
}

/** Drops what waited too long: its sender has asked again, or gone. */
export async function dropOldRequests(tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where(isRequested(email, CONFIRMED))
    .where('created_at', '<=', secondsAfter(now, -MAILS_PER_ADDRESS.confirmationsWaitHours * HOUR))
    .execute();
}

/** Makes room for one more sign-up at an address: of those whose first mail is not written, so many wait, and the oldest goes. */
export async function endOldestWaiting(tx: Tx, email: string): Promise<void> {
  const oldest = await tx
    .selectFrom('outbox')
    .select(['id', 'user_id'])
    .where(isRequested(email, ['verify-email']))
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(MAILS_PER_ADDRESS.signUpsWaiting - 1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await tx.deleteFrom('outbox').where('id', '=', oldest.id).execute();
  await tx.deleteFrom('sign_ups').where('id', '=', oldest.user_id).where('attempts', '=', 1).execute();
}
