import { AUTH_WORDS, CALLBACK_WORDS } from '#content/account.ts';
import { SOCIAL_ERRORS } from '#contract/errors.ts';
import { ACCOUNT_API, PAGES } from '#contract/paths.ts';
import { PROVIDER_NAMES, PROVIDERS, SOCIAL_CHANNEL, SOCIAL_POPUP } from '#contract/social.ts';
import { expectAccessible } from '../support/accessible.ts';
import { arriveSignedIn, signIn, signInPanel } from '../support/account.ts';
import {
  agree,
  agreeButton,
  blockPopups,
  expectFailure,
  openProvider,
  providerButton,
  signInWith,
  whoIsSignedIn,
} from '../support/social.ts';
import { expect, test } from '../support/test.ts';
import { uniqueAddress } from '../support/unique-address.ts';

for (const provider of PROVIDERS) {
  test(`${PROVIDER_NAMES[provider]}: the first visit makes the record, the second counts up`, async ({
    page,
  }) => {
    const email = uniqueAddress('asha');
    await page.goto(PAGES.auth);
    await signInWith(page, provider, { email, name: 'Asha Rawat' });
    await expect(page.getByTestId('account-name').first()).toHaveText('Asha Rawat');
    const first = await whoIsSignedIn(page);
    expect(first).toMatchObject({ email, name: 'Asha Rawat', login_count: 1, email_verified: true });

    await page.getByTestId('account-button').click();
    await page.getByTestId('account-menu').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(PAGES.home);
    expect(await whoIsSignedIn(page)).toBeNull();

    await page.goto(`${PAGES.auth}?view=create`);
    await signInWith(page, provider, { email, name: 'Another Name' });
    const second = await whoIsSignedIn(page);
    expect(second).toMatchObject({ id: first?.id, name: 'Asha Rawat', login_count: 2 });
    expect(Date.parse(second?.last_login ?? '')).toBeGreaterThan(Date.parse(first?.last_login ?? ''));
  });
}

test('without a display name, GitHub’s login is the name', async ({ page }) => {
  await page.goto(PAGES.auth);
  await signInWith(page, 'github', { email: uniqueAddress(), login: 'asha-codes' });
  expect(await whoIsSignedIn(page)).toMatchObject({ name: 'asha-codes', login_count: 1 });
});

test('the window has its size, the page says where it goes on, and the window closes itself', async ({
  page,
}) => {
  await page.goto(PAGES.auth);
  const popup = await openProvider(page, 'google');
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([
    SOCIAL_POPUP.width,
    SOCIAL_POPUP.height,
  ]);
  await expect(page.getByText(AUTH_WORDS.waiting.replace('{provider}', 'Google'))).toBeVisible();
  await expect(providerButton(page, 'google')).toHaveAttribute('aria-busy', 'true');
  await expect(providerButton(page, 'github')).not.toHaveAttribute('aria-busy');
  const closed = popup.waitForEvent('close');
  await agree(popup, { email: uniqueAddress() });
  await closed;
  await expect(page).toHaveURL(PAGES.homeAlias);
});

test('“Remember this device” counts for every way in', async ({ page }) => {
  const session = async () => (await page.context().cookies()).find(({ name }) => name === 'session');
  const email = uniqueAddress();
  await page.goto(PAGES.auth);
  await signInWith(page, 'google', { email });
  expect((await session())?.expires, 'ends with the browser').toBe(-1);
  expect(await page.evaluate(() => localStorage.getItem('rememberDevice'))).toBeNull();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(PAGES.auth);
  await signInPanel(page).getByLabel('Remember this device').check();
  await signInWith(page, 'google', { email });
  const days = ((await session())?.expires ?? 0) / 86_400 - Date.now() / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect(await page.evaluate(() => localStorage.getItem('rememberDevice'))).toBe('true');
});

test('an account of the same address is joined, and keeps its password', async ({ page, mailbox }) => {
  const email = uniqueAddress();
  await arriveSignedIn(page, mailbox, email);
  const before = await whoIsSignedIn(page);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());

  await page.goto(PAGES.auth);
  await signInWith(page, 'google', { email, name: 'What Google Says' });
  expect(await whoIsSignedIn(page)).toMatchObject({ id: before?.id, name: before?.name });
  const methods = await page.request.get(ACCOUNT_API.signInMethods);
  expect(await methods.json()).toMatchObject({ methods: ['password', 'google'] });

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(PAGES.auth);
  await signIn(page, email);
  await expect(page).toHaveURL(PAGES.homeAlias);
  expect(await whoIsSignedIn(page)).toMatchObject({ id: before?.id });
});

test('without BroadcastChannel the report comes through local storage, which is clean afterwards', async ({
  page,
}) => {
  await page.context().addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel');
  });
  await page.goto(PAGES.auth);
  await signInWith(page, 'github', { email: uniqueAddress() });
  expect(await page.evaluate((key) => localStorage.getItem(key), SOCIAL_CHANNEL)).toBeNull();
});

test('a second press cancels the first, in the same window', async ({ page }) => {
  await page.goto(PAGES.auth);
  const popup = await openProvider(page, 'google');
  await providerButton(page, 'github').click();
  await expectFailure(page, 'google', 'cancelled-popup-request');
  await expect(providerButton(page, 'github')).toHaveAttribute('aria-busy', 'true');
  await expect(popup.getByRole('button', { name: 'Authorize' })).toBeVisible();
  expect(page.context().pages()).toHaveLength(2);
  await agree(popup, { email: uniqueAddress() });
  await expect(page).toHaveURL(PAGES.homeAlias);
});

test('another way in can be taken while a window is open', async ({ page, mailbox }) => {
  const email = uniqueAddress();
  await arriveSignedIn(page, mailbox, email);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(PAGES.auth);
  const popup = await openProvider(page, 'google');
  const closed = popup.waitForEvent('close');
  await signIn(page, email);
  await expect(page).toHaveURL(PAGES.homeAlias);
  await closed;
});

test('where windows are blocked the page says so, and goes on by itself', async ({ page }) => {
  const email = uniqueAddress();
  await blockPopups(page);
  await page.clock.install();
  await page.goto(PAGES.auth);
  await signInPanel(page).getByLabel('Remember this device').check();
  await providerButton(page, 'google').click();
  await expectFailure(page, 'google', 'popup-blocked');
  await expect(page).toHaveURL(PAGES.auth);
  await page.clock.runFor(5_000);
  await expect(agreeButton(page)).toBeVisible();
  await page.clock.resume();
  await agree(page, { email, name: 'Asha Rawat' });
  await expect(page).toHaveURL(PAGES.homeAlias);
  await expect(page.getByTestId('account-name').first()).toHaveText('Asha Rawat');
  expect(await whoIsSignedIn(page)).toMatchObject({ email, login_count: 1 });
  expect(await page.evaluate(() => localStorage.getItem('rememberDevice'))).toBe('true');
  expect(await page.evaluate(() => sessionStorage.getItem('socialRedirect'))).toBeNull();
});

test('a redirect that is refused ends on the sign-in page, which says why', async ({ page }) => {
  await blockPopups(page);
  await page.clock.install();
  await page.goto(PAGES.auth);
  await providerButton(page, 'github').click();
  await expectFailure(page, 'github', 'popup-blocked');
  await page.clock.runFor(5_000);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(PAGES.auth);
  await expectFailure(page, 'github', 'user-cancelled');
  expect(await whoIsSignedIn(page)).toBeNull();
});

test.describe('the callback page', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('says how it went where it may not close, and nothing that an address makes up', async ({ page }) => {
    await page.addInitScript(() => {
      window.close = () => {};
    });
    const shown = page.getByTestId('callback');
    const see = async (query: string) => {
      await page.goto(`${PAGES.authCallback}?${query}`);
    };
    await see('event=12345678&outcome=signed-in&provider=google&mode=popup');
    await expect(shown).toHaveText(`${CALLBACK_WORDS.signedIn}${CALLBACK_WORDS.closeSignedIn}`);
    await expectAccessible(page, 'callback page, signed in');
    await see('event=12345678&outcome=proved&provider=github&mode=popup');
    await expect(shown).toHaveText(`${CALLBACK_WORDS.proved}${CALLBACK_WORDS.closeSignedIn}`);
    for (const outcome of Object.keys(SOCIAL_ERRORS) as (keyof typeof SOCIAL_ERRORS)[]) {
      await see(`event=12345678&outcome=${outcome}&provider=github&mode=popup`);
      await expect(shown).toHaveText(
        `Failed to sign in with GitHub${SOCIAL_ERRORS[outcome]}${CALLBACK_WORDS.close}`,
      );
    }
    await expectAccessible(page, 'callback page, failed');

    await see('event=12345678&outcome=Call+0900&provider=google&mode=popup&message=Call+0900');
    await expect(shown).toHaveText(
      `Failed to sign in with Google${SOCIAL_ERRORS['internal-error']}${CALLBACK_WORDS.close}`,
    );
    await see('outcome=user-cancelled&provider=Call+0900');
    await expect(shown).toContainText(SOCIAL_ERRORS['user-cancelled']);
    await expect(page.getByText('0900')).toHaveCount(0);
  });

  test('stands alone, and is found by nobody', async ({ page }) => {
    await page.goto(PAGES.authCallback);
    await expect(page.getByText(CALLBACK_WORDS.close)).toBeVisible();
    for (const part of ['banner', 'contentinfo', 'navigation'] as const)
      await expect(page.getByRole(part)).toHaveCount(0);
    await page.getByRole('link', { name: CALLBACK_WORDS.home }).click();
    await expect(page).toHaveURL(PAGES.home);
    await expect(page.getByRole('banner')).toBeVisible();
  });

  test('an address that somebody sent signs nobody in and opens no dialog', async ({ page }) => {
    await page.goto(`${PAGES.authCallback}?event=12345678&outcome=signed-in&provider=google&mode=redirect`);
    await expect(page).toHaveURL(PAGES.auth);
    await expectFailure(page, 'google', 'internal-error');
    await page.goto(`${PAGES.authCallback}?event=12345678&outcome=proved&provider=google&mode=redirect`);
    await expect(page).toHaveURL(PAGES.auth);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test('can be read', async ({ page }) => {
      await page.goto(`${PAGES.authCallback}?event=12345678&outcome=signed-in&provider=google&mode=popup`);
      await expect(page.getByText(CALLBACK_WORDS.close)).toBeVisible();
    });
  });
});
