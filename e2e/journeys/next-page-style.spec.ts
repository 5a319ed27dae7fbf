import type { Page } from '@playwright/test';
import { ABOUT } from '#content/about.ts';
import { PAGES } from '#content/page-paths.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { holdBack } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';

const STYLE = /\/assets\/pages-[^/]*\.css$/;

test('the page behind a link is shown when its style is there, and not before', async ({ page }) => {
  const styles = stylesAskedFor(page);
  const letStyle = await holdBack(page, STYLE);
  await openHydrated(page, PAGES.home);
  expect(styles).toEqual([]);
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
