import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Request } from '@playwright/test';
import { DISCOVERY, EVENTS, PAGES } from '#contract/paths.ts';
import { DESK, PHONE } from '../support/accessible.ts';
import { PUBLIC_PAGES } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** A headless browser says so, and is not counted as a visitor. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
// Told to the whole browser: what a page sends while it is being left bears the browser's name, not the page's.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--user-agent=${USER_AGENT}`],
      // Playwright switches the browser's cache of whole pages off.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
  },
});

const isReporter = (path: string) => /\/assets\/report-visit-/.test(path);
/** Bytes, gzipped (docs/decisions/0021-page-views-are-sums-and-sketches.md). */
const LARGEST_SCRIPT = 3_000;
/** What the visitor's own profile page shows; the cookie policy tells of it. */
const OF_THE_PROFILE = [
  'totalVisits',
  'timeSpent',
  'totalTimeSpent',
  'lastActive',
  'trackTime',
  'visitCounted',
];
const DATA_DIR = process.env.E2E_DATA_DIR ?? '';

test('visits, the way through the site and the vitals arrive, and the report tells of them', async ({
  page,
}) => {
  test.slow();
  const sent = watchRequests(page);
  await open(page, PAGES.story);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Vision' }).first().click();
  await expect(page).toHaveTitle(titleOf(PAGES.vision));
  // The browser tells how long a press took once its answer is painted; a page left before that has no INP.
  await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    new PerformanceObserver(() => resolve()).observe({ type: 'first-input', buffered: true });
    await promise;
    // web-vitals, which heard of it first, looks at it when the page is idle.
    await new Promise((resolveIdle) => requestIdleCallback(resolveIdle));
  });
  await expect(page.getByTestId('loading-overlay')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveTitle(titleOf(PAGES.story));
  await expect(page.getByTestId('loading-overlay')).toHaveCount(0);
  expect(sent.events(), 'nothing before the page is left').toEqual([]);
  await page.goto('about:blank');

  // Other journeys of this run are robots; what is here is from this one, and a second try of it.
  await expect
    .poll(async () => (await pageOf(PAGES.story))?.views ?? 0, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(2);
  expect((await pageOf(PAGES.vision))?.views).toBeGreaterThanOrEqual(1);
  const story = await pageOf(PAGES.story);
  expect(story?.visitors).toBeGreaterThanOrEqual(1);
  // What is measured to the end comes in a second batch, and perhaps in the next storing.
  await expect
    .poll(async () => Object.keys((await pageOf(PAGES.story))?.vitals ?? {}).sort(), { timeout: 20_000 })
    .toEqual(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']);
  expect((await pageOf(PAGES.story))?.vitals.LCP?.p75).toBeGreaterThan(0);
  expect((await pageOf(PAGES.vision))?.vitals, 'vitals belong to the page that was loaded').toEqual({});

  const { stdout } = await operator('report', '--days', '2');
  expect(stdout).toMatch(/^\/story +\d+ +\d+ +\S+ [+~!] +\S+ [+~!] +\S+ [+~!] +\S+ [+~!] +\S+ [+~!]$/m);
});

test('a page that was kept for the way back is viewed again @whole-browser', async ({ page }) => {
  test.slow();
  await open(page, PAGES.comingSoon);
  await page.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.kept = String(persisted);
    });
  });
  await page.goto(DISCOVERY.robots);
  // The "load" that Playwright would wait for does not come to a page that was kept.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html'), 'the browser had kept the page').toHaveAttribute('data-kept', 'true');
  await page.goto(DISCOVERY.robots);
  await expect
    .poll(async () => (await pageOf(PAGES.comingSoon))?.views ?? 0, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(2);
});

test('what is sent names pages and numbers, and leaves nothing behind', async ({ page, context }) => {
  const sent = watchRequests(page);
  await open(page, `${PAGES.authReset}?token=SECRET`);
  await recordBeacons(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect.poll(() => beaconsOf(page)).toHaveLength(1);
  const [body = ''] = await beaconsOf(page);
  const { events, ...rest } = JSON.parse(body);
  expect(rest).toEqual({});
  expect(body).not.toContain('SECRET');
  for (const event of events) {
    expect(event).toEqual(
      event.kind === 'view'
        ? { kind: 'view', path: PAGES.authReset }
        : { kind: 'vital', path: PAGES.authReset, metric: expect.any(String), value: expect.any(Number) },
    );
  }
  expect(events.map(({ kind }: { kind: string }) => kind)).toContain('view');
  const [request] = await expect
    .poll(() => sent.events())
    .toHaveLength(1)
    .then(() => sent.events());
  const headers = (await request?.allHeaders()) ?? {};
  expect(headers['content-type']).toBe('application/json');
  expect(headers.cookie).toBeUndefined();
  expect((await request?.response())?.status()).toBe(202);
  expect(await context.cookies()).toEqual([]);
  const stored = await storedNames(page);
  expect(
    stored.filter((name) => !OF_THE_PROFILE.includes(name)),
    'nothing is kept for it',
  ).toEqual([]);
});

test('the code that counts is one small file, fetched once the page is idle', async ({ page, request }) => {
  const scripts: string[] = [];
  page.on('request', (each) => {
    const { pathname } = new URL(each.url());
    if (isReporter(pathname) || /web-vitals/.test(pathname)) scripts.push(pathname);
  });
  await open(page, PAGES.about);
  expect(scripts).toHaveLength(1);
  const code = await (await request.get(scripts[0] ?? '')).body();
  expect(gzipSync(code, { level: 9 }).length, 'bytes, with web-vitals in them').toBeLessThan(LARGEST_SCRIPT);
});

for (const [wish, arrange] of [
  ['Do Not Track', (page: Page) => say(page, 'doNotTrack', '1')],
  ['Global Privacy Control', (page: Page) => say(page, 'globalPrivacyControl', true)],
] as const) {
  test(`under ${wish} nothing is loaded and nothing sent`, async ({ page }) => {
    const requests = watchRequests(page);
    await arrange(page);
    await page.goto(PAGES.features);
    // The chat and the guard come after idle as well; what would count comes no later.
    await expect(page.getByTestId('chat-button')).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Vision' }).first().click();
    await expect(page).toHaveURL(PAGES.vision);
    await page.goto(PAGES.home);
    await expect(page.getByTestId('chat-button')).toBeVisible();
    expect(requests.all().filter(isReporter)).toEqual([]);
    expect(requests.events()).toEqual([]);
  });
}

test.describe('a browser that only its headers tell about', () => {
  test.use({ extraHTTPHeaders: { 'Sec-GPC': '1' } });

  test('is answered alike and not counted', async ({ page }) => {
    const sent = watchRequests(page);
    await open(page, PAGES.license);
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    await expect.poll(() => sent.events()).toHaveLength(1);
    expect((await sent.events()[0]?.response())?.status()).toBe(202);
    // One that is counted, sent later, is there: then the other one would be as well.
    await page.request.post(EVENTS, {
      data: { events: [{ kind: 'view', path: PAGES.cookiePolicy }] },
      headers: { 'user-agent': USER_AGENT, 'sec-gpc': '0' },
    });
    await expect
      .poll(async () => (await pageOf(PAGES.cookiePolicy))?.views ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(0);
    expect(await pageOf(PAGES.license)).toBeUndefined();
  });
});

test('the report as a page is accessible in every look and fetches nothing', async ({ page }, testInfo) => {
  test.slow();
  const file = testInfo.outputPath('report.html');
  await page.request.post(EVENTS, {
    data: {
      events: [
        { kind: 'view', path: PAGES.terms },
        { kind: 'vital', path: PAGES.terms, metric: 'LCP', value: 900 },
      ],
    },
    headers: { 'user-agent': USER_AGENT },
  });
  await expect
    .poll(async () => (await pageOf(PAGES.terms))?.views ?? 0, { timeout: 20_000 })
    .toBeGreaterThan(0);
  await operator('report', '--html', file);
  const requests = watchRequests(page);
  for (const size of [PHONE, DESK]) {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await page.goto(pathToFileURL(file).href);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who came');
      await expect(page.getByRole('img', { name: 'Page views and visitors, day by day.' })).toBeVisible();
      await page.getByText('The same as a table').click();
      await expect(page.getByRole('table')).toHaveCount(3);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  }
  expect(requests.all().filter((path) => !path.endsWith('/report.html'))).toEqual([]);
  rmSync(file);
});

/** Opens a page and waits until the code that counts is there, and was run. */
async function open(page: Page, path: string): Promise<void> {
  const loaded = page.waitForResponse((response) => isReporter(new URL(response.url()).pathname));
  await page.goto(path);
  await page.evaluate(async (code) => {
    await import(code);
    // The page asked for it first: what it does then is done by the next task.
    await new Promise((resolve) => setTimeout(resolve));
  }, (await loaded).url());
}

const titleOf = (path: string) => PUBLIC_PAGES.find((page) => page.path === path)?.title ?? '';

function watchRequests(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request);
  });
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  return {
    all: () => requests.map(pathOf),
    events: () => requests.filter((request) => pathOf(request) === EVENTS),
  };
}

/** What a browser's setting would have the page read. */
async function say(page: Page, name: string, value: unknown): Promise<void> {
  await page.addInitScript(([own, answer]) => Object.defineProperty(navigator, own, { get: () => answer }), [
    name,
    value,
  ] as const);
}

/** Browsers do not show tools what is inside a beacon. */
async function recordBeacons(page: Page): Promise<void> {
  await page.evaluate(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, data) => {
      void (data as Blob).text().then((text) => {
        document.documentElement.dataset.beacons = JSON.stringify([
          ...JSON.parse(document.documentElement.dataset.beacons ?? '[]'),
          text,
        ]);
      });
      return send(url, data);
    };
  });
}

async function beaconsOf(page: Page): Promise<string[]> {
  return JSON.parse((await page.locator('html').getAttribute('data-beacons')) ?? '[]');
}

/** Names of everything that the page stored. */
function storedNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => String(name)),
    ...(await caches.keys()),
  ]);
}

type ReportedPage = {
  readonly path: string;
  readonly views: number;
  readonly visitors: number;
  readonly vitals: Readonly<Record<string, { readonly p75: number } | undefined>>;
};

async function pageOf(path: string): Promise<ReportedPage | undefined> {
  const { stdout } = await operator('report', '--json', '--days', '2');
  const { pages } = JSON.parse(stdout) as { readonly pages: readonly ReportedPage[] };
  return pages.find((page) => page.path === path);
}

/** The operator's command beside the running site, as a person would call it. */
function operator(...args: readonly string[]) {
  return promisify(execFile)(process.execPath, [join('server', 'commands', 'operator.ts'), ...args], {
    env: { ...process.env, DATA_DIR, DATABASE_URL: '', SMTP_URL: '', SITE_ORIGIN: '' },
  });
}
