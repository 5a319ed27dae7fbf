import { beforeEach, expect, test } from 'vitest';
import { findRows } from '#server/database/rows.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createTestOperator } from '#server/testing/test-operator.ts';
import { runRetention } from './run-retention.ts';

const DAY = 24 * 60 * 60_000;

const app = await openTestApp();
beforeEach(async () => {
  for (const table of ['submissions', 'retention_clock'] as const) await app.db.deleteFrom(table).execute();
  await storeMessage(app.db, 1, { state: 'quarantined', created_at: app.deps.clock().toISOString() });
  await run(0);
});

const errors: unknown[] = [];
const clockAfter = (days: number) => () => new Date(app.deps.clock().getTime() + days * DAY);
function run(days: number) {
  errors.length = 0;
  const log = { info: () => {}, error: (...said: unknown[]) => void errors.push(said.at(-1)) };
  return runRetention({ ...app.deps, clock: clockAfter(days), log });
}
const messages = async () => (await app.db.selectFrom('submissions').select('id').execute()).length;

test('after the clock has jumped by more than a day, the removal of old data removes nothing and logs an error', async () => {
  for (const days of [400, 400, -2]) {
    await run(days);
    expect(errors).toEqual([expect.stringContaining('accept-clock')]);
  }
  expect(await messages()).toBe(1);
  await run(1);
  expect(errors).toEqual([]);
});

test('after an operator has confirmed that the clock is right, the next removal of old data works again', async () => {
  const operator = createTestOperator(app, { clock: clockAfter(400) });
  const accept = () => operator.run('accept-clock', '--yes');
  expect((await accept()).code).toBe(0);
  expect(await run(400)).toMatchObject({ 'quarantined-submissions': 1 });
  expect(errors).toEqual([]);
  expect((await accept()).out).toContain('The clock has not jumped.');
  const lines = await findRows(app.db, 'audit', ['actor'], { action: 'clock-accepted' });
  expect(lines).toEqual([{ actor: 'operator' }]);
});
