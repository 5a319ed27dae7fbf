import { beforeEach, expect, test } from 'vitest';
import { openSharedApp } from '#server/testing/test-app.ts';
import { recordAction, recordAlone } from './record-action.ts';

const { db, deps } = await openSharedApp();
beforeEach(() => db.deleteFrom('audit').execute());

const lines = () => db.selectFrom('audit').selectAll().execute();

test('[V11.4.3] an audit line names nobody, and the same account is the same in each', async () => {
  for (const account of ['person-1', 'person-1', 'person-2'])
    await recordAlone(deps, {
      action: 'signed-in',
      actor: { account },
      subject: account,
      session: `session of ${account}`,
    });
  const found = await lines();
  expect(JSON.stringify(found)).not.toContain('person-');
  expect(new Set(found.map(({ subject }) => subject)).size).toBe(2);
  expect(found.map(({ actor, subject }) => actor === subject)).toEqual([true, true, true]);
  expect(found.every(({ session, subject }) => session !== '' && session !== subject)).toBe(true);
});

test('[V16.4.1] an audit line cannot hold what somebody typed', async () => {
  await expect(
    recordAlone(deps, { action: 'submissions-exported', actor: 'operator', detail: 'asha@example.com' }),
  ).rejects.toThrow(/own words/);
  expect(await lines()).toEqual([]);
});

test('an audit line is rolled back with the transaction of its action', async () => {
  const failed = db.transaction().execute(async (tx) => {
    await recordAction(deps, tx, { action: 'signed-out', actor: 'visitor' });
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  expect(await lines()).toEqual([]);
});
