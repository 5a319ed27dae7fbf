import { PAGES } from '#contract/paths.ts';
import { openHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/test.ts';

/** See docs/decisions/0055-how-a-page-loads.md. */
const FIRST_BLOCK = 'Why choose us';
const BLOCKS = [FIRST_BLOCK, 'Eight stars to steer by', 'Ten stops in one long night'];
const CODE_OF_BLOCKS = /\/assets\/home-blocks-[\w-]{8}\.js$/;

test('a link in a static block is followed without a new document, and back', async ({ page }) => {
  await openHydrated(page, PAGES.home);
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const main = page.getByRole('main');
  const words = await main.innerText();
  const link = main.getByRole('link', { name: 'Compare the five plans' });
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

test('with a key held or the middle button, such a link opens beside the page', async ({ page, context }) => {
  await page.goto(PAGES.home);
  const link = page.getByRole('main').getByRole('link', { name: 'Compare the five plans' });
  for (const how of [{ modifiers: ['Control'] }, { button: 'middle' }] as const) {
    const opened = context.waitForEvent('page');
    await link.click({ ...how, modifiers: 'modifiers' in how ? [...how.modifiers] : [] });
    const other = await opened;
    await expect(other).toHaveURL(PAGES.pricing);
    await other.close();
    await expect(page).toHaveURL(PAGES.home);
  }
});

test('when their code does not arrive, the document brings the blocks', async ({ page, expectTrouble }) => {
  expectTrouble('net::ERR_FAILED');
  await page.route(CODE_OF_BLOCKS, (route) => route.abort());
  await openHydrated(page, PAGES.about);
  const loaded = page.waitForEvent('load');
  await page.getByRole('banner').getByRole('link', { name: 'Tuesday AI' }).click();
  await loaded;
  for (const name of BLOCKS) await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Innovation fueled by faith');
});
