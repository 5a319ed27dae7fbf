import type { Insertable } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { OutboxTable } from '#server/database/schema.ts';
import { storeMailRow } from '#server/testing/stored-rows.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import { createTestOperator } from '#server/testing/test-operator.ts';

const app = await openSharedApp();
beforeEach(async () => {
  await app.db.deleteFrom('outbox').execute();
  await app.db.deleteFrom('audit').execute();
});

const run = (...args: string[]) => createTestOperator(app).run('mails', ...args);

const storeMail = (id: string, values?: Partial<Insertable<OutboxTable>>) => storeMailRow(app.db, id, values);

test('list tells the state of each mail and the last answer of the server, the newest first', async () => {
  await storeMail('one');
  await storeMail('two', {
    state: 'dead',
    last_error: '550 no such user',
    created_at: '2026-11-21T10:01:00.000Z',
  });
  const { code, out } = await run('list');
  expect(code).toBe(0);
  expect(out.trimEnd().split('\n')).toEqual([
    'ID   STATE    TRIES  KIND',
    'two  dead     1      reset-password',
    '  asha@example.com 2026-11-21 10:01:00: 550 no such user',
    'one  waiting  1      reset-password',
    '  asha@example.com 2026-11-21 10:00:00: 451 try later',
  ]);
  expect((await run('list', '--to', 'Somebody@example.com')).out).toBe('No mail matches.\n');
  expect((await run('list', '--state', 'dead')).out).not.toContain('one');
  expect((await run('list', '--state', 'sent')).out).toBe('No mail matches.\n');
});

test('show tells headers, tries and text of one mail', async () => {
  await storeMail('one', { subject: 'Hi\u001b[2J' });
  const { code, out } = await run('show', 'one');
  expect(code).toBe(0);
  expect(out).toMatch(/^Next try {5}2026-11-21 11:00:00 UTC$/m);
  expect(out).toMatch(/^Last answer {2}451 try later$/m);
  expect(out).toMatch(/^To {11}asha@example\.com$/m);
  expect(out).toContain('Subject      Hi\\u{1b}[2J');
  expect(out).toContain('\n  Hello\n  https://example.com/reset\n');
  expect(await run('show', 'nothing')).toMatchObject({ code: 1, err: 'There is no mail nothing.\n' });
});

test('a requested mail is listed as such, and show tells that its text is not written yet', async () => {
  await storeMail('asked', { state: 'requested', attempts: 0, subject: '', text_body: '', last_error: null });
  expect((await run('list', '--state', 'requested')).out).toContain('asked  requested  0');
  expect((await run('show', 'asked')).out).toContain('The text is not written yet.');
});

test('retry makes a dead mail wait again, and only a dead one', async () => {
  await storeMail('dead', { state: 'dead', attempts: 7 });
  await storeMail('waiting', { attempts: 7 });
  const { code, out, err } = await run('retry', 'dead', 'waiting');
  expect([code, err]).toEqual([1, 'There is no dead mail waiting.\n']);
  expect(out).toContain('dead is tried again');
  const rows = await app.db
    .selectFrom('outbox')
    .select(['id', 'state', 'attempts', 'next_attempt_at'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: 'dead', state: 'waiting', attempts: 0, next_attempt_at: app.deps.clock().toISOString() },
    { id: 'waiting', state: 'waiting', attempts: 7, next_attempt_at: '2026-11-21T11:00:00.000Z' },
  ]);
});

test('what an operator does with mails is audited', async () => {
  await storeMail('one', { state: 'dead' });
  await run('list');
  await run('show', 'one');
  await run('retry', 'one');
  const lines = await app.db.selectFrom('audit').select(['action', 'actor']).execute();
  expect(lines.map(({ action, actor }) => `${actor} ${action}`).toSorted()).toEqual([
    'operator mail-retried',
    'operator mail-shown',
    'operator mails-listed',
  ]);
});
