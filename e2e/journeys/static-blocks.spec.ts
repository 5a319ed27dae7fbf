import { BRAND } from '#content/brand.ts';
import { HOME } from '#content/home.ts';
import { PAGES } from '#content/page-paths.ts';
import { STORY } from '#content/story.ts';
import { VISION } from '#content/vision.ts';
import { WHY_US } from '#content/why-us.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { expect, test } from '#e2e/support/test.ts';

/** See docs/decisions/0055-how-a-page-loads.md. */
const FIRST_BLOCK = WHY_US.title;
const BLOCKS = [FIRST_BLOCK, VISION.title, STORY.block.title];
const CODE_OF_BLOCKS = /\/assets\/home-blocks-[\w-]{8}\.js$/;

test('a link in a static block is followed without a new document, and back', async ({ page }) => {
  await openHydrated(page, PAGES.home);
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const main = page.getByRole('main');
  const words = await main.innerText();
  const link = main.getByRole('link', { name: WHY_US.reasons[0]?.check.label ?? '' });
  await link.click();
  await expect(page).toHaveURL(PAGES.pricing);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.goBack();
  await expect(main.getByRole('heading', { name: FIRST_BLOCK })).toBeVisible();
  await expect.poll(() => main.innerText(), 'the same words, made by React this time').toBe(words);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(PAGES.pricing);
  expect(documents).toEqual([]);
});

test('when their code does not arrive, the document brings the blocks', async ({ page, expectTrouble }) => {
  expectTrouble('net::ERR_FAILED');
  await page.route(CODE_OF_BLOCKS, (route) => route.abort());
  await openHydrated(page, PAGES.about);
  const loaded = page.waitForEvent('load');
  await page.getByRole('banner').getByRole('link', { name: BRAND.product }).click();
  await loaded;
  for (const name of BLOCKS) await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOME.hero.title);
});
