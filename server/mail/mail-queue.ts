import { PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import type { OutgoingMail } from './delivery.ts';

/** A mail that this process may send until its lease ends. `attempts` counts this try and tells claims apart. */
export type ClaimedMail = OutgoingMail & { readonly kind: string; readonly attempts: number };

/**
 * Takes up to `limit` mails that are due and leases them, in one statement, so that no two processes take the same
 * one. A mail whose holder died is due again when its lease has ended.
 */
export async function claimDue(db: Db, limit: number, now: Date, leasedUntil: Date): Promise<ClaimedMail[]> {
  const time = now.toISOString();
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', time)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', time)]))
    .orderBy('next_attempt_at')
    .limit(limit);
  const rows = await db
    .updateTable('outbox')
    .set((eb) => ({ leased_until: leasedUntil.toISOString(), attempts: eb('attempts', '+', 1) }))
    .where(isIn(db, due))
    .returning([
      'id',
      'kind',
      'recipient',
      'reply_to',
      'subject',
      'text_body',
      'html_body',
      'attempts',
      'created_at',
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    to: row.recipient,
    replyTo: row.reply_to ?? undefined,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    attempts: row.attempts,
    createdAt: new Date(row.created_at),
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
 * The row stays as the record that the mail went out, without what nobody needs any more: its text and subject, which
 * hold links that may still work and what people wrote to us, whom an answer would go to, and, for a mail that belongs
 * to no account, the address, since no deletion would ever reach it.
 * Does nothing when the mail was removed meanwhile.
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
export async function markDead(db: Db, { id, attempts }: ClaimedMail, reason: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'dead', leased_until: null, last_error: reason })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .execute();
}

/** Gives the mail back for another try. Does nothing when another process has taken it since (its lease had ended). */
export async function tryLater(
  db: Db,
  { id, attempts }: ClaimedMail,
  reason: string,
  next: Date,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: next.toISOString(), leased_until: null, last_error: reason })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .execute();
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
 * `id in (…)` for rows that several processes go for at once. On PostgreSQL it steps over those that another one is
 * taking right now, and `array(…)` runs the inner query exactly once: under `in`, a plan may run it again and take
 * more than its limit. SQLite has one writer at a time anyway.
 */
function isIn(db: Db, ids: SelectQueryBuilder<Schema, 'outbox', { id: string }>): RawBuilder<boolean> {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`id = any(array(${ids.forUpdate().skipLocked()}))`
    : sql`id in (${ids})`;
}
