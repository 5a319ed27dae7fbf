import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { FEATURES } from '#server/features.ts';
import { html } from '#server/html/html.ts';
import { prefersPage } from '#server/http/body.ts';
import { createServer } from '#server/http/create-server.ts';
import { siteHeaders } from '#server/http/security-headers.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { settingsOf } from '#server/testing/settings-of.ts';
import { inject } from '#server/testing/test-client.ts';
import { withIntegrity } from './content-security-policy.ts';
import { answerNotFound, fileRoutes } from './file-routes.ts';
import { createPageFrame } from './page-frame.ts';
import { loadSite, siteFile } from './site.ts';

const PAGE = `<!doctype html><html lang="en"><link rel="canonical" href="${ORIGIN_PLACEHOLDER}/about"/><script>theme()</script><script>from("${ORIGIN_PLACEHOLDER}")</script><script type="application/ld+json">{"url":"${ORIGIN_PLACEHOLDER}/about"}</script><script type="application/json" id="public-settings">{}</script><script type="module" src="/assets/a.js"></script>${'<p>warm words</p>'.repeat(50)}`;
/** A binary file with the placeholder of the origin. Replacing it would break the file. */
const PICTURE = Buffer.concat([Buffer.from([0x89, 0xff, 0xfe]), Buffer.from(ORIGIN_PLACEHOLDER)]);
const MARKED = ['sitemap.xml', 'robots.txt', 'site.webmanifest', 'list.json', 'about.data'];
const SITE = { SITE_ORIGIN: 'https://site.test', SMTP_URL: 'smtp://mail:25' };
const rulesOf = (env: Readonly<Record<string, string>> = {}) =>
  pageRules(settingsOf({ ...SITE, ...env }), FEATURES);
const rules = rulesOf({ PUBLIC_API_KEY: '</script><script>alert(1)</script>' });
const form = (key: string) => `<form method="post" action="${pathFor(FORMS_API.submit, key)}"></form>`;
let folder: string;
let found: string;
let app: FastifyInstance;
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  inject(app, `https://site.test${path}`, { method, headers });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'site-'));
  for (const [name, content] of [
    ['index.html', PAGE],
    ['about/index.html', PAGE],
    ['not-found/index.html', PAGE],
    ['profile/index.html', PAGE],
    ['contact/index.html', form('contact')],
    ['feedback/index.html', form('feedback')],
    ['__spa-fallback.html', PAGE],
    ['assets/a-Hash.js', 'export const a = 1;\n'.repeat(50)],
    ['favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['secret.map', '{}'],
    ['blog/feed.xml.data', '[]'],
  ] as const) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  found = mkdtempSync(join(tmpdir(), 'found-'));
  for (const name of MARKED)
    writeFileSync(join(found, name), `one ${ORIGIN_PLACEHOLDER}/a, two ${ORIGIN_PLACEHOLDER}/b`);
  writeFileSync(join(found, 'marked.png'), PICTURE);
  const site = loadSite([folder, found], rules);
  app = createServer({
    log: pino({ level: 'silent' }),
    requests: { began: () => {}, answered: () => {} },
    isTrustedProxy: () => false,
    securityHeaders: siteHeaders(settingsOf(SITE), FEATURES),
    onDrop: () => {},
  });
  answerNotFound(app, () => site);
  await app.register(cookie);
  fileRoutes(app, () => site, 'session');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(found, { recursive: true });
});

describe('a served page', () => {
  test('contains the public settings as JSON that cannot run as a script', async () => {
    const html = (await get('/about')).text;
    const json = /id="public-settings">([^<]*)</.exec(html)?.[1] ?? '';
    expect(JSON.parse(json).apiKey).toBe('</script><script>alert(1)</script>');
  });

  test('has a Content-Security-Policy with the hashes of its inline scripts, made after the site’s origin was inserted into them', async () => {
    const answer = await get('/about');
    const html = answer.text;
    expect(html).not.toContain(ORIGIN_PLACEHOLDER);
    const [, code = ''] = /<script>(from[^<]+)</.exec(html) ?? [];
    expect(code).toBe('from("https://site.test")');
    const hash = createHash('sha256').update(code).digest('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
  });

  test('is revalidated on each request, and answered with 304 when the browser already has it', async () => {
    const first = await get('/');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    const again = await get('/', { 'if-none-match': `"other", W/${etag}` });
    expect((await get('/', { 'if-none-match': ' * ' })).status).toBe(304);
    expect((await get('/', { 'if-none-match': `"a,b",w/${etag}` })).status).toBe(200);
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('has a different ETag for each encoding, and is sent again when the browser has it in another encoding', async () => {
    const tags = await Promise.all(
      ['', 'gzip', 'br'].map(async (accepted) => {
        const { headers } = await get('/', { 'accept-encoding': accepted });
        return headers.get('etag') ?? '';
      }),
    );
    expect(new Set(tags).size).toBe(3);
    const [, gzip = ''] = tags;
    const held = { 'if-none-match': gzip };
    expect((await get('/', { ...held, 'accept-encoding': 'gzip' })).status).toBe(304);
    expect((await get('/', { ...held, 'accept-encoding': 'br' })).status).toBe(200);
  });
});

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['', null],
])('a request with Accept-Encoding %j is answered with the encoding %s', async (accepted, encoding) => {
  const answer = await get('/assets/a-Hash.js', { 'accept-encoding': accepted });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test.each(MARKED)(
  'the served file %s contains the origin of the site in place of each placeholder',
  async (name) => {
    const answer = await get(`/${name}`);
    expect(answer.text).toBe('one https://site.test/a, two https://site.test/b');
  },
);

describe('the profile page', () => {
  test.each(['', 'other=1; xsession=2', 'Session=1'])(
    'redirects to the sign-in page if the cookies “%s” include no session cookie',
    async (cookie) => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await get('/profile?x=1', { cookie }, method);
        expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
          302,
          '/auth?next=/profile',
          'no-store',
        ]);
      }
    },
  );

  test('is served with any session cookie, because only its scripts check the session', async () => {
    expect((await get('/profile', { cookie: 'a=b; session=of-long-ago' })).status).toBe(200);
  });
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

function pageWith(env: Readonly<Record<string, string>>, path: string) {
  const file = loadSite([folder, found], rulesOf(env)).files.get(path);
  const policy = file?.headers['content-security-policy'] ?? '';
  return {
    html: file?.plain.toString(),
    allowed: Object.fromEntries(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    ),
  };
}

describe('a form on a page without JavaScript', () => {
  test('is sent to this server only, by default', () => {
    const { html, allowed } = pageWith({}, '/contact');
    expect(html).toBe('<form method="post" action="/f/contact"></form>');
    expect(allowed['form-action']).toEqual(["'self'"]);
    expect(allowed['connect-src']).toEqual(["'self'"]);
  });

  test.each([
    ['/contact', 'https://forms.site.test/v1/f/xyzabc'],
    ['/feedback', 'https://forms.site.test/v1/f/contact'],
  ])('on the page %s is sent to the hosted form service when one is set', (path, action) => {
    const { html, allowed } = pageWith(HOSTED, path);
    expect(html).toBe(`<form method="post" action="${action}"></form>`);
    expect(allowed['form-action']).toEqual(["'self'", 'https://forms.site.test']);
  });
});

describe('the Content-Security-Policy of the pages', () => {
  test('lets every page call the hosted form service, but only pages with such a form submit a form there', () => {
    const { allowed } = pageWith(HOSTED, '/');
    expect(allowed['connect-src']).toEqual(["'self'", 'https://forms.site.test']);
    expect(allowed['form-action']).toEqual(["'self'"]);
  });
});

const siteWith = (built: string) => ({
  notFound: siteFile({ isPage: true, headers: {}, plain: Buffer.from(built) }),
});

const BUILT = `<!DOCTYPE html><html lang="en"><head><script>theme()</script><title>Page not found</title>
<meta name="description" content="Nothing here"/><meta name="robots" content="noindex"/>
<link rel="modulepreload-later" href="/assets/a.js"/><link rel="stylesheet" href="/assets/app.css"/></head>
<body><header>Menu</header><main id="content" class="grow"><p>Oops</p></main><footer>End</footer>
<script type="module">import "/assets/a.js"</script></body></html>`;

test('a page made by the server has the header and footer of a built page, but not its content, scripts or description, and shows the chosen theme', () => {
  const page = createPageFrame(() => siteWith(BUILT))('Not sent yet', html`<p>Please</p>`);
  expect(page.replace(/\n/g, '')).toBe(
    '<!DOCTYPE html><html lang="en"><head>' +
      "<script>try{const theme=localStorage.getItem('theme');if(theme)document.documentElement.dataset.theme=theme}catch{}</script>" +
      '<title>Not sent yet</title><meta name="robots" content="noindex"/>' +
      '<link rel="stylesheet" href="/assets/app.css"/></head><body><header>Menu</header>' +
      '<main id="content" class="grow"><p>Please</p></main><footer>End</footer></body></html>',
  );
});

test('a page made by the server has its content unchanged and its title escaped, even with replacement patterns ($&)', () => {
  const page = createPageFrame(() => siteWith(BUILT))('$& </title>', html`<p>$1 $& </p>`);
  expect(page).toContain('<title>$&amp; &lt;/title&gt;</title>');
  expect(page).toContain('<p>$1 $& </p></main>');
});

test.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['text/html;q=0.5, application/json', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['Text/HTML ; Q=0.9, application/json;q=0.8', true],
  [';;,,=', false],
])('a request with the Accept header %s prefers an HTML page to JSON: %s', (accept, isPage) => {
  expect(prefersPage({ headers: { accept } })).toBe(isPage);
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
const written = (html: string) => withIntegrity(html, digestOf);

test.each([
  ['<link rel="modulepreload-later" href="/assets/home-2.js"/>', '/assets/home-2.js'],
  ['<link rel="stylesheet" href="/assets/app-3.css"/>', '/assets/app-3.css'],
])('the HTML tag %s gets the integrity hash of its file', (tag, path) => {
  expect(written(tag)).toBe(tag.replace('/>', ` ${integrityOf(path)}/>`));
});

test('the router’s manifest gets a script tag with an integrity hash at the end of the head', () => {
  const tag = '<link rel="modulepreload-later" href="/assets/manifest-1.js"/>';
  const integrity = integrityOf('/assets/manifest-1.js');
  expect(written(`<head>${tag}<link rel="icon"/></head>`)).toBe(
    `<head><link rel="modulepreload-later" href="/assets/manifest-1.js" ${integrity}/><link rel="icon"/>` +
      `<script type="module" async src="/assets/manifest-1.js" ${integrity}></script></head>`,
  );
});

test.each([
  '<link rel="modulepreload-later" href="/assets/unknown-4.js"/>',
  '<link rel="icon" href="/assets/app-3.css"/>',
  '<link rel="preload" as="font" href="/assets/home-2.js"/>',
  '<a href="/assets/app-3.css">a link</a>',
])('the HTML tag %s gets no integrity hash', (tag) => expect(written(tag)).toBe(tag));
