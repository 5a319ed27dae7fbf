import { type Expression, expressionBuilder, type SqlBool, sql, type UpdateObject } from 'kysely';
import { MAILS } from '#content/features.ts';
import { addressKey } from '#contract/address.ts';
import { MAIL_GIVEN_UP, MAIL_RETRIED } from '#server/audit/core-actions.ts';
import { type AuditActor, type AuditEntry, recordAction } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';
import type { OutboxState, OutboxTable, Schema } from '#server/database/schema.ts';
import { type Cursor, NEWEST, pageFromCursor } from '#server/database/search.ts';
import type { SiteDeps } from '#server/feature.ts';

/** `requested`: not written yet. `waiting`: not sent. `dead`: given up. `sent`: accepted, and the text removed. @public */
export const MAIL_STATES = ['requested', 'waiting', 'dead', 'sent'] as const satisfies readonly OutboxState[];

const COLUMNS = [
  'id',
  'kind',
  'state',
  'recipient',
  'reply_to',
  'subject',
  'attempts',
  'next_attempt_at',
  'last_error',
  'created_at',
  'sent_at',
] as const satisfies readonly (keyof OutboxTable)[];

export type StoredMail = Pick<OutboxTable, (typeof COLUMNS)[number]>;

type WantedMails = {
  readonly state?: OutboxState | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly cursor?: Cursor;
};

/** The condition of the partial index `outbox_listed`. SQLite uses the index only if the query repeats this condition. */
const isNotRequested = sql<SqlBool>`state <> 'requested'`;

function isIn(state: OutboxState): Expression<SqlBool> {
  const { eb, and } = expressionBuilder<Schema, 'outbox'>();
  const isSo = eb('state', '=', state);
  return state === 'requested' ? isSo : and([isSo, isNotRequested]);
}

/** Lists mails in the order of the cursor, optionally only those in one state or to one address. @public */
export async function listMails(
  db: Db,
  { state, to, limit, cursor = NEWEST }: WantedMails,
): Promise<StoredMail[]> {
  const found = db
    .selectFrom('outbox')
    .select(COLUMNS)
    .where((eb) => (state === undefined ? eb.and([]) : isIn(state)))
    // Looks for both forms of the address: most recipients are stored in normalised form, but addresses from the settings as typed.
    .where((eb) => (to === undefined ? eb.and([]) : eb('recipient', 'in', [to, addressKey(to) ?? to])));
  // For one address, sorts by an expression: with the plain column, the planner would scan the whole index of times for a few
  // mails.
  const time = to === undefined ? sql`created_at` : sql`created_at || ''`;
  return pageFromCursor(found, time, cursor).limit(limit).execute();
}

/** Reads a mail. Its text is empty before the mail is written and after the mail was sent. @public */
export async function findMail(
  db: Db,
  id: string,
): Promise<(StoredMail & { readonly text: string }) | undefined> {
  return db
    .selectFrom('outbox')
    .select([...COLUMNS, 'text_body as text'])
    .where('id', '=', id)
    .executeTakeFirst();
}

const mailOf = (kind: string) => MAILS.find(({ name }) => name === kind);

/** Why a mail has no text: not written yet, rendered from its message when needed, or removed. @public */
export function whyWithoutText({
  kind,
  state,
}: Pick<StoredMail, 'kind' | 'state'>): 'not-written' | 'of-message' | 'gone' {
  if (state === 'requested') return 'not-written';
  return state === 'sent' || !mailOf(kind)?.isOfMessage ? 'gone' : 'of-message';
}

/** Whether mails of this kind may contain a secret link, which works like a password. @public */
export function holdsLink(kind: string): boolean {
  const values = mailOf(kind)?.values;
  // `site` links to the site, and `console` to a page that requires a sign-in. Neither link is secret.
  return (
    values === undefined ||
    Object.entries(values).some(([name, value]) => value === 'link' && !['site', 'console'].includes(name))
  );
}

/**
 * Lets the mail worker try a mail again at once. A mail older than the worker’s limit gets only one more try. False if there is no
 * such mail, or it is being sent. @public
 */
export const retryMail = (deps: SiteDeps, id: string, by: AuditActor) =>
  changeMail(deps, id, ['waiting', 'dead'], { ...by, action: MAIL_RETRIED }, (now) => ({
    state: 'waiting',
    next_attempt_at: now,
  }));

/** Gives up a waiting mail. Returns false if no waiting mail has this id, or it is being sent. @public */
export const giveUpMail = (deps: SiteDeps, id: string, by: AuditActor) =>
  changeMail(deps, id, ['waiting'], { ...by, action: MAIL_GIVEN_UP }, (now) => ({
    state: 'dead',
    leased_until: null,
    // Retention removes a mail that was given up some days after this time.
    next_attempt_at: now,
  }));

function changeMail(
  deps: SiteDeps,
  id: string,
  states: readonly OutboxState[],
  entry: AuditEntry,
  columns: (now: string) => UpdateObject<Schema, 'outbox'>,
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock().toISOString();
    const { numUpdatedRows } = await tx
      .updateTable('outbox')
      .set(columns(now))
      .where('id', '=', id)
      .where('state', 'in', states)
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await recordAction(deps, tx, { ...entry, subject: id });
    return true;
  });
}
