import { sql } from 'kysely';
import { LIST_ROWS } from '#contract/console.ts';
import { email as emailSchema } from '#contract/identity.ts';
import type { AccountsDeps } from '#server/accounts/accounts-deps.ts';
import { findPlannedRecovery } from '#server/accounts/changes/recovery.ts';
import { describePerson } from '#server/accounts/describe-person.ts';
import type { Db } from '#server/database/database.ts';
import { hasWords, MOST_FOUND } from '#server/database/search.ts';
import { doneBy, findPerson, idsOfOwnSubmissions } from '#server/your-data/own-tables.ts';
import type { Operator } from './operator.ts';
import { countOwners } from './staff.ts';

/** A word of the search has so many letters: a single one begins the names of nearly everybody. */
export const SEARCH_LETTERS_LEAST = 2;

export type FoundPerson = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly created_at: string;
  readonly closed_at: string | null;
};

export type FoundPeople = {
  readonly people: readonly FoundPerson[];
  readonly hasMore: boolean;
  /** Sign-ups of exactly this address that wait to be confirmed. */
  readonly waiting: readonly (Omit<FoundPerson, 'closed_at'> & { readonly attempts: number })[];
};

/** A whole address finds its account and what waits to become one; words find whoever’s name or address has them. */
export async function findPeople(
  { db, clock }: Pick<AccountsDeps, 'db' | 'clock'>,
  typed: string,
  page: number,
): Promise<FoundPeople | 'too-short'> {
  const address = emailSchema.safeParse(typed);
  const found = db.selectFrom('users').select(['id', 'name', 'email', 'created_at', 'closed_at']);
  if (address.success) {
    const waiting = await db
      .selectFrom('sign_ups')
      .select(['id', 'name', 'email', 'created_at', 'attempts'])
      .where('email', '=', address.data)
      .where('expires_at', '>', clock().toISOString())
      .where('confirmed_at', 'is', null)
      .where('taken', '=', 0)
      .orderBy('created_at', 'desc')
      .limit(LIST_ROWS)
      .execute();
    const people = await found.where('email', '=', address.data).execute();
    return { people, waiting, hasMore: false };
  }
  const words = typed.split(/\s+/).filter((word) => [...word].length >= SEARCH_LETTERS_LEAST);
  const isFound = hasWords(db, 'users', words.join(' '));
  if (isFound === undefined) return 'too-short';
  // PostgreSQL guesses how many have a word, and for a rare one would look through everybody in their order.
  const people = await db
    .selectFrom(found.where(isFound).limit(MOST_FOUND).as('found'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LIST_ROWS + 1)
    .offset((page - 1) * LIST_ROWS)
    .execute();
  return { people: people.slice(0, LIST_ROWS), hasMore: people.length > LIST_ROWS, waiting: [] };
}

/** Of each list; the export has all of it. */
export const OF_PERSON_MOST = 50;

/** All that an operator is shown about a person. Undefined when there is none. */
export async function readPerson(deps: Pick<AccountsDeps, 'db' | 'clock' | 'keyring'>, id: string) {
  const { db, clock } = deps;
  const now = clock();
  const person = await findPerson(deps, { id });
  const account = await describePerson(db, { id }, now);
  if (person === undefined || account === undefined) return undefined;
  const record = await db
    .selectFrom('users')
    .select(['gender', 'dob', 'about', 'login_count', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute();
  const secondStep = await db
    .selectFrom('second_steps')
    .select('confirmed_at')
    .where('user_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'browser', 'created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_used_at', 'desc')
    .limit(OF_PERSON_MOST)
    .execute();
  const messages = await db
    .selectFrom('submissions')
    .select(['id', 'form', 'state', 'created_at'])
    .where(sql<boolean>`id in (${idsOfOwnSubmissions(person)})`)
    .orderBy('created_at', 'desc')
    .limit(OF_PERSON_MOST)
    .execute();
  const lines = await db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'detail', 'actor'])
    .where('subject', 'in', person.subjects)
    .orderBy('at', 'desc')
    .limit(OF_PERSON_MOST)
    .execute();
  const notes = await db
    .selectFrom('operator_notes as n')
    .leftJoin('users as u', 'u.id', 'n.author_id')
    .select(['n.id', 'n.text', 'n.created_at', 'u.name as author'])
    .where('n.user_id', '=', id)
    .orderBy('n.created_at', 'desc')
    .limit(OF_PERSON_MOST)
    .execute();
  return {
    ...account,
    ...record,
    passkeys,
    secondStepAt: secondStep?.confirmed_at ?? undefined,
    openSessions: sessions,
    sent: messages,
    lines: lines.map((line) => ({ ...line, by: doneBy(line.actor, person.subjects) })),
    notes,
    recoveryDueAt: await findPlannedRecovery(db, id),
  };
}
export type ReadPerson = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

/**
 * Why an account may be neither closed, deleted nor recovered, in a sentence; undefined where it may. Whoever works in the
 * console loses the role first, of which `changeRole` leaves one owner.
 */
export async function findHindrance(db: Db, { session }: Operator, id: string): Promise<string | undefined> {
  if (id === session.userId)
    return 'This is your own account. Ask another owner to do it, so that nobody decides alone about themselves.';
  const member = await db.selectFrom('staff').select('role').where('user_id', '=', id).executeTakeFirst();
  if (member === undefined) return undefined;
  if (member.role === 'owner' && (await countOwners(db)) === 1)
    return 'This is the only owner, and without one nobody could give roles. Make somebody else an owner first.';
  return 'This account works in the console. An owner has to take its role back first, under Operators.';
}
