import { AGE_WORDS } from '#content/age.ts';
import { PAGES } from '#content/page-paths.ts';
import { CUTS_OPENER } from '#e2e/fakes/stand-in-server.ts';
import { expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { createPanel } from '#e2e/support/account.ts';
import { startAnotherSite } from '#e2e/support/another-site.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { holdBack, SCRIPTS } from '#e2e/support/network-edge.ts';
import { agree, expectFailure, openProvider, providerButton } from '#e2e/support/social.ts';
import { expect, test } from '#e2e/support/test.ts';
import { uniqueAddress } from '#e2e/support/unique-address.ts';
import { SOCIAL_ERRORS } from '#features/social-sign-in/refusals.ts';
import { startStandIns } from '#server/testing/provider-visit.ts';

test.describe('where the provider’s page cuts the link to the window that opened it', () => {
  test.use({ extraHTTPHeaders: { [CUTS_OPENER]: 'yes' } });

  test('the window seems closed, and signs in all the same', async ({ page }) => {
    await page.clock.install();
    await page.goto(PAGES.auth);
    const popup = await openProvider(page, 'google');
    await page.clock.runFor(8_000);
    await expectFailure(page, 'google', 'popup-closed-by-user');
    expect(popup.isClosed()).toBe(false);
    await page.clock.runFor('02:00');
    await page.clock.resume();
    await agree(popup, { email: uniqueAddress(), name: 'Asha Rawat' });
    await expect(page).toHaveURL(PAGES.homeAlias);
    await expect(page.getByTestId('account-name').first()).toHaveText('Asha Rawat');
  });
});

test('who says no on the provider’s page is told that nothing was shared; waiting, it is accessible', async ({
  page,
}) => {
  await page.goto(PAGES.auth);
  const popup = await openProvider(page, 'google');
  const closed = popup.waitForEvent('close');
  await expectAccessible(page, 'sign in, window open', undefined, 'main');
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await expectFailure(page, 'google', 'user-cancelled');
  await closed;
});

test('no window opens for a provider that is not set up, on an address that is not the site’s, nor without a connection, and why is said where it can be seen', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: PHONE.width, height: 480 });
  await page.route(PAGES.auth, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"github":true', '"github":false');
    await route.fulfill({ response: answer, body });
  });
  await page.goto(PAGES.auth);
  await providerButton(page, 'github').click();
  await expectFailure(page, 'github', 'operation-not-allowed');
  await expect(page.getByRole('alert').locator('p').first()).toBeInViewport();
  await expect(page.getByText(SOCIAL_ERRORS['operation-not-allowed'])).toBeInViewport();
  await page.unroute(PAGES.auth);
  await page.goto(`${baseURL?.replace('localhost', '127.0.0.1')}${PAGES.auth}`);
  await providerButton(page, 'google').click();
  await expectFailure(page, 'google', 'unauthorized-domain');
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { value: false });
  });
  await page.goto(PAGES.auth);
  await providerButton(page, 'github').click();
  await expectFailure(page, 'github', 'network-request-failed');
  expect(page.context().pages()).toHaveLength(1);
});

test('visitors of a public site see no provider that is not set up, before and after the scripts', async ({
  page,
}) => {
  const site = await startAnotherSite({
    SITE_ORIGIN: 'http://site.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  });
  try {
    // Its page, where its calls are answered.
    await page.route(PAGES.auth, async (route) =>
      route.fulfill({ response: await route.fetch({ url: site.origin + PAGES.auth }) }),
    );
    const expectOnlyGoogle = async () => {
      await expect(providerButton(page, 'google')).toBeVisible();
      await expect(providerButton(page, 'github')).toBeHidden();
      await expect(page.getByText(/not set up/i).first()).toBeHidden();
    };
    const letScripts = await holdBack(page, SCRIPTS);
    await page.goto(PAGES.auth, { waitUntil: 'commit' });
    await expectOnlyGoogle();
    await letScripts();
    await expect(page.locator('[data-ready]')).toBeVisible();
    await expectOnlyGoogle();
  } finally {
    await site.close();
  }
});

test('who comes new with a provider where an age is asked for is led to the date of birth, and then in', async ({
  page,
}) => {
  const standIns = await startStandIns();
  const site = await startAnotherSite({ ...standIns.settings, MINIMUM_AGE: '18' });
  try {
    await openHydrated(page, site.origin + PAGES.auth);
    const visit = { email: uniqueAddress() };
    await agree(await openProvider(page, 'google'), visit);
    await expect(page.getByRole('alert')).toContainText(SOCIAL_ERRORS['age-needed']);
    await createPanel(page).getByLabel(AGE_WORDS.label).fill('1990-02-28');
    await page.keyboard.press('Enter');
    await agree(await openProvider(page, 'google'), visit);
    await expect(page).toHaveURL(site.origin + PAGES.homeAlias);
  } finally {
    await Promise.all([site.close(), standIns.close()]);
  }
});
