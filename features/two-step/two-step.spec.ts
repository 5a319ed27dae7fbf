import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { BRAND } from '#content/brand.ts';
import { CODE_WORDS } from '#content/code.ts';
import { SECOND_STEP_WORDS } from '#content/features/two-step.ts';
import { CODE_SIGN_IN_WORDS, LOST_CODES_WORDS } from '#content/features/two-step-sign-in.ts';
import { PAGES } from '#content/page-paths.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { expectAccessible } from '#e2e/support/accessible.ts';
import {
  deleteDialog,
  forgetVisitor,
  PASSWORD,
  post,
  prove,
  signIn,
  signInByRequest,
  turnOnSecondStep,
} from '#e2e/support/account.ts';
import { HOME_SCRIPT, holdBack, openHydrated, refusedLine } from '#e2e/support/loading.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import { agree, openProvider, signInByProvider, whoIsSignedIn } from '#e2e/support/social.ts';
import { expect, test } from '#e2e/support/test.ts';
import { SECOND_STEP_REFUSED } from '#features/accounts/refusals.ts';

const HALF_MINUTE = 30_000;
const CARD = '[data-testid="security-second-step"]';
const card = (page: Page) => page.locator(CARD);
const codePanel = (page: Page) => page.getByTestId('code-panel');
const codeField = (page: Page) => codePanel(page).getByLabel(CODE_WORDS.label);

async function enterCode(page: Page, code: string): Promise<void> {
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

async function qrPlace(page: Page): Promise<'above' | 'below'> {
  const code = await card(page).getByRole('img', { name: SECOND_STEP_WORDS.qr }).boundingBox();
  const field = await card(page).getByLabel(SECOND_STEP_WORDS.code).boundingBox();
  return code && field && code.y > field.y ? 'below' : 'above';
}

const expectSignedIn = (page: Page) => expect(page.getByTestId('account-button')).toBeVisible();

test('two-step verification can be turned on and off, and a sign-in asks for a code while it is on', async ({
  page,
  expectTrouble,
}) => {
  test.slow();
  const email = uniqueAddress('asha');
  await signInByRequest(page.request, email);
  await openHydrated(page, PAGES.security);
  await card(page).getByRole('button', { name: SECOND_STEP_WORDS.turnOn }).press('Enter');
  const proof = page.getByTestId('proof-dialog');
  await prove(page);
  await expect(card(page).getByRole('img', { name: SECOND_STEP_WORDS.qr })).toBeVisible();
  expect(await qrPlace(page)).toBe('above');
  await expectAccessible(page, 'the QR code of a second step', CARD);
  const secret = (await card(page).locator('code').innerText()).replaceAll(' ', '');
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  // The text above the field gets the focus, so that it is read first.
  await expect(card(page).getByText(SECOND_STEP_WORDS.scan)).toBeFocused();
  const open = card(page).getByRole('link', { name: SECOND_STEP_WORDS.open });
  await expect(open).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${secret}`));
  const setupCode = card(page).getByLabel(SECOND_STEP_WORDS.code);
  await setupCode.fill('12a');
  await setupCode.press('Enter');
  await expect(setupCode).toHaveAccessibleDescription(SECOND_STEP_WORDS.sixDigits);
  await setupCode.fill('');
  const now = Date.now();
  await page.keyboard.type(app.generate({ timestamp: now }));
  await page.keyboard.press('Enter');
  const codes = card(page).getByRole('listitem');
  await expect(codes).toHaveCount(RECOVERY_CODES);
  await expectAccessible(page, 'recovery codes', CARD);
  const [recoveryCode = '', last = ''] = await codes.allInnerTexts();
  const downloading = page.waitForEvent('download');
  await card(page).getByRole('button', { name: SECOND_STEP_WORDS.download }).press('Enter');
  expect((await downloading).suggestedFilename()).toBe(SECOND_STEP_WORDS.file);
  await card(page).getByRole('button', { name: SECOND_STEP_WORDS.done }).press('Enter');
  await expect(card(page)).toContainText(SECOND_STEP_WORDS.left.replace('{left}', String(RECOVERY_CODES)));

  await forgetVisitor(page);
  await openHydrated(page, PAGES.auth);
  await signIn(page, email);
  await expect(codeField(page)).toBeFocused();
  await codePanel(page).getByText(LOST_CODES_WORDS.title).press('Enter');
  await expect(codePanel(page).getByRole('link', { name: BRAND.supportEmail })).toBeVisible();
  await expect(codePanel(page)).toContainText(AUTH_WORDS.signIn.passkey);
  await expectAccessible(page, 'sign-in that asks for a code', 'main');
  await codeField(page).focus();
  expectTrouble(refusedLine(403));
  await enterCode(page, 'no code');
  await expect(codePanel(page).getByText(SECOND_STEP_REFUSED.message)).toBeVisible();
  await codePanel(page).getByLabel(CODE_WORDS.trust).press('Space');
  await codeField(page).focus();
  // The refused code is selected, so typing replaces it. The new code belongs to a later time step than the used code, because
  // a code works only once.
  await enterCode(page, app.generate({ timestamp: Math.max(now + HALF_MINUTE, Date.now()) }));
  await expectSignedIn(page);

  await post(page.request, ACCOUNT_API.signOut, {});
  await openHydrated(page, PAGES.auth);
  await signIn(page, email);
  await expectSignedIn(page);

  await openHydrated(page, PAGES.security);
  await card(page).getByRole('button', { name: SECOND_STEP_WORDS.off }).press('Enter');
  expectTrouble(refusedLine(428));
  await prove(page);
  await expect(proof).toBeHidden();
  await card(page).getByRole('button', { name: SECOND_STEP_WORDS.cancel }).press('Enter');
  const password = page.getByTestId('security-password');
  await password.getByRole('button').press('Enter');
  await password.getByLabel(SECURITY_WORDS.password.field, { exact: true }).fill('a newer dawn');
  await page.keyboard.press('Enter');
  await expect(proof.getByLabel(CODE_WORDS.label)).toBeFocused();
  await expectAccessible(page, 'code of a proof', '[data-testid="proof-dialog"]');
  await page.keyboard.type(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page.getByText(MESSAGES.passwordSet)).toBeVisible();
  await card(page).getByRole('button', { name: SECOND_STEP_WORDS.off }).press('Enter');
  await expect(card(page).getByLabel(CODE_WORDS.label)).toBeFocused();
  await expect(card(page).getByLabel(CODE_WORDS.label)).toHaveAccessibleDescription(CODE_WORDS.lead);
  await page.keyboard.type(last);
  await page.keyboard.press('Enter');
  await expect(card(page).getByRole('button', { name: SECOND_STEP_WORDS.turnOn })).toBeVisible();
});

test('on a phone, which cannot scan its own screen, the QR code is below the code field', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ hasTouch: true });
  await signInByRequest(page.request, uniqueAddress('asha'));
  await openHydrated(page, PAGES.security);
  await card(page).getByRole('button', { name: SECOND_STEP_WORDS.turnOn }).click();
  await prove(page);
  await expect(card(page).getByText(SECOND_STEP_WORDS.scan)).toBeFocused();
  expect(await qrPlace(page)).toBe('below');
});

test('leaving the page before the new recovery codes are saved asks for confirmation', async ({ page }) => {
  await signInByRequest(page.request, uniqueAddress('asha'));
  const [code = ''] = await turnOnSecondStep(page);
  await openHydrated(page, PAGES.security);
  await card(page).getByRole('button', { name: SECOND_STEP_WORDS.renew }).click();
  await card(page).getByLabel(CODE_WORDS.label).fill(code);
  await page.keyboard.press('Enter');
  await expect(card(page).getByRole('listitem')).toHaveCount(RECOVERY_CODES);
  const link = page.getByRole('banner').getByRole('link').first();
  const question = page.getByTestId('unsaved-dialog');
  const { title, stay } = SECOND_STEP_WORDS.unsavedCodes;
  await link.click();
  await expect(question).toHaveAccessibleName(title);
  await question.getByRole('button', { name: stay }).click();
  await expect(card(page).getByRole('listitem')).toHaveCount(RECOVERY_CODES);

  await card(page).getByRole('button', { name: SECOND_STEP_WORDS.download }).click();
  await link.click();
  await expect(page).toHaveURL(PAGES.home);
});

test('after a sign-in in a provider’s window, the page asks for a code before anybody is signed in', async ({
  page,
}) => {
  const email = uniqueAddress('asha');
  await signInByRequest(page.request, email);
  await signInByProvider(page, 'google', { email });
  const recoveryCodes = await turnOnSecondStep(page);
  await page.context().clearCookies();
  await openHydrated(page, PAGES.auth);
  await agree(await openProvider(page, 'google'), { email });
  const field = codePanel(page).getByLabel(CODE_WORDS.label);
  await expect(field).toBeFocused();
  expect(await whoIsSignedIn(page)).toBeNull();
  const letHome = await holdBack(page, HOME_SCRIPT);
  await field.fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-account', 'in');
  const submit = codePanel(page).locator('[type="submit"]');
  await expect(submit, 'a second press would send a used code').toHaveAttribute('aria-busy', 'true');
  letHome();
  await expect(page).toHaveURL(PAGES.homeAlias);
  const codeUsed = filled(CODE_SIGN_IN_WORDS.codeUsed, { left: RECOVERY_CODES - 1 });
  await expect(page.getByTestId('toast')).toHaveText(codeUsed);
});

test('the deletion of an account with two-step verification asks for a code', async ({
  page,
  expectTrouble,
}) => {
  const { name } = await signInByRequest(page.request, uniqueAddress('asha'));
  const recoveryCodes = await turnOnSecondStep(page);
  await openHydrated(page, PAGES.profile);
  const dialog = deleteDialog(page);
  await dialog.opener.click();
  await dialog.name.fill(name);
  await dialog.password.fill(PASSWORD);
  const code = dialog.dialog.getByLabel(CODE_WORDS.label);
  expectTrouble(refusedLine(428));
  await dialog.submit.click();
  await expect(code).toBeFocused();
  await expect(code, 'read with the focus').toHaveAccessibleDescription(CODE_WORDS.lead);
  await expectAccessible(page, 'delete dialog with a code', '[data-testid="delete-dialog"]');
  await dialog.submit.click();
  await expect(code).toHaveAccessibleDescription(`${CODE_WORDS.missing} ${CODE_WORDS.lead}`);
  expectTrouble(refusedLine(403));
  await code.fill('no code');
  await dialog.submit.click();
  await expect(code).toHaveAccessibleDescription(`${SECOND_STEP_REFUSED.message} ${CODE_WORDS.lead}`);
  await expect(code).toBeFocused();
  await page.keyboard.type(recoveryCodes[0] ?? '');
  await dialog.submit.click();
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
});
