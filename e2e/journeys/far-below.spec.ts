import type { Page } from '@playwright/test';
import { PAGES } from '#contract/paths.ts';
import { DESK, PHONE, renderAll } from '../support/accessible.ts';
import { expect, test } from '../support/test.ts';

/** See web/styles/far-below.css and docs/decisions/0036-scripts-after-the-first-paint.md. */
const SIZES = [
  PHONE,
  { width: 412, height: 823 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
  DESK,
];
/** How far from the truth a height may be before somebody notices it in the scrollbar. */
const NEAR_ENOUGH = 0.1;
const LAST_HEADING = 'Company';

for (const size of SIZES) {
  test(`what is far below is about as high as it will be: ${size.width}`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto(PAGES.home);
    const unseen = await heights(page);
    expect(unseen.map(({ name }) => name)).toEqual([
      'why',
      'vision',
      'features',
      'night-brief',
      'team',
      'site-footer',
    ]);
    await renderAll(page);
    for (const [index, { name, height }] of (await heights(page)).entries()) {
      const said = unseen[index]?.height ?? 0;
      expect
        .soft(Math.abs(said - height) / height, `${name}: ${said} for ${height}`)
        .toBeLessThan(NEAR_ENOUGH);
    }
  });
}

test('what is far below is not painted first, and there for whoever tabs or prints', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.home);
  const heading = page.getByRole('contentinfo').getByRole('heading', { name: LAST_HEADING });
  const isPainted = () =>
    heading.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isPainted()).toBe(false);

  await page.emulateMedia({ media: 'print' });
  expect(
    await page.locator('.team').evaluate((element) => getComputedStyle(element).contentVisibility),
    'on paper, all is there',
  ).toBe('visible');
  await page.emulateMedia({ media: 'screen' });

  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' });
  await link.focus();
  await expect(link).toBeInViewport();
  expect(await isPainted()).toBe(true);
});

test('a reload finds the place again', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.home);
  const team = page.locator('#team-title');
  await team.scrollIntoViewIfNeeded();
  await expect(team).toBeInViewport();
  // A scroll is kept for the reload a moment after it.
  await page.waitForTimeout(500);
  await page.reload();
  await expect(team).toBeInViewport();
});

/** Of everything that the browser may leave unpainted, in the order of the page. */
function heights(page: Page): Promise<{ name: string | undefined; height: number }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main section, footer')]
      .filter((element) => element.matches('.why, .vision, .features, .night-brief, .team, .site-footer'))
      .map((element) => ({
        name: [...element.classList].find((name) => name !== 'page-width'),
        height: element.getBoundingClientRect().height,
      })),
  );
}
