import { expect, test } from 'vitest';
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
const siteWith = (env: Readonly<Record<string, string>>) =>
  createApp(createDeps({ ...site.deps, settings: settingsOf(env) }));
const withoutToken = await siteWith({ SITE_ORIGIN: site.deps.origin });
const shop = await siteWith({ SITE_ORIGIN: 'http://shop.example', SMTP_URL: 'smtp://127.0.0.1:1' });

const USUAL = {
  from: '203.0.113.5',
  host: 'site.localhost:3000',
  headers: {} as Record<string, string>,
  method: 'GET',
  path: OPERATIONS.metrics as string,
  app: site.server,
};
type Request = Partial<typeof USUAL>;

async function ask(request: Request) {
  const { from, host, headers, method, path, app } = { ...USUAL, ...request };
  const answer = await inject(app, `http://${host}${path}`, { method, headers }, from);
  answer.headers.delete('x-request-id');
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: answer.text };
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const HERE = { from: '127.0.0.1', host: 'localhost:3000' };

test.each<[string, Request]>([
  ['the token, from any address', bearer(TOKEN)],
  ['a request from this machine', HERE],
  ['a request from this machine if no token is configured', { ...HERE, app: withoutToken }],
  ['a HEAD request from this machine', { ...HERE, method: 'HEAD' }],
])('the metrics can be read with %s', async (_, request) => {
  const { status, headers, text } = await ask(request);
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/plain; version=0.0.4');
  expect(headers['cache-control']).toBe('no-store');
  if (request.method !== 'HEAD') expect(text).toContain('# TYPE site_http_requests_total counter');
});

test.each<[string, Request]>([
  ['a caller from another machine', {}],
  ['a wrong token', bearer(`${TOKEN}x`)],
  ['“undefined” when no token is configured', { ...bearer('undefined'), app: withoutToken }],
  ['the token in the query', { path: `${OPERATIONS.metrics}?token=${TOKEN}` }],
  [
    'a caller behind a proxy who claims to be this machine',
    { from: TRUSTED, headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  // A proxy may have sent these requests, because SITE_ORIGIN is not a loopback address.
  ['this machine, at a public site', { ...HERE, app: shop }],
  ['this machine, at a public site by its name', { ...HERE, host: 'shop.example', app: shop }],
])(
  '[V13.4.5] callers who may not read the metrics get the same 404 as for an unknown path: %s',
  async (_, request) => {
    const unknown = (request.path ?? OPERATIONS.metrics).replace('metrics', 'metricz');
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = await ask({ ...request, method });
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await ask({ ...request, path: unknown, method }));
    }
  },
);
