import { PAGES } from '#content/page-paths.ts';
import { openAtRest } from '../support/hydrated.ts';
import { expect, test } from '../support/test.ts';

test('a page whose link was pointed at opens without a connection', async ({
  page,
  context,
  expectTrouble,
}) => {
  // What the home screen fetches for the way back to it.
  expectTrouble(/net::ERR_INTERNET_DISCONNECTED/);
  await openAtRest(page, PAGES.home);
  const link = page.getByRole('main').locator(`a[href="${PAGES.pricing}"]`).first();
  const fetched = page.waitForResponse(/\/assets\/pricing-/);
  await link.hover();
  await fetched;
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await link.click();
  await expect(page).toHaveURL(PAGES.pricing);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
