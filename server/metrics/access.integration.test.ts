import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#contract/paths.ts';
import { createApp } from '#server/app.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { readSettings } from '#server/settings/settings.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

const TOKEN = 'a-token-for-Prometheus';
const TRUSTED = '10.1.1.1';

let site: TestApp;
let withToken: ReturnType<typeof createApp>;
let withoutToken: ReturnType<typeof createApp>;
beforeAll(async () => {
  site = await openTestApp({
    SITE_ORIGIN: 'http://localhost:3000',
    METRICS_TOKEN: TOKEN,
    TRUSTED_PROXIES: `${TRUSTED},127.0.0.1`,
  });
  withToken = createApp(site.deps);
  const read = readSettings({ SITE_ORIGIN: site.deps.origin });
  if (read.kind === 'invalid') throw new Error('settings');
  withoutToken = createApp({ ...site.deps, settings: read.settings });
});
afterAll(() => site.close());

type Request = {
  readonly from?: string;
  readonly host?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly path?: string;
  readonly isTokenSet?: boolean;
};

async function ask({
  from = '203.0.113.5',
  host = 'site.localhost:3000',
  headers = {},
  method = 'GET',
  path = OPERATIONS.metrics,
  isTokenSet = true,
}: Request) {
  const socket = { incoming: { socket: { remoteAddress: from } } } as unknown as AppEnv['Bindings'];
  const app = isTokenSet ? withToken : withoutToken;
  const answer = await app.request(`http://${host}${path}`, { method, headers }, socket);
  const { 'x-request-id': id, ...others } = Object.fromEntries(answer.headers);
  expect(id).toBeDefined();
  return { status: answer.status, headers: others, text: await answer.text() };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const HERE = { from: '127.0.0.1', host: 'localhost:3000' };

describe('open to', () => {
  test.each<[string, Request]>([
    ['the token from anywhere', { headers: bearer(TOKEN) }],
    [
      'the token through a proxy',
      { from: TRUSTED, headers: { ...bearer(TOKEN), 'x-forwarded-for': '198.51.100.1' } },
    ],
    ['the token, with the scheme in other letters', { headers: { authorization: `bearer  ${TOKEN}` } }],
    ['this machine by name', HERE],
    ['this machine by address', { from: '127.0.0.1', host: '127.0.0.1:3000' }],
    ['this machine over IPv6', { from: '::1', host: '[::1]:3000' }],
    ['this machine, IPv4 in IPv6', { from: '::ffff:127.0.0.1', host: 'localhost' }],
    ['this machine where no token is set', { ...HERE, isTokenSet: false }],
    ['HEAD', { ...HERE, method: 'HEAD' }],
  ])('%s', async (_, request) => {
    const answer = await ask(request);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(answer.headers['cache-control']).toBe('no-store');
    if (request.method !== 'HEAD') expect(answer.text).toContain('# TYPE site_http_requests_total counter');
  });
});

describe('for everybody else there is no such path', () => {
  test.each<[string, Request]>([
    ['a stranger', {}],
    ['a wrong token', { headers: bearer(`${TOKEN}x`) }],
    ['the beginning of the token', { headers: bearer(TOKEN.slice(0, -1)) }],
    ['an empty token', { headers: { authorization: 'Bearer ' } }],
    ['the word undefined where no token is set', { headers: bearer('undefined'), isTokenSet: false }],
    ['the token by another scheme', { headers: { authorization: `Basic ${btoa(`:${TOKEN}`)}` } }],
    ['the token in the query', { path: `${OPERATIONS.metrics}?token=${TOKEN}` }],
    ['a stranger who claims to be this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a stranger who claims so in Host', { host: 'localhost:3000' }],
    [
      'a stranger behind a trusted proxy who claims so',
      { from: TRUSTED, headers: { 'x-forwarded-for': '127.0.0.1' } },
    ],
    ['a proxy on this machine', { ...HERE, headers: { 'x-forwarded-for': '198.51.100.1' } }],
    ['a proxy on this machine, by RFC 7239', { ...HERE, headers: { forwarded: 'for=198.51.100.1' } }],
    ["a stranger's page whose name was re-pointed here", { from: '127.0.0.1', host: 'evil.example:3000' }],
  ])('%s', async (_, request) => {
    const shown = { ...request, path: (request.path ?? OPERATIONS.metrics).replace('metrics', 'metricz') };
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']) {
      const answer = await ask({ ...request, method });
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await ask({ ...shown, method }));
    }
  });

  test('where SITE_ORIGIN is not loopback, a call from this machine needs the token, as it may be a proxy that adds nothing', async () => {
    const read = readSettings({ SITE_ORIGIN: 'http://shop.example', SMTP_URL: 'smtp://127.0.0.1:1' });
    if (read.kind === 'invalid') throw new Error('settings');
    const shop = createApp({ ...site.deps, settings: read.settings });
    for (const host of ['localhost:3000', 'shop.example']) {
      const answer = await shop.request(`http://${host}${OPERATIONS.metrics}`, {}, {
        incoming: { socket: { remoteAddress: '127.0.0.1' } },
      } as unknown as AppEnv['Bindings']);
      expect(answer.status).toBe(404);
    }
  });

  test('but another method of somebody who may read is refused as such', async () => {
    const answer = await ask({ headers: bearer(TOKEN), method: 'POST' });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});
