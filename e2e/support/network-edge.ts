import type { Page } from '@playwright/test';

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
  // The route is kept: a request waiting in a removed route may be sent twice, or never.
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
