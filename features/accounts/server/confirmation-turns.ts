import { VERIFY_MAIL } from '#content/features/accounts.ts';
import type { Tx } from '#server/database/database.ts';
import { deleteRows } from '#server/database/rows.ts';
import type { Deps, WithFeatures } from '#server/feature.ts';
import { findRecentMails, isRequested } from '#server/mail/requested-mails.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, timeAfter } from '#server/time.ts';
import { MAILS_PER_ADDRESS } from './limits.ts';
import { confirmationsOf, writtenOf } from './slots.ts';

/** A postponed mail request is checked again after at most this many milliseconds. */
const LOOK_AGAIN_MS = 10 * MINUTE_MS;
const WAIT_MS = MAILS_PER_ADDRESS.confirmationsWaitHours * HOUR_MS;

/** A mail that was sent. `user_id` is the id of the sign-up or account that the mail was for. */
type Written = { readonly network: string; readonly user_id: string | null; readonly created_at: string };
type Asker = {
  readonly network: string;
  /** The id of the sign-up or account that requests the mail. It is null for a new sign-up. */
  readonly userId?: string | null | undefined;
};

/**
 * True if a mail requested now would be dropped before it is sent. The answer depends only on earlier mails to the address, not on
 * whether the address has an account.
 */
export async function areConfirmationsUsedUp(
  deps: Deps,
  email: string,
  { network, userId }: Asker,
): Promise<boolean> {
  const now = deps.clock();
  const today = await findRecentMails(deps.db, email, writtenOf(deps), now, DAY_MS);
  const served = servedOf(today, network);
  if (!mayBeServed(served, { network, userId })) return true;
  const asksOnce = served.size === 0 || (served.size === 1 && served.has(userId ?? null));
  return nextMailAt(today, asksOnce, now).getTime() > now.getTime() + WAIT_MS;
}

/** The sign-ups and accounts that this network requested mails for in the last day. */
function servedOf(today: readonly Written[], network: string): ReadonlySet<string | null> {
  return new Set(today.filter((mail) => mail.network === network).map(({ user_id }) => user_id));
}

/**
 * True if this sign-up may get a mail. Always true for requests of operators, which have no `network`, and for sign-ups that
 * already got a mail (docs/product.md, "Resending").
 */
function mayBeServed(served: ReadonlySet<string | null>, { network, userId }: Asker): boolean {
  return (
    network === '' || served.has(userId ?? null) || served.size < MAILS_PER_ADDRESS.signUpsADayPerNetwork
  );
}

export function isConfirmationRequest(deps: WithFeatures, email: string) {
  return isRequested(
    email,
    confirmationsOf(deps).map(({ mail }) => mail),
  );
}

/** The next mail: the network and the sign-up or account (`userId`) that requested it, and its earliest time (`at`). */
type Turn = { readonly network: string; readonly userId: string | null; readonly at: Date };

/**
 * Finds the network whose mail may be sent first. If there are several, chooses the one with the fewest mails, then the fewest
 * requests. Undefined when no network may get a mail today.
 */
export async function findTurn(deps: Deps, tx: Tx, email: string, now: Date): Promise<Turn | undefined> {
  const today = await findRecentMails(tx, email, writtenOf(deps), now, DAY_MS);
  const waiting = await tx
    .selectFrom('outbox')
    .select(({ fn }) => [
      'network',
      'user_id',
      fn.countAll<number>().as('requests'),
      fn.min('created_at').as('oldest'),
    ])
    .where(isConfirmationRequest(deps, email))
    .groupBy(['network', 'user_id'])
    .orderBy('oldest')
    .execute();
  const turns = [...Map.groupBy(waiting, ({ network }) => network)].flatMap(([network, rows]) => {
    const served = servedOf(today, network);
    const next = rows.find(({ user_id: userId }) => mayBeServed(served, { network, userId }));
    if (next === undefined) return [];
    const asksOnce = new Set([...served, ...rows.map(({ user_id }) => user_id)]).size === 1;
    return {
      ...{ network, userId: next.user_id, oldest: next.oldest },
      at: nextMailAt(today, asksOnce, now),
      mails: today.filter((mail) => mail.network === network).length,
      requests: rows.reduce((sum, row) => sum + row.requests, 0),
    };
  });
  const [first] = turns.toSorted(
    (a, b) =>
      a.at.getTime() - b.at.getTime() ||
      a.mails - b.mails ||
      a.requests - b.requests ||
      (a.oldest < b.oldest ? -1 : 1),
  );
  return first;
}

/**
 * The earliest time of the next mail. A network with several sign-ups may use only half of the limits, so that mails
 * remain for the owner of the address.
 * @param today the mails of the last day, newest first
 */
function nextMailAt(today: readonly Written[], asksOnce: boolean, now: Date): Date {
  const { confirmationsAnHour, confirmationsADay, confirmationsAtOnce, secondsBetween } = MAILS_PER_ADDRESS;
  const share = asksOnce ? 1 : 0.5;
  const lastHour = today.filter(({ created_at }) => created_at > timeAfter(now, -HOUR_MS));
  const after = (mail: Written | undefined, ms: number) =>
    mail === undefined ? 0 : Date.parse(mail.created_at) + ms;
  return new Date(
    Math.max(
      now.getTime(),
      after(today[confirmationsADay * share - 1], DAY_MS),
      after(lastHour[confirmationsAnHour * share - 1], HOUR_MS),
      lastHour.length < confirmationsAtOnce ? 0 : after(lastHour[0], secondsBetween * 1_000),
    ),
  );
}

/** Postpones only the requests that are due, because updating thousands would be slow. */
export async function postponeRequests(
  deps: Deps,
  tx: Tx,
  email: string,
  turn: Turn | undefined,
  now: Date,
): Promise<void> {
  const again = timeAfter(now, LOOK_AGAIN_MS);
  const turnAt = turn?.at.toISOString() ?? again;
  const at = turnAt < again ? turnAt : again;
  await tx
    .updateTable('outbox')
    .set({ next_attempt_at: at })
    .where(isConfirmationRequest(deps, email))
    .where('next_attempt_at', '<=', now.toISOString())
    .execute();
}

/** Deletes mail requests that have waited too long: the person has requested another mail or left the site. */
export async function dropOldRequests(deps: Deps, tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where(isConfirmationRequest(deps, email))
    .where('created_at', '<=', timeAfter(now, -WAIT_MS))
    .execute();
}

/** If too many sign-ups with this address wait for their first mail, removes the oldest one. */
export async function endOldestWaiting(tx: Tx, email: string): Promise<void> {
  const oldest = await tx
    .selectFrom('outbox')
    .select(['id', 'user_id'])
    .where(isRequested(email, [VERIFY_MAIL]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(MAILS_PER_ADDRESS.signUpsWaiting - 1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await deleteRows(tx, 'outbox', { id: oldest.id });
  await deleteRows(tx, 'sign_ups', { id: oldest.user_id ?? '', attempts: 1 });
}
