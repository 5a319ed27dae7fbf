import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { commitTogether } from './commit-together.ts';
import type { Db, Tx } from './database.ts';
import { migrate } from './migrate.ts';

/** PostgreSQL commits for several at once by itself, whatever we do: there each is a transaction of its own. */
const isSqlite = (process.env.TEST_DATABASE_URL ?? '') === '';

/** A database, and a way in beside it, which sees only what was committed. */
async function openPlace() {
  const place = await makeThrowAwayPlace();
  onTestFinished(place.remove);
  const [db, beside] = [place.open(), place.open()];
  onTestFinished(async () => {
    await db.destroy();
    await beside.destroy();
  });
  await migrate(db);
  return { db, beside };
}

const add = (db: Db | Tx, id: string) =>
  db
    .insertInto('outbox')
    .values({
      id,
      user_id: null,
      kind: 'form-notification',
      recipient: 'desk@example.com',
      reply_to: null,
      subject: '',
      text_body: '',
      html_body: '',
      state: 'waiting',
      attempts: 0,
      next_attempt_at: '1',
      leased_until: null,
      last_error: null,
      created_at: '1',
      sent_at: null,
    })
    .execute();
const namesIn = async (db: Db | Tx) =>
  (await db.selectFrom('outbox').select('id').orderBy('id').execute()).map(({ id }) => id);
const reasonsOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? String(result.reason) : result.value));

test('one that fails takes back what it wrote, and nothing of the others', async () => {
  const { db, beside } = await openPlace();
  const results = await Promise.allSettled([
    commitTogether(db, async (tx) => {
      await add(tx, 'a');
      return 'first';
    }),
    commitTogether(db, async (tx) => {
      await add(tx, 'b');
      throw new Error('changed my mind');
    }),
    commitTogether(db, async (tx) => {
      await add(tx, 'c');
      await sql`insert into users_that_there_are_not values (1)`.execute(tx);
    }),
    commitTogether(db, async (tx) => {
      await add(tx, 'd');
      return 'last';
    }),
  ]);
  expect(reasonsOf(results)).toEqual([
    'first',
    'Error: changed my mind',
    expect.stringMatching(/users_that_there_are_not/),
    'last',
  ]);
  expect(await namesIn(beside)).toEqual(['a', 'd']);
});

test('one alone that fails takes back what it wrote', async () => {
  const { db } = await openPlace();
  const alone = commitTogether(db, async (tx) => {
    await add(tx, 'a');
    throw new Error('changed my mind');
  });
  await expect(alone).rejects.toThrow('changed my mind');
  expect(await namesIn(db)).toEqual([]);
});

test.each([1, 3])('what %d were told is on the disk by then', async (count) => {
  const { db, beside } = await openPlace();
  const seen: string[] = [];
  const works = Array.from({ length: count }, (_, index) =>
    commitTogether(db, async (tx) => {
      await add(tx, `${index}`);
      if (isSqlite) expect(await namesIn(beside), 'before the commit').toEqual([]);
    }).then(async () => {
      seen.push(`${index}`);
      expect(await namesIn(beside)).toContain(`${index}`);
    }),
  );
  await Promise.all(works);
  expect(seen).toHaveLength(count);
});

test.runIf(isSqlite)('they run in the order they came, each after the one before has ended', async () => {
  const { db } = await openPlace();
  const seen: string[] = [];
  const works = Array.from({ length: 250 }, (_, index) =>
    commitTogether(db, async (tx) => {
      seen.push(`from ${index}`);
      const id = `mail-${String(index).padStart(3, '0')}`;
      await add(tx, id);
      expect((await namesIn(tx)).at(-1)).toBe(id);
      seen.push(`to ${index}`);
    }),
  );
  await Promise.all(works);
  expect(seen).toEqual(works.flatMap((_, index) => [`from ${index}`, `to ${index}`]));
  expect(await namesIn(db)).toHaveLength(250);
});

test('a plain transaction that came before goes first, and one that came later is not held up', async () => {
  const { db } = await openPlace();
  const gate = Promise.withResolvers<void>();
  const before = db.transaction().execute(async (tx) => {
    await add(tx, 'a');
    await gate.promise;
  });
  const work = (id: string) => commitTogether(db, (tx) => add(tx, id));
  const works = [work('b'), work('c')];
  await new Promise((resolve) => setImmediate(resolve));
  // Waits at the same moment, and is taken along.
  works.push(work('d'));
  const later = db.transaction().execute((tx) => add(tx, 'e'));
  gate.resolve();
  await Promise.all([before, later, ...works]);
  expect(await namesIn(db)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test.runIf(isSqlite)('when the common commit fails, all fail with it, and the next ones work', async () => {
  const { db, beside } = await openPlace();
  await sql`create table judged_at_the_commit (user_id text references users deferrable initially deferred)`.execute(
    db,
  );
  const results = await Promise.allSettled([
    commitTogether(db, (tx) => add(tx, 'a')),
    commitTogether(db, async (tx) => {
      await add(tx, 'b');
      await sql`insert into judged_at_the_commit values ('nobody')`.execute(tx);
    }),
    commitTogether(db, (tx) => add(tx, 'c')),
  ]);
  expect(reasonsOf(results)).toEqual(Array(3).fill(expect.stringMatching(/FOREIGN KEY constraint failed/)));
  expect(await namesIn(beside)).toEqual([]);
  await commitTogether(db, (tx) => add(tx, 'd'));
  expect(await namesIn(beside)).toEqual(['d']);
});

test.runIf(isSqlite)('when SQLite gives up the transaction half-way, all fail with that', async () => {
  const { db, beside } = await openPlace();
  const results = await Promise.allSettled([
    commitTogether(db, (tx) => add(tx, 'a')),
    commitTogether(db, async (tx) => {
      await sql`rollback`.execute(tx);
      throw new Error('the disk is full');
    }),
    commitTogether(db, (tx) => add(tx, 'c')),
  ]);
  expect(reasonsOf(results)).toEqual(Array(3).fill('Error: the disk is full'));
  expect(await namesIn(beside)).toEqual([]);
});

test('a database that is closed refuses all', async () => {
  const { db } = await openPlace();
  await db.destroy();
  for (let time = 0; time < 2; time++) {
    const works = [commitTogether(db, (tx) => add(tx, 'a')), commitTogether(db, (tx) => add(tx, 'b'))];
    expect(reasonsOf(await Promise.allSettled(works))).toEqual(
      Array(2).fill(expect.stringMatching(/destroyed|closed/)),
    );
  }
});
