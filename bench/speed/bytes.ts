import { type Browser, type CDPSession, chromium, devices, type Page } from '@playwright/test';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { findChromium, findHeadlessShell } from '../../scripts/find-chromium.ts';
import { startTlsProxy } from '../support/tls-proxy.ts';
import type { Measurement } from './measurement.ts';

/** No request for this long, and nothing under way: the page has what it asked for. */
const QUIET_MS = 500;
const WAIT_AT_MOST_MS = 15_000;
const HOME = '/';

type Received = { readonly type: string; readonly path: string; readonly bytes: number };

/**
 * What a first visit of `/` on a phone transfers until its page is ready and idle, and what a click on a link costs
 * after the pointer was over it. From Chromium's own trace of the network: bytes as
 * they come over HTTP/2, as from the proxy that deploy/ puts in front, with the heads of the answers.
 *
 * "Idle": the document is loaded and hydrated, nothing is under way, and every request that came before that has its
 * answer. What the page itself puts off until the browser has nothing to do (chat, particles, counting of visits: record
 * 0012) is put off until this has been counted, so it is left out however fast the machine is, and nothing else is:
 * should hydration wait for idleness one day, it is let go, and counts.
 */
export const measure: Measurement = async () => {
  const place = await makeThrowAwayPlace('');
  const proxy = await startTlsProxy();
  const { origin } = proxy;
  const server = await startServerProcess({
    ...place.env,
    LOG_LEVEL: 'info',
    SITE_ORIGIN: origin,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  proxy.passTo(server.port);
  const executablePath = findHeadlessShell(process.env) ?? findChromium(process.env);
  const browser = await chromium.launch({
    args: [
      `--ignore-certificate-errors-spki-list=${proxy.keyHash}`,
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    // The visitor's first visit, not the server's: that one is sent what was compressed in a hurry (record 0055).
    await firstVisit(browser, origin);
    const { received, links } = await firstVisit(browser, origin);
    const late: number[] = [];
    for (const link of links) {
      const requests = await requestsAfterHover(browser, origin, link);
      if (requests.length > 0) process.stdout.write(`${link} still asks for ${requests.join(', ')}\n`);
      late.push(requests.length);
    }
    const kB = (those: readonly Received[]) => those.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
    const row = (what: string, ours: number, unit: string, value: number) =>
      ({
        target: 'Bytes before idle on /',
        what,
        ours,
        unit,
        limits: [{ of: 'ours', kind: 'at most', value }],
      }) as const;
    return [
      row('JavaScript', kB(received.filter(({ type }) => type === 'Script')), 'kB', 120),
      row('everything', kB(received), 'kB', 170),
      row('requests', received.length, '', 14),
      row(`most requests by a click after hover, of ${links.length} links`, Math.max(...late), '', 0),
    ];
  } finally {
    await browser.close();
    proxy.close();
    server.terminate();
    await server.exit;
    await place.remove();
  }
};

async function firstVisit(browser: Browser, origin: string) {
  const { page, network } = await newPhone(browser);
  await page.goto(origin + HOME);
  await settled(page, network);
  const links = await page.evaluate(() => {
    const paths = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"], footer a[href^="/"]')]
      .filter((link) => link.checkVisibility())
      .map((link) => link.getAttribute('href') ?? '');
    return [...new Set(paths)].filter((path) => path !== location.pathname);
  });
  const received = network.received();
  await page.context().close();
  return { received, links };
}

/**
 * What the router still has to fetch between a click and the moment it goes to the new page, although the pointer was
 * over the link before. What is fetched after that, for later, is not waited for and does not count.
 */
async function requestsAfterHover(
  browser: Browser,
  origin: string,
  path: string,
): Promise<readonly string[]> {
  const { page, network } = await newPhone(browser);
  await page.goto(origin + HOME);
  await settled(page, network);
  const link = page
    .locator(`main a[href="${path}"], footer a[href="${path}"]`)
    .filter({ visible: true })
    .first();
  await link.hover();
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  await quiet(network);
  await link.click();
  await page.waitForURL((url) => url.pathname + url.search === path);
  const names = await page.evaluate(() => {
    const clicked = performance.getEntriesByName('bench-click').at(-1)?.startTime ?? 0;
    const gone = performance.getEntriesByName('bench-gone').at(-1)?.startTime ?? 0;
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry.startTime >= clicked && entry.startTime <= gone)
      .filter((entry) => (entry as PerformanceResourceTiming).transferSize > 0)
      .map(({ name }) => new URL(name).pathname);
  });
  await page.context().close();
  return names.filter((name) => !name.startsWith('/api/'));
}

async function newPhone(browser: Browser) {
  const context = await browser.newContext({ ...devices['Pixel 7'], reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  return { page, network: await watchNetwork(await context.newCDPSession(page)) };
}

type Network = { readonly received: () => readonly Received[]; readonly calmSince: () => number };

async function watchNetwork(trace: CDPSession): Promise<Network> {
  const open = new Map<string, { type: string; path: string }>();
  const received: Received[] = [];
  let last = performance.now();
  const end = (id: string, bytes: number) => {
    const request = open.get(id);
    if (request === undefined) return;
    open.delete(id);
    received.push({ ...request, bytes });
    last = performance.now();
  };
  trace.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) => {
    last = performance.now();
    open.set(requestId, { type, path: new URL(request.url).pathname });
  });
  trace.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    end(requestId, encodedDataLength),
  );
  trace.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0));
  await trace.send('Network.enable');
  return {
    received: () => [...received],
    calmSince: () => (open.size > 0 ? performance.now() : last),
  };
}

async function quiet(network: Network): Promise<void> {
  const until = performance.now() + WAIT_AT_MOST_MS;
  while (performance.now() - network.calmSince() < QUIET_MS) {
    if (performance.now() > until) throw new Error('The page does not come to rest.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Loaded, hydrated, and nothing under way. A page that hydrates when idle is let go on until it has. */
async function settled(page: Page, network: Network): Promise<void> {
  await page.waitForLoadState('load');
  await quiet(network);
  const hydrated = () =>
    page.evaluate(() => Object.keys(document.body).some((key) => key.startsWith('__reactFiber')));
  const until = performance.now() + WAIT_AT_MOST_MS;
  while (!(await hydrated())) {
    if (performance.now() > until) throw new Error('The page does not hydrate.');
    await page.evaluate(() => dispatchEvent(new Event('bench-let-go')));
    await quiet(network);
  }
}

/** Runs in the page, before its scripts: what waits for an idle moment waits until it is let go; clicks leave marks. */
function watchPage(): void {
  const original = window.requestIdleCallback.bind(window);
  const held = new Map<number, () => void>();
  let next = 1_000_000;
  window.requestIdleCallback = (act, options) => {
    const handle = next++;
    held.set(handle, () => original(act, options));
    return handle;
  };
  window.cancelIdleCallback = (handle) => void held.delete(handle);
  addEventListener('click', () => performance.mark('bench-click'), { capture: true });
  const push = history.pushState.bind(history);
  history.pushState = (...change) => {
    performance.mark('bench-gone');
    push(...change);
  };
  addEventListener('bench-let-go', () => {
    const now = [...held.values()];
    held.clear();
    for (const one of now) one();
  });
}
