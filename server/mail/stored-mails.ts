import { type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';
import type { OutboxState, OutboxTable } from '#server/database/schema.ts';

/**
 * `requested`: its turn has not come, and its text is not written. `waiting`: not sent yet, tried again. `dead`: given up.
 * `sent`: taken by the mail server, its text is gone.
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

/** The newest mails of the outbox, of one state or to one address where given. */
export async function listMails(
  db: Db,
  {
    state,
    to,
    limit,
  }: { readonly state: OutboxState | undefined; readonly to: string | undefined; readonly limit: number },
): Promise<StoredMail[]> {
  return db
    .selectFrom('outbox')
    .select(COLUMNS)
    .where('state', 'in', state === undefined ? MAIL_STATES : [state])
    .where((eb) => (to === undefined ? eb.and([]) : eb(eb.fn('lower', ['recipient']), '=', to.toLowerCase())))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** One mail with its text, which is empty while it is requested and once it was sent. Undefined when there is none of this id. */
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

/** Lets the mail worker try a dead mail again, at once. Returns false when there is no dead mail of this id. */
export function retryMail(deps: AuditDeps & { readonly db: Db }, id: string): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('outbox')
      .set({ state: 'waiting', attempts: 0, next_attempt_at: deps.clock().toISOString() })
      .where('id', '=', id)
      .where('state', '=', 'dead')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await recordAction(deps, tx, { action: 'mail-retried', actor: 'operator', subject: id });
    return true;
  });
}
