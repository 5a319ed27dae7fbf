import { expect, test } from 'vitest';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';

const app = await openTestApp();
const path = pathFor(PRODUCT_API.user, 'somebody');

test('a page of an origin of ours may send its token and the key, and no cookie', async () => {
  const ask = (origin: string) =>
    app.browser().send(path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'DELETE' },
    });
  const { status, headers } = await ask(TEST_ORIGIN);
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe(TEST_ORIGIN);
  expect(headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type, X-Api-Key');
  expect(headers.get('access-control-allow-methods')).toContain('DELETE');
  expect(headers.has('access-control-allow-credentials')).toBe(false);
  expect(headers.get('vary')).toBe('Origin');
  const elsewhere = await ask('https://evil.example');
  expect(elsewhere.headers.has('access-control-allow-origin')).toBe(false);
});

test('that page reads records and refusals; a page of any other origin reads neither', async () => {
  const { browser, record } = await signedInPerson(app);
  const { token } = (await browser.get(AUTH_API.token)).json;
  const ask = (origin: string, headers: Record<string, string>) =>
    app.browser().send(pathFor(PRODUCT_API.user, record.id), { headers: { origin, ...headers } });
  const shown = { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey, authorization: `Bearer ${token}` };
  const [read, refused, elsewhere] = await Promise.all([
    ask(TEST_ORIGIN, shown),
    ask(TEST_ORIGIN, {}),
    ask('https://evil.example', shown),
  ]);
  const allowed = [read, refused, elsewhere].map(({ status, headers }) => [
    status,
    headers.get('access-control-allow-origin'),
  ]);
  expect(allowed).toEqual([
    [200, TEST_ORIGIN],
    [401, TEST_ORIGIN],
    [200, null],
  ]);
});
