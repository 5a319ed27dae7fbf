import { beforeEach, expect, test } from 'vitest';
import { notificationId } from '#features/forms/server/message-mails.ts';
import { COPIED } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { chunksOf, findRows } from '#server/database/rows.ts';
import type { OutboxState } from '#server/database/schema.ts';
import { createTestOperator } from '#server/testing/operators.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { attachFile, idOf, removeOutlived, storeMailRow, storeMessage } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { DAY_MS } from '#server/time.ts';
import { type RetentionRule, runRetention } from './run-retention.ts';

const app = await openTestApp();
beforeEach(async () => {
  for (const table of ['users', 'submissions', 'outbox', 'sessions', 'audit', 'retention_clock'] as const)
    await app.db.deleteFrom(table).execute();
});

const NOW = new Date('2030-06-15T12:00:00.000Z');
const daysAgo = (days: number, milliseconds = 0) =>
  new Date(NOW.getTime() - days * DAY_MS - milliseconds).toISOString();
const run = () => removeOutlived(app, NOW);

type Mail = { state: OutboxState; at: string; network?: string };
const storeMail = (id: string, { state, at, network = '' }: Mail) =>
  storeMailRow(app.db, id, {
    ...{ state, network, next_attempt_at: at, created_at: at },
    sent_at: state === 'sent' ? at : null,
  });
const idsIn = async (table: 'submissions' | 'outbox' | 'submission_files') =>
  (await app.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

test('[P-011] old form messages are removed with their files and mails, but messages that belong to an account are kept', async () => {
  const { record } = await signedInPerson(app);
  await app.db.deleteFrom('outbox').execute();
  const old = await storeMessage(app.db, 1, { created_at: daysAgo(730) });
  await attachFile(app.db, old, 'a.txt', 'x');
  await storeMail(notificationId(old), { state: 'dead', at: daysAgo(1) });
  const own = await storeMessage(app.db, 2, { created_at: daysAgo(3_000), user_id: record.id });
  const young = await storeMessage(app.db, 3, { created_at: daysAgo(730, -1) });
  await storeMessage(app.db, 4, { created_at: daysAgo(30), state: 'quarantined' });
  const caught = await storeMessage(app.db, 5, { created_at: daysAgo(30, -1), state: 'quarantined' });
  const unpaid = await storeMessage(app.db, 6, { created_at: daysAgo(800), state: 'unpaid' });
  expect(await run()).toMatchObject({ 'received-submissions': 1, 'quarantined-submissions': 1 });
  expect(await idsIn('submissions')).toEqual([own, young, caught, unpaid].toSorted());
  expect(await idsIn('submission_files')).toEqual([]);
  expect(await idsIn('outbox')).toEqual([]);
});

test('[P-080] mails are removed 30 days after they were sent or given up, but waiting mails are kept', async () => {
  for (const state of ['requested', 'waiting', 'sent', 'dead'] as const) {
    await storeMail(`${state}-old`, { state, at: daysAgo(30) });
    await storeMail(`${state}-young`, { state, at: daysAgo(30, -1) });
  }
  expect(await run()).toMatchObject({ 'sent-mails': 1, 'undelivered-mails': 1 });
  expect(await idsIn('outbox')).toEqual([
    ...['dead-young', 'requested-old', 'requested-young', 'sent-young', 'waiting-old', 'waiting-young'],
  ]);
});

test('[P-079] the IP network from which a mail was requested is removed one day after the mail was written', async () => {
  await storeMail('old', { state: 'sent', at: daysAgo(1), network: 'n' });
  await storeMail('young', { state: 'sent', at: daysAgo(1, -1), network: 'n' });
  await storeMail('requested', { state: 'requested', at: daysAgo(1), network: 'n' });
  expect(await run()).toEqual({ 'networks-of-mails': 1 });
  const known = await findRows(app.db, 'outbox', ['id'], { network: 'n' });
  expect(known.map(({ id }) => id).sort()).toEqual(['requested', 'young']);
});

test('[P-133] audit lines are removed after a year, and each removal of old data adds an audit line', async () => {
  const record = (at: string) =>
    recordAlone({ ...app.deps, clock: () => new Date(at) }, { action: COPIED, actor: 'operator' });
  for (let line = 0; line < 60; line++) await record(daysAgo(365));
  await record(daysAgo(365, -1));
  expect(await run()).toMatchObject({ 'audit-lines': 60 });
  const lines = await app.db.selectFrom('audit').selectAll().orderBy('at').execute();
  expect(lines).toMatchObject([
    { action: 'copied', at: daysAgo(365, -1) },
    { action: 'retention-run', actor: 'system', detail: 'audit-lines 60' },
  ]);
  expect(await run()).toEqual({});
});

test('[P-036] the removal of old data removes more rows than one batch holds, and several processes may run it at once', async () => {
  const { record } = await signedInPerson(app);
  await app.db.deleteFrom('sessions').execute();
  const times = { created_at: daysAgo(2), last_used_at: daysAgo(2), expires_at: daysAgo(1) };
  const row = { user_id: record.id, remembered: 1, browser: '', ...times } as const;
  const rows = Array.from({ length: 1_700 }, (_, at) => ({ ...row, id: `${at}`, token_hash: `${at}` }));
  for (const some of chunksOf(rows, 850)) await app.db.insertInto('sessions').values(some).execute();
  const process = () => removeOutlived({ ...app, deps: { ...app.deps, db: app.anotherDb() } }, NOW);
  const runs = [...(await Promise.all([process(), process(), process()])), await run()];
  expect(runs.reduce((sum, { sessions = 0 }) => sum + sessions, 0)).toBe(1_700);
});

test('a retention rule that fails is logged and stops no other, and each removes at most 50,000 rows per run', async () => {
  const said: unknown[] = [];
  const say = (fields: unknown) => void said.push(fields);
  const rules: RetentionRule[] = [
    { name: 'broken', days: 1, removeSome: () => Promise.reject(new Error('on purpose')) },
    { name: 'endless', days: 1, removeSome: async (_, __, limit) => limit },
  ];
  const removed = await runRetention({ ...app.deps, log: { info: say, error: say } }, rules);
  expect(removed).toEqual({ endless: 50_000 });
  expect(said).toMatchObject([{ rule: 'broken', err: { message: 'on purpose' } }, { removed }]);
});

test('after the clock has jumped by more than a day, nothing is removed until an operator confirms the clock', async () => {
  const errors: unknown[] = [];
  const clockAfter = (days: number) => () => new Date(app.deps.clock().getTime() + days * DAY_MS);
  function runAfter(days: number) {
    errors.length = 0;
    const log = { info: () => {}, error: (...said: unknown[]) => void errors.push(said.at(-1)) };
    return runRetention({ ...app.deps, clock: clockAfter(days), log });
  }
  await storeMessage(app.db, 1, { state: 'quarantined', created_at: app.deps.clock().toISOString() });
  await runAfter(0);
  for (const days of [400, 400, -2]) {
    expect(await runAfter(days)).toEqual({});
    expect(errors).toEqual([expect.stringContaining('accept-clock')]);
  }
  await runAfter(1);
  expect([errors, await idsIn('submissions')]).toEqual([[], [idOf(1)]]);

  const accept = () => createTestOperator(app, { clock: clockAfter(400) }).run('accept-clock', '--yes');
  expect((await accept()).code).toBe(0);
  expect(await runAfter(400)).toMatchObject({ 'quarantined-submissions': 1 });
  expect(errors).toEqual([]);
  expect((await accept()).out).toContain('The clock has not jumped.');
  const lines = await findRows(app.db, 'audit', ['actor'], { action: 'clock-accepted' });
  expect(lines).toEqual([{ actor: 'operator' }]);
});
