import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import {
  CHAIN_SECRET,
  chainWriter,
  FOREIGN_MAC,
  freshChain,
  openChain,
  recordAndSeal,
  recordLine,
  sealAll,
} from '#server/testing/audit-chain.ts';
import { removeOldLines } from './remove-old-lines.ts';
import { type KeptSeal, verifyChain } from './verify-chain.ts';

const chain = await openChain();
const { db, writer, lineAt, put, change, remove, moveHead, problems } = chain;
afterAll(chain.close);
beforeEach(() => freshChain(writer, 6));

test('an empty log has no problems, and neither has one with sealed and unsealed lines', async () => {
  await recordLine(writer, 'person-7');
  expect(await verifyChain(db, writer)).toMatchObject({
    problems: [],
    lines: 6,
    unsealed: 1,
    head: { seq: 6 },
  });
  await freshChain(writer, 0);
  expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 0, unsealed: 0 });
});

describe('a check finds', () => {
  it.each(['id', 'at', 'action', 'detail', 'actor', 'subject', 'session', 'link'])(
    'a line whose %s was changed',
    async (column) => {
      await change(3, { [column]: 'changed' });
      expect(await problems()).toContain('changed 3-3');
    },
  );

  const TAMPERINGS: readonly [what: string, tamper: () => Promise<unknown>, found: readonly string[]][] = [
    ['a line that was removed', () => remove(3), ['missing 3-3']],
    ['an end that was cut off', () => remove(5, 6), ['missing 5-6']],
    ['a beginning that was cut off', () => remove(1, 2), ['missing 1-2']],
    ['a log that was emptied', () => remove(1, 2, 3, 4, 5, 6), ['missing 1-6']],
    ['a line that is said to be of another secret', () => change(3, { link: FOREIGN_MAC }), ['changed 4-4']],
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
        await put({ ...(await lineAt(3)), id: 'put in', seq: 4 });
      },
      ['changed 4-4', 'changed 5-5', 'changed 6-6', 'end-differs 6-6', 'stray 7-7'],
    ],
    ['a line behind the end', async () => put({ ...(await lineAt(6)), id: 'new', seq: 7 }), ['stray 7-7']],
    ['a line before the start', async () => put({ ...(await lineAt(1)), id: 'new', seq: 0 }), ['stray 0-0']],
    [
      'a cut beginning with the head moved there',
      async () => {
        await moveHead({ first_seq: 3, before_first: (await lineAt(2)).link });
        await remove(1, 2);
      },
      ['head-changed 6-6'],
    ],
  ];
  it.each(TAMPERINGS)('%s', async (_, tamper, found) => {
    await tamper();
    expect(await problems()).toEqual(found);
  });

  it.each(['', FOREIGN_MAC])('a cut end with the head moved there and sealed “%s”', async (seal) => {
    await remove(5, 6);
    await moveHead({ seq: 4, link: (await lineAt(4)).link, seal });
    expect(await problems()).toEqual(['head-changed 4-4']);
    await recordAndSeal(writer, 'the next one');
    expect(await problems()).toEqual(['seal-not-ours 5-5']);
  });

  it.each([{ actor: 'operator' }, { link: FOREIGN_MAC }])(
    'a line that was changed or put in before it was sealed: %j',
    async (values) => {
      await recordLine(writer, 'person-7');
      await db.updateTable('audit').set(values).where('seq', 'is', null).execute();
      await sealAll(writer);
      await recordAndSeal(writer, 'person-8');
      expect(await problems()).toEqual(['changed 7-7']);
    },
  );
});

describe('only a kept seal shows', () => {
  const sealAt = async (seq: number): Promise<KeptSeal> => ({ seq, link: (await lineAt(seq)).link });

  it('that the last lines were removed and the head put back, also when the site goes on', async () => {
    const { seal, ...early } = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
    for (const account of ['person-7', 'person-8']) await recordAndSeal(writer, account);
    const seals = [await sealAt(6), await sealAt(8)];
    expect(await verifyChain(db, writer, seals)).toMatchObject({ problems: [], wholeUpTo: 8 });
    await remove(7, 8);
    await moveHead({ ...early, seal });
    expect(await problems()).toEqual([]);
    expect(await problems(writer, seals)).toEqual(['seal-differs 8-8']);
    for (const account of ['person-9', 'person-10']) await recordAndSeal(writer, account);
    expect(await problems(writer, [...seals, await sealAt(8)])).toEqual(['seal-differs 8-8']);
  });

  it('[V16.4.2-2] that all lines were removed together with the head', async () => {
    const seal = await sealAt(3);
    await freshChain(writer, 0);
    expect(await problems()).toEqual([]);
    expect(await problems(writer, [seal])).toEqual(['seal-differs 3-3']);
  });

  it('nothing when it is older than the oldest line', async () => {
    const seal = await sealAt(1);
    await removeOldLines(writer, new Date((await lineAt(2)).at), 500);
    expect(await verifyChain(db, writer, [seal])).toMatchObject({ problems: [], wholeUpTo: undefined });
  });
});

describe('after AUTH_SECRET was changed', () => {
  const NEW = 'another secret, also long enough to pass';
  const newAlone = chainWriter(db, { keyring: [NEW] });

  it('lines of both are checked while both are known, in whatever order processes seal', async () => {
    const next = chainWriter(db, { keyring: [NEW, CHAIN_SECRET] });
    const late = chainWriter(db, { keyring: [CHAIN_SECRET, NEW] });
    for (const by of [next, late, next]) await recordAndSeal(by, 'somebody');
    await recordLine(late, 'somebody');
    await sealAll(next);
    expect(await verifyChain(db, next)).toMatchObject({ problems: [], lines: 10, unknownSecret: 0 });
    // Later the old one is forgotten: nobody can check its lines, but none can be put among the others.
    expect(await verifyChain(db, newAlone)).toMatchObject({ problems: [], unknownSecret: 7 });
    await change(9, { link: FOREIGN_MAC });
    expect(await problems(newAlone)).toEqual(['changed 10-10']);
  });

  it('in one step, lines of before are counted and not called forged', async () => {
    await recordAndSeal(newAlone, 'person-7');
    expect(await verifyChain(db, newAlone)).toMatchObject({ problems: [], lines: 8, unknownSecret: 6 });
  });
});
