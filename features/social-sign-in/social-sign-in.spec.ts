import { CALLBACK_WORDS } from '#content/callback.ts';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_API, CONSOLE_HOME } from '#contract/paths.ts';
import { expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { signInByRequest, signInPanel } from '#e2e/support/account.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import { holdBack, refusedLine } from '#e2e/support/network-edge.ts';
import {
  agree,
  agreeButton,
  blockPopups,
  expectFailure,
  openProvider,
  providerButton,
  signInWith,
  whoIsSignedIn,
} from '#e2e/support/social.ts';
import { expect, test } from '#e2e/support/test.ts';
import { SOCIAL_CHANNEL, SOCIAL_POPUP } from '#features/social-sign-in/contract.ts';
import { SOCIAL_ERRORS } from '#features/social-sign-in/refusals.ts';

test('a first sign-in with Google creates the account, in a window that closes itself', async ({ page }) => {
  const visit = { email: uniqueAddress('asha'), name: 'Asha Rawat' };
  await page.goto(PAGES.auth);
  const popup = await openProvider(page, 'google');
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([
    SOCIAL_POPUP.width,
    SOCIAL_POPUP.height,
  ]);
  await expect(page.getByText(AUTH_WORDS.waiting.replace('{provider}', 'Google'))).toBeVisible();
  await expect(providerButton(page, 'google')).toHaveAttribute('aria-busy', 'true');
  await expect(providerButton(page, 'github')).not.toHaveAttribute('aria-busy');
  await expectAccessible(page, 'sign in, window open', 'main');
  const closed = popup.waitForEvent('close');
  await agree(popup, visit);
  await closed;
  await expect(page).toHaveURL(PAGES.homeAlias);
  await expect(page.getByTestId('account-name').first()).toHaveText(visit.name);
  expect(await whoIsSignedIn(page)).toMatchObject({ ...visit, login_count: 1, email_verified: true });
});

test('without BroadcastChannel, the result of a GitHub sign-in comes through localStorage, which is empty afterwards', async ({
  page,
}) => {
  await page.context().addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel');
  });
  const visit = { email: uniqueAddress(), name: 'Asha Rawat' };
  await page.goto(PAGES.auth);
  await signInWith(page, 'github', visit);
  expect(await page.evaluate((key) => localStorage.getItem(key), SOCIAL_CHANNEL)).toBeNull();
  expect(await whoIsSignedIn(page)).toMatchObject({ ...visit, login_count: 1, email_verified: true });
});

test('a sign-in that is to be remembered is remembered, although the sign-in page was left before the answer came', async ({
  page,
}) => {
  await openHydrated(page, PAGES.auth);
  await signInPanel(page).getByLabel(AUTH_WORDS.remember).check();
  const popup = await openProvider(page, 'google');
  const answerSession = await holdBack(page, ACCOUNT_API.session);
  const asked = page.waitForRequest(`**${ACCOUNT_API.session}`);
  await agree(popup, { email: uniqueAddress(), name: 'Asha Rawat' });
  await asked;
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL(PAGES.home);
  answerSession();
  await expect(page.getByTestId('account-name').first()).toHaveText('Asha Rawat');
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('Asha Rawat');
});

test('if pop-ups are blocked, the page says so and redirects to the provider; Cancel there leads back to the page', async ({
  page,
}) => {
  const email = uniqueAddress();
  await blockPopups(page);
  await page.clock.install();
  await page.goto(signInPath(PAGES.profile));
  const goOn = async () => {
    await signInPanel(page).getByLabel(AUTH_WORDS.remember).check();
    await providerButton(page, 'google').click();
    await expectFailure(page, 'google', 'popup-blocked');
    await expect(page.getByText(AUTH_WORDS.signIn.leadToProfile)).toBeVisible();
    await page.clock.runFor(5_000);
    await expect(agreeButton(page)).toBeVisible();
    await page.clock.resume();
  };
  await goOn();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(AUTH_WORDS.signIn.leadToProfile)).toBeVisible();
  await expectFailure(page, 'google', 'user-cancelled');
  expect(await whoIsSignedIn(page)).toBeNull();

  await page.clock.pauseAt(Date.now() + 60_000);
  await goOn();
  await agree(page, { email, name: 'Asha Rawat' });
  await expect(page).toHaveURL(PAGES.profile);
  await expect(page.getByTestId('account-name').first()).toHaveText('Asha Rawat');
  expect(await whoIsSignedIn(page)).toMatchObject({ email, login_count: 1 });
  expect(await page.evaluate(() => localStorage.getItem('rememberDevice'))).toBe('true');
  const session = (await page.context().cookies()).find(({ name }) => name === 'session');
  expect(Math.round(((session?.expires ?? 0) - Date.now() / 1_000) / 86_400)).toBe(30);
  expect(await page.evaluate(() => sessionStorage.getItem('socialRedirect'))).toBeNull();
});

test('a person who comes from the console and signs in by a redirect returns to the console, which the server renders', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(404));
  await blockPopups(page);
  await page.clock.install();
  await page.goto(signInPath(CONSOLE_HOME));
  await providerButton(page, 'google').click();
  await expectFailure(page, 'google', 'popup-blocked');
  await page.clock.runFor(5_000);
  await page.clock.resume();
  const document = page.waitForResponse((response) => response.url().endsWith(CONSOLE_HOME));
  await agree(page, { email: uniqueAddress(), name: 'Asha Rawat' });
  expect((await document).status()).toBe(404);
  await expect(page).toHaveURL(CONSOLE_HOME);
});

test('the page after a provider sign-in shows the outcome without header and footer, and ignores invented outcomes in the URL', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.close = () => {};
  });
  const shown = page.getByTestId('callback');
  const see = async (query: string) => {
    await page.goto(`${PAGES.authCallback}?${query}`);
  };
  await see('event=12345678&outcome=signed-in&provider=google&mode=popup');
  await expect(shown).toHaveText(`${CALLBACK_WORDS.signedIn}${CALLBACK_WORDS.closeSignedIn}`);
  for (const part of ['banner', 'contentinfo', 'navigation'] as const)
    await expect(page.getByRole(part)).toHaveCount(0);
  await see('event=12345678&outcome=Call+0900&provider=google&mode=popup&message=Call+0900');
  await expect(shown).toHaveText(
    `Failed to sign in with Google${SOCIAL_ERRORS['internal-error']}${CALLBACK_WORDS.close}`,
  );
  await expect(page.getByText('0900')).toHaveCount(0);
  await page.getByRole('link', { name: CALLBACK_WORDS.home }).click();
  await expect(page).toHaveURL(PAGES.home);

  await see('event=12345678&outcome=signed-in&provider=google&mode=redirect');
  await expect(page).toHaveURL(PAGES.auth);
  await expectFailure(page, 'google', 'internal-error');
  await see('event=12345678&outcome=proved&provider=google&mode=redirect');
  await expect(page).toHaveURL(signInPath(PAGES.profile));
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the security page shows once why the redirect to a provider proved nothing', async ({ page }) => {
  await signInByRequest(page.request, uniqueAddress());
  await page.goto(PAGES.home);
  await page.evaluate(([key, redirect]) => sessionStorage.setItem(key, redirect), [
    'socialRedirect',
    JSON.stringify({ event: '12345678', purpose: 'proof' }),
  ] as const);
  await page.goto(
    `${PAGES.authCallback}?event=12345678&outcome=user-cancelled&provider=google&mode=redirect`,
  );
  await expect(page).toHaveURL(PAGES.security);
  const providers = page.getByTestId('security-providers');
  const why = providers.getByText(SOCIAL_ERRORS['user-cancelled']);
  await expect(why).toBeVisible();
  await page.getByRole('link', { name: SECURITY_WORDS.back }).click();
  await expect(page.getByTestId('profile-name')).toBeVisible();
  await page.goBack();
  await expect(providers).toBeVisible();
  await expect(why).toHaveCount(0);
});

test('no provider window opens without credentials, at a foreign host or offline, and the page shows why', async ({
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
