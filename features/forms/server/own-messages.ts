import { type RawBuilder, sql } from 'kysely';
import type { DeletedRow } from '#features/accounts/server/slots.ts';
import { hashedId } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { deleteRows, findRow, findRows } from '#server/database/rows.ts';
import type { Person } from '#server/database/tables.ts';
import type { SiteDeps, WithFeatures } from '#server/feature.ts';
import { SUBMISSION_DELETED } from './audit-actions.ts';
import { deleteNotifications, REMINDER_ID_PREFIX, SUBMISSION_ID_PREFIX } from './message-mails.ts';
import { idsSentFrom } from './sender-addresses.ts';
import type {} from './slots.ts';

/** Messages with this address whose sender was not signed in. Another person may have typed the address. */
export const messagesOfAddress = (email: string) =>
  sql<boolean>`(user_id is null and id in ${idsSentFrom(email)})`;

export const idsOfOwnSubmissions = ({ id, email }: Pick<Person, 'id' | 'email'>) =>
  sql`select id from submissions where user_id = ${id} union all select id from submissions where ${messagesOfAddress(email)}`;

export const ownSubmissions = (person: Pick<Person, 'id' | 'email'>) =>
  person.id === null ? messagesOfAddress(person.email) : sql`id in (${idsOfOwnSubmissions(person)})`;

export const ofOwnSubmissions = (person: Person): RawBuilder<unknown> =>
  sql`submission_id in (select id from submissions where ${ownSubmissions(person)})`;

/**
 * Selects rows about the account or about its messages, by a union of queries: for a single query with `or`, the database would
 * scan all of the tables.
 */
export const ofAccountOrSubmissions = (table: string) => (person: Person) =>
  sql`id in (select id from ${sql.table(table)} where user_id = ${person.id}
      union all select id from ${sql.table(table)} where ${ofOwnSubmissions(person)})`;

export const mailsAboutSubmissions = (person: Person): RawBuilder<unknown> => sql`
      select ${sql.lit(SUBMISSION_ID_PREFIX)} || id from submissions where ${ownSubmissions(person)}
      union all select ${sql.lit(REMINDER_ID_PREFIX)} || id from submissions where ${ownSubmissions(person)}`;

/**
 * Deletes the messages that a person sent while signed out. Messages sent while signed in are deleted with the account, without a
 * line in the audit log.
 */
export async function deletePersonsMessages(
  { features }: WithFeatures,
  tx: Tx,
  person: { readonly id: string; readonly email: string },
): Promise<readonly DeletedRow[]> {
  const own = await findRows(tx, 'submissions', ['id'], { user_id: person.id });
  const others = await tx
    .deleteFrom('submissions')
    .where(messagesOfAddress(person.email))
    .returning('id')
    .execute();
  const ids = others.map(({ id }) => id);
  await deleteNotifications(tx, ids);
  const all = [...own.map(({ id }) => id), ...ids];
  for (const { messagesErased } of features) await messagesErased?.(tx, all);
  return ids.map((id) => ({ action: SUBMISSION_DELETED, id }));
}

export async function deleteMessagesAgain(
  _deps: WithFeatures,
  tx: Tx,
  isDeleted: (id: string) => boolean,
): Promise<Readonly<Record<string, number>>> {
  const rows = await tx.selectFrom('submissions').select('id').execute();
  const ids = rows.map(({ id }) => id).filter(isDeleted);
  for (const id of ids) {
    await deleteRows(tx, 'submissions', { id });
    await deleteNotifications(tx, [id]);
  }
  return { messages: ids.length };
}

export type AccountPerson = Person & { readonly id: string };

const MESSAGES_MOST = 1_000;

/** Finds an account by its id or address. Undefined if there is none. @public */
export async function findPerson(
  { db, keyring }: SiteDeps,
  by: { readonly id: string } | { readonly email: string },
): Promise<AccountPerson | undefined> {
  const user = await findRow(db, 'users', ['id', 'email'], by);
  if (user === undefined) return undefined;
  const person = { ...user, subjects: [] };
  // The export of the person also lists who read the messages. The hashes of the messages' ids find these audit lines.
  const messages = await db
    .selectFrom('submissions')
    .select('id')
    .where(sql<boolean>`id in (${idsOfOwnSubmissions(person)})`)
    .orderBy('created_at', 'desc')
    .limit(MESSAGES_MOST)
    .execute();
  const subjects = [user, ...messages].flatMap(({ id }) =>
    keyring.map((secret) => hashedId(secret, 'subject', id)),
  );
  return { ...person, subjects };
}
