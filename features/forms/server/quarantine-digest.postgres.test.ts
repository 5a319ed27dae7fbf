import { beforeEach, expect, test } from 'vitest';
import { CONSOLE } from '#features/console/contract.ts';
import { readMetrics } from '#server/testing/read-metrics.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { forms } from './feature.ts';

const DESK = 'desk@example.com';
const HOUR = 60 * 60_000;

const app = await openTestApp({ FORM_NOTIFY_TO: DESK });
beforeEach(async () => {
  for (const table of ['submissions', 'outbox'] as const) await app.db.deleteFrom(table).execute();
});

const digestJob = forms.jobs?.find(({ name }) => name === 'the mail about quarantined messages');
const digest = () => digestJob?.run(app.deps, { isFirst: false, signal: new AbortController().signal });
const mails = async () => (await app.mailsTo(DESK)).map(({ subject, text }) => ({ subject, text }));

async function caught(number: number): Promise<void> {
  const created_at = app.deps.clock().toISOString();
  await storeMessage(app.db, number, { state: 'quarantined', created_at });
}

test('[P-163] the operator gets at most one mail a day about new messages in quarantine; it says when they will be deleted', async () => {
  const [day] = app.deps.clock().toISOString().split('T');
  const goes = new Date(Date.parse(`${day}T00:00:00Z`) + 30 * 24 * HOUR).toISOString().slice(0, 10);
  await storeMessage(app.db, 1);
  await digest();
  expect(await mails()).toEqual([]);

  await caught(2);
  await caught(3);
  await Promise.all([digest(), digest()]);
  const [first, ...others] = await mails();
  expect(others).toEqual([]);
  expect(first?.subject).toMatch(/2$/);
  expect(first?.text).toContain(goes);
  expect(first?.text).toContain(`${app.deps.origin}${CONSOLE.inbox}?state=quarantined`);
  expect(first?.text).not.toContain('Message 2');

  app.advance(HOUR);
  await caught(4);
  await digest();
  expect(await mails()).toHaveLength(1);
  app.advance(24 * HOUR);
  await digest();
  expect((await mails()).map(({ subject }) => subject.at(-1))).toEqual(['1', '2']);
  app.advance(24 * HOUR);
  await digest();
  expect(await mails()).toHaveLength(2);
});

test('the metrics show how many messages are in quarantine, and how old the oldest is', async () => {
  await caught(1);
  app.advance(HOUR);
  await caught(2);
  const samples = await readMetrics(app);
  expect(samples.get('site_quarantined_submissions')).toBe(2);
  expect(samples.get('site_quarantined_oldest_seconds')).toBe(HOUR / 1_000);
});
