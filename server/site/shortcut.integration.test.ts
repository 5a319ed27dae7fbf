import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DISCOVERY, PAGES } from '#contract/paths.ts';
import { publicSettings } from '#server/settings/public-settings.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openTwoWays, type TwoWays } from '#server/testing/two-ways.ts';
import { createSiteShortcut } from './shortcut.ts';
import { loadSite, type Site } from './site.ts';

const BUILD = join(import.meta.dirname, '../../build');
/** As long as ours. */
const ID = 'a-request-of-the-test-0123456789';

let app: TestApp;
let site: Site;
let ways: TwoWays;
let asset: string;
beforeAll(async () => {
  app = await openTestApp({ SITE_ORIGIN: 'https://localhost:3443', TRUSTED_PROXIES: '127.0.0.1,::1' });
  const folders = [join(BUILD, 'site/client'), join(BUILD, 'found')];
  site = loadSite(folders, publicSettings(app.deps.settings));
  asset = [...site.files.keys()].find((path) => path.startsWith('/assets/') && path.endsWith('.js')) ?? '';
  ways = await openTwoWays(app, { site }, createSiteShortcut);
});
afterAll(async () => {
  await ways.close();
  await app.close();
});

const request = (line: string, headers: readonly string[] = [], host = 'localhost:3443') =>
  [line, `Host: ${host}`, 'Connection: close', `X-Request-Id: ${ID}`, ...headers, '', ''].join('\r\n');
const get = (path: string, headers: readonly string[] = [], host?: string) =>
  request(`GET ${path} HTTP/1.1`, headers, host);
/** The same on a connection that goes on, and is ended by another request. */
const kept = (bytes: string) => `${bytes.replace('Connection: close\r\n', '')}${get('/healthz')}`;

describe('answered at once, as the app does, header for header and byte for byte', () => {
  test.each([
    ['a page', () => get(PAGES.home)],
    ['a page in Brotli', () => get('/', ['Accept-Encoding: gzip, deflate, br, zstd'])],
    ['a page in gzip', () => get('/', ['accept-encoding: gzip;q=1.0, br;q=0'])],
    ['encodings in two headers', () => get('/', ['Accept-Encoding: identity', 'accept-encoding: gzip'])],
    ['a page with a query', () => get(`${PAGES.about}?from=mail&x=\\%ff%00#part`)],
    ['a page that windows come back to', () => get(`${PAGES.authCallback}?outcome=signed-in`)],
    ['a script', () => get(asset, ['Accept-Encoding: br'])],
    ['a data file', () => get(DISCOVERY.manifest)],
    ['a picture', () => get('/favicon.ico')],
    ['HEAD', () => request('HEAD / HTTP/1.1', ['Accept-Encoding: br'])],
    ['a page known already', () => get('/', [`If-None-Match: W/"x", W/${etagOf('/')}`])],
    ['a page known already, HEAD', () => request('HEAD / HTTP/1.1', [`If-None-Match: ${etagOf('/')}`])],
    ['a page known otherwise', () => get('/', ['If-None-Match: "other"', 'Accept-Encoding: br'])],
    ['any content', () => get('/', ['If-None-Match: *'])],
    ['HTTP/1.0', () => request('GET / HTTP/1.0')],
    ['a body nobody asked for', () => `${get('/', ['Content-Length: 4'])}abcd`],
    ['a body in pieces', () => `${get('/', ['Transfer-Encoding: chunked'])}1\r\na\r\n0\r\n\r\n`],
    ['another host', () => get('/', [], 'evil.example')],
    ['a visitor over https', () => get('/', ['X-Forwarded-Proto: https'])],
  ])('%s', async (_, bytes) => {
    const { answer, isTaken } = await ways.compare(bytes());
    expect(isTaken).toBe(true);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|304) /);
    expect(answer).toContain(`x-request-id: ${ID}\r\n`);
    expect(ways.lastLine()).toMatchObject({ level: 'info', msg: 'request', requestId: ID });
    // HTTP/1.0 goes on with nothing.
    if (!bytes().includes('HTTP/1.0')) expect((await ways.compare(kept(bytes()))).isTaken).toBe(true);
  });

  test('requests one after another on a connection, and sent ahead', async () => {
    const kept = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: localhost:3443\r\nX-Request-Id: ${ID}\r\n\r\n`;
    const { answer } = await ways.compare(
      `${kept('/')}${kept('/nowhere')}${kept('/healthz')}${kept(asset)}${get('/')}`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 404, 200, 200, 200].map((s) => `HTTP/1.1 ${s}`));
  });
});

describe('left to the app', () => {
  test.each([
    ['another method', request('POST / HTTP/1.1', ['Content-Length: 0']), 404],
    ['a page that is not there', get('/nowhere'), 404],
    ['the page for what is not there', get(PAGES.notFound), 404],
    ['a slash too many', get('/about/?x=1'), 308],
    ['a path that needs decoding', get('/%61bout'), 200],
    ['dots in the path', get('/x/../about'), 200],
    ['a whole address', get('http://evil.example/about'), 200],
    ['a visitor in the clear', get('/', ['X-Forwarded-Proto: http']), 308],
    ['a visitor of whom two things are said', get('/', ['X-Forwarded-Proto: https, http']), 308],
    ['a host in capital letters', get('/', [], 'LOCALHOST:3443'), 200],
    ['a host that is none', get('/', [], 'site.localhost:99999'), 400],
    ['a host with a name before it', get('/', [], 'x@evil.example'), 400],
    ['the profile, for who has no session', get(`${PAGES.profile}?x=1`), 302],
    ['the profile, for who names one', get(PAGES.profile, ['Cookie: a=b; __Host-session=of-long-ago']), 200],
    ['a call', get('/healthz'), 200],
    ['what is there for everybody', get('/toString'), 404],
  ])('%s', async (_, bytes, status) => {
    const { answer, isTaken } = await ways.compare(bytes);
    expect(isTaken).toBe(false);
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  });
});

test('a request that names itself badly gets an id of ours', async () => {
  for (const given of ['short', 'x'.repeat(65), 'a b c d e f', 'one-id-12, two-id-12']) {
    const answer = await ways.say(get('/').replace(ID, given));
    expect(answer).toMatch(/^x-request-id: [0-9a-f]{32}$/m);
    expect(answer).not.toContain(given);
  }
});

test('both ways have counted the same', () => ways.expectSameCounts());

test('nothing of it makes a header of what somebody sent', async () => {
  const answer = await ways.say(get('/?%0d%0aX-Injected:1', ['X-Request-Id: a\tb']));
  expect(answer).not.toMatch(/^x-injected/im);
});

function etagOf(path: string): string {
  return site.files.get(path)?.etag ?? '';
}
