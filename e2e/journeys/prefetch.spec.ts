import type { Page } from '@playwright/test';
import { ABOUT } from '#content/about.ts';
import { PAGES } from '#content/page-paths.ts';
import { openAtRest, openHydrated } from '../support/hydrated.ts';
import { holdBack } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';

const STYLE = /\/assets\/pages-[^/]*\.css$/;

test('a page whose link was pointed at opens without a connection; until then not even the style of other pages is fetched', async ({
  page,
  context,
  expectTrouble,
}) => {
  // What the home screen fetches for the way back to it.
  expectTrouble(/net::ERR_INTERNET_DISCONNECTED/);
  const styles = stylesAskedFor(page);
  await openAtRest(page, PAGES.home);
  expect(styles).toEqual([]);
  const link = page.getByRole('main').locator(`a[href="${PAGES.pricing}"]`).first();
  const fetched = page.waitForResponse(/\/assets\/pricing-/);
  await link.hover();
  await fetched;
  await page.waitForLoadState('networkidle');
  expect(styles).toHaveLength(1);
  await context.setOffline(true);
  await link.click();
  await expect(page).toHaveURL(PAGES.pricing);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the page behind a link is shown when its style is there, and not before', async ({ page }) => {
  const styles = stylesAskedFor(page);
  const letStyle = await holdBack(page, STYLE);
  await openHydrated(page, PAGES.home);
  // The first thing that is seen of the page, in whichever frame.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const head = document.querySelector('.page-head');
      if (head === null) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        document.body.dataset.firstSeen = getComputedStyle(head).isolation;
      });
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('contentinfo').locator(`a[href="${PAGES.about}"]`).click();
  await expect.poll(() => styles.length).toBeGreaterThan(0);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(page.locator('.page-head')).toHaveCount(0);

  await letStyle();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ABOUT.page.title);
  await expect(page.locator('body')).toHaveAttribute('data-first-seen', 'isolate');
});

function stylesAskedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (STYLE.test(new URL(request.url()).pathname)) asked.push(request.url());
  });
  return asked;
}
