import { expect, type Page, type Request, type Response } from '@playwright/test';
import { ACCOUNT_API } from '#contract/paths.ts';

/**
 * Opens a page and waits until React has hydrated it. Scripts start after the first paint (docs/decisions/0055), perhaps even
 * after the load event. The first effects after hydration request the session, so this function waits for the answer, once the
 * navigation is committed: the previous document requests the session too.
 */
export async function openHydrated(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path, { waitUntil: 'commit' });
  await page.waitForResponse(`**${ACCOUNT_API.session}`);
  await page.waitForLoadState();
  return answer;
}

/** Opens a page, and also waits for what it loads when idle: for tests that then cut the connection. */
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
