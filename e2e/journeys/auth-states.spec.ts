import type { Page } from '@playwright/test';
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
import { recordAnnouncements } from '#e2e/support/announcements.ts';
import { openAtRest, openHydrated } from '#e2e/support/hydrated.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import {
  answerWith,
  cutOff,
  holdBack,
  OFFLINE_LINE,
  refusedLine,
  SCRIPTS,
} from '#e2e/support/network-edge.ts';
import { NO_LINK } from '#e2e/support/routes.ts';
import { test } from '#e2e/support/signed-in.ts';
import { expect } from '#e2e/support/test.ts';
import {
  INVALID_EMAIL_OR_PASSWORD,
  LINK_NOT_VALID,
  VERIFICATION_TOO_SOON,
} from '#features/accounts/refusals.ts';

async function followLink(page: Page, path: string): Promise<void> {
  await page.locator(`a[href="${path}"]`).last().click();
  await expect(page).toHaveURL(path);
}

const EMAIL = uniqueAddress('nobody');

// These tests start signed out, although the worker has a test person with an account.
test.use({ storageState: { cookies: [], origins: [] } });

// The lifetime of a session is tested in features/accounts/server/sign-in.integration.test.ts.
test('a sign-in form sent before the scripts load leads back to the profile; “Remember this device” makes a lasting session and stays ticked; a sign-out on the home page moves the focus to its heading', async ({
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

test('a late answer to a form of the sign-in page shows no error in another form and opens no other page after the visitor has moved on', async ({
  page,
  person,
  expectTrouble,
}) => {
  for (const status of [401, 403, 429]) expectTrouble(refusedLine(status));
  await openHydrated(page, PAGES.auth);
  const letSignIn = await holdBack(page, ACCOUNT_API.signIn);
  const refused = page.waitForResponse(`**${ACCOUNT_API.signIn}`);
  await signIn(page, EMAIL);
  await signInPanel(page).getByRole('button', { name: AUTH_WORDS.signIn.forgot }).click();
  await expect(resetPanel(page)).toBeVisible();
  letSignIn();
  await (await refused).finished();
  await page.getByRole('button', { name: AUTH_WORDS.reset.back }).click();
  await expect(page.getByText(INVALID_EMAIL_OR_PASSWORD.message)).toHaveCount(0);
  await page.getByRole('button', { name: AUTH_WORDS.signIn.otherAction }).click();
  const letSignUp = await holdBack(page, ACCOUNT_API.signUp);
  const done = page.waitForResponse(`**${ACCOUNT_API.resendVerification}`);
  await signUp(page, uniqueAddress());
  await followLink(page, PAGES.contact);
  letSignUp();
  await (await done).finished();
  await followLink(page, PAGES.pricing);
  await page.goBack();
  await expect(page).toHaveURL(PAGES.contact);

  await openHydrated(page, `${PAGES.auth}?view=inbox`);
  const letSession = await holdBack(page, ACCOUNT_API.session);
  const confirmed = page.getByRole('button', { name: AUTH_WORDS.inbox.confirmed });
  await confirmed.click();
  await expect(confirmed, 'it is busy').toHaveCount(0);
  const unknown = page.waitForResponse(`**${ACCOUNT_API.session}`);
  await followLink(page, PAGES.contact);
  letSession();
  await (await unknown).finished();
  await followLink(page, PAGES.pricing);
  await page.goBack();
  await expect(page).toHaveURL(PAGES.contact);

  await openHydrated(page, PAGES.auth);
  const letAccept = await holdBack(page, ACCOUNT_API.signIn);
  await signIn(page, person.user.email);
  await followLink(page, PAGES.contact);
  letAccept();
  await expect(page.getByTestId('account-name').first()).toBeVisible();
  await followLink(page, PAGES.pricing);
  await expect(page, 'one page back').toHaveURL(PAGES.pricing);
  await page.goBack();
  await expect(page).toHaveURL(PAGES.contact);
});

test('if the browser blocks cookies, the sign-in page says that it needs cookies', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await page.goto(PAGES.auth);
  await expect(page.getByRole('alert').filter({ hasText: AUTH_WORDS.needsCookies })).toBeInViewport();
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: false });
  await page.reload();
  await expect(signInPanel(page)).toBeVisible();
  await expect(page.getByText(AUTH_WORDS.needsCookies)).toHaveCount(0);
});

test('[V6.2.6] the sign-in form names empty fields, can show the password, is accessible after a refusal, and passes the address to the sign-up form', async ({
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(AUTH_WORDS.create.title);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(createPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(EMAIL);
});

test('the sign-up form takes the address from an invitation, loads the list of common passwords only when a password is typed, and says how strong the present password is or, together with other errors, that it is refused', async ({
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
  await expect(password).toHaveAccessibleDescription(said(strong));
  const verdict = await password.evaluate(async (field: HTMLInputElement) => {
    const hint = field.closest('.field')?.querySelector('.field-hint');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'zebra1');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise(requestAnimationFrame);
    return hint?.textContent;
  });
  expect(verdict).toBe('');
  await expect(password).toHaveAccessibleDescription(said(easy));
});

test('/auth?view=reset shows the reset form before and after the scripts load; if the server’s answer cannot be read, the page shows an error', async ({
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
  await expectAccessible(page, 'ask for a reset, done', 'main');
  await page.getByRole('button', { name: AUTH_WORDS.reset.asked.again }).click();
  await expect(resetPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(EMAIL);
});

/** Pages opened by mailed links, with what each offers when its link is incomplete. */
const MAILED_LINKS: readonly (readonly [path: string, instead: string])[] = [
  [PAGES.authVerify, VERIFY_WORDS.again],
  [PAGES.authReset, RESET_WORDS.another],
  [PAGES.authNotMe, NOT_ME_WORDS.newPassword],
  [PAGES.authAddress, ADDRESS_CHANGE_WORDS.signIn],
  [PAGES.launchListConfirm, LAUNCH_LIST_WORDS.submit],
  [PAGES.launchListLeave, LAUNCH_LIST_PAGES.leave.byAddress],
];
/**
 * Pages that ask the server about the link: the text until the answer arrives, and the link that the page offers if the mailed
 * link no longer works.
 */
const DEAD_LINKS: readonly (readonly [path: string, lead: string, instead: string, to: string])[] = [
  [PAGES.authVerify, VERIFY_WORDS.checking, VERIFY_WORDS.another, PAGES.auth],
  [PAGES.authReset, RESET_WORDS.lead, RESET_WORDS.another, `${PAGES.auth}?view=reset`],
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

test('a mailed link that is incomplete or no longer works opens a page that says so, the former before its scripts run, and offers another way to continue', async ({
  page,
}) => {
  for (const [path, instead] of MAILED_LINKS) {
    const place = await openSaying(page, `${path}?token=${NO_LINK.slice(1)}`, LINK_NOT_COMPLETE);
    expect(await page.getByText(LINK_NOT_COMPLETE).boundingBox(), path).toEqual(place);
    await expect(page.getByRole('main').getByText(instead, { exact: true }), path).toBeVisible();
    await expect(page.locator('meta[name="robots"][content="noindex"]'), path).toHaveCount(1);
  }
  await expectAccessible(page, 'incomplete link', 'main');

  for (const [path, lead, instead, to] of DEAD_LINKS) {
    await openSaying(page, `${path}?token=${NO_LINK}`, lead);
    await expect(page.getByRole('alert'), path).toContainText(LINK_NOT_VALID.message);
    await expect(page.getByRole('link', { name: instead }), path).toHaveAttribute('href', to);
  }
  await expectAccessible(page, 'dead link', 'main');
});

test('after a sign-up, the page says if the profile was not saved, if another mail was requested too soon, or if the connection was lost', async ({
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
