import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/bootstrap/browser.mjs';

const PHONE = { width: 412, height: 823 };
/** Until the page is at rest: fonts, what comes after idle and what plays are in it. */
const SECONDS = 9;

export type Visit = {
  readonly browser: Browser;
  readonly url: string;
  readonly scripts: boolean;
  /** How many times slower than this machine's the processor is. */
  readonly slower: number;
};

/** Times in milliseconds, sizes in kB as they are sent. */
export type Work = Readonly<
  Record<'main' | 'layout' | 'style' | 'script' | 'layouts' | 'requests' | 'scriptSize', number>
>;

export function openBrowser(): Promise<Browser> {
  const program = findChromium();
  return chromium.launch({ ...(program && { executablePath: program }), args: ['--no-sandbox'] });
}

/** Opens an empty tab of a phone with an empty cache; closes it after `use`. */
export async function onPhone<T>(
  { browser, scripts, slower }: Omit<Visit, 'url'>,
  use: (page: Page, tools: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    javaScriptEnabled: scripts,
  });
  try {
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    return await use(page, tools);
  } finally {
    await context.close();
  }
}

/** The work of the main thread in the first nine seconds of a page, and what was loaded. */
export function workOf(visit: Visit): Promise<Work> {
  return onPhone(visit, async (page, tools) => {
    // The thread's own clock stands still while other programs have the processor.
    await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await metricsOf(tools);
    await page.goto(visit.url, { waitUntil: 'commit' });
    await pause(SECONDS * 1_000);
    const after = await metricsOf(tools);
    const spent = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => {
        const { name, encodedBodySize } = entry as PerformanceResourceTiming;
        return { name, size: encodedBodySize };
      }),
    );
    const sizes = loaded.filter(({ name }) => name.endsWith('.js')).map(({ size }) => size);
    return {
      main: spent('TaskDuration') * 1_000,
      layout: spent('LayoutDuration') * 1_000,
      style: spent('RecalcStyleDuration') * 1_000,
      script: spent('ScriptDuration') * 1_000,
      layouts: spent('LayoutCount'),
      requests: loaded.length + 1,
      scriptSize: sizes.reduce((sum, size) => sum + size, 0) / 1_000,
    };
  });
}

async function metricsOf(tools: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await tools.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** All scripts that the document names, which it loads before it is idle, in kB as they are sent. */
export async function firstScriptSize(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const paths = new Set(html.match(/\/assets\/[\w.-]+\.js\b/g));
  const sizes = [...paths].map(async (path) => {
    const answer = await fetch(new URL(path, url), { headers: { 'accept-encoding': 'br' } });
    await answer.body?.cancel();
    return Number(answer.headers.get('content-length'));
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1_000;
}
