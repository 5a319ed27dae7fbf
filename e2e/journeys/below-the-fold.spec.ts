import { PAGES } from '#contract/paths.ts';
import { PHONE } from '../support/accessible.ts';
import { expect, test } from '../support/test.ts';

/** See web/styles/below-the-fold.css. */
test('blocks below the first screen are not painted first, and there for whoever tabs or prints', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.home);
  const heading = page.locator('#team-title');
  const isPainted = () =>
    heading.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isPainted()).toBe(false);

  await page.emulateMedia({ media: 'print' });
  expect(
    await page.locator('.team').evaluate((element) => getComputedStyle(element).contentVisibility),
    'on paper, all is there',
  ).toBe('visible');
  await page.emulateMedia({ media: 'screen' });

  const link = page.locator(`.team a[href="${PAGES.team}"]`);
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
