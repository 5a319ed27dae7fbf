import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { FEATURES } from '#server/features.ts';
import { html } from '#server/html/html.ts';
import { createServer } from '#server/http/create-server.ts';
import { siteHeaders } from '#server/http/security-headers.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { settingsOf } from '#server/testing/test-app.ts';
import { inject } from '#server/testing/test-client.ts';
import { withIntegrity } from './content-security-policy.ts';
import { answerNotFound, fileRoutes } from './file-routes.ts';
import { createPageFrame } from './page-frame.ts';
import { loadSite, siteFile } from './site.ts';

const PAGE = `<!doctype html><html lang="en"><link rel="canonical" href="${ORIGIN_PLACEHOLDER}/about"/><script>theme()</script><script>from("${ORIGIN_PLACEHOLDER}")</script><script type="application/ld+json">{"url":"${ORIGIN_PLACEHOLDER}/about"}</script><script type="application/json" id="public-settings">{}</script><script type="module" src="/assets/a.js"></script>${'<p>warm words</p>'.repeat(50)}`;
const MARKED = ['sitemap.xml', 'robots.txt', 'site.webmanifest', 'list.json', 'about.data'];
const SITE = { SITE_ORIGIN: 'https://site.test', SMTP_URL: 'smtp://mail:25' };
const form = (key: string) => `<form method="post" action="${pathFor(FORMS_API.submit, key)}"></form>`;

const folder = mkdtempSync(join(tmpdir(), 'site-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, content] of [
  ['index.html', PAGE],
  ['about/index.html', PAGE],
  ['not-found/index.html', PAGE],
  ['profile/index.html', PAGE],
  ['__spa-fallback.html', PAGE],
  ['contact/index.html', form('contact')],
  ['feedback/index.html', form('feedback')],
  ['assets/a-Hash.js', 'export const a = 1;\n'.repeat(50)],
  ['secret.map', '{}'],
  ['blog/feed.xml.data', '[]'],
] as const) {
  mkdirSync(join(folder, 'pages', name, '..'), { recursive: true });
  writeFileSync(join(folder, 'pages', name), content);
}
mkdirSync(join(folder, 'seo'));
for (const name of MARKED)
  writeFileSync(join(folder, 'seo', name), `one ${ORIGIN_PLACEHOLDER}/a, two ${ORIGIN_PLACEHOLDER}/b`);

const siteOf = (env: Readonly<Record<string, string>>) =>
  loadSite(
    [join(folder, 'pages'), join(folder, 'seo')],
    pageRules(settingsOf({ ...SITE, ...env }), FEATURES),
  );
const site = siteOf({ PUBLIC_API_KEY: '</script><script>alert(1)</script>' });
const app = createServer({
  log: pino({ level: 'silent' }),
  requests: { began: () => {}, answered: () => {} },
  isTrustedProxy: () => false,
  securityHeaders: siteHeaders(settingsOf(SITE), FEATURES),
  onDrop: () => {},
});
answerNotFound(app, () => site);
await app.register(cookie);
fileRoutes(app, () => site, 'session');
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  inject(app, `https://site.test${path}`, { method, headers });

describe('a served page', () => {
  test('contains the public settings as JSON that cannot run as a script', async () => {
    const { text } = await get('/about');
    const json = /id="public-settings">([^<]*)</.exec(text)?.[1] ?? '';
    expect(JSON.parse(json).apiKey).toBe('</script><script>alert(1)</script>');
  });

  test('has a Content-Security-Policy with the hash of each inline script, computed after the site’s origin was inserted into the script', async () => {
    const { text, headers } = await get('/about');
    expect(text).not.toContain(ORIGIN_PLACEHOLDER);
    expect(text).toContain('<script>from("https://site.test")</script>');
    const hash = createHash('sha256').update('from("https://site.test")').digest('base64');
    expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
  });

  test('is revalidated on each request, and answered with 304 when the browser already has it', async () => {
    const { headers } = await get('/');
    expect(headers.get('cache-control')).toBe('no-cache');
    const etag = headers.get('etag') ?? '';
    const again = await get('/', { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get('/', { 'if-none-match': ' * ' })).status).toBe(304);
    expect((await get('/', { 'if-none-match': `"a,b",w/${etag}` })).status).toBe(200);
  });

  test('has a different ETag for each encoding, and is sent again when the browser has it in another encoding', async () => {
    const tagIn = async (accepted: string) =>
      (await get('/', { 'accept-encoding': accepted })).headers.get('etag') ?? '';
    const gzip = await tagIn('gzip');
    expect(new Set([gzip, await tagIn(''), await tagIn('br')]).size).toBe(3);
    const held = { 'if-none-match': gzip };
    expect((await get('/', { ...held, 'accept-encoding': 'gzip' })).status).toBe(304);
    expect((await get('/', { ...held, 'accept-encoding': 'br' })).status).toBe(200);
  });
});

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['', 'none'],
])('a request with Accept-Encoding %j is answered with the encoding %s', async (accepted, encoding) => {
  const { headers } = await get('/assets/a-Hash.js', { 'accept-encoding': accepted });
  expect(headers.get('content-encoding') ?? 'none').toBe(encoding);
  expect(headers.get('vary')).toBe('Accept-Encoding');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test.each(MARKED)(
  'the served file %s contains the origin of the site in place of each placeholder',
  async (name) =>
    expect((await get(`/${name}`)).text).toBe('one https://site.test/a, two https://site.test/b'),
);

test('the profile page redirects to the sign-in page without a session cookie, and is served with one, even an expired one', async () => {
  for (const cookie of ['', 'other=1; xsession=2', 'Session=1'])
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get('/profile?x=1', { cookie }, method);
      expect([status, headers.get('location')], cookie).toEqual([302, '/auth?next=/profile']);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  expect((await get('/profile', { cookie: 'a=b; session=of-long-ago' })).status).toBe(200);
});

test.each(['/secret.map', '/__spa-fallback.html', '/blog/feed.xml.data', '/not-found', '/../package.json'])(
  '[V5.3.1] the path %s, which is not a public file, is answered with 404',
  async (path) => expect((await get(path)).status).toBe(404),
);

const HOSTED = {
  FORM_ENDPOINT: 'https://forms.site.test/v1',
  FORM_CONTACT_KEY: 'xyzabc',
  FORM_FEEDBACK_KEY: 'contact',
};
const [OURS, THEIRS] = ["'self'", "'self' https://forms.site.test"];

function pageOf(env: Readonly<Record<string, string>>, path: string) {
  const { plain = '', headers = {} } = siteOf(env).files.get(path) ?? {};
  return { text: String(plain), policy: headers['content-security-policy']?.split('; ') };
}

test.each([
  [{}, '/contact', '/f/contact', OURS],
  [HOSTED, '/contact', 'https://forms.site.test/v1/f/xyzabc', THEIRS],
  [HOSTED, '/feedback', 'https://forms.site.test/v1/f/contact', THEIRS],
])(
  'with the settings %j, the form on the page %s is sent to %s, and its Content-Security-Policy allows only %s',
  (env, path, action, allowed) => {
    const { text, policy } = pageOf(env, path);
    expect(text).toBe(`<form method="post" action="${action}"></form>`);
    expect(policy).toContain(`form-action ${allowed}`);
    expect(policy).toContain(`connect-src ${allowed}`);
  },
);

test('the Content-Security-Policy of a page without a form allows requests to a hosted form service, but no form submission', () => {
  const { policy } = pageOf(HOSTED, '/');
  expect(policy).toContain(`form-action ${OURS}`);
  expect(policy).toContain(`connect-src ${THEIRS}`);
});

const BUILT = `<!DOCTYPE html><html lang="en"><head><script>theme()</script><title>Page not found</title>
<meta name="description" content="Nothing here"/><meta name="robots" content="noindex"/>
<link rel="modulepreload-later" href="/assets/a.js"/><link rel="stylesheet" href="/assets/app.css"/></head>
<body><header>Menu</header><main id="content" class="grow"><p>Oops</p></main><footer>End</footer>
<script type="module">import "/assets/a.js"</script></body></html>`;

test('a page made by the server has the header, footer and theme of a built page, and nothing else of it', () => {
  const notFound = siteFile({ isPage: true, headers: {}, plain: Buffer.from(BUILT) });
  // The title and the content contain replacement patterns such as `$&`, which must stay as they are.
  const page = createPageFrame(() => ({ notFound }))('$& </title>', html`<p>$1 $& </p>`);
  expect(page.replace(/\n/g, '')).toBe(
    '<!DOCTYPE html><html lang="en"><head>' +
      "<script>try{const theme=localStorage.getItem('theme');if(theme)document.documentElement.dataset.theme=theme}catch{}</script>" +
      '<title>$&amp; &lt;/title&gt;</title><meta name="robots" content="noindex"/>' +
      '<link rel="stylesheet" href="/assets/app.css"/></head><body><header>Menu</header>' +
      '<main id="content" class="grow"><p>$1 $& </p></main><footer>End</footer></body></html>',
  );
});

const FILES: Readonly<Record<string, Buffer>> = {
  '/assets/manifest-1.js': Buffer.from('window.manifest = {}'),
  '/assets/home-2.js': Buffer.from('export const home = 1'),
  '/assets/app-3.css': Buffer.from('body { color: red }'),
};
const digestOf = (path: string) => {
  const content = FILES[path];
  return content === undefined ? undefined : createHash('sha256').update(content).digest();
};
const integrityOf = (path: string) => `integrity="sha256-${digestOf(path)?.toString('base64')}"`;

test.each([
  ['<link rel="modulepreload-later" href="/assets/home-2.js"/>', '/assets/home-2.js'],
  ['<link rel="stylesheet" href="/assets/app-3.css"/>', '/assets/app-3.css'],
])('the HTML tag %s gets the integrity hash of the file %s', (tag, path) => {
  expect(withIntegrity(tag, digestOf)).toBe(tag.replace('/>', ` ${integrityOf(path)}/>`));
});

test.each([
  '<link rel="modulepreload-later" href="/assets/unknown-4.js"/>',
  '<link rel="icon" href="/assets/app-3.css"/>',
  '<link rel="preload" as="font" href="/assets/home-2.js"/>',
  '<a href="/assets/app-3.css">a link</a>',
])('the HTML tag %s gets no integrity hash, because it loads no known script or style of the site', (tag) => {
  expect(withIntegrity(tag, digestOf)).toBe(tag);
});

test('the router’s manifest gets a script tag with an integrity hash at the end of the head', () => {
  const head =
    '<head><link rel="modulepreload-later" href="/assets/manifest-1.js"/><link rel="icon"/></head>';
  const integrity = integrityOf('/assets/manifest-1.js');
  expect(withIntegrity(head, digestOf)).toBe(
    `<head><link rel="modulepreload-later" href="/assets/manifest-1.js" ${integrity}/><link rel="icon"/>` +
      `<script type="module" async src="/assets/manifest-1.js" ${integrity}></script></head>`,
  );
});
