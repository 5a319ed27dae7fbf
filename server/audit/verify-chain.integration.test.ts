import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Db } from '#server/database/database.ts';
import {
  CHAIN_SECRET,
  chainWriter,
  freshChain,
  recordLine,
  sealAll,
  type Writer,
} from '#server/testing/audit-chain.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { removeOldLines } from './remove-old-lines.ts';
import { type KeptSeal, verifyChain } from './verify-chain.ts';

let database: TestDatabase;
let db: Db;
let writer: Writer;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  writer = chainWriter(db);
});
afterAll(() => database.close());

const problems = async (
  secrets: Pick<Writer, 'secret' | 'acceptedSecrets'> = writer,
  seals: KeptSeal[] = [],
) => (await verifyChain(db, secrets, seals)).problems.map(({ kind, from, to }) => `${kind} ${from}-${to}`);
const lineAt = (seq: number) =>
  db.selectFrom('audit').selectAll().where('seq', '=', seq).executeTakeFirstOrThrow();
const remove = (...places: number[]) => db.deleteFrom('audit').where('seq', 'in', places).execute();
const change = (seq: number, values: object) =>
  db.updateTable('audit').set(values).where('seq', '=', seq).execute();
const moveHead = (values: object) => db.updateTable('audit_head').set(values).execute();
const recordAndSeal = async (by: Writer, account: string) => {
  await recordLine(by, account);
  await sealAll(by);
};
/** As it looks to who has another secret: well formed, and nobody can check it. */
const FOREIGN = `madeup--.${'x'.repeat(43)}`;

test('an empty log has no problems, and neither has one whose lines were sealed', async () => {
  await freshChain(writer, 0);
  expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 0, unsealed: 0 });
  await freshChain(writer, 3);
  await recordLine(writer, 'person-4');
  expect(await verifyChain(db, writer)).toMatchObject({
    problems: [],
    lines: 3,
    unsealed: 1,
    head: { seq: 3 },
    wholeUpTo: undefined,
  });
});

describe('a check finds', () => {
  const TAMPERINGS: readonly [what: string, tamper: () => Promise<unknown>, found: readonly string[]][] = [
    ['a line that was removed', () => remove(3), ['missing 3-3']],
    ['a tail that was cut off', () => remove(5, 6), ['missing 5-6']],
    ['a start that was cut off', () => remove(1, 2), ['missing 1-2']],
    ['a log that was emptied', () => remove(1, 2, 3, 4, 5, 6), ['missing 1-6']],
    ['an id that was changed', () => change(2, { id: 'another' }), ['changed 2-2']],
    ['a time that was changed', () => change(6, { at: '2026-11-21T00:00:00.000Z' }), ['changed 6-6']],
    ['an action that was changed', () => change(3, { action: 'signed-out' }), ['changed 3-3']],
    ['a detail that was changed', () => change(2, { detail: 'google' }), ['changed 2-2']],
    ['an actor that was changed', () => change(1, { actor: 'operator' }), ['changed 1-1']],
    ['a subject that was changed', () => change(2, { subject: '' }), ['changed 2-2']],
    ['a session that was changed', () => change(2, { session: '' }), ['changed 2-2']],
    ['a line that is said to be of another secret', () => change(3, { link: FOREIGN }), ['changed 4-4']],
    [
      'two lines that changed places',
      async () => {
        await change(3, { seq: 99 });
        await change(4, { seq: 3 });
        await change(99, { seq: 4 });
      },
      ['changed 3-3', 'changed 4-4', 'changed 5-5'],
    ],
    [
      'a line that was put in, with the others moved on',
      async () => {
        for (const seq of [6, 5, 4]) await change(seq, { seq: seq + 1 });
        const line = { ...(await lineAt(3)), id: 'put in', seq: 4 };
        await db.insertInto('audit').values(line).execute();
      },
      ['changed 4-4', 'changed 5-5', 'changed 6-6', 'end-differs 6-6', 'stray 7-7'],
    ],
    [
      'lines behind the end and before the start',
      async () => {
        const line = await lineAt(6);
        await db
          .insertInto('audit')
          .values([0, 7].map((seq) => ({ ...line, id: `put in ${seq}`, seq })))
          .execute();
      },
      ['stray 0-0', 'stray 7-7'],
    ],
    [
      'a cut tail with the end moved there',
      async () => {
        await remove(5, 6);
        await moveHead({ seq: 4, link: (await lineAt(4)).link });
      },
      ['head-changed 4-4'],
    ],
    [
      'a cut start with the beginning moved there',
      async () => {
        const { link } = await lineAt(2);
        await remove(1, 2);
        await moveHead({ first_seq: 3, before_first: link });
      },
      ['head-changed 6-6'],
    ],
    [
      'an end that is said to be sealed with another secret',
      async () => {
        await remove(6);
        await moveHead({ seq: 5, link: (await lineAt(5)).link, seal: FOREIGN });
      },
      ['head-changed 5-5'],
    ],
  ];

  it.each(TAMPERINGS)('%s', async (_, tamper, found) => {
    await freshChain(writer, 6);
    await tamper();
    expect(await problems()).toEqual(found);
  });

  it.each(['', FOREIGN])('a moved end, also after the site sealed its next line (%j)', async (seal) => {
    await freshChain(writer, 6);
    await remove(5, 6);
    await moveHead({ seq: 4, link: (await lineAt(4)).link, seal });
    await recordAndSeal(writer, 'the next one');
    expect(await problems()).toEqual(['seal-not-ours 5-5']);
  });

  it('an unsealed line that was changed, or that somebody without the secret put in', async () => {
    await freshChain(writer, 1);
    await recordLine(writer, 'person-2');
    await recordLine(writer, 'person-3');
    const [first, second] = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', 'is', null)
      .orderBy('at')
      .execute();
    await db
      .updateTable('audit')
      .set({ actor: 'operator' })
      .where('id', '=', first?.id ?? '')
      .execute();
    await db
      .updateTable('audit')
      .set({ link: FOREIGN })
      .where('id', '=', second?.id ?? '')
      .execute();
    await sealAll(writer);
    await recordAndSeal(writer, 'person-4');
    expect(await problems()).toEqual(['changed 2-2', 'changed 3-3']);
  });
});

describe('only a kept seal shows', () => {
  const sealAt = async (seq: number): Promise<KeptSeal> => ({ seq, link: (await lineAt(seq)).link });

  it('that the last lines were removed and the head put back', async () => {
    await freshChain(writer, 2);
    const early = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
    for (const account of ['person-3', 'person-4']) await recordAndSeal(writer, account);
    const seals = [await sealAt(2), await sealAt(4)];
    expect(await verifyChain(db, writer, seals)).toMatchObject({ problems: [], wholeUpTo: 4 });
    await remove(3, 4);
    await moveHead(early);
    expect(await problems()).toEqual([]);
    expect(await problems(writer, seals)).toEqual(['seal-differs 4-4']);
    // The site goes on, and its newer seals fit.
    for (const account of ['person-5', 'person-6', 'person-7']) await recordAndSeal(writer, account);
    expect(await problems(writer, [...seals, await sealAt(4), await sealAt(5)])).toEqual([
      'seal-differs 4-4',
    ]);
  });

  it('that all lines were removed together with the head', async () => {
    await freshChain(writer, 3);
    const seal = await sealAt(3);
    await freshChain(writer, 0);
    expect(await problems()).toEqual([]);
    expect(await problems(writer, [seal])).toEqual(['seal-differs 3-3']);
  });

  it('nothing when it is older than the oldest line', async () => {
    await freshChain(writer, 3);
    const seal = await sealAt(1);
    await removeOldLines(writer, new Date((await lineAt(2)).at), 500);
    expect(await verifyChain(db, writer, [seal])).toMatchObject({ problems: [], wholeUpTo: undefined });
  });
});

describe('after AUTH_SECRET was changed', () => {
  const NEW = 'another secret, also long enough to pass';
  const NEW_ALONE = { secret: NEW, acceptedSecrets: [] };

  it('lines of both are checked while both are known, in whatever order processes seal', async () => {
    await freshChain(writer, 3);
    const next = chainWriter(db, { secret: NEW, acceptedSecrets: [CHAIN_SECRET] });
    const late = chainWriter(db, { acceptedSecrets: [NEW] });
    for (const by of [next, late, next]) await recordAndSeal(by, 'somebody');
    await recordLine(late, 'somebody');
    await sealAll(next);
    expect(await verifyChain(db, next)).toMatchObject({ problems: [], lines: 7, unknownSecret: 0 });
    // Later the old one is forgotten: nobody can check its lines, but none can be put among the others.
    expect(await verifyChain(db, NEW_ALONE)).toMatchObject({ problems: [], lines: 7, unknownSecret: 4 });
    await change(6, { link: FOREIGN });
    expect(await problems(NEW_ALONE)).toEqual(['changed 7-7']);
  });

  it('in one step, lines of before are counted and not called forged', async () => {
    await freshChain(writer, 3);
    await recordAndSeal(chainWriter(db, { secret: NEW }), 'person-4');
    expect(await verifyChain(db, NEW_ALONE)).toMatchObject({ problems: [], lines: 5, unknownSecret: 3 });
  });
});
