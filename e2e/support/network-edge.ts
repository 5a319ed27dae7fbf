import type { Page } from '@playwright/test';

/**
 * Answers in the place of somebody else's server, or with a success that is not what a test is about. Each holds for this page until
 * another one for the same path replaces it; `page.unroute(path)` brings the server back.
 */
export async function answerWith(page: Page, path: string, body: object, status = 200): Promise<void> {
  await page.unroute(inAddress(path));
  await page.route(inAddress(path), (route) => route.fulfill({ status, json: body }));
}

/** The network is gone for requests to a path. */
export async function cutOff(page: Page, path: string): Promise<void> {
  await page.unroute(inAddress(path));
  await page.route(inAddress(path), (route) => route.abort('internetdisconnected'));
}

/** Keeps requests waiting. Calling what it returns lets them through, and all that follow. */
export async function holdBack(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // It stays: a request that waits in a route that is taken away may be let through twice, or never.
  await page.route(typeof path === 'string' ? inAddress(path) : path, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** The scripts of a page; without them it is the static HTML and the script inside its head. */
export const SCRIPTS = /\/assets\/.+\.js$/;

/** What the browser writes when an answer has an error status, or none comes. */
export const refusedLine = (status: number) =>
  `Failed to load resource: the server responded with a status of ${status}`;
export const OFFLINE_LINE = 'net::ERR_INTERNET_DISCONNECTED';

function inAddress(path: string): string {
  return `**${path}`;
}
