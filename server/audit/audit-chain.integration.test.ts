import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Db } from '#server/database/database.ts';
import {
  CHAIN_SECRET,
  chainWriter,
  endOfChain,
  freshChain,
  recordLine,
  type Writer,
} from '#server/testing/audit-chain.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { linkOf } from './chain.ts';
import { readHead } from './head.ts';
import { recordAction, recordAlone } from './record-action.ts';
import { removeOldLines } from './remove-old-lines.ts';
import { logChainEnd, recordSecretChange } from './start-chain.ts';
import { verifyChain } from './verify-chain.ts';

let database: TestDatabase;
let db: Db;
let writer: Writer;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  writer = chainWriter(db);
});
afterAll(() => database.close());

const problems = async (secrets: Pick<Writer, 'keyring'> = writer) =>
  (await verifyChain(db, secrets)).problems.map(({ kind, from, to }) => `${kind} ${from}-${to}`);

const lineAt = (seq: number) =>
  db.selectFrom('audit').selectAll().where('seq', '=', seq).executeTakeFirstOrThrow();
const remove = (...places: number[]) => db.deleteFrom('audit').where('seq', 'in', places).execute();
const move = (from: number, to: number) =>
  db.updateTable('audit').set({ seq: to }).where('seq', '=', from).execute();
const change = (seq: number, values: object) =>
  db.updateTable('audit').set(values).where('seq', '=', seq).execute();

test('an empty log is whole, and so is one with lines', async () => {
  await freshChain(writer, 0);
  expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 0, unchained: 0 });
  await freshChain(writer, 3);
  expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 3, head: { seq: 3 } });
});

test('a line names nobody, and the same account is the same in each', async () => {
  await freshChain(writer, 0);
  await recordLine(writer, 'person-1');
  await recordLine(writer, 'person-1');
  await recordLine(writer, 'person-2');
  const lines = await db.selectFrom('audit').selectAll().orderBy('seq').execute();
  expect(JSON.stringify(lines)).not.toContain('person-');
  expect(new Set(lines.map(({ subject }) => subject)).size).toBe(2);
  expect(lines.map(({ actor, subject }) => actor === subject)).toEqual([true, true, true]);
  expect(lines.every(({ session, subject }) => session !== '' && session !== subject)).toBe(true);
});

test('what somebody typed cannot get into a line', async () => {
  await freshChain(writer, 1);
  await expect(
    recordAlone(writer, { action: 'submissions-exported', actor: 'operator', detail: 'asha@example.com' }),
  ).rejects.toThrow(/own words/);
  expect(await endOfChain(db)).toBe(1);
});

test('a line goes with the transaction that it is part of', async () => {
  await freshChain(writer, 1);
  const failed = db.transaction().execute(async (tx) => {
    await recordAction(writer, tx, { action: 'signed-out', actor: 'visitor' });
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  await recordLine(writer, 'person-2');
  expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 2 });
});

describe('it shows', () => {
  const TAMPERINGS: readonly [what: string, tamper: () => Promise<unknown>, found: readonly string[]][] = [
    ['a line that was removed', () => remove(3), ['missing 3-3']],
    ['several', () => remove(2, 3, 5), ['missing 2-3', 'missing 5-5']],
    ['a tail that was cut off', () => remove(5, 6), ['missing 5-6']],
    ['a start that was cut off', () => remove(1, 2), ['missing 1-2']],
    ['a log that was emptied', () => remove(1, 2, 3, 4, 5, 6), ['missing 1-6']],
    ['an action that was changed', () => change(3, { action: 'signed-out' }), ['changed 3-3']],
    ['a time that was changed', () => change(6, { at: '2026-11-21T00:00:00.000Z' }), ['changed 6-6']],
    ['an account that was changed', () => change(1, { actor: 'operator' }), ['changed 1-1']],
    ['a session that was changed', () => change(2, { session: '' }), ['changed 2-2']],
    ['a detail that was changed', () => change(2, { detail: 'google' }), ['changed 2-2']],
    ['another id', () => change(2, { id: 'another' }), ['changed 2-2']],
    ['another account for another line', () => change(2, { subject: '' }), ['changed 2-2']],
    ['a line that lost its place', () => change(4, { seq: null }), ['missing 4-4']],
    [
      'two lines that changed places',
      async () => {
        await move(3, 99);
        await move(4, 3);
        await move(99, 4);
      },
      ['out-of-place 3-3', 'changed 3-3', 'out-of-place 4-4', 'changed 4-4', 'out-of-place 5-5'],
    ],
    [
      'a line that was put in, and the others moved on',
      async () => {
        for (const seq of [6, 5, 4]) await move(seq, seq + 1);
        const { id: _, ...line } = await lineAt(3);
        await db
          .insertInto('audit')
          .values({ ...line, id: 'put in', seq: 4 })
          .execute();
      },
      ['out-of-place 4-4', 'changed 4-4', 'changed 5-5', 'changed 6-6', 'end-differs 6-6', 'stray 7-7'],
    ],
    [
      'a line behind the end',
      async () => {
        const line = { ...(await lineAt(6)), id: 'behind', seq: 7 };
        await db.insertInto('audit').values(line).execute();
      },
      ['stray 7-7'],
    ],
    [
      'a line before the start',
      async () => {
        const line = { ...(await lineAt(1)), id: 'before', seq: 0 };
        await db.insertInto('audit').values(line).execute();
      },
      ['stray 0-0'],
    ],
    [
      'a cut tail with the end moved there',
      async () => {
        await remove(5, 6);
        await db
          .updateTable('audit_head')
          .set({ seq: 4, link: (await lineAt(4)).link })
          .execute();
      },
      ['head-forged 4-4'],
    ],
    [
      'a cut start with the beginning moved there',
      async () => {
        const { link } = await lineAt(2);
        await remove(1, 2);
        await db.updateTable('audit_head').set({ first_seq: 3, before_first: link }).execute();
      },
      ['head-forged 6-6'],
    ],
    [
      'lines that somebody made with a secret of their own',
      async () => {
        const line = { ...(await lineAt(3)), actor: 'operator', key_id: 'made up' };
        await change(3, { ...line, link: linkOf('a secret of somebody else', { ...line, seq: 3 }) });
      },
      ['unexplained-key 3-3', 'out-of-place 4-4'],
    ],
  ];

  it.each(TAMPERINGS)('%s', async (_, tamper, found) => {
    await freshChain(writer, 6);
    await tamper();
    expect(await problems()).toEqual(found);
  });

  it('a forged end even after the site wrote its next line', async () => {
    await freshChain(writer, 6);
    await remove(5, 6);
    await db
      .updateTable('audit_head')
      .set({ seq: 4, link: (await lineAt(4)).link })
      .execute();
    await recordLine(writer, 'the next one');
    expect(await problems()).toEqual(['broken-before 5-5']);
    expect(await endOfChain(db)).toBe(6);
  });

  it('an end that is said to be of an old secret, when the secret was in use before', async () => {
    await freshChain(writer, 6);
    await remove(5, 6);
    await db
      .updateTable('audit_head')
      .set({ seq: 4, link: (await lineAt(4)).link, key_id: 'old' })
      .execute();
    await recordLine(writer, 'the next one');
    expect(await problems()).toEqual(['unexplained-change 5-5']);
  });
});

describe('another AUTH_SECRET', () => {
  const NEW = 'another secret, also long enough to pass';

  it('is said once, and both are verified while both are known', async () => {
    await freshChain(writer, 3);
    const next = chainWriter(db, { keyring: [NEW, CHAIN_SECRET] });
    await Promise.all([recordSecretChange(next), recordSecretChange(next)]);
    await recordLine(next, 'person-4');
    // A process that does not have the new one as its own yet.
    const late = chainWriter(db, { keyring: [CHAIN_SECRET, NEW] });
    await recordLine(late, 'person-5');
    await recordSecretChange(next);
    const report = await verifyChain(db, next);
    expect(report).toMatchObject({ problems: [], lines: 6, unknownKey: 0 });
    expect(report.secretChanges.map(({ seq }) => seq)).toEqual([4]);
  });

  it('leaves lines that nobody can check once the old one is gone: counted, not called forged', async () => {
    await freshChain(writer, 3);
    const next = chainWriter(db, { keyring: [NEW, CHAIN_SECRET] });
    await recordSecretChange(next);
    expect(await verifyChain(db, { keyring: [NEW] })).toMatchObject({
      problems: [],
      lines: 4,
      unknownKey: 3,
    });
  });

  it('does not explain lines of an unknown secret that stand among those of the new one', async () => {
    await freshChain(writer, 3);
    const next = chainWriter(db, { keyring: [NEW, CHAIN_SECRET] });
    await recordSecretChange(next);
    const { at } = await lineAt(4);
    const later = new Date(Date.parse(at) + 2 * 24 * 60 * 60 * 1_000);
    const twoDaysLater = { ...next, clock: () => later };
    for (const account of ['person-5', 'person-6', 'person-7']) await recordLine(twoDaysLater, account);
    await change(6, { actor: 'operator', key_id: 'made up', at });
    const newAlone = { keyring: [NEW] } as const;
    expect(await problems(newAlone)).toEqual(['unexplained-key 6-6']);
  });

  it('does not explain them beforehand, among lines of the one that was in use', async () => {
    await freshChain(writer, 3);
    const next = chainWriter(db, { keyring: [NEW, CHAIN_SECRET] });
    await recordSecretChange(next);
    await change(2, { actor: 'operator', key_id: 'made up' });
    expect(await problems(next)).toEqual(['unexplained-key 2-2']);
  });

  it('that replaced the old one in one step is said by the first line that is written', async () => {
    await freshChain(writer, 3);
    await recordLine(chainWriter(db, { keyring: [NEW] }), 'person-4');
    const report = await verifyChain(db, { keyring: [NEW] });
    expect(report).toMatchObject({ problems: [], lines: 5, unknownKey: 3 });
    expect(report.secretChanges.map(({ seq }) => seq)).toEqual([4]);
  });

  it('is not said where nothing was written before', async () => {
    await freshChain(writer, 0);
    await recordSecretChange(writer);
    expect(await endOfChain(db)).toBe(0);
  });
});

describe('old lines', () => {
  const at = async (seq: number) => new Date((await lineAt(seq)).at);

  it('go in time, a batch at a time, and the chain stays whole', async () => {
    await freshChain(writer, 6);
    const before = await at(5);
    expect(await removeOldLines(writer, before, 3)).toBe(3);
    expect(await removeOldLines(writer, before, 3)).toBe(1);
    expect(await removeOldLines(writer, before, 3)).toBe(0);
    expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 2, head: { first_seq: 5 } });
    expect(await removeOldLines(writer, new Date('2100-01-01'), 100)).toBe(2);
    await recordLine(writer, 'person-7');
    expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 1, head: { seq: 7 } });
  });

  it('from before the chain go as well', async () => {
    await freshChain(writer, 1);
    const old = { at: '2025-01-01T00:00:00.000Z', action: 'account-deleted', subject: 'x' };
    await db
      .insertInto('audit')
      .values([1, 2].map((id) => ({ ...old, id: `old ${id}` })))
      .execute();
    expect(await verifyChain(db, writer)).toMatchObject({ problems: [], unchained: 2 });
    expect(await removeOldLines(writer, new Date('2025-06-01'), 500)).toBe(2);
    expect(await verifyChain(db, writer)).toMatchObject({ problems: [], unchained: 0, lines: 1 });
  });

  const LONG_AGO = '2020-01-01T00:00:00.000Z';

  it('that only say they are old do not go: what was done to them still shows', async () => {
    await freshChain(writer, 6);
    await remove(1, 2);
    await change(3, { at: LONG_AGO });
    expect(await removeOldLines(writer, new Date('2025-06-01'), 500)).toBe(0);
    expect(await problems()).toEqual(['missing 1-2', 'changed 3-3']);
    await change(3, { key_id: 'made up' });
    expect(await removeOldLines(writer, new Date('2025-06-01'), 500)).toBe(0);
    expect(await problems()).toEqual(['missing 1-2', 'unexplained-key 3-3']);
  });

  it('that were damaged go with the next one whose age is sure', async () => {
    await freshChain(writer, 6);
    const before = await at(5);
    await change(2, { actor: 'operator' });
    expect(await removeOldLines(writer, before, 500)).toBe(4);
    expect(await problems()).toEqual([]);
  });

  it('go together where a whole batch of them was damaged', async () => {
    await freshChain(writer, 6);
    const before = await at(5);
    for (const seq of [1, 2, 3]) await change(seq, { actor: 'operator' });
    expect(await removeOldLines(writer, before, 2)).toBe(4);
    expect(await problems()).toEqual([]);
  });

  it('of a secret that the site no longer has go in time', async () => {
    await freshChain(writer, 3);
    await recordLine(chainWriter(db, { keyring: ['another secret, also long enough'] }), 'person-4');
    const next = { ...writer, keyring: ['another secret, also long enough'] } as const;
    expect(await removeOldLines(next, await at(3), 500)).toBe(2);
    expect(await problems(next)).toEqual([]);
  });

  // On SQLite nothing can be removed from within a query.
  const POSTGRES = process.env.TEST_DATABASE_URL;
  it.runIf(POSTGRES)(
    'removed at every moment while one looks at the chain are not called missing',
    async () => {
      await freshChain(writer, 12);
      const before = await at(11);
      const afterEachLookAtTheHead = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (result.rows.some((row) => 'seal' in row)) await removeOldLines(writer, before, 1);
          return result;
        },
      });
      expect(await verifyChain(afterEachLookAtTheHead, writer)).toMatchObject({ problems: [] });
      await remove(11);
      expect((await verifyChain(afterEachLookAtTheHead, writer)).problems).toEqual([
        { kind: 'missing', from: 11, to: 11 },
      ]);
    },
  );

  it('removed by several processes at once, while others write, leave a whole chain', async () => {
    await freshChain(writer, 12);
    const before = await at(9);
    const dbs = [db, database.anotherDb(), database.anotherDb()];
    const work = dbs.flatMap((one) => [
      removeOldLines({ ...writer, db: one }, before, 3),
      recordLine({ ...writer, db: one }, 'somebody'),
      verifyChain(one, writer).then(({ problems }) => problems.length),
    ]);
    await Promise.all(work);
    expect(await problems()).toEqual([]);
    expect(await endOfChain(db)).toBe(15);
  });
});

test('many processes that write at once make one chain', async () => {
  await freshChain(writer, 0);
  const dbs = [db, database.anotherDb(), database.anotherDb()];
  await Promise.all(
    dbs.flatMap((one) => Array.from({ length: 20 }, () => recordLine({ ...writer, db: one }, 'somebody'))),
  );
  expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 60, head: { seq: 60 } });
});

test('the log says where the chain ends, and that it went back, as nothing in the database can', async () => {
  await freshChain(writer, 2);
  const said: unknown[] = [];
  const log = {
    info: (fields: object) => said.push(fields),
    error: (fields: object) => said.push({ wrong: true, ...fields }),
  };
  const early = await readHead(db);
  const first = await logChainEnd(db, log);
  expect(said.splice(0)).toEqual([{ seq: 2, firstSeq: 1, link: early.link }]);
  for (const account of ['person-3', 'person-4']) await recordLine(writer, account);
  const second = await logChainEnd(db, log, first);
  expect(said.splice(0)).toMatchObject([{ seq: 4 }]);
  // Whoever kept the row of the end, with its seal.
  await remove(3, 4);
  await db.updateTable('audit_head').set(early).execute();
  expect(await problems()).toEqual([]);
  await logChainEnd(db, log, second);
  expect(said.splice(0)).toMatchObject([{ seq: 2 }, { wrong: true, seq: 4, link: second?.link }]);
  for (const account of ['person-5', 'person-6', 'person-7']) await recordLine(writer, account);
  const third = await logChainEnd(db, log, second);
  expect(said.splice(0)).toMatchObject([{ seq: 5 }, { wrong: true, seq: 4 }]);
  await removeOldLines(writer, new Date('2100-01-01'), 500);
  await logChainEnd(db, log, third);
  expect(said).toMatchObject([{ seq: 5, firstSeq: 6 }]);
});
