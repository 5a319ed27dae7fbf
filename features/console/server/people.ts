import { sql } from 'kysely';
import { email as emailSchema } from '#contract/fields.ts';
import { describePerson } from '#features/accounts/server/describe-person.ts';
import { factorsOf } from '#features/accounts/server/factors.ts';
import { shownName } from '#features/accounts/server/users.ts';
import { LIST_ROWS } from '#features/console/contract.ts';
import { findPerson, idsOfOwnSubmissions } from '#features/forms/server/own-messages.ts';
import type { Operator } from '#server/console-view.ts';
import { isPostgres } from '#server/database/advisory-lock.ts';
import { besidePlace, NEWEST, type Place } from '#server/database/beside-place.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { hasWords } from '#server/database/search.ts';
import type { Deps } from '#server/feature.ts';
import { linesAbout } from './audit-part.ts';
import { type PageQuery, readPage } from './list-pages.ts';
import { listNotes } from './operator-notes.ts';

/** A word of the search has so many letters: a single one begins the names of nearly everybody. */
export const SEARCH_LETTERS_LEAST = 2;

/** At most so many whose names have the words typed are listed, and on PostgreSQL so many are looked at one by one. */
const MOST_FOUND = 1_000;
const LOOKED_AT_FIRST = 10_000;

const PERSON = ['id', 'name', 'email', 'created_at', 'closed_at'] as const;

/** A whole address finds its account and what waits to become one; words find whoever’s name or address has them. */
export async function findPeople({ db, clock }: Pick<Deps, 'db' | 'clock'>, typed: string, query: PageQuery) {
  const address = emailSchema.safeParse(typed);
  const found = db.selectFrom('users').select(PERSON);
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
    const rows = await found.where('email', '=', address.data).execute();
    return { rows, before: undefined, after: undefined, waiting };
  }
  const words = typed.split(/\s+/).filter((word) => [...word].length >= SEARCH_LETTERS_LEAST);
  const isFound = hasWords(db, 'users', words.join(' '), MOST_FOUND);
  if (isFound === undefined) return 'too-short' as const;
  const read = async (place: Place, limit: number) => {
    const beside = (people: typeof found) => besidePlace(people, sql`created_at`, place);
    if (isPostgres(db)) {
      // Its index of words has no order, and would give all of a common one: the page is among the people near the place.
      const near = beside(found.select(sql`search_words`.as('search_words'))).limit(LOOKED_AT_FIRST);
      const rows = await beside(db.selectFrom(near.as('users')).select(PERSON).where(isFound))
        .limit(limit)
        .execute();
      if (rows.length === limit) return rows;
    }
    // PostgreSQL guesses how many have a word, and for a rare one would look through everybody in their order.
    return beside(db.selectFrom(found.where(isFound).limit(MOST_FOUND).as('users')).select(PERSON))
      .limit(limit)
      .execute();
  };
  return { ...(await readPage(query, NEWEST, read, (row) => row.created_at)), waiting: [] };
}

/** Of exactly the address that was typed, `waiting` has the sign-ups that wait to be confirmed. */
export type FoundPeople = Exclude<Awaited<ReturnType<typeof findPeople>>, 'too-short'>;

/** All that an operator is shown about a person, and of each list the newest. Undefined when there is none. */
export async function readPerson(deps: Pick<Deps, 'features' | 'db' | 'clock' | 'keyring'>, id: string) {
  const { db, clock } = deps;
  const now = clock();
  const person = await findPerson(deps, { id });
  const account = await describePerson(deps, id, now);
  if (person === undefined || account === undefined) return undefined;
  const record = await db
    .selectFrom('users')
    .select(['gender', 'dob', 'about', 'login_count', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  const factors = await Promise.all(factorsOf(deps).map(({ facts }) => facts?.(db, id) ?? []));
  const openSessions = await db
    .selectFrom('sessions')
    .select(['id', 'browser', 'created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_used_at', 'desc')
    .limit(LIST_ROWS)
    .execute();
  const sent = await db
    .selectFrom('submissions')
    .select(['id', 'form', 'state', 'created_at'])
    .where(sql<boolean>`id in (${idsOfOwnSubmissions(person)})`)
    .orderBy('created_at', 'desc')
    .limit(LIST_ROWS)
    .execute();
  return {
    ...account,
    ...record,
    name: shownName(account),
    factors: factors.flat(),
    openSessions,
    sent,
    lines: await linesAbout(deps, person.subjects),
    notes: await listNotes(db, { user_id: id }),
  };
}
export type ReadPerson = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

/**
 * Why an operator may not act on a person, in a sentence; undefined where they may. Asked for every action on a person, and again in its transaction.
 *
 * @param isEnd it closes, deletes or recovers the account
 */
export async function findHindrance(
  db: Db | Tx,
  { session: { userId } }: Operator,
  id: string,
  isEnd: boolean,
): Promise<string | undefined> {
  if (id === userId)
    return 'This is your own account. Ask another owner to do it, so that nobody decides alone about themselves.';
  const roles = await db
    .selectFrom('staff')
    .select(['user_id', 'role'])
    .where('user_id', 'in', [id, userId])
    .execute();
  const roleOf = (one: string) => roles.find((row) => row.user_id === one)?.role;
  if (roleOf(id) === undefined) return undefined;
  if (isEnd)
    return 'This account works in the console. An owner has to remove its role first, under Operators.';
  return roleOf(userId) === 'owner'
    ? undefined
    : 'This account works in the console, so only an owner may act on it.';
}
