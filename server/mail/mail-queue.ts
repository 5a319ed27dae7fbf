import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { isPostgres } from '#server/database/advisory-lock.ts';
import type { Db } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import type { AppDeps } from '#server/feature.ts';
import { HOUR_MS } from '#server/time.ts';

/** A mail that this process may send until its lease ends. `attempts` counts this try and tells claims apart. */
export type ClaimedMail = OutgoingMail & {
  readonly kind: string;
  readonly attempts: number;
  /** When the link in it ends; undefined when it has none that does. */
  readonly linkExpiresAt: Date | undefined;
};

/**
 * Leases up to `limit` due mails in one statement, so that no two processes take the same one. A mail whose holder
 * died is due again when its lease ends. A time further ahead than any that is set was set by a wrong clock.
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

/** Keeps mails that take long from being taken by another process. */
export async function extendLeases(db: Db, ids: readonly string[], leasedUntil: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ leased_until: leasedUntil.toISOString() })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Marks a mail as sent and removes what nobody needs: text, subject and headers, which hold working links and what people
 * wrote, the reply address, and the address of a mail without an account, which no deletion would reach.
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

/** Ends the tries: the dead-letter state. Keeps the text, for an operator who wants to know what was not delivered. */
export async function markDead(db: Db, mail: ClaimedMail, reason: string): Promise<void> {
  await claimed(db, mail).set({ state: 'dead', leased_until: null, last_error: reason }).execute();
}

/** Gives the mail back for another try. Does nothing when another process has taken it since (its lease had ended). */
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

/** When the next mail that nobody holds is due; undefined when none waits. */
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
 * `id in (…)` for rows that several processes claim at once. On PostgreSQL it skips locked rows, and `array(…)` runs
 * the inner query exactly once: under `in`, a plan may run it again and take more than its limit.
 */
function isIn(db: Db, ids: SelectQueryBuilder<Schema, 'outbox', { id: string }>): RawBuilder<boolean> {
  return isPostgres(db) ? sql`id = any(array(${ids.forUpdate().skipLocked()}))` : sql`id in (${ids})`;
}

const FIRST_MS = 5_000;
/** No mail waits longer than this for its next try (milliseconds). */
const LONGEST_MS = HOUR_MS;

/**
 * Milliseconds to wait after a failed try: 5 s, doubling to 1 h, less up to a quarter, so that mails that failed
 * together spread.
 *
 * @param attempts tries made so far, at least 1
 * @param random from 0 up to 1
 */
export function backOff(attempts: number, random: number): number {
  // 2 ** 10 is past the cap already; the bound keeps the power finite.
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(full * (1 - random / 4));
}

/** A finished mail on its way to a mail server. */
export type OutgoingMail = {
  readonly id: string;
  readonly to: string;
  /** Where an answer goes, when not to the sender. Left out of the mail when it is not one plain address. */
  readonly replyTo: string | undefined;
  /** Of a mail to a list: what a POST to removes the address from it (RFC 8058). */
  readonly leaveLink?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** When it was stored: the mail's Date, the same on every try. */
  readonly createdAt: Date;
};

/** `reason` is for the operator: what the server said, without addresses. */
export type DeliveryResult =
  | {
      readonly kind: 'sent';
      /** What the server said to it. */
      readonly reply?: string;
    }
  /** The server refuses this recipient or this mail for good: the only answer that ends the tries. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'temporary'; readonly reason: string };

/** The bodies of a mail that is stored without; undefined when what it tells of is gone, and for any other mail. */
export type MakeBodies = (id: string) => Promise<Pick<OutgoingMail, 'text' | 'html'> | undefined>;

/** Hands one mail to a mail server. Must settle within bounded time; a rejection counts as temporary. */
export type Deliver = (mail: OutgoingMail) => Promise<DeliveryResult>;

/** How many mails one process hands over at a time. */
export const MAILS_AT_ONCE = 5;

/** Writes what mails say that are stored without a text, by whichever feature stored them. */
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
