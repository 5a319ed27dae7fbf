import { expect, test, vi } from 'vitest';
import { EVENTS, FORMS_API, pathFor } from '#contract/paths.ts';
import { openSharedApp, TEST_ORIGIN } from '#server/testing/test-app.ts';

const app = await openSharedApp();

const NODES_LIMIT = 15_000;
/** What takes longest to take apart: separators of every header, what looks like credentials, and what cannot be decoded. */
const WORST = [',', ';', '://', 'W/"",', 'a=%;', 'a;q=1,'];
const PATHS = ['/', '/nowhere', EVENTS, pathFor(FORMS_API.submit, 'contact')];
const LONG_IN_BROWSERS = ['cookie', 'referer', 'user-agent', 'authorization'];

const send = (path: string, headers: Record<string, string>) => {
  const reads = path === '/' || path === '/nowhere';
  const given = { 'content-type': 'application/json', origin: TEST_ORIGIN, ...headers };
  const init = reads ? { headers } : { method: 'POST', body: '{}', headers: given };
  return app.browser().send(path, init);
};

test.each([
  'accept',
  'accept-encoding',
  'content-type',
  'host',
  'if-none-match',
  'origin',
  'x-forwarded-for',
  'x-forwarded-proto',
])('a long %s is refused before anything takes it apart', async (name) => {
  for (const path of PATHS) {
    for (const unit of WORST) {
      const { status } = await send(path, { [name]: unit.repeat(NODES_LIMIT / unit.length) });
      expect(status, `${unit} to ${path}`).toBe(431);
    }
  }
});

test.each(LONG_IN_BROWSERS)('a long %s is taken, as browsers may send it', async (name) => {
  for (const path of PATHS) {
    const expected = (await send(path, {})).status;
    const { status } = await send(path, { [name]: 'x'.repeat(NODES_LIMIT) });
    expect([expected, 401], path).toContain(status);
  }
});

test('a cookie that cannot be decoded costs no exception', async () => {
  const decode = vi.spyOn(globalThis, 'decodeURIComponent');
  const cookie = Array.from({ length: 2_000 }, (_, at) => `${at}=%`).join(';');
  expect((await send('/', { cookie })).status).toBe(200);
  expect(decode.mock.calls.length).toBe(0);
  decode.mockRestore();
});

test('no line of the log holds more than the beginning of what was sent', () => {
  expect(app.logLines().length).toBeGreaterThan(PATHS.length * WORST.length);
  for (const line of app.logLines()) expect(line.length).toBeLessThan(1_000);
});
