import { PAGES } from '#contract/paths.ts';
import { PHONE } from './support/accessible.ts';
import { PUBLIC_PAGES } from './support/routes.ts';
import { expect, test } from './support/test.ts';

test.use({ javaScriptEnabled: false });

for (const { path, title } of PUBLIC_PAGES) {
  test(`${path} can be read`, async ({ page, newVisitor }) => {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    const text = await page.getByRole('main').innerText();
    expect(text.length).toBeGreaterThan(path === PAGES.auth ? 20 : 200);

    // What a visitor with scripts can read is no more than this, once what was added for them alone is left out.
    const withScripts = await newVisitor();
    await withScripts.goto(path);
    expect(words(text)).toEqual(words(await withScripts.getByRole('main').innerText()));
  });
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean);
}

test('the menu works on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.home);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByTestId('side-menu');
  await expect(menu).toBeVisible();
  for (const name of ['Home', 'About', 'Product', 'Pricing', 'Vision', 'Team', 'Sign In', 'Get Started'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
  await menu.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(PAGES.pricing);
});

test('the menu works on a desk', async ({ page }) => {
  await page.goto(PAGES.home);
  await page.getByRole('banner').getByRole('link', { name: 'Vision' }).click();
  await expect(page).toHaveURL(PAGES.vision);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Vision' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});
