import { PAGES } from '#contract/paths.ts';
import { expect, test } from '#e2e/support/test.ts';

test('the home page opens', async ({ page }) => {
  const answer = await page.goto(PAGES.home);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the sign-in page opens', async ({ page }) => {
  const answer = await page.goto(PAGES.auth);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
