import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { findChromium } from '../scripts/find-chromium.ts';
import { originOf } from './support/client.ts';
import { alternate, median, type Row, report } from './support/figures.ts';
import { startSite } from './support/site.ts';

/**
 * Measures how much work the pages cause on a slow phone, compared with the same pages without scripts, and how long presses
 * wait for an answer.
 *
 *   npm run bench -- phone [--pages /,/auth] [--rounds 5]
 */
const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: [PAGES.home, PAGES.pricing, PAGES.blog, PAGES.auth].join(',') },
    rounds: { type: 'string', default: '5' },
  },
});
const ROUNDS = Number(options.rounds);
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const TIMES_SLOWER = 6;
/** After this time the page is idle, so fonts, deferred work and animations are included in the measurement. */
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

await using site = await startSite();
const program = findChromium();
await using browser = await chromium.launch({
  ...(program && { executablePath: program }),
  args: ['--no-sandbox'],
});
const rows: Row[] = [];
for (const path of options.pages.split(',')) {
  process.stderr.write(`${path} …\n`);
  const url = originOf(site.url) + path;
  const { main } = await alternate(
    ROUNDS,
    () => workOf(browser, url, true),
    () => workOf(browser, url, false),
  );
  const slowest: number[] = [];
  while (slowest.length < ROUNDS) slowest.push(await slowestPress(browser, url));
  const target = `\`${path}\``;
  rows.push(
    { target, what: 'main thread', unit: 'ms', ...main, beside: 'no scripts', limit: '≤ 1.4 ×' },
    { target, what: 'the slowest of 20 presses', unit: 'ms', ours: median(slowest), limit: '≤ 100' },
  );
}
report(rows);

/** Opens an empty phone-sized tab with an empty cache, and closes it after `use`. */
async function onPhone<T>(
  browser: Browser,
  scripts: boolean,
  use: (page: Page, tools: CDPSession) => Promise<T>,
): Promise<T> {
  await using context = await browser.newContext({ ...PHONE, javaScriptEnabled: scripts });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
  return await use(page, tools);
}

/** Milliseconds of main-thread work in the first nine seconds of a page. */
function workOf(browser: Browser, url: string, scripts: boolean): Promise<{ main: number }> {
  return onPhone(browser, scripts, async (page, tools) => {
    // Measures the thread's own processor time, which does not include waiting for other programs.
    await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () => {
      const { metrics } = await tools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    };
    const before = await spent();
    await page.goto(url, { waitUntil: 'commit' });
    await pause(IDLE_AFTER_MS);
    return { main: ((await spent()) - before) * 1_000 };
  });
}

/** The longest delay until the screen showed a response, over twenty presses that begin as soon as something can be pressed. */
function slowestPress(browser: Browser, url: string): Promise<number> {
  return onPhone(browser, true, async (page) => {
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

/** Runs in the page. Delays shorter than 16 ms count as nothing. */
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
