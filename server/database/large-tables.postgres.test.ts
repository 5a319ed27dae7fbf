import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createLaterIndexes } from './later-indexes.ts';
import { migrate } from './migrate.ts';
import { fillSearch, hasWords } from './search.ts';

const app = await openTestApp({}, { isUnused: true });
const { db } = app;

const found = (typed: string) =>
  db
    .selectFrom('users')
    .select('email')
    .where(hasWords(db, 'users', typed) ?? sql<boolean>`false`)
    .execute();
const wordsOf = async (email: string) => {
  const { rows } = await sql<{ words: string | null }>`
    select search_words::text as words from users where email = ${email}`.execute(db);
  return rows[0]?.words;
};

test.each([
  ['list <Verma 12> end', 'verma'],
  ['Asha Rao <asha@office.test> wrote', 'office'],
  ['I paid &order; yesterday', 'order'],
  ['user@host.tld~tilde', 'tilde'],
  ['नमस्ते राम', 'राम'],
])('a search in the text “%s” finds the word “%s”', async (name, word) => {
  const { record, email } = await signedInPerson(app);
  await db.updateTable('users').set({ name }).where('id', '=', record.id).execute();
  expect(await found(word)).toContainEqual({ email });
});

test('a search for a word of thousands of bytes finds nothing and causes no database error', async () => {
  expect(await found('म'.repeat(3_000))).toEqual([]);
});

// These tests need PostgreSQL, because SQLite fills its search index and makes its indexes at once.
describe.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL', () => {
  test('a search finds rows older than the search index, before and after they are added to the index', async () => {
    const { email } = await signedInPerson(app);
    const made = await wordsOf(email);
    await sql`update users set search_words = null`.execute(db);
    expect(await found(email)).toEqual([{ email }]);
    while ((await fillSearch(db)) === 'more');
    expect(await wordsOf(email)).toBe(made);
    expect(await found(email)).toEqual([{ email }]);
  });

  test('a search finds a person by a new name even if a process of an earlier version has stored the name', async () => {
    const { record } = await signedInPerson(app);
    await db.updateTable('users').set({ name: 'Zanzibar' }).where('id', '=', record.id).execute();
    expect(await found('zanz')).toHaveLength(1);
  });

  test('a database index whose creation was interrupted is created again at the next start', async () => {
    const isUsersCreated = sql`indexrelid = 'users_created'::regclass`;
    const isValid = async () => {
      const { rows } = await sql`select indisvalid from pg_index where ${isUsersCreated}`.execute(db);
      return rows;
    };
    await sql`update pg_index set indisvalid = false where ${isUsersCreated}`.execute(db);
    expect(await isValid()).toEqual([{ indisvalid: false }]);
    await Promise.all([migrate(db), createLaterIndexes(app.anotherDb())]);
    expect(await isValid()).toEqual([{ indisvalid: true }]);
  });
});
