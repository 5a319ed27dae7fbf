import type { Page } from '@playwright/test';
import { CALLBACK_WORDS } from '#content/callback.ts';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { PROOF_WORDS } from '#content/proof.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { filled, PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API, CONSOLE_HOME } from '#contract/paths.ts';
import { expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { PASSWORD, resetPanel, signInByRequest, signInPanel } from '#e2e/support/account.ts';
import { cutOff, holdBack, OFFLINE_LINE, openHydrated, refusedLine } from '#e2e/support/loading.ts';
import { newestLink, uniqueAddress } from '#e2e/support/mailbox.ts';
import {
  agree,
  agreeButton,
  blockPopups,
  expectFailure,
  expectNotConfirmed,
  openProvider,
  providerButton,
  signInByProvider,
  signInWith,
  whoIsSignedIn,
} from '#e2e/support/social.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  PROVIDER_NAMES,
  type Provider,
  SOCIAL_CHANNEL,
  SOCIAL_POPUP,
} from '#features/social-sign-in/contract.ts';
import { SOCIAL_ERRORS } from '#features/social-sign-in/refusals.ts';

test('a first sign-in with Google makes an account', async ({ page }) => {
  const visit = { email: uniqueAddress('asha'), name: 'Asha Rawat' };
  await page.goto(PAGES.auth);
  const popup = await openProvider(page, 'google');
  const { width, height } = SOCIAL_POPUP;
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
  await expect(page.getByText(AUTH_WORDS.waiting.replace('{provider}', 'Google'))).toBeVisible();
  await expect(providerButton(page, 'google')).toHaveAttribute('aria-busy', 'true');
  await expect(providerButton(page, 'github')).not.toHaveAttribute('aria-busy');
  await expectAccessible(page, 'sign in, window open', 'main');
  const closed = popup.waitForEvent('close');
  await agree(popup, visit);
  await closed;
  await expect(page).toHaveURL(PAGES.homeAlias);
  await expect(page.getByTestId('account-name').first()).toHaveText(visit.name);
});

test('in a browser without BroadcastChannel, a provider sign-in works and leaves no data in localStorage', async ({
  page,
}) => {
  await page.context().addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel');
  });
  const visit = { email: uniqueAddress(), name: 'Asha Rawat' };
  await page.goto(PAGES.auth);
  await signInWith(page, 'github', visit);
  expect(await page.evaluate((key) => localStorage.getItem(key), SOCIAL_CHANNEL)).toBeNull();
  expect(await whoIsSignedIn(page)).toMatchObject(visit);
});

test('a provider sign-in is remembered even if the visitor leaves the page before the server confirms it', async ({
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

/** Presses the provider's button in a browser without pop-ups, so that the page itself goes to the provider. */
async function leaveForGoogle(page: Page): Promise<void> {
  await providerButton(page, 'google').click();
  await expectFailure(page, 'google', 'popup-blocked');
  await page.clock.runFor(5_000);
  await expect(agreeButton(page)).toBeVisible();
  await page.clock.resume();
}

test('if pop-ups are blocked, the page itself goes to the provider and back', async ({ page }) => {
  await blockPopups(page);
  await page.clock.install();
  await page.goto(signInPath(PAGES.profile));
  await leaveForGoogle(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(AUTH_WORDS.signIn.leadToProfile)).toBeVisible();
  await expectFailure(page, 'google', 'user-cancelled');

  await page.clock.pauseAt(Date.now() + 60_000);
  await signInPanel(page).getByLabel(AUTH_WORDS.remember).check();
  await leaveForGoogle(page);
  await agree(page, { email: uniqueAddress(), name: 'Asha Rawat' });
  await expect(page).toHaveURL(PAGES.profile);
  await expect(page.getByTestId('account-name').first()).toHaveText('Asha Rawat');
  expect(await page.evaluate(() => localStorage.getItem('rememberDevice'))).toBe('true');
  const session = (await page.context().cookies()).find(({ name }) => name === 'session');
  expect(Math.round(((session?.expires ?? 0) - Date.now() / 1_000) / 86_400)).toBe(30);
  expect(await page.evaluate(() => sessionStorage.getItem('socialRedirect'))).toBeNull();
});

test('a provider sign-in by redirect that started at the console leads back to the console', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(404));
  await blockPopups(page);
  await page.clock.install();
  await page.goto(signInPath(CONSOLE_HOME));
  await leaveForGoogle(page);
  const document = page.waitForResponse((response) => response.url().endsWith(CONSOLE_HOME));
  await agree(page, { email: uniqueAddress(), name: 'Asha Rawat' });
  expect((await document).status()).toBe(404);
  await expect(page).toHaveURL(CONSOLE_HOME);
});

test('the page after a provider sign-in shows its outcome, and ignores an invented outcome in the address', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.close = () => {};
  });
  const shown = page.getByTestId('callback');
  const see = (query: string) => page.goto(`${PAGES.authCallback}?event=12345678&provider=google&${query}`);
  await see('outcome=signed-in&mode=popup');
  await expect(shown).toHaveText(`${CALLBACK_WORDS.signedIn}${CALLBACK_WORDS.closeSignedIn}`);
  for (const part of ['banner', 'contentinfo', 'navigation'] as const)
    await expect(page.getByRole(part)).toHaveCount(0);
  await see('outcome=Call+0900&mode=popup&message=Call+0900');
  await expect(shown).toHaveText(
    `Failed to sign in with Google${SOCIAL_ERRORS['internal-error']}${CALLBACK_WORDS.close}`,
  );
  await page.getByRole('link', { name: CALLBACK_WORDS.home }).click();
  await expect(page).toHaveURL(PAGES.home);

  await see('outcome=signed-in&mode=redirect');
  await expect(page).toHaveURL(PAGES.auth);
  await expectFailure(page, 'google', 'internal-error');
  await see('outcome=proved&mode=redirect');
  await expect(page).toHaveURL(signInPath(PAGES.profile));
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the security page says once why a proof of identity at a provider failed', async ({ page }) => {
  await signInByRequest(page.request, uniqueAddress());
  await page.goto(PAGES.home);
  const event = '12345678';
  await page.evaluate(
    (redirect) => {
      sessionStorage.setItem('socialRedirect', redirect);
    },
    JSON.stringify({ event, purpose: 'proof' }),
  );
  const answer = { event, outcome: 'user-cancelled', provider: 'google', mode: 'redirect' };
  await page.goto(`${PAGES.authCallback}?${new URLSearchParams(answer)}`);
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

test('no provider window opens without a set-up provider, an authorised host and a connection, and the page says why', async ({
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

const NAME = 'Asha Rawat';
const WORDS = PROFILE_WORDS.deletion;

const dialogOf = (page: Page) => page.getByRole('dialog');
const nameIn = (page: Page) => dialogOf(page).getByLabel(WORDS.name);
const continueButton = (page: Page, provider: Provider) =>
  dialogOf(page).getByRole('button', {
    name: WORDS.continueWith.replace('{provider}', PROVIDER_NAMES[provider]),
  });

async function askToDelete(page: Page): Promise<string> {
  const email = uniqueAddress('asha');
  await signInByProvider(page, 'google', { email, name: NAME });
  await page.goto(PAGES.profile);
  await openDialog(page);
  return email;
}

const openDialog = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: PROFILE_WORDS.deleteAccount }).click();

const expectDialogAccessible = (page: Page, state: string) =>
  expectAccessible(page, `delete dialog, ${state}`, '[data-testid="delete-dialog"]');

async function pressContinue(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), continueButton(page, 'google').click()]);
  await expect(agreeButton(popup)).toBeVisible();
  return popup;
}

test('[P-159] a deletion is confirmed only if the person signs in with the provider account that is linked to the account', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  await page.clock.install();
  const letThrough = await holdBack(page, ACCOUNT_API.security);
  const email = await askToDelete(page);
  const cancel = dialogOf(page).getByRole('button', { name: PROOF_WORDS.cancel });
  const waiting = dialogOf(page).getByText(filled(WORDS.waiting, { provider: PROVIDER_NAMES.google }));

  await expect(dialogOf(page).getByText(WORDS.loading)).toBeAttached();
  await expect(dialogOf(page).getByRole('button', { name: WORDS.submit })).toHaveCount(0);
  letThrough();
  await expect(continueButton(page, 'google')).toBeVisible();
  await expect(dialogOf(page).getByLabel(PROOF_WORDS.password)).toHaveCount(0);
  await cancel.click();
  await cutOff(page, ACCOUNT_API.security);
  await openDialog(page);
  await expect(dialogOf(page).getByRole('alert')).toContainText(PAGE_ERRORS.OFFLINE);
  await expectDialogAccessible(page, 'refused');
  await page.unroute(`**${ACCOUNT_API.security}`);
  await dialogOf(page).getByRole('button', { name: WORDS.retry }).press('Enter');
  await expect(continueButton(page, 'google')).toBeVisible();
  await expect(nameIn(page)).toBeFocused();

  await nameIn(page).fill('Somebody Else');
  await continueButton(page, 'google').click();
  await expect(nameIn(page)).toHaveAccessibleDescription(new RegExp(`^${ACCOUNT_ERRORS.NAME_MISMATCH}`));
  await expect(nameIn(page)).toBeFocused();
  expect(page.context().pages()).toHaveLength(1);
  await nameIn(page).fill(NAME);

  await agree(await pressContinue(page), { email: uniqueAddress('other') });
  await expectNotConfirmed(page, 'google', 'user-mismatch');
  await (await pressContinue(page)).getByRole('button', { name: 'Cancel' }).click();
  await expectNotConfirmed(page, 'google', 'user-cancelled');
  await (await pressContinue(page)).close();
  await page.clock.runFor(8_000);
  await expectNotConfirmed(page, 'google', 'popup-closed-by-user');
  await expect(nameIn(page)).toHaveValue(NAME);
  await expect(waiting).toHaveCount(0);
  const popup = await pressContinue(page);
  await expect(waiting).toBeVisible();
  await Promise.all([popup.waitForEvent('close'), cancel.click()]);
  await expect(dialogOf(page)).toBeHidden();
  expect(await whoIsSignedIn(page)).toMatchObject({ email });

  await openDialog(page);
  await nameIn(page).fill(NAME);
  await agree(await pressContinue(page), { email });
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
  expect(await whoIsSignedIn(page)).toBeNull();
});

test('if pop-ups are blocked, a deletion is confirmed at the provider, which leads back to the profile', async ({
  page,
}) => {
  const email = await askToDelete(page);
  await blockPopups(page);
  await page.clock.install();
  await page.reload();
  await openDialog(page);
  await nameIn(page).fill(NAME);
  await continueButton(page, 'google').click();
  await expectNotConfirmed(page, 'google', 'popup-blocked');
  await page.clock.runFor(5_000);
  await page.clock.resume();
  await agree(page, { email });
  await expect(page).toHaveURL(PAGES.profile);
  await expect(nameIn(page)).toHaveValue(NAME);
  await expect(dialogOf(page).getByText(WORDS.provedBy.replace('{provider}', 'Google'))).toBeVisible();
  await dialogOf(page).getByRole('button', { name: WORDS.submit }).click();
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
});

test('a person whose only sign-in method is GitHub must set a password by mail before deleting the account', async ({
  page,
}) => {
  const email = uniqueAddress('asha');
  await signInByProvider(page, 'github', { email, name: NAME });
  await page.goto(PAGES.profile);
  await openDialog(page);
  await expect(dialogOf(page)).toContainText(
    PROOF_WORDS.neverAlone.replace('{provider}', PROVIDER_NAMES.github),
  );
  await expect(continueButton(page, 'github')).toHaveCount(0);
  await expectDialogAccessible(page, 'GitHub only');
  await dialogOf(page).getByRole('link', { name: PROOF_WORDS.setPassword }).click();
  await expect(resetPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(email);
  await resetPanel(page).getByRole('button', { name: AUTH_WORDS.reset.submit }).click();
  await expect(page.getByText(MESSAGES.resetSent)).toBeVisible();
  await openHydrated(page, await newestLink(page, email));
  await page.getByLabel(AUTH_WORDS.newPassword, { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(MESSAGES.passwordReset)).toBeVisible();
  await expect(page).toHaveURL(PAGES.profile);
  expect(await whoIsSignedIn(page)).toMatchObject({ email });
});
