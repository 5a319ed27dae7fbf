import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { findChromium } from '../scripts/find-chromium.ts';
import { load, startStillPage } from './speed/pages.ts';
import { originOf } from './support/client.ts';
import { alternate, compared, median, type Row, report } from './support/figures.ts';
import { startSite } from './support/site.ts';

/**
 * Measures pages on a slow phone: main-thread work, bytes, requests, the slowest tap, and Lighthouse's figures. Compares them
 * with the same pages without scripts and, with `--before`, with an older build that is served at the given address.
 *
 *   npm run bench -- phone [--before http://localhost:4000] [--only work,presses,lighthouse] [--pages /,/auth] [--rounds 5]
 */
const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    only: { type: 'string', default: 'work,presses,lighthouse' },
    pages: { type: 'string', default: [PAGES.home, PAGES.pricing, PAGES.blog, PAGES.auth].join(',') },
    rounds: { type: 'string', default: '5' },
  },
});
const ROUNDS = Number(options.rounds);
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const TIMES_SLOWER = 6;
const VERY_SLOW = 10;
/** The milliseconds after which a page is idle. Fonts, deferred work and animations until then are included in the measurement. */
const IDLE_AFTER_MS = 9_000;
const PRESSES = 20;
const PRESS_EACH_MS = 150;
/** Elements pressed in this order. The menu is closed before the elements under it are pressed; a form is sent empty. */
const PRESSED = [
  '.theme-switch',
  '[popovertarget="side-menu"]',
  '.side-menu [popovertarget]',
  'main :is(form [type="submit"], summary, label)',
];

/** Milliseconds of main-thread work in the first nine seconds, and sizes in kB. */
type Work = Readonly<Record<'main' | 'still' | 'paint' | 'requests' | 'scripts' | 'firstScripts', number>>;
const NOTHING: Work = {
  ...{ main: Number.NaN, still: Number.NaN, paint: Number.NaN },
  ...{ requests: Number.NaN, scripts: Number.NaN, firstScripts: Number.NaN },
};

await using site = await startSite();
await using still = await startStillPage(site.url);
const program = findChromium();
await using browser = await chromium.launch({
  ...(program && { executablePath: program }),
  args: ['--no-sandbox'],
});

const PARTS: Readonly<Record<string, (path: string) => Promise<Row[]>>> = {
  work: workRows,
  presses: pressRows,
  lighthouse: lighthouseRows,
};
const rows: Row[] = [];
for (const path of options.pages.split(','))
  for (const part of options.only.split(',')) {
    process.stderr.write(`${part} of ${path} …\n`);
    rows.push(...((await PARTS[part]?.(path)) ?? []));
  }
report(rows);

async function workRows(path: string): Promise<Row[]> {
  const { before } = options;
  const figures = await alternate(
    ROUNDS,
    () => workAt(originOf(site.url) + path),
    async () => (before === undefined ? NOTHING : workAt(new URL(path, before).href)),
  );
  const target = `\`${path}\``;
  const isHome = path === PAGES.home;
  const { main, still, paint, firstScripts, scripts, requests } = figures;
  const rows = [
    compared([target, 'main thread', 'ms'], { ours: main.ours, floor: still.ours }, 'no scripts', '≤ 1.4 ×'),
  ];
  if (before === undefined) return rows;
  const older = (what: string, unit: string, pair: (typeof figures)['main'], limit: Row['limit']) =>
    rows.push(compared([target, what, unit], pair, 'before', limit));
  older('main thread', 'ms', main, '≤ 0.55 ×');
  older('layout and style', 'ms', paint, '≤ 0.45 ×');
  older('main thread, no scripts', 'ms', still, '≤ 0.7 ×');
  older('scripts before idle', 'kB', firstScripts, isHome ? '≤ 110' : '≤ 0.92 ×');
  older('scripts in all', 'kB', scripts, isHome ? '≤ 128' : '≤ 0.92 ×');
  older('requests', '', requests, isHome ? '≤ 18' : '≤ 1 ×');
  return rows;
}

async function pressRows(path: string): Promise<Row[]> {
  const slowest: number[] = [];
  while (slowest.length < ROUNDS) slowest.push(await slowestPress(originOf(site.url) + path));
  const what = `the slowest of ${PRESSES} presses`;
  return [{ target: `\`${path}\``, what, unit: 'ms', ours: median(slowest), limit: '≤ 100' }];
}

async function lighthouseRows(path: string): Promise<Row[]> {
  const url = originOf(site.url) + path;
  const { blocking, paint, slowScore } = await alternate(
    ROUNDS,
    async () => ({ ...(await load(url, TIMES_SLOWER)), slowScore: (await load(url, VERY_SLOW)).score }),
    async () => ({ ...(await load(new URL(path, still.url).href, TIMES_SLOWER)), slowScore: Number.NaN }),
  );
  const target = `\`${path}\``;
  return [
    compared([target, 'blocking time', 'ms'], blocking, 'no scripts', '≤ 1.3 ×'),
    compared([target, 'largest contentful paint', 'ms'], paint, 'no scripts', '≤ 1.05 ×'),
    { target, what: `score, slowed ${VERY_SLOW} ×`, unit: '', ours: slowScore.ours, limit: '≥ 95' },
  ];
}

/** Opens an empty phone-sized tab with an empty cache, and closes it after `use`. */
async function onPhone<T>(scripts: boolean, use: (page: Page, tools: CDPSession) => Promise<T>): Promise<T> {
  await using context = await browser.newContext({ ...PHONE, javaScriptEnabled: scripts });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
  return await use(page, tools);
}

/** Measures the work of a page and, as `still`, the work of the same page without scripts. */
async function workAt(url: string): Promise<Work> {
  const firstScripts = await firstScriptSize(url);
  const { main: still } = await visit(url, false);
  return { ...(await visit(url, true)), still, firstScripts };
}

function visit(url: string, scripts: boolean) {
  return onPhone(scripts, async (page, tools) => {
    // Measures the processor time of the page's main thread, which does not include waiting for other programs.
    await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const measure = async () => {
      const { metrics } = await tools.send('Performance.getMetrics');
      return new Map(metrics.map(({ name, value }) => [name, value * 1_000]));
    };
    const before = await measure();
    await page.goto(url, { waitUntil: 'commit' });
    await pause(IDLE_AFTER_MS);
    const after = await measure();
    const spent = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const loaded = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
        ({ name, encodedBodySize }) => ({ name, size: encodedBodySize }),
      ),
    );
    const sizes = loaded.filter(({ name }) => name.endsWith('.js')).map(({ size }) => size);
    return {
      main: spent('TaskDuration'),
      paint: spent('LayoutDuration') + spent('RecalcStyleDuration'),
      requests: loaded.length + 1,
      scripts: sizes.reduce((sum, size) => sum + size, 0) / 1_000,
    };
  });
}

/** Transferred size in kB of all scripts named in the document, which load before the page is idle. */
async function firstScriptSize(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const paths = new Set(html.match(/\/assets\/[\w.-]+\.js\b/g));
  const sizes = [...paths].map(async (path) => {
    const answer = await fetch(new URL(path, url), { headers: { 'accept-encoding': 'br' } });
    await answer.body?.cancel();
    return Number(answer.headers.get('content-length'));
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1_000;
}

/** Taps twenty times, as soon as the page has something to tap. Returns the longest delay until the screen changed. */
function slowestPress(url: string): Promise<number> {
  return onPhone(true, async (page) => {
    await page.addInitScript(noteAnswers);
    await page.goto(url, { waitUntil: 'commit' });
    for (let press = 0; press < PRESSES; press++) {
      await pressOn(page, PRESSED[press % PRESSED.length] ?? '');
      await pause(PRESS_EACH_MS);
    }
    await pause(1_000);
    return page.evaluate(() => Math.max(0, ...(window as unknown as Noted).answers));
  });
}

type Noted = { answers: number[] };

/** Runs in the page. Records the delay after each tap; the browser reports no delay shorter than 16 ms. */
function noteAnswers() {
  const answers: number[] = [];
  Object.assign(window, { answers });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ((entry as PerformanceEventTiming).interactionId) answers.push(entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

async function pressOn(page: Page, selector: string): Promise<void> {
  const place = await page.evaluate((wanted) => {
    for (const element of document.querySelectorAll(wanted)) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width > 0 && y > 0 && y < innerHeight && element.contains(document.elementFromPoint(x, y)))
        return { x, y };
    }
    return undefined;
  }, selector);
  if (place) await page.mouse.click(place.x, place.y);
}
