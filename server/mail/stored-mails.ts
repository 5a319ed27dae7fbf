import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { MAILS } from '#content/features.ts';
import { addressKey } from '#contract/address.ts';
import { MAIL_GIVEN_UP, MAIL_RETRIED } from '#server/audit/core-actions.ts';
import { type AuditActor, type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';
import { updateRows } from '#server/database/rows.ts';
import type { OutboxState, OutboxTable, Schema } from '#server/database/schema.ts';
import { besidePlace, NEWEST, type Place } from '#server/database/search.ts';

/**
 * `requested`: its turn has not come, and its text is not written. `waiting`: not sent yet, tried again. `dead`: given up.
 * `sent`: taken by the mail server, its text is gone.
 * @public
 */
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

export type WantedMails = {
  readonly state?: OutboxState | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  /** The newest unless told. */
  readonly place?: Place;
};

/** Written like the condition of the index `outbox_listed`, which leaves out those that are asked for each half second. */
const isNotRequested = sql<SqlBool>`state <> 'requested'`;

function isIn(state: OutboxState): Expression<SqlBool> {
  const { eb, and } = expressionBuilder<Schema, 'outbox'>();
  const isSo = eb('state', '=', state);
  return state === 'requested' ? isSo : and([isSo, isNotRequested]);
}

/** The mails of the outbox, of one state or to one address where given, those next to a place first. @public */
export async function listMails(
  db: Db,
  { state, to, limit, place = NEWEST }: WantedMails,
): Promise<StoredMail[]> {
  const found = db
    .selectFrom('outbox')
    .select(COLUMNS)
    .where((eb) => (state === undefined ? eb.and([]) : isIn(state)))
    // Nearly all are stored by their key; the settings may name one as it was typed.
    .where((eb) => (to === undefined ? eb.and([]) : eb('recipient', 'in', [to, addressKey(to) ?? to])));
  // Of one address there are few, found by it: else an index in the order of time would be walked to its end.
  const time = to === undefined ? sql`created_at` : sql`created_at || ''`;
  return besidePlace(found, time, place).limit(limit).execute();
}

/** One mail with its text, which is empty while it is requested and once it was sent. Undefined when there is none of this id. @public */
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

/** Why a mail is stored without a text: it comes with its turn, from the message it tells of, or was removed. @public */
export function whyWithoutText({
  kind,
  state,
}: Pick<StoredMail, 'kind' | 'state'>): 'not-written' | 'of-message' | 'gone' {
  if (state === 'requested') return 'not-written';
  return state === 'sent' || !mailOf(kind)?.isOfMessage ? 'gone' : 'of-message';
}

/** Whether a kind of mail may hold a link that does something for whoever has it, like opening an account. @public */
export function holdsLink(kind: string): boolean {
  const values = mailOf(kind)?.values;
  // `site` is the address of the site; `console` leads to a page that asks who comes.
  return (
    values === undefined ||
    Object.entries(values).some(([name, value]) => value === 'link' && !['site', 'console'].includes(name))
  );
}

type ChangeDeps = AuditDeps & { readonly db: Db };

/**
 * Lets the mail worker try a dead mail again, at once. A mail that is older than the worker's days gets
 * one try. Returns false when there is no dead mail of this id.
 * @public
 */
export function retryMail(deps: ChangeDeps, id: string, by: AuditActor): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const changed = await updateRows(
      tx,
      'outbox',
      { id, state: 'dead' },
      { state: 'waiting', attempts: 0, next_attempt_at: deps.clock().toISOString() },
    );
    if (changed === 0) return false;
    await recordAction(deps, tx, { ...by, action: MAIL_RETRIED, subject: id });
    return true;
  });
}

/**
 * Ends the tries of a mail that waits; `retryMail` lets it be tried again. Returns false when there is none of this id, and
 * while it is being sent: it may have left already.
 * @public
 */
export function giveUpMail(deps: ChangeDeps, id: string, by: AuditActor): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock().toISOString();
    const { numUpdatedRows } = await tx
      .updateTable('outbox')
      // Retention counts from here.
      .set({ state: 'dead', leased_until: null, next_attempt_at: now })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await recordAction(deps, tx, { ...by, action: MAIL_GIVEN_UP, subject: id });
    return true;
  });
}
