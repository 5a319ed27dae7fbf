import { CALLBACK_WORDS } from '#content/callback.ts';
import { HEADER_LINKS } from '#content/navigation.ts';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { NEEDS_SCRIPTS } from '#content/without-scripts.ts';
import { DESK, PHONE } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ javaScriptEnabled: false });

test('without JavaScript, the links in the side menu and in the header work', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.home);
  await page.getByRole('button', { name: SHELL_WORDS.openMenu }).click();
  const menu = page.getByTestId('side-menu');
  await expect(menu).toBeVisible();
  const names = HEADER_LINKS.map(({ label }) => label);
  for (const name of [...names, SHELL_WORDS.signIn, SHELL_WORDS.getStarted])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
  await menu.locator(`a[href="${PAGES.pricing}"]`).click();
  await expect(page).toHaveURL(PAGES.pricing);
  await page.setViewportSize(DESK);
  const link = page.getByRole('banner').locator(`a[href="${PAGES.vision}"]`).first();
  await link.click();
  await expect(page).toHaveURL(PAGES.vision);
  await expect(link).toHaveAttribute('aria-current', 'page');
});

test('with JavaScript turned off, the sign-in page and the profile page say that they need JavaScript', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.auth);
  await expect(page.getByTestId('theme-switch')).toBeHidden();
  // Finds the sentence by its class, because Playwright does not find text inside a noscript element.
  const sentence = page.locator('noscript > .banner');
  await expect(sentence).toBeInViewport();
  expect(await sentence.innerText()).toBe(NEEDS_SCRIPTS.text);
  await expect(page.locator('form:visible')).toHaveCount(0);
  await page.locator(`noscript a[href="${PAGES.contact}"]`).click();
  await expect(page.locator('form:visible')).toHaveCount(1);
  await page.goto(PAGES.profile);
  await expect(page).toHaveURL(signInPath(PAGES.profile));
  const { origin } = new URL(page.url());
  await page.context().addCookies([{ name: 'session', value: 'of-long-ago', url: origin }]);
  await page.goto(PAGES.profile);
  await expect(sentence).toBeInViewport();
  expect(await page.locator('h1:visible').allInnerTexts()).toEqual([PROFILE_WORDS.pageTitle]);
  await expect(page.locator('.skeleton:visible')).toHaveCount(0);
  await page.setViewportSize(DESK);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: SHELL_WORDS.signIn })).toBeVisible();
  await expect(header.getByTestId('account-button')).toBeHidden();

  await page.goto(`${PAGES.authCallback}?event=12345678&outcome=signed-in&provider=google&mode=popup`);
  await expect(page.getByText(CALLBACK_WORDS.close)).toBeVisible();
});
