import { PAGES } from '#content/page-paths.ts';
import { WHY_US } from '#content/why-us.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { expect, test } from '#e2e/support/test.ts';

/** docs/decisions/0055-how-a-page-loads.md explains this order of loading. */
test('a page is painted before it loads React, and loads each script once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // Holds the stylesheet back, which delays the first paint.
  let passStyle = () => {};
  const styleAsked = new Promise<void>((resolve) => {
    void page.route(/\.css$/, async (route) => {
      const passed = new Promise<void>((pass) => {
        passStyle = pass;
      });
      resolve();
      await passed;
      await route.continue();
    });
  });
  await page.goto(PAGES.home, { waitUntil: 'commit' });
  await styleAsked;
  // Waits for the two fonts, which are the last requests of the head. Preloads of scripts would come before the fonts.
  await expect.poll(() => asked.filter((path) => path.endsWith('.woff2'))).toHaveLength(2);
  const isEntry = (path: string) => path.startsWith('/assets/entry.client-');
  expect(asked.filter(isEntry)).toEqual([]);
  passStyle();
  await expect.poll(() => asked.filter(isEntry)).toHaveLength(1);
  await page.getByTestId('theme-switch').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', /./);
  const scripts = asked.filter((path) => path.endsWith('.js'));
  expect(scripts).toEqual([...new Set(scripts)]);
});

const FIRST_BLOCK = WHY_US.title;

test('a link in the static part of the home page opens without loading a new document, and so does going back', async ({
  page,
}) => {
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
