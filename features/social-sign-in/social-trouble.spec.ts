import type { Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { CUTS_OPENER } from '#e2e/fakes/stand-in-server.ts';
import { expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { startAnotherSite } from '#e2e/support/another-site.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { agree, expectFailure, openProvider, providerButton, whoIsSignedIn } from '#e2e/support/social.ts';
import { expect, test } from '#e2e/support/test.ts';
import { uniqueAddress } from '#e2e/support/unique-address.ts';
import { PROVIDERS } from '#features/social-sign-in/contract.ts';
import { SOCIAL_ERRORS } from '#features/social-sign-in/refusals.ts';

const waiting = (page: Page) => page.getByText(AUTH_WORDS.waiting.replace('{provider}', 'Google'));

test('on a phone, what to do while the window is open is not under the chat’s button', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.auth);
  const chat = page.getByTestId('chat-button');
  await expect(chat).toBeVisible();
  // The words are to come in just where the button stands.
  await providerButton(page, 'google').evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await openProvider(page, 'google');
  await expect(waiting(page)).toBeInViewport({ ratio: 1 });
  const [words, button] = [await waiting(page).boundingBox(), await chat.boundingBox()];
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
});

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

  // A second press cannot use the window of the first.
  test('a first window that comes back late takes nothing from the second', async ({ page }) => {
    await page.goto(PAGES.auth);
    const first = await openProvider(page, 'google');
    const second = await openProvider(page, 'github');
    await expectFailure(page, 'google', 'cancelled-popup-request');
    const closed = first.waitForEvent('close');
    await agree(first, { email: uniqueAddress() });
    await closed;
    await expect(providerButton(page, 'github')).toHaveAttribute('aria-busy', 'true');
    expect(await whoIsSignedIn(page)).toBeNull();

    const email = uniqueAddress();
    await agree(second, { email, login: 'asha-second' });
    await expect(page).toHaveURL(PAGES.homeAlias);
    expect(await whoIsSignedIn(page)).toMatchObject({ email, name: 'asha-second' });
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

test('a provider that cannot be reached, and too many tries, are told before anybody is sent there', async ({
  page,
}) => {
  const strict = await startAnotherSite({
    RATE_LIMIT_SCALE: '0.001',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER: 'http://127.0.0.1:9',
  });
  try {
    await page.goto(strict.origin + PAGES.auth);
    const reason = `${AUTH_WORDS.notSetUp.replace('{providers}', 'GitHub')}.`;
    await expect(providerButton(page, 'github')).toHaveAccessibleDescription(reason);
    await expect(page.getByText(reason)).toBeVisible();
    await expect(providerButton(page, 'google')).toHaveAccessibleDescription('');
    for (const code of ['provider-unavailable', 'too-many-requests'] as const) {
      await providerButton(page, 'google').click();
      await expectFailure(page, 'google', code);
    }
  } finally {
    await strict.close();
  }
});

test.describe('without credentials', () => {
  test('providers that are not set up say so, where it can be seen', async ({ page }) => {
    const bare = await startAnotherSite({});
    try {
      await page.setViewportSize({ width: PHONE.width, height: 480 });
      const reason = AUTH_WORDS.notSetUp.replace('{providers}', 'Google and GitHub');
      const scripts = /\/assets\/[^/]*\.js$/;
      // Never answered, as on a slow line.
      await page.route(scripts, () => {});
      await page.goto(bare.origin + PAGES.auth, { waitUntil: 'commit' });
      await expect(page.getByText(reason).first(), 'before the scripts').toBeVisible();
      await expect(page.getByText(AUTH_WORDS.or).first()).toBeHidden();
      await expect(providerButton(page, 'google')).toHaveCSS('border-style', 'dashed');
      await page.unroute(scripts);
      await page.goto(bare.origin + PAGES.auth);
      for (const provider of PROVIDERS) {
        await expect(providerButton(page, provider)).toHaveAccessibleDescription(reason);
        await providerButton(page, provider).click();
        await expectFailure(page, provider, 'operation-not-allowed');
        await expect(page.getByRole('alert').locator('p').first()).toBeInViewport();
        await expect(page.getByText(SOCIAL_ERRORS['operation-not-allowed'])).toBeInViewport();
      }
      expect(page.context().pages()).toHaveLength(1);
    } finally {
      await bare.close();
    }
  });

  test('visitors of a public site do not see a provider that is not set up there, at no time', async ({
    page,
  }) => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    for (const [settings, isGoogleShown] of [
      [{}, false],
      [google, true],
    ] as const) {
      const site = await startAnotherSite({
        SITE_ORIGIN: 'http://site.example',
        SMTP_URL: 'smtp://127.0.0.1:9',
        ...settings,
      });
      // Its page, where its calls are answered.
      await page.route(PAGES.auth, async (route) =>
        route.fulfill({ response: await route.fetch({ url: site.origin + PAGES.auth }) }),
      );
      const expectNothingMissing = async () => {
        await expect(page.getByRole('button', { name: AUTH_WORDS.signIn.submit, exact: true })).toBeVisible();
        await expect(providerButton(page, 'google')).toBeVisible({ visible: isGoogleShown });
        await expect(providerButton(page, 'github')).toBeHidden();
        await expect(page.getByText(AUTH_WORDS.or).first()).toBeVisible({ visible: isGoogleShown });
        await expect(page.getByText(/not set up/i).first()).toBeHidden();
      };
      try {
        const scripts = /\/assets\/[^/]*\.js$/;
        // Never answered, as on a slow line.
        await page.route(scripts, () => {});
        await page.goto(PAGES.auth, { waitUntil: 'commit' });
        await expectNothingMissing();
        await page.unroute(scripts);
        await openHydrated(page, PAGES.auth);
        await expect(page.locator('[data-ready]')).toBeVisible();
        await expectNothingMissing();
        await page.unroute(PAGES.auth);
      } finally {
        await site.close();
      }
    }
  });
});
