import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { isPostgres } from '#server/database/advisory-lock.ts';
import type { Db } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import type { AppDeps } from '#server/feature.ts';
import { HOUR_MS } from '#server/time.ts';

/** A mail that this process may send until its lease ends. `attempts` includes this try and identifies the claim. */
export type ClaimedMail = OutgoingMail & {
  readonly kind: string;
  readonly attempts: number;
  /** When the link in the mail expires, if it does. */
  readonly linkExpiresAt: Date | undefined;
};

/**
 * Leases up to `limit` due mails in one statement, so that no two processes take the same mail. When a process dies, its
 * mails are due again after their leases. A time further ahead than any valid one was set by a wrong clock, and counts as
 * due.
 */
export async function claimDue(db: Db, limit: number, now: Date, leasedUntil: Date): Promise<ClaimedMail[]> {
  const time = now.toISOString();
  const tooLate = new Date(now.getTime() + LONGEST_MS).toISOString();
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('next_attempt_at', '<=', time), eb('next_attempt_at', '>', tooLate)]))
    .where((eb) =>
      eb.or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', time),
        eb('leased_until', '>', tooLate),
      ]),
    )
    .orderBy('next_attempt_at')
    .limit(limit);
  const rows = await db
    .updateTable('outbox')
    .set((eb) => ({ leased_until: leasedUntil.toISOString(), attempts: eb('attempts', '+', 1) }))
    .where(isIn(db, due))
    .returning([
      'id',
      'kind',
      'recipient as to',
      'reply_to',
      'subject',
      'text_body as text',
      'html_body as html',
      'attempts',
      'created_at',
      'link_expires_at',
      'leave_link',
    ])
    .execute();
  return rows.map(({ reply_to, leave_link, created_at, link_expires_at, ...mail }) => ({
    ...mail,
    replyTo: reply_to ?? undefined,
    leaveLink: leave_link ?? undefined,
    createdAt: new Date(created_at),
    linkExpiresAt: link_expires_at === null ? undefined : new Date(link_expires_at),
  }));
}

export async function extendLeases(db: Db, ids: readonly string[], leasedUntil: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ leased_until: leasedUntil.toISOString() })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Marks a mail as sent and removes its personal data: text, subject and headers, which may contain working links, the reply
 * address, and the recipient of a mail without an account, which no deletion would find.
 */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({
      state: 'sent',
      sent_at: now.toISOString(),
      leased_until: null,
      last_error: null,
      reply_to: null,
      leave_link: null,
      subject: '',
      text_body: '',
      html_body: '',
      recipient: eb.case().when('user_id', 'is', null).then('').else(eb.ref('recipient')).end(),
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Ends the tries. Keeps the text, so that an operator can see what was not delivered. */
export async function markDead(db: Db, mail: ClaimedMail, reason: string): Promise<void> {
  await claimed(db, mail).set({ state: 'dead', leased_until: null, last_error: reason }).execute();
}

/** Releases the mail for another try. Does nothing when the lease has ended and another process has taken the mail. */
export async function tryLater(db: Db, mail: ClaimedMail, reason: string, next: Date): Promise<void> {
  await claimed(db, mail)
    .set({ next_attempt_at: next.toISOString(), leased_until: null, last_error: reason })
    .execute();
}

function claimed(db: Db, { id, attempts }: ClaimedMail) {
  return db
    .updateTable('outbox')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts);
}

/** When the next mail without a lease is due; undefined when none waits. */
export async function nextDueAt(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select('next_attempt_at')
    .where('state', '=', 'waiting')
    .where('leased_until', 'is', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : new Date(row.next_attempt_at);
}

/**
 * `id in (…)` for rows that several processes claim at once. On PostgreSQL it skips locked rows, and `array(…)` runs the
 * inner query exactly once: with `in`, a plan may run it again and exceed the limit.
 */
function isIn(db: Db, ids: SelectQueryBuilder<Schema, 'outbox', { id: string }>): RawBuilder<boolean> {
  return isPostgres(db) ? sql`id = any(array(${ids.forUpdate().skipLocked()}))` : sql`id in (${ids})`;
}

const FIRST_MS = 5_000;
/** The longest wait between two tries. */
const LONGEST_MS = HOUR_MS;

/**
 * Milliseconds to wait after a failed try: doubling from `FIRST_MS` to `LONGEST_MS`, minus up to a quarter at random, so
 * that mails that failed together are not tried together.
 *
 * @param attempts tries made so far, at least 1
 * @param random from 0 up to 1
 */
export function backOff(attempts: number, random: number): number {
  // The bound keeps the power finite.
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(full * (1 - random / 4));
}

export type OutgoingMail = {
  readonly id: string;
  readonly to: string;
  /** The Reply-To address. Omitted when it is not one plain address. */
  readonly replyTo: string | undefined;
  /** For mails to a list: a POST to it removes the address from the list (RFC 8058). */
  readonly leaveLink?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The Date of the mail, the same on every try. */
  readonly createdAt: Date;
};

/** `reason` is the server's answer without addresses, for the operator. */
export type DeliveryResult =
  | {
      readonly kind: 'sent';
      /** The server's answer. */
      readonly reply?: string;
    }
  /** The server refuses this recipient or this mail permanently. Only this ends the tries. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'temporary'; readonly reason: string };

/** The bodies of a mail that is stored without them; undefined for other mails, and when the message it is about was deleted. */
export type MakeBodies = (id: string) => Promise<Pick<OutgoingMail, 'text' | 'html'> | undefined>;

/** Sends one mail to a mail server. Must settle within a bounded time; a rejection counts as temporary. */
export type Deliver = (mail: OutgoingMail) => Promise<DeliveryResult>;

/** Mails that one process sends at the same time. */
export const MAILS_AT_ONCE = 5;

export function makeBodiesOf(deps: AppDeps): MakeBodies {
  const makers = deps.features.flatMap(({ mailBodies }) => mailBodies?.(deps) ?? []);
  return async (id) => {
    for (const make of makers) {
      const bodies = await make(id);
      if (bodies !== undefined) return bodies;
    }
    return undefined;
  };
}
