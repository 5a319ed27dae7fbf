import { expect, type Page, type Request, type Response } from '@playwright/test';
import { ACCOUNT_API } from '#contract/paths.ts';

/**
 * Opens a page and waits until React has it: from then on its router follows links. The scripts start after the first
 * paint (docs/decisions/0055), which may be after the load; a click before that is the browser's, as a visitor's is.
 * Known by the answer to what its first effects ask. Waited for from the commit on: the document before asks as well.
 */
export async function openHydrated(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path, { waitUntil: 'commit' });
  await page.waitForResponse(`**${ACCOUNT_API.session}`);
  await page.waitForLoadState();
  return answer;
}

/** The same, and has fetched what it fetches when it is idle: for tests that cut the connection then. */
export async function openAtRest(page: Page, path: string): Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  await openHydrated(page, path);
  // The site's own work was asked for before this, and comes first.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect.poll(() => pending.size, { message: 'requests under way' }).toBe(0);
}
