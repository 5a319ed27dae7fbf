import type { Page } from '@playwright/test';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { DISCOVERY } from '#contract/paths.ts';
import { arriveSignedIn, signOut } from '../support/account.ts';
import { expect, test } from '../support/test.ts';
import { uniqueAddress } from '../support/unique-address.ts';

/** Leaves the page, does something in another tab, and goes back. Answers whether the browser had kept the page. */
async function awayAndBack(page: Page, meanwhile: (other: Page) => Promise<void>): Promise<boolean> {
  await page.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.kept = String(persisted);
    });
  });
  await page.goto(DISCOVERY.robots);
  const other = await page.context().newPage();
  await other.goto(PAGES.profile);
  await meanwhile(other);
  await other.close();
  // The "load" that Playwright would wait for does not come to a page that was kept.
  await page.goBack({ waitUntil: 'commit' });
  const answer = await page.waitForFunction(() => {
    if (document.documentElement.dataset.kept === 'true') return 'kept';
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return arrival?.type === 'back_forward' ? 'loaded anew' : undefined;
  });
  return (await answer.jsonValue()) === 'kept';
}

test('a profile that was kept for the way back shows nobody who has signed out since', {
  tag: '@whole-browser',
}, async ({ page }) => {
  let isKept = false;
  // A browser on a busy machine drops the page now and then.
  for (let tried = 1; !isKept && tried <= 5; tried++) {
    await arriveSignedIn(page, uniqueAddress());
    isKept = await awayAndBack(page, async (other) => {
      await signOut(other);
      await expect(other).toHaveURL(PAGES.home);
    });
    await expect(page).toHaveURL(signInPath(PAGES.profile));
  }
  expect(isKept, 'the browser had kept the page').toBe(true);
});
