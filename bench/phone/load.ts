import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.ts';

const PHONE = { width: 412, height: 823 };
/** After this time the page is idle, so fonts, deferred work and animations are included in the measurement. */
const SECONDS = 9;

export type Visit = {
  readonly browser: Browser;
  readonly url: string;
  readonly scripts: boolean;
  /** The processor is slowed down by this factor. */
  readonly slower: number;
};

/** Times in milliseconds, transferred sizes in kB. */
export type Work = Readonly<Record<'main' | 'layout' | 'style' | 'requests' | 'scriptSize', number>>;

export function openBrowser(): Promise<Browser> {
  const program = findChromium();
  return chromium.launch({ ...(program && { executablePath: program }), args: ['--no-sandbox'] });
}

/** Opens an empty phone-sized tab with an empty cache, and closes it after `use`. */
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

/** Main-thread work in the first nine seconds of a page, and the resources it loaded. */
export function workOf(visit: Visit): Promise<Work> {
  return onPhone(visit, async (page, tools) => {
    // Measures the thread's own processor time, which does not include waiting for other programs.
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
      requests: loaded.length + 1,
      scriptSize: sizes.reduce((sum, size) => sum + size, 0) / 1_000,
    };
  });
}

async function metricsOf(tools: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await tools.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** Transferred size in kB of all scripts named in the document, which load before the page is idle. */
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
