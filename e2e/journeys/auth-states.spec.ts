import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ADDRESS_CHANGE_WORDS } from '#content/features/address-change.ts';
import { LAUNCH_LIST_WORDS } from '#content/features/launch-list.ts';
import { LAUNCH_LIST_PAGES } from '#content/features/launch-list-pages.ts';
import { NOT_ME_WORDS } from '#content/features/undo-changes.ts';
import { PAGES } from '#content/page-paths.ts';
import { RESET_WORDS } from '#content/reset.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { VERIFY_WORDS } from '#content/verify.ts';
import { RATE_LIMITED } from '#contract/errors.ts';
import { VERIFICATION } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { filled, PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { expectAccessible, ONCE } from '#e2e/support/accessible.ts';
import {
  createPanel,
  PASSWORD,
  resetPanel,
  signIn,
  signInPanel,
  signOutByMenu,
  signUp,
} from '#e2e/support/account.ts';
import { startAnotherSite } from '#e2e/support/another-site.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { cutOff, holdBack, OFFLINE_LINE, refusedLine, SCRIPTS } from '#e2e/support/network-edge.ts';
import { NO_LINK } from '#e2e/support/routes.ts';
import { expect, test } from '#e2e/support/signed-in.ts';
import { uniqueAddress } from '#e2e/support/unique-address.ts';
import {
  INVALID_EMAIL_OR_PASSWORD,
  LINK_NOT_VALID,
  VERIFICATION_TOO_SOON,
} from '#features/accounts/refusals.ts';

/** Degrees of oklch. */
const GREEN = 150;
const EMAIL = uniqueAddress('nobody');
const COMMON_PASSWORDS = /\/common-passwords-[^/]+\.js$/;

// The person of this worker exists, but nobody is signed in here.
test.use({ storageState: { cookies: [], origins: [] } });

test('“Remember this device” keeps the session and the tick', async ({ page, person }) => {
  const session = async () => (await page.context().cookies()).find(({ name }) => name === 'session');
  const flag = () => page.evaluate(() => localStorage.getItem('rememberDevice'));
  const remember = signInPanel(page).getByLabel(AUTH_WORDS.remember);
  const signOut = async () => {
    const letThrough = await holdBack(page, ACCOUNT_API.signOut);
    await signOutByMenu(page);
    await expect(page.getByText(MESSAGES.signingOut)).toBeVisible();
    await letThrough();
    await expect(page.getByText(MESSAGES.signedOut)).toBeVisible();
    await page.goto(PAGES.auth);
  };

  await page.goto(PAGES.auth);
  await signIn(page, person.user.email);
  await expect(page).toHaveURL(PAGES.homeAlias);
  expect((await session())?.expires, 'ends with the browser').toBe(-1);
  expect(await flag()).toBeNull();
  await signOut();
  expect(await session()).toBeUndefined();

  await remember.check();
  await signIn(page, person.user.email);
  await expect(page).toHaveURL(PAGES.homeAlias);
  const days = ((await session())?.expires ?? 0) / 86_400 - Date.now() / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect((await session())?.httpOnly).toBe(true);
  expect(await flag()).toBe('true');
  await signOut();
  await expect(remember).toBeChecked();
});

test('an address with a slip of the finger in its domain is asked about, and corrected by a press', async ({
  page,
}) => {
  await openHydrated(page, `${PAGES.auth}?view=create`);
  const email = createPanel(page).getByLabel(AUTH_WORDS.email);
  await email.fill('asha@gmial.com');
  await createPanel(page).getByLabel(AUTH_WORDS.password, { exact: true }).focus();
  const question = page.getByRole('status').filter({ hasText: AUTH_WORDS.create.didYouMean });
  await question.getByRole('button').press('Enter');
  await expect(email).toHaveValue('asha@gmail.com');
  await expect(email).toBeFocused();
  await expect(question).toHaveCount(0);
});

test('where the browser blocks cookies, signing in says that it needs them', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await page.goto(PAGES.auth);
  await expect(page.getByRole('alert').filter({ hasText: AUTH_WORDS.needsCookies })).toBeInViewport();
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: false });
  await page.reload();
  await expect(signInPanel(page)).toBeVisible();
  await expect(page.getByText(AUTH_WORDS.needsCookies)).toHaveCount(0);
});

test('[V6.2.6] the password is shown on request; a message can be dismissed, and changing the view clears it and keeps the address', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(401));
  await page.goto(PAGES.auth);
  const password = signInPanel(page).getByLabel(AUTH_WORDS.password, { exact: true });
  const toggle = signInPanel(page).getByRole('button', { name: 'Show password' });
  await password.fill(PASSWORD);
  await expect(password).toHaveAttribute('type', 'password');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue(PASSWORD);
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'password');

  await signIn(page, EMAIL);
  const refusal = page.getByText('Invalid email or password');
  await expect(refusal).toBeVisible();
  const advice = page.getByRole('alert').getByRole('button', { name: AUTH_WORDS.signIn.refusedAction });
  await advice.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: AUTH_WORDS.reset.title })).toBeFocused();
  await expect(resetPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(EMAIL);
  await page.getByRole('button', { name: AUTH_WORDS.reset.back }).click();
  await signIn(page, EMAIL);
  await page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(refusal).toHaveCount(0);
  await expect(signInPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(EMAIL);
  await signIn(page, EMAIL);
  await expect(refusal).toBeVisible();
  await page.getByRole('button', { name: AUTH_WORDS.signIn.otherAction }).click();
  await expect(page).toHaveURL(`${PAGES.auth}?view=create`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(AUTH_WORDS.create.title);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(refusal).toHaveCount(0);
  await expect(createPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(EMAIL);
  await page.getByRole('button', { name: AUTH_WORDS.create.otherAction, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(AUTH_WORDS.signIn.title);
  await page.getByRole('button', { name: AUTH_WORDS.signIn.forgot }).click();
  await expect(page).toHaveURL(`${PAGES.auth}?view=reset`);
  await expect(resetPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(EMAIL);
  await page.getByRole('button', { name: AUTH_WORDS.reset.back }).click();
  await expect(page).toHaveURL(PAGES.auth);
});

test('too many tries, and no network: both are said, and nothing typed is lost', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(401));
  expectTrouble(refusedLine(429));
  expectTrouble(OFFLINE_LINE);
  const strict = await startAnotherSite({ RATE_LIMIT_SCALE: '0.1' });
  try {
    await page.goto(strict.origin + PAGES.auth);
    const panel = signInPanel(page);
    await signIn(page, EMAIL);
    await expect(page.getByRole('alert')).toHaveText(
      `${INVALID_EMAIL_OR_PASSWORD.message}${AUTH_WORDS.signIn.refused} ${AUTH_WORDS.signIn.refusedAction}.`,
    );
    await panel.getByRole('button', { name: AUTH_WORDS.signIn.submit, exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(
      new RegExp(`^${filled(RATE_LIMITED.message, { wait: '\\d+ \\w+' })}$`),
    );

    await cutOff(page, ACCOUNT_API.signIn);
    await panel.getByRole('button', { name: AUTH_WORDS.signIn.submit, exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(PAGE_ERRORS.OFFLINE);
    await expect(panel.getByLabel(AUTH_WORDS.email)).toHaveValue(EMAIL);
    await expect(panel.getByLabel(AUTH_WORDS.password, { exact: true })).toHaveValue(PASSWORD);
  } finally {
    await strict.close();
  }
});

test('/auth?view=reset opens that view before and after the scripts; an answer that is not ours is still answered with a sentence', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(502));
  await page.route(`**${ACCOUNT_API.requestReset}`, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  const letScripts = await holdBack(page, SCRIPTS);
  await page.goto(`${PAGES.auth}?view=reset`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([AUTH_WORDS.reset.title]);
  await letScripts();
  await expect(page.getByTestId('sign-in-panel')).not.toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([AUTH_WORDS.reset.title]);
  await resetPanel(page).getByLabel(AUTH_WORDS.email).fill(EMAIL);
  const submit = page.getByRole('button', { name: AUTH_WORDS.reset.submit });
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText(PAGE_ERRORS.RESET_REQUEST_FAILED + PAGE_ERRORS.NOT_READY);

  await page.unroute(`**${ACCOUNT_API.requestReset}`);
  const letThrough = await holdBack(page, ACCOUNT_API.requestReset);
  await submit.click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await letThrough();
  await expect(page.getByRole('status').getByText(MESSAGES.resetSent)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: AUTH_WORDS.inbox.title })).toBeFocused();
  await expect(resetPanel(page).getByText(EMAIL)).toBeVisible();
  await expectAccessible(page, 'ask for a reset, done', ONCE, 'main');
  await page.getByRole('button', { name: AUTH_WORDS.reset.asked.again }).click();
  await expect(resetPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(EMAIL);
});

test('the page of a mailed link says with its first paint whether its address has one', async ({ page }) => {
  const shown = async (address: string, sentence: string) => {
    const letScripts = await holdBack(page, SCRIPTS);
    const hydrated = page.waitForResponse(`**${ACCOUNT_API.session}`);
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByText(sentence)).toBeVisible();
    const place = await page.getByText(sentence).boundingBox();
    await letScripts();
    await hydrated;
    return place;
  };
  for (const [path, lead] of [
    [PAGES.authVerify, VERIFY_WORDS.checking],
    [PAGES.authReset, RESET_WORDS.lead],
    [PAGES.launchListConfirm, LAUNCH_LIST_PAGES.confirm.lead],
  ] as const) {
    const without = PAGE_ERRORS.LINK_NOT_COMPLETE;
    for (const search of ['', `?token=${NO_LINK.slice(1)}`]) {
      const place = await shown(path + search, without);
      expect(await page.getByText(without).boundingBox(), path).toEqual(place);
      await expect(page.getByText(lead)).toBeHidden();
    }
    await shown(`${path}?token=${NO_LINK}`, lead);
    await expect(page.getByText(LINK_NOT_VALID.message)).toHaveCount(
      path === PAGES.launchListConfirm ? 0 : 1,
    );
  }
});

test('each mailed link that is cut says so, and leads on', async ({ page }) => {
  for (const [path, instead] of [
    [PAGES.authVerify, VERIFY_WORDS.again],
    [PAGES.authReset, RESET_WORDS.another],
    [PAGES.authNotMe, NOT_ME_WORDS.newPassword],
    [PAGES.authAddress, ADDRESS_CHANGE_WORDS.signIn],
    [PAGES.launchListConfirm, LAUNCH_LIST_WORDS.submit],
    [PAGES.launchListLeave, LAUNCH_LIST_PAGES.leave.byAddress],
  ] as const) {
    await openHydrated(page, `${path}?token=${NO_LINK.slice(1)}`);
    await expect(page.getByText(PAGE_ERRORS.LINK_NOT_COMPLETE), path).toBeVisible();
    await expect(page.getByRole('main').getByText(instead, { exact: true }), path).toBeVisible();
  }
});

test('a record that cannot be saved after a sign-up is told, with what to do next', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  expectTrouble(refusedLine(403));
  expectTrouble(refusedLine(429));
  await cutOff(page, PRODUCT_API.saveUser);
  await page.goto(`${PAGES.auth}?view=create`);
  await signUp(page, uniqueAddress());
  await expect(page.getByRole('alert')).toContainText(PAGE_ERRORS.SAVE_FAILED + MESSAGES.checkYourEmail);
  await expect(page.getByRole('button', { name: AUTH_WORDS.resend })).toBeVisible();
});

test('asking for another verification mail tells that it is sent, and why not', async ({
  page,
  expectTrouble,
}) => {
  for (const status of [403, 429]) expectTrouble(refusedLine(status));
  expectTrouble(OFFLINE_LINE);
  const email = uniqueAddress();
  await page.goto(`${PAGES.auth}?view=create`);
  await signUp(page, email);
  const resend = page.getByRole('button', { name: AUTH_WORDS.resend });
  await expect(resend).toBeVisible();
  await expectAccessible(page, 'create account, done', undefined, 'main');
  const expectAnswer = async (sentence: string) => {
    await resend.click();
    await expect(page.getByRole('alert')).toContainText(sentence);
  };
  await page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expectAnswer(filled(VERIFICATION_TOO_SOON.message, { minutes: VERIFICATION.minutesBetween }));
  await cutOff(page, ACCOUNT_API.resendVerification);
  await expectAnswer(PAGE_ERRORS.RESEND_FAILED + PAGE_ERRORS.OFFLINE);
  await page.unroute(`**${ACCOUNT_API.resendVerification}`);

  // As if it was asked for yesterday.
  const db = new DatabaseSync(join(process.env.E2E_DATA_DIR ?? '', 'site.sqlite'), { timeout: 5_000 });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  db.prepare('update sign_ups set attempts = 1, sent_at = ? where email = ?').run(yesterday, email);
  db.close();
  const letThrough = await holdBack(page, ACCOUNT_API.resendVerification);
  await resend.click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await letThrough();
  await expect(page.getByRole('status').getByText(MESSAGES.verificationSent)).toBeVisible();
  const { minutesBetween: minutes } = VERIFICATION;
  await expect(page.getByText(filled(AUTH_WORDS.inbox.resendIn, { minutes }))).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    const hue = () =>
      page.locator('.banner-success').evaluate((banner) => {
        const [, , , angle] = getComputedStyle(banner).borderTopColor.split(/[( )]/);
        return Number(angle);
      });
    await expect.poll(async () => Math.abs((await hue()) - GREEN), colorScheme).toBeLessThan(30);
  }
});

test('without the list of common passwords the hint goes by the strength', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  await page.route(COMMON_PASSWORDS, (route) => route.abort('internetdisconnected'));
  await page.goto(`${PAGES.auth}?view=create`);
  const password = createPanel(page).getByLabel(AUTH_WORDS.password, { exact: true });
  await password.fill('monkey');
  await expect(password).toHaveAccessibleDescription(
    `${AUTH_WORDS.strengthLabel}: ${AUTH_WORDS.strength[0]}`,
  );
});
