import type { Page } from '@playwright/test';
import { BRAND } from '#content/brand.ts';
import { ADDRESS_CHANGE_WORDS } from '#content/features/address-change.ts';
import { LAUNCH_LIST_WORDS } from '#content/features/launch-list.ts';
import { LAUNCH_LIST_PAGES } from '#content/features/launch-list-pages.ts';
import { NOT_ME_WORDS } from '#content/features/undo-changes.ts';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { RESET_WORDS } from '#content/reset.ts';
import { CONTROL_WORDS, SHELL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { VERIFY_WORDS } from '#content/verify.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { VERIFICATION } from '#contract/limits.ts';
import { LINK_NOT_COMPLETE } from '#contract/link-token.ts';
import { MESSAGES } from '#contract/messages.ts';
import { filled, PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { CROSSWISE, expectAccessible } from '#e2e/support/accessible.ts';
import {
  createPanel,
  PASSWORD,
  resetPanel,
  signIn,
  signInPanel,
  signOutByMenu,
  signUp,
} from '#e2e/support/account.ts';
import { recordAnnouncements } from '#e2e/support/assistive.ts';
import {
  answerWith,
  cutOff,
  HOME_SCRIPT,
  holdBack,
  OFFLINE_LINE,
  openAtRest,
  openHydrated,
  refusedLine,
  SCRIPTS,
} from '#e2e/support/loading.ts';
import { newestLink, uniqueAddress } from '#e2e/support/mailbox.ts';
import { NO_LINK } from '#e2e/support/routes.ts';
import { test } from '#e2e/support/signed-in.ts';
import { expect } from '#e2e/support/test.ts';
import {
  EMAIL_NOT_VERIFIED,
  INVALID_EMAIL_OR_PASSWORD,
  LINK_NOT_VALID,
  VERIFICATION_TOO_SOON,
} from '#features/accounts/refusals.ts';

const EMAIL = uniqueAddress('nobody');
test.use({ storageState: { cookies: [], origins: [] } });

test('after the address is confirmed in a second tab, both tabs open the page that the visitor first wanted', async ({
  page,
  expectTrouble,
}) => {
  for (const status of [403, 410, 429]) expectTrouble(refusedLine(status));
  const email = uniqueAddress();
  await page.goto(`${PAGES.auth}?next=${PAGES.pricing}`);
  await page.getByRole('button', { name: AUTH_WORDS.signIn.otherAction }).click();
  await signUp(page, email);
  await expect(page.getByTestId('inbox-address')).toHaveText(email);
  await page.reload();
  await expect(page.getByTestId('inbox-address')).toHaveText(email);
  await page.getByRole('button', { name: AUTH_WORDS.inbox.wrong }).click();
  await expect(createPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(email);
  await page.goBack();
  await page.getByRole('button', { name: AUTH_WORDS.inbox.confirmed }).click();
  await page.getByRole('button', { name: AUTH_WORDS.inbox.nothing }).click();
  await expect(page.getByTestId('inbox-address')).toHaveText(email);
  await page.getByRole('button', { name: AUTH_WORDS.inbox.wrong }).click();
  await page.getByRole('button', { name: AUTH_WORDS.create.otherAction, exact: true }).click();
  await signIn(page, email);
  await expect(page.getByText(EMAIL_NOT_VERIFIED.message)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(AUTH_WORDS.inbox.title);

  const link = await newestLink(page, email);
  const tab = await page.context().newPage();
  await tab.goto(link);
  await expect(tab).toHaveURL(PAGES.authVerify);
  const late = await page.context().newPage();
  await late.goto(link);
  await expect(late.getByRole('button', { name: VERIFY_WORDS.submit })).toBeVisible();
  await tab.getByRole('button', { name: VERIFY_WORDS.submit }).click();
  for (const one of [tab, page])
    await expect(one, 'the page that was asked for first').toHaveURL(PAGES.pricing);
  await expect(tab.getByTestId('account-name').first()).toHaveText(email.split('@')[0] ?? '');
  await tab.close();
  await late.getByRole('button', { name: VERIFY_WORDS.submit }).click();
  await expect(late.getByRole('heading', { level: 1, name: VERIFY_WORDS.deadTitle })).toBeFocused();
  await page.goto(link);
  await expect(page.getByText(VERIFY_WORDS.unusable)).toContainText(filled(VERIFY_WORDS.signedIn, { email }));
  await expect(page.getByText(LINK_NOT_VALID.message)).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: SHELL_WORDS.viewProfile }).click();
  await expect(page).toHaveURL(PAGES.profile);
});

test('a visitor who confirms the address in another browser must choose a password', async ({
  page,
  newVisitor,
  expectTrouble,
}) => {
  for (const status of [403, 429]) expectTrouble(refusedLine(status));
  const email = uniqueAddress();
  const chosen = `${PASSWORD} elsewhere`;
  await page.goto(`${PAGES.auth}?view=create`);
  await signUp(page, email);
  await expect(page.getByTestId('inbox-address')).toHaveText(email);

  const elsewhere = await newVisitor();
  await elsewhere.goto(await newestLink(page, email));
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText(VERIFY_WORDS.oneMoreStep);
  await elsewhere.getByRole('link', { name: SHELL_WORDS.skip }).press('Enter');
  await expect(elsewhere.getByRole('main')).toBeFocused();
  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText(VERIFY_WORDS.oneMoreStep);
  await expect(elsewhere.locator('.banner-error')).toHaveCount(0);
  const username = elsewhere.getByLabel(AUTH_WORDS.email);
  await expect(username).toHaveValue(email);
  await expect(username).toHaveAttribute('autocomplete', 'username');
  const password = elsewhere.getByLabel(VERIFY_WORDS.choose, { exact: true });
  await elsewhere.getByRole('button', { name: VERIFY_WORDS.submit }).click();
  await expect(password).toHaveAttribute('aria-invalid');
  await expectAccessible(elsewhere, 'verify, password needed', 'main');
  await password.fill(chosen);
  await elsewhere.getByRole('button', { name: VERIFY_WORDS.submit }).click();
  await expect(elsewhere.getByText(VERIFY_WORDS.done)).toBeVisible();
  await expect(elsewhere).toHaveURL(PAGES.profile);
  await elsewhere.reload();
  await expect(elsewhere.getByTestId('profile-name')).toBeVisible();

  await page.getByRole('button', { name: AUTH_WORDS.inbox.confirmed }).click();
  await expect(signInPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(email);
  await expect(signInPanel(page).getByText(AUTH_WORDS.signIn.leadConfirmed)).toBeVisible();
  const letHome = await holdBack(page, HOME_SCRIPT);
  await signIn(page, email, chosen);
  await expect(page.locator('html')).toHaveAttribute('data-account', 'in');
  await expect(signInPanel(page).locator('[type="submit"]')).toHaveAttribute('aria-busy', 'true');
  letHome();
  await expect(page).toHaveURL(PAGES.homeAlias);
});

test('the sign-in form and “Remember this device” can be used before the scripts load', async ({
  page,
  person,
}) => {
  const session = async () => (await page.context().cookies()).find(({ name }) => name === 'session');
  const remember = signInPanel(page).getByLabel(AUTH_WORDS.remember);
  const letScripts = await holdBack(page, SCRIPTS);
  await page.goto(PAGES.profile, { waitUntil: 'commit' });
  await expect(page).toHaveURL(signInPath(PAGES.profile));
  await expect(page.getByText(AUTH_WORDS.signIn.leadToProfile)).toBeVisible();
  await expect(page.getByText(AUTH_WORDS.signIn.lead)).toBeHidden();
  await remember.check();
  await signIn(page, person.user.email);
  await expect(page).toHaveURL(signInPath(PAGES.profile));
  await expect(signInPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(person.user.email);
  await letScripts();
  await expect(page).toHaveURL(PAGES.profile);
  expect((await session())?.expires, 'outlives the browser').toBeGreaterThan(0);
  await openHydrated(page, PAGES.home);
  const letThrough = await holdBack(page, ACCOUNT_API.signOut);
  await signOutByMenu(page);
  await expect(page.getByText(SHELL_WORDS.signingOut)).toBeVisible();
  await letThrough();
  await expect(page.getByText(SHELL_WORDS.signedOut)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await session()).toBeUndefined();
  await page.goto(PAGES.auth);
  await expect(remember).toBeChecked();
});

test('a late response to a sign-in or sign-up leaves the visitor on the page that is open by then', async ({
  page,
  person,
  expectTrouble,
}) => {
  for (const status of [401, 403, 429]) expectTrouble(refusedLine(status));
  const answerOf = async (path: string) => (await page.waitForResponse(`**${path}`)).finished();
  const followLink = async (path: string) => {
    await page.locator(`a[href="${path}"]`).last().click();
    await expect(page).toHaveURL(path);
  };
  /** Opens another page, and only then releases a held answer. The answer must not lead away from that page. */
  const expectNotMoved = async (letAnswer: () => void, arrived: Promise<unknown>) => {
    await followLink(PAGES.contact);
    letAnswer();
    await arrived;
    await followLink(PAGES.pricing);
    await page.goBack();
    await expect(page).toHaveURL(PAGES.contact);
  };
  await openHydrated(page, PAGES.auth);
  const letSignIn = await holdBack(page, ACCOUNT_API.signIn);
  const refused = answerOf(ACCOUNT_API.signIn);
  await signIn(page, EMAIL);
  await signInPanel(page).getByRole('button', { name: AUTH_WORDS.signIn.forgot }).click();
  await expect(resetPanel(page)).toBeVisible();
  letSignIn();
  await refused;
  await page.getByRole('button', { name: AUTH_WORDS.reset.back }).click();
  await expect(page.getByText(INVALID_EMAIL_OR_PASSWORD.message)).toHaveCount(0);
  await page.getByRole('button', { name: AUTH_WORDS.signIn.otherAction }).click();
  const letSignUp = await holdBack(page, ACCOUNT_API.signUp);
  const done = answerOf(ACCOUNT_API.resendVerification);
  await signUp(page, uniqueAddress());
  await expectNotMoved(letSignUp, done);

  await openHydrated(page, `${PAGES.auth}?view=inbox`);
  const letSession = await holdBack(page, ACCOUNT_API.session);
  const confirmed = page.getByRole('button', { name: AUTH_WORDS.inbox.confirmed });
  await confirmed.click();
  await expect(confirmed, 'it is busy').toHaveCount(0);
  await expectNotMoved(letSession, answerOf(ACCOUNT_API.session));

  await openHydrated(page, PAGES.auth);
  const letAccept = await holdBack(page, ACCOUNT_API.signIn);
  await signIn(page, person.user.email);
  await expectNotMoved(letAccept, page.getByTestId('account-name').first().waitFor());
});

test('a visitor whose browser blocks cookies reads that the sign-in needs cookies', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await page.goto(PAGES.auth);
  await expect(page.getByRole('alert').filter({ hasText: AUTH_WORDS.needsCookies })).toBeInViewport();
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: false });
  await page.reload();
  await expect(signInPanel(page)).toBeVisible();
  await expect(page.getByText(AUTH_WORDS.needsCookies)).toHaveCount(0);
});

test('[V6.2.6] the sign-in form masks the password and shows an error message for each mistake', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(401));
  await openHydrated(page, PAGES.auth);
  const submit = signInPanel(page).getByRole('button', { name: AUTH_WORDS.signIn.submit, exact: true });
  const password = signInPanel(page).getByLabel(AUTH_WORDS.password, { exact: true });
  await submit.click();
  await expect(signInPanel(page).getByLabel(AUTH_WORDS.email)).toHaveAccessibleDescription(
    `${filled(CONTROL_WORDS.problems, { count: 2 })} ${FIELD_ERRORS.EMAIL_MISSING}`,
  );
  await expect(password).toHaveAccessibleDescription(FIELD_ERRORS.PASSWORD_MISSING);
  await expectAccessible(page, 'sign in, empty fields', 'main', CROSSWISE);
  const toggle = signInPanel(page).getByRole('button', { name: 'Show password' });
  await password.fill(PASSWORD);
  await expect(password).toHaveAttribute('type', 'password');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue(PASSWORD);
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'password');

  expectTrouble(OFFLINE_LINE);
  await cutOff(page, ACCOUNT_API.signIn);
  await signIn(page, EMAIL);
  await expect(page.getByRole('alert')).toHaveText(PAGE_ERRORS.OFFLINE);
  await expect(password, 'what is typed is kept').toHaveValue(PASSWORD);
  await page.unroute(`**${ACCOUNT_API.signIn}`);
  const announced = await recordAnnouncements(page);
  const refusal = page.getByText(INVALID_EMAIL_OR_PASSWORD.message);
  const expectOnce = async () => {
    await expect(password).toBeFocused();
    await expect(refusal).toBeVisible();
    for (const field of [password, signInPanel(page).getByLabel(AUTH_WORDS.email)]) {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(new RegExp(`^${INVALID_EMAIL_OR_PASSWORD.message}`));
    }
    const said = (await announced()).filter((words) => words.includes(INVALID_EMAIL_OR_PASSWORD.message));
    expect(said).toHaveLength(1);
  };
  await submit.click();
  await expectOnce();
  await expectAccessible(page, 'sign in, refused', 'main', CROSSWISE);
  const refused = page.waitForResponse(`**${ACCOUNT_API.signIn}`);
  await password.press('Enter');
  await refused;
  await expectOnce();
  const advice = page.getByRole('alert').getByRole('button', { name: AUTH_WORDS.signIn.refusedAction });
  await advice.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: AUTH_WORDS.reset.title })).toBeFocused();
  await expect(resetPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(EMAIL);
  await page.getByRole('button', { name: AUTH_WORDS.reset.back }).click();
  await signIn(page, EMAIL);
  await expect(refusal).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss this message' }).press('Enter');
  await expect(refusal).toHaveCount(0);
  await expect(signInPanel(page).locator(':focus'), 'the focus stays where the message was').toHaveCount(1);
  await page.getByRole('button', { name: AUTH_WORDS.signIn.otherAction }).click();
  await expect(page).toHaveURL(`${PAGES.auth}?view=create`);
  await expect(page.getByRole('heading', { level: 1, name: AUTH_WORDS.create.title })).toBeFocused();
  await expect(createPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(EMAIL);
});

test('the sign-up form says how strong the typed password is, or that the password is refused', async ({
  page,
}) => {
  const lists: string[] = [];
  page.on('request', (request) => {
    if (/\/common-passwords-[^/]+\.js$/.test(request.url())) lists.push(request.url());
  });
  await openAtRest(page, `${PAGES.auth}?view=create#email=${encodeURIComponent(EMAIL)}`);
  expect(lists).toEqual([]);
  const panel = createPanel(page);
  const email = panel.getByLabel(AUTH_WORDS.email);
  const password = panel.getByLabel(AUTH_WORDS.password, { exact: true });
  const said = (words: string) => `${AUTH_WORDS.strengthLabel}: ${words}`;
  const [, easy = '', , , strong = ''] = AUTH_WORDS.strength;
  await expect(email).toHaveValue(EMAIL);
  const live = panel.locator('.field-hint [aria-live]');
  await expect(live, 'the description already says the length').toBeEmpty();
  await password.fill(PASSWORD);
  await expect(password).toHaveAccessibleDescription(said(strong));
  // A field with a short password is described by a hint about the length. Enter replaces the hint by the error message.
  await password.fill('abcde');
  await expect(password).toHaveAccessibleDescription(filled(AUTH_WORDS.strengthEmpty, { min: 6 }));
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription(filled(FIELD_ERRORS.TOO_SHORT, { min: 6 }));
  await password.fill('monkey');
  await expect(password).toHaveAccessibleDescription(said(AUTH_WORDS.strengthCommon));
  expect(lists).toHaveLength(1);
  // Only the length of the bar changes from one strength to the next, so one check is enough.
  await expectAccessible(page, 'create account, strength', 'main');
  await signUp(page, 'asha', 'monkey');
  await expect(email).toHaveAccessibleDescription(
    `${filled(CONTROL_WORDS.problems, { count: 2 })} ${FIELD_ERRORS.EMAIL_MALFORMED}`,
  );
  await expect(password).toHaveAccessibleDescription(FIELD_ERRORS.PASSWORD_COMMON);
  await password.fill('asha of kanpur');
  await expect(password).toHaveAccessibleDescription(said(strong));
  await email.fill('asha of kanpur@example.com');
  await expect(password, 'the address makes the password weaker').not.toHaveAccessibleDescription(
    said(strong),
  );
  await email.fill(EMAIL);
  await expect(password, 'without it in the address').toHaveAccessibleDescription(said(strong));
  // A screen reader would read a rating that is removed and comes back.
  const verdict = await password.evaluate(async (field: HTMLInputElement) => {
    const hint = field.closest('.field')?.querySelector('.field-hint');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'zebra1');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise(requestAnimationFrame);
    return hint?.textContent;
  });
  expect(verdict).toBe(said(strong));
  await expect(password).toHaveAccessibleDescription(said(easy));
});

test('the form for a new password is shown before the scripts load, and shows an error if the response is not JSON', async ({
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
  await expect(signInPanel(page)).not.toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([AUTH_WORDS.reset.title]);
  await resetPanel(page).getByLabel(AUTH_WORDS.email).fill(EMAIL);
  const submit = page.getByRole('button', { name: AUTH_WORDS.reset.submit });
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText(
    ACCOUNT_ERRORS.RESET_REQUEST_FAILED + PAGE_ERRORS.NOT_READY,
  );

  await page.unroute(`**${ACCOUNT_API.requestReset}`);
  const letThrough = await holdBack(page, ACCOUNT_API.requestReset);
  await submit.click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await letThrough();
  await expect(page.getByRole('status').getByText(MESSAGES.resetSent)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: AUTH_WORDS.inbox.title })).toBeFocused();
  await expect(resetPanel(page).getByText(EMAIL)).toBeVisible();
  await resetPanel(page).getByText(AUTH_WORDS.reset.lost.title).click();
  await expect(resetPanel(page).getByRole('link', { name: BRAND.supportEmail })).toBeVisible();
  await expectAccessible(page, 'ask for a reset, done', 'main');
  await page.getByRole('button', { name: AUTH_WORDS.reset.asked.again }).click();
  await expect(resetPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(EMAIL);
});

/** Pages opened by mailed links. `instead` is the label of what the page offers when its link is incomplete. */
const MAILED_LINKS: readonly (readonly [path: string, instead: string])[] = [
  [PAGES.authVerify, VERIFY_WORDS.again],
  [PAGES.authReset, RESET_WORDS.another],
  [PAGES.authNotMe, NOT_ME_WORDS.newPassword],
  [PAGES.authAddress, ADDRESS_CHANGE_WORDS.signIn],
  [PAGES.launchListConfirm, LAUNCH_LIST_WORDS.submit],
  [PAGES.launchListLeave, LAUNCH_LIST_PAGES.leave.byAddress],
];
/** Pages that ask the server about their link: for a dead link, `instead` links to `to`. */
const DEAD_LINKS: readonly (readonly [path: string, instead: string, to: string])[] = [
  [PAGES.authVerify, VERIFY_WORDS.another, PAGES.auth],
  [PAGES.authReset, RESET_WORDS.another, `${PAGES.auth}?view=reset`],
  [PAGES.authAddress, ADDRESS_CHANGE_WORDS.signIn, PAGES.auth],
];

/** Opens a page, expects a sentence before its scripts run, and returns the sentence's position. */
async function openSaying(page: Page, path: string, sentence: string) {
  const letScripts = await holdBack(page, SCRIPTS);
  const hydrated = page.waitForResponse(`**${ACCOUNT_API.session}`);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByText(sentence), path).toBeVisible();
  // Waits for the fonts, because a font that arrives later would change the sentence's width.
  await page.evaluate(() => document.fonts.ready);
  const place = await page.getByText(sentence).boundingBox();
  await letScripts();
  await hydrated;
  return place;
}

test('the page of a mailed link says if the link is incomplete or no longer valid, and what to do instead', async ({
  page,
}) => {
  for (const [path, instead] of MAILED_LINKS) {
    const place = await openSaying(page, `${path}?token=${NO_LINK.slice(1)}`, LINK_NOT_COMPLETE);
    expect(await page.getByText(LINK_NOT_COMPLETE).boundingBox(), path).toEqual(place);
    await expect(page.getByRole('main').getByText(instead, { exact: true }), path).toBeVisible();
    await expect(page.locator('meta[name="robots"][content="noindex"]'), path).toHaveCount(1);
  }
  await expectAccessible(page, 'incomplete link', 'main');

  for (const [path, instead, to] of DEAD_LINKS) {
    await openSaying(page, `${path}?token=${NO_LINK}`, AUTH_WORDS.checkingLink);
    await expect(page.getByRole('alert'), path).toContainText(LINK_NOT_VALID.message);
    const link = page.getByRole('main').getByRole('link', { name: instead });
    await expect(link, path).toHaveAttribute('href', to);
  }
  await expectAccessible(page, 'dead link', 'main');
});

test('after a sign-up, the page says which step failed, and when another mail can be requested', async ({
  page,
  expectTrouble,
}) => {
  for (const status of [403, 429]) expectTrouble(refusedLine(status));
  expectTrouble(OFFLINE_LINE);
  await page.clock.install();
  await cutOff(page, PRODUCT_API.saveUser);
  await page.goto(`${PAGES.auth}?view=create`);
  await signUp(page, uniqueAddress());
  await expect(page.getByRole('alert')).toContainText(PAGE_ERRORS.SAVE_FAILED + MESSAGES.checkYourEmail);
  await expectAccessible(page, 'create account, done', 'main');
  await page.getByRole('button', { name: 'Dismiss this message' }).click();
  const resend = page.getByRole('button', { name: AUTH_WORDS.resend });
  const { minutesBetween: minutes } = VERIFICATION;
  const soon = page.getByText(filled(AUTH_WORDS.inbox.resendIn, { minutes }));
  await expect(soon).toBeVisible();
  await expect(resend).toBeDisabled();
  const resendLater = async () => {
    await page.clock.runFor(minutes * 60_000);
    await expect(page.getByText(AUTH_WORDS.inbox.resendNow)).toBeVisible();
    await resend.click();
  };
  const expectAnswer = async (sentence: string) => {
    await resendLater();
    await expect(page.getByRole('alert')).toContainText(sentence);
  };
  // The browser's clock is ahead of the server's, so the countdown has ended while the server still refuses.
  await expectAnswer(filled(VERIFICATION_TOO_SOON.message, { minutes }));
  await cutOff(page, ACCOUNT_API.resendVerification);
  await expectAnswer(ACCOUNT_ERRORS.RESEND_FAILED + PAGE_ERRORS.OFFLINE);

  await answerWith(page, ACCOUNT_API.resendVerification, {
    success: true,
    message: MESSAGES.verificationSent,
  });
  await resendLater();
  await expect(page.getByRole('status').getByText(MESSAGES.verificationSent)).toBeVisible();
  await expect(soon).toBeVisible();
});
