import { expect, type Page, type Response } from '@playwright/test';

/**
 * Opens a page and waits until React has it: from then on its router follows links. The scripts start after the first
 * paint (docs/decisions/0055), which may be after the load; a click before that is the browser's, as a visitor's is.
 * Known by the chat's button, which only React draws.
 */
export async function openHydrated(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path);
  await expect(page.getByTestId('chat-button')).toBeVisible();
  return answer;
}
