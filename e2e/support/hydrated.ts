import { expect, type Page, type Response } from '@playwright/test';
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
  await openHydrated(page, path);
  await expect(page.getByTestId('chat-button')).toBeVisible();
}
