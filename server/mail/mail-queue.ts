import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { updateRows } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import type { AppDeps } from '#server/feature.ts';
import { HOUR_MS, timeAfter } from '#server/time.ts';

/**
 * A mail that this process may send until its lease ends. `attempts` includes the current one, and differs in each lease of a mail.
 */
export type ClaimedMail = OutgoingMail & {
  readonly kind: string;
  readonly attempts: number;
  readonly linkExpiresAt: Date | undefined;
};

/** The names of the mails that are stored in batches, because they go to many people at once. */
const MAILINGS = ['launch-mail', 'operator-notice'] as const;
export type Mailing = (typeof MAILINGS)[number];

const ANY = sql<SqlBool>`true`;
/**
 * The conditions of two searches by `claimDue`: mails outside mailings, then all mails. So a mail waits only for mails that are
 * being sent already. The index `outbox_soon` repeats the first condition, because SQLite needs the same condition.
 */
export const IN_TURN = [sql<SqlBool>`kind not in (${sql.join(MAILINGS.map(sql.lit))})`, ANY] as const;

/**
 * Leases up to `limit` due mails in one statement, so that no two processes take the same mail. The mails of a dead process are due
 * again after their leases. A mail whose attempt or lease is too far in the future is due as well: a wrong clock set that time.
 */
export async function claimDue(
  db: Db,
  limit: number,
  now: Date,
  leasedUntil: Date,
  some: Expression<SqlBool> = ANY,
): Promise<ClaimedMail[]> {
  const time = now.toISOString();
  const tooLate = timeAfter(now, LONGEST_MS);
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where(sql<SqlBool>`state = 'waiting'`)
    .where(some)
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
  await updateRows(db, 'outbox', { id: ids, state: 'waiting' }, { leased_until: leasedUntil.toISOString() });
}

const SENT = {
  state: 'sent',
  leased_until: null,
  last_error: null,
  reply_to: null,
  leave_link: null,
  subject: '',
  text_body: '',
  html_body: '',
} as const;

/**
 * Removes the personal data: text, subject and headers, which may contain working links, and the reply address. Removes the
 * recipient of a mail without an account too, because no deletion of an account would find it.
 */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({
      ...SENT,
      sent_at: now.toISOString(),
      recipient: eb.case().when('user_id', 'is', null).then('').else(eb.ref('recipient')).end(),
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Marks those of some mails that are being sent as sent. Call it before waiting mails are deleted: a mail that goes out must count
 * towards the limits of its address.
 */
export async function countBeingSent(tx: Tx, some: Expression<SqlBool>): Promise<void> {
  // Waits for a claim that is not committed yet, and prevents new ones, because `claimDue` skips locked rows.
  const lock = tx.updateTable('outbox').set(({ ref }) => ({ leased_until: ref('leased_until') }));
  await lock.where('state', '=', 'waiting').where(some).execute();
  await tx
    .updateTable('outbox')
    .set(({ ref }) => ({ ...SENT, sent_at: ref('leased_until') }))
    .where('state', '=', 'waiting')
    .where('leased_until', 'is not', null)
    .where(some)
    .execute();
}

/** Gives up a mail. Keeps its text, so that an operator can see what was not delivered. */
export async function markDead(db: Db, mail: ClaimedMail, reason: string, now: Date): Promise<void> {
  const dead = {
    state: 'dead',
    next_attempt_at: now.toISOString(),
    leased_until: null,
    last_error: reason,
  } as const;
  await updateRows(db, 'outbox', claimed(mail), dead);
}

/** Releases a mail, to be tried again at `next`. Does nothing if the lease has ended and another process has taken the mail. */
export async function tryLater(db: Db, mail: ClaimedMail, reason: string, next: Date): Promise<void> {
  const again = { next_attempt_at: next.toISOString(), leased_until: null, last_error: reason };
  await updateRows(db, 'outbox', claimed(mail), again);
}

const claimed = ({ id, attempts }: ClaimedMail) => ({ id, attempts, state: 'waiting' }) as const;

/**
 * A condition for the mails whose ids the given query selects. On PostgreSQL it skips rows that another process is claiming, and
 * `array(…)` makes the query with its limit run only once, not once for each row.
 */
function isIn(db: Db, ids: SelectQueryBuilder<Schema, 'outbox', { id: string }>): RawBuilder<boolean> {
  return isPostgres(db) ? sql`id = any(array(${ids.forUpdate().skipLocked()}))` : sql`id in (${ids})`;
}

const FIRST_MS = 5_000;
const LONGEST_MS = HOUR_MS;

/**
 * The wait before the next attempt, in milliseconds. It doubles from `FIRST_MS` to `LONGEST_MS`. Up to a quarter is subtracted at
 * random, so that failed mails are not tried together.
 * @param attempts attempts made so far, at least 1
 * @param random from 0 up to 1
 */
export function backOff(attempts: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(full * (1 - random / 4));
}

export type OutgoingMail = {
  readonly id: string;
  readonly to: string;
  /** The Reply-To address. The header is omitted if the value is not a single plain address. */
  readonly replyTo: string | undefined;
  /** A POST to this URL removes the recipient from the list (RFC 8058). Only mails to a list have such a URL. */
  readonly leaveLink?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** When the mail was stored. Each attempt has this time in its Date header. */
  readonly createdAt: Date;
};

/** `reason` is the mail server’s reply without email addresses, for the operator. */
export type DeliveryResult =
  | {
      readonly kind: 'sent';
      readonly reply?: string;
    }
  /** The mail server refuses this recipient or mail permanently, so there is no further attempt. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'temporary'; readonly reason: string };

/**
 * Makes text and HTML of a mail that is stored without them. Undefined for other mails, or if the message that the mail is about
 * was deleted.
 */
export type MakeBodies = (id: string) => Promise<Pick<OutgoingMail, 'text' | 'html'> | undefined>;

/** Sends one mail to a mail server. The promise must settle in limited time. A rejection is a temporary failure. */
export type Deliver = (mail: OutgoingMail) => Promise<DeliveryResult>;

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
