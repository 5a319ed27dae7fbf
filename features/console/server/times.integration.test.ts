import { expect, test } from 'vitest';
import { CONSOLE } from '#features/console/contract.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { writeTimes } from './times.ts';

const app = await openTestApp();
const owner = await operatorInside(app, 'owner');

const NOW = new Date('2026-11-28T12:00:00.000Z');
const written = (iso: string, attributes = '') =>
  writeTimes(`<time datetime="${iso}"${attributes}>x</time>`, NOW, 'Asia/Kolkata').replace(/<[^>]*>/g, '');

test.each([
  ['2026-11-28T11:59:30.000Z', 'just now'],
  ['2026-11-28T11:58:00.000Z', '2 minutes ago'],
  ['2026-11-28T07:00:00.000Z', '5 hours ago'],
  ['2026-11-27T12:00:00.000Z', '27 Nov 2026, 17:30'],
  ['2026-11-28T20:00:00.000Z', '29 Nov 2026, 01:30'],
  ['2020-99-99T99:99:00.000Z', 'x'],
])('the moment %s is told as “%s”', (iso, words) => {
  expect(written(iso)).toBe(words);
});

test('a day is told as that of the time zone, however near', () => {
  expect(written('2026-11-28T20:00:00.000Z', ' data-day')).toBe('29 Nov 2026');
});

test('the title of a time has the exact moment with its time zone', () => {
  expect(writeTimes('<time datetime="2026-11-28T11:58:00.000Z">x</time>', NOW, 'UTC')).toContain(
    'title="28 Nov 2026, 11:58 UTC"',
  );
});

test('times are those of the site until an operator chooses a time zone, which days that they type follow', async () => {
  await storeMessage(app.db, 1, { created_at: '2026-11-01T20:00:00.000Z' });
  const first = async () => (await owner.get(`${CONSOLE.inbox}?from=01/11/2026&to=01/11/2026`)).text;
  expect(await first()).not.toContain('<time');
  expect((await owner.press(CONSOLE.timeZone, { zone: 'America/New_York' })).text).toContain(
    'America/New_York',
  );
  expect(await first()).toMatch(/title="1 Nov 2026, 15:00 GMT-5">1 Nov 2026, 15:00</);
});

test('a time zone that there is not is refused', async () => {
  expect((await owner.send(CONSOLE.timeZone, { zone: 'Moon/Tycho' })).status).toBe(422);
});
