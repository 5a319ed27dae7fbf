import { expect, type Page, type Request, type Response } from '@playwright/test';
import { ACCOUNT_API } from '#contract/paths.ts';

/**
 * Opens a page and waits until React has hydrated it. Scripts start after the first paint (docs/decisions/0055), perhaps even
 * after the load event. The first effects after hydration request the session, so this function waits for that answer. It
 * ignores answers before the navigation is committed, because they belong to the previous document.
 */
export async function openHydrated(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path, { waitUntil: 'commit' });
  await page.waitForResponse(`**${ACCOUNT_API.session}`);
  await page.waitForLoadState();
  return answer;
}

/** Opens a page, and also waits for what the page loads when idle. Tests that cut the connection afterwards need this. */
export async function openAtRest(page: Page, path: string): Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  await openHydrated(page, path);
  // Idle callbacks run in order, so those of the site run before this one.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect.poll(() => pending.size, { message: 'requests under way' }).toBe(0);
}

/**
 * Answers requests to a path in place of a server. Applies to this page until a later call for the same path;
 * `page.unroute(path)` lets the real server answer again.
 */
export async function answerWith(page: Page, path: string, body: object, status = 200): Promise<void> {
  await page.unroute(inAddress(path));
  await page.route(inAddress(path), (route) => route.fulfill({ status, json: body }));
}

/** Makes requests to a path fail as without a network. */
export async function cutOff(page: Page, path: string): Promise<void> {
  await page.unroute(inAddress(path));
  await page.route(inAddress(path), (route) => route.abort('internetdisconnected'));
}

/** Holds requests back. The returned function releases them and all later ones. */
export async function holdBack(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // The route is kept, because a request waiting in a removed route may be sent twice, or never.
  await page.route(typeof path === 'string' ? inAddress(path) : path, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** The script files of a page. Without them, only the static HTML and the inline script in its head are left. */
export const SCRIPTS = /\/assets\/.+\.js$/;

export const HOME_SCRIPT = /\/assets\/home-.+\.js$/;

/** The line that the browser writes to the console when an answer has an error status, or no answer comes. */
export const refusedLine = (status: number) =>
  `Failed to load resource: the server responded with a status of ${status}`;
export const OFFLINE_LINE = 'net::ERR_INTERNET_DISCONNECTED';

function inAddress(path: string): string {
  return `**${path}`;
}
