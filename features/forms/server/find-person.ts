import { sql } from 'kysely';
import { hashedId } from '#server/audit/record-action.ts';
import type { Person } from '#server/database/tables.ts';
import type { Deps } from '#server/feature.ts';
import { idsOfOwnSubmissions } from './own-messages.ts';

export type AccountPerson = Person & { readonly id: string };

/** Of so many messages, the newest, it is told who read them. */
const MESSAGES_MOST = 1_000;

/** The person of an account, by its id or its address; undefined when there is none. */
export async function findPerson(
  { db, keyring }: Pick<Deps, 'db' | 'keyring'>,
  by: { readonly id: string } | { readonly email: string },
): Promise<AccountPerson | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['email', by.email] as const);
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(column, '=', value)
    .executeTakeFirst();
  if (user === undefined) return undefined;
  const person = { ...user, subjects: [] };
  // Who read a message of theirs did something to them.
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
