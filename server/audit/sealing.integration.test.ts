import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { freshChain, openChain, recordLine, sealAll } from '#server/testing/audit-chain.ts';
import { createFakeTime } from '#server/testing/fake-time.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { recordAction, recordAlone } from './record-action.ts';
import { sealLines, startSealing } from './sealing.ts';
import { verifyChain } from './verify-chain.ts';

const chain = await openChain();
const { db, writer, lines, problems } = chain;
afterAll(chain.close);
beforeEach(() => freshChain(writer, 0));

const places = async () => (await lines()).map(({ seq }) => seq);

describe('a recorded line', () => {
  it('[V11.4.3] names nobody, and the same account is the same in each', async () => {
    for (const person of ['person-1', 'person-1', 'person-2']) await recordLine(writer, person);
    const found = await lines();
    expect(JSON.stringify(found)).not.toContain('person-');
    expect(new Set(found.map(({ subject }) => subject)).size).toBe(2);
    expect(found.map(({ actor, subject }) => actor === subject)).toEqual([true, true, true]);
    expect(found.every(({ session, subject }) => session !== '' && session !== subject)).toBe(true);
  });

  it('[V16.4.1] cannot hold what somebody typed', async () => {
    await expect(
      recordAlone(writer, { action: 'submissions-exported', actor: 'operator', detail: 'asha@example.com' }),
    ).rejects.toThrow(/own words/);
    expect(await lines()).toEqual([]);
  });

  it('goes with the transaction that it is part of', async () => {
    const failed = db.transaction().execute(async (tx) => {
      await recordAction(writer, tx, { action: 'signed-out', actor: 'visitor' });
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    expect(await lines()).toEqual([]);
  });
});

test('lines are sealed in their order, so many at a time', async () => {
  for (const person of ['1', '2', '3']) await recordLine(writer, person);
  expect(await sealLines(writer, 2)).toMatchObject({ seq: 2, lines: 2 });
  expect(await places()).toEqual([1, 2, null]);
  expect(await sealLines(writer, 2)).toMatchObject({ seq: 3, lines: 1 });
  expect(await sealLines(writer, 2)).toBeUndefined();
  expect(await problems()).toEqual([]);
});

test('many processes that write and seal at once make one chain', async () => {
  const work = [writer, ...chain.otherWriters].flatMap((one) =>
    Array.from({ length: 20 }, () => recordLine(one, 'somebody').then(() => sealLines(one))),
  );
  await Promise.all(work);
  await sealAll(writer);
  expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 60, head: { seq: 60 } });
});

describe('the running site', () => {
  const start = (deps = writer) => {
    const time = createFakeTime();
    const said: object[] = [];
    const log = {
      info: (fields: object) => said.push(fields),
      error: (fields: object) => said.push({ wrong: true, ...fields }),
    };
    return { time, said, stop: startSealing({ ...deps, log, setTimer: time.setTimer }) };
  };

  it('seals what an earlier process left, then each second, and at its end; each batch says its seal', async () => {
    await recordLine(writer, 'before the start');
    const { time, said, stop } = start();
    await waitFor(async () => expect(await places()).toEqual([1]));
    await recordLine(writer, 'later');
    await waitFor(async () => {
      time.advance(1_000);
      expect(await places()).toEqual([1, 2]);
    });
    await recordLine(writer, 'just before the end');
    await stop();
    expect(await places()).toEqual([1, 2, 3]);
    const links = (await lines()).map(({ link }) => link);
    expect(said).toEqual(links.map((link, at) => ({ seal: `${at + 1}:${link}`, lines: 1 })));
  });

  it('outlives a database that refuses, says so, and catches up', async () => {
    await recordLine(writer, 'somebody');
    let refuses = true;
    const flaky = db.withPlugin({
      transformQuery: ({ node }) => {
        if (refuses && node.kind === 'UpdateQueryNode') throw new Error('away');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { time, said, stop } = start({ ...writer, db: flaky });
    await waitFor(() => expect(said).toMatchObject([{ wrong: true, err: { message: 'away' } }]));
    expect(await places()).toEqual([null]);
    refuses = false;
    await waitFor(async () => {
      time.advance(10_000);
      expect(await places()).toEqual([1]);
    });
    await stop();
    expect(await problems()).toEqual([]);
  });
});
