import { afterEach, expect, test, vi } from 'vitest';
import { newMessage } from '#server/testing/form-site.ts';
import { openTestApp } from '#server/testing/test-app.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a network address can send 200 forms a day and no more, however slowly the forms are sent', async () => {
  // A twentieth of the normal limits: ten forms a day, one a minute.
  const app = await openTestApp({ RATE_LIMIT_SCALE: '0.05' });
  const browser = app.browser();
  const started = Date.now();
  const now = vi.spyOn(Date, 'now');
  const sendAfter = async (minutes: number, from = browser) => {
    now.mockReturnValue(started + minutes * 61_000);
    return (await from.post('/f/contact', newMessage())).status;
  };
  for (let minute = 0; minute < 10; minute++) expect(await sendAfter(minute)).toBe(200);
  expect(await sendAfter(10)).toBe(429);
  expect(await sendAfter(10, app.browser())).toBe(200);
  expect(await sendAfter(24 * 60)).toBe(200);
});
