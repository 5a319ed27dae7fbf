import type { Page } from '@playwright/test';
import { ABOUT } from '#content/about.ts';
import { PAGES } from '#content/page-paths.ts';
import { openHydrated } from './support/hydrated.ts';
import { expect, test } from './support/test.ts';

const STYLE = /\/assets\/pages-[^/]*\.css$/;

test('the home screen leaves the style of the other pages alone until somebody points at a link', async ({
  page,
}) => {
  const asked = requestsFor(page);
  await page.goto(PAGES.home);
  await expect(page.getByTestId('chat-button')).toBeVisible();
  expect(asked).toEqual([]);

  await linkToAbout(page).hover();
  await expect.poll(() => asked).toHaveLength(1);
});

test('the page behind a link is shown when its style is there, and not before', async ({ page }) => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(STYLE, async (route) => {
    await held;
    await route.continue();
  });
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
  const asked = requestsFor(page);
  await linkToAbout(page).click();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(page.locator('.page-head')).toHaveCount(0);

  arrive();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ABOUT.page.title);
  await expect(page.locator('body')).toHaveAttribute('data-first-seen', 'isolate');
});

function requestsFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (STYLE.test(new URL(request.url()).pathname)) asked.push(request.url());
  });
  return asked;
}

function linkToAbout(page: Page) {
  return page.getByRole('contentinfo').locator(`a[href="${PAGES.about}"]`);
}
