import { PAGES, signInPath } from '#content/page-paths.ts';
import { DISCOVERY } from '#contract/paths.ts';
import { arriveSignedIn, signOut } from '#e2e/support/account.ts';
import { openAtRest } from '#e2e/support/hydrated.ts';
import { expect, test } from '#e2e/support/test.ts';
import { uniqueAddress } from '#e2e/support/unique-address.ts';

test('a profile that was kept for the way back shows nobody who has signed out since', {
  tag: '@whole-browser',
}, async ({ page }) => {
  await arriveSignedIn(page, uniqueAddress());
  // A page that is left while it loads something may not be kept.
  await openAtRest(page, PAGES.profile);
  await page.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.kept = String(persisted);
    });
  });
  await page.goto(DISCOVERY.robots);
  const other = await page.context().newPage();
  await other.goto(PAGES.profile);
  await signOut(other);
  await expect(other).toHaveURL(PAGES.home);
  await other.close();
  // The "load" that Playwright would wait for does not come to a page that was kept.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html'), 'the browser had kept the page').toHaveAttribute('data-kept', 'true');
  await expect(page).toHaveURL(signInPath(PAGES.profile));
});
