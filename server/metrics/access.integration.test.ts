import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '#contract/paths.ts';
import { createApp, createDeps } from '#server/app.ts';
import { settingsOf } from '#server/testing/settings-of.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { inject } from '#server/testing/test-client.ts';

const TOKEN = 'a-token-for-Prometheus';
const TRUSTED = '10.1.1.1';

const site = await openTestApp({
  SITE_ORIGIN: 'http://localhost:3000',
  METRICS_TOKEN: TOKEN,
  TRUSTED_PROXIES: `${TRUSTED},127.0.0.1`,
});
const withToken = await createApp(site.deps);
const settings = settingsOf({ SITE_ORIGIN: site.deps.origin });
const withoutToken = await createApp(createDeps({ ...site.deps, settings }));

const USUAL = {
  from: '203.0.113.5',
  host: 'site.localhost:3000',
  headers: {} as Record<string, string>,
  method: 'GET',
  path: OPERATIONS.metrics as string,
  isTokenSet: true,
};
type Request = Partial<typeof USUAL>;

async function ask(request: Request) {
  const { from, host, headers, method, path, isTokenSet } = { ...USUAL, ...request };
  const app = isTokenSet ? withToken : withoutToken;
  const answer = await inject(app, `http://${host}${path}`, { method, headers }, from);
  const { 'x-request-id': id, ...others } = Object.fromEntries(answer.headers);
  expect(id).toBeDefined();
  return { status: answer.status, headers: others, text: answer.text };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const HERE_SAYS = { 'x-forwarded-for': '127.0.0.1' };
const HERE = { from: '127.0.0.1', host: 'localhost:3000' };

test.each<[string, Request]>([
  ['the token, from any address', { headers: bearer(TOKEN) }],
  ['a request from this machine', HERE],
  ['a request from this machine if no token is configured', { ...HERE, isTokenSet: false }],
  ['a HEAD request from this machine', { ...HERE, method: 'HEAD' }],
])('the metrics can be read with %s', async (_, request) => {
  const answer = await ask(request);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4');
  expect(answer.headers['cache-control']).toBe('no-store');
  if (request.method !== 'HEAD') expect(answer.text).toContain('# TYPE site_http_requests_total counter');
});

describe('[V13.4.5] callers who may not read the metrics', () => {
  test.each<[string, Request]>([
    ['a caller from another machine', {}],
    ['a wrong token', { headers: bearer(`${TOKEN}x`) }],
    ['“undefined” when no token is configured', { headers: bearer('undefined'), isTokenSet: false }],
    ['the token in the query', { path: `${OPERATIONS.metrics}?token=${TOKEN}` }],
    ['a caller behind a proxy who claims to be this machine', { from: TRUSTED, headers: HERE_SAYS }],
  ])('get the same 404 as for an unknown path: %s', async (_, request) => {
    const shown = { ...request, path: (request.path ?? OPERATIONS.metrics).replace('metrics', 'metricz') };
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = await ask({ ...request, method });
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await ask({ ...shown, method }));
    }
  });

  test('include this machine if SITE_ORIGIN is not a loopback address, because a proxy may have sent the request', async () => {
    const settings = settingsOf({ SITE_ORIGIN: 'http://shop.example', SMTP_URL: 'smtp://127.0.0.1:1' });
    const shop = await createApp(createDeps({ ...site.deps, settings }));
    for (const host of ['localhost:3000', 'shop.example']) {
      const answer = await inject(shop, `http://${host}${OPERATIONS.metrics}`);
      expect(answer.status).toBe(404);
    }
  });
});
