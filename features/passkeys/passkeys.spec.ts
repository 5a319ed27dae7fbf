import type { Page } from '@playwright/test';
import { BRAND } from '#content/brand.ts';
import { PASSKEY_WORDS } from '#content/features/passkeys.ts';
import { SECOND_STEP_WORDS } from '#content/features/two-step.ts';
import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { PROOF_WORDS } from '#content/proof.ts';
import { RESET_WORDS } from '#content/reset.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { expectAccessible } from '#e2e/support/accessible.ts';
import {
  addAuthenticator,
  deleteDialog,
  forgetVisitor,
  offerNothing,
  post,
  prove,
  resetPanel,
  signIn,
  signInAgain,
  signInByRequest,
  signInPanel,
} from '#e2e/support/account.ts';
import { openHydrated, refusedLine } from '#e2e/support/loading.ts';
import { newestLink, uniqueAddress } from '#e2e/support/mailbox.ts';
import { whoIsSignedIn } from '#e2e/support/social.ts';
import { expect, test } from '#e2e/support/test.ts';
import { SECOND_STEP_REFUSED } from '#features/accounts/refusals.ts';

const card = (page: Page) => page.getByTestId('security-passkeys');
/** The rows of the passkeys, without the rows of the recovery codes. */
const rows = (page: Page) => card(page).locator('.security-rows > li');
const proof = (page: Page) => page.getByTestId('proof-dialog');
const passkeyButton = (page: Page) =>
  signInPanel(page).getByRole('button', { name: AUTH_WORDS.signIn.passkey });

const addButton = (page: Page) => card(page).getByRole('button', { name: PASSKEY_WORDS.add });
const removeButton = (page: Page) => card(page).getByRole('button', { name: `${PASSKEY_WORDS.remove}: ` });
/** If removing the passkey also deletes the recovery codes, the button says so. */
const confirmRemoval = (page: Page, codes: readonly string[]) => {
  const name = codes.length > 0 ? PASSKEY_WORDS.confirmLastRemoval : PASSKEY_WORDS.confirmRemoval;
  return card(page).getByRole('button', { name: `${name}: ` });
};

async function addPasskey(page: Page) {
  const email = uniqueAddress('asha');
  await signInByRequest(page.request, email);
  await openHydrated(page, PAGES.security);
  await addButton(page).press('Enter');
  await prove(page);
  return { email, codes: await expectAdded(page) };
}

/** Waits until the passkey is added, and returns the recovery codes that are shown with it. */
async function expectAdded(page: Page): Promise<readonly string[]> {
  await expect(page.getByText(PASSKEY_WORDS.done.added)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  const codes = page.getByTestId('recovery-codes');
  const texts = await codes.getByRole('listitem').allInnerTexts();
  await codes.getByRole('button', { name: SECOND_STEP_WORDS.done }).press('Enter');
  const left = filled(SECOND_STEP_WORDS.left, { left: texts.length });
  await expect(page.getByText(left).first()).toBeVisible();
  return texts;
}

async function expectSignedIn(page: Page, email: string): Promise<void> {
  await expect(page.getByTestId('account-button')).toBeVisible();
  expect(await whoIsSignedIn(page)).toMatchObject({ email });
}

test('[P-191] a passkey can be added, named and used; removing the last one needs a recovery code and the password', async ({
  page,
  expectTrouble,
}) => {
  const device = await addAuthenticator(page);
  const { email, codes } = await addPasskey(page);
  expect(await device.passkeys()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

  await card(page)
    .getByRole('button', { name: `${PASSKEY_WORDS.rename}: ` })
    .press('Enter');
  const name = card(page).getByLabel(PASSKEY_WORDS.name);
  await expect(name).toBeFocused();
  await name.fill('');
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription(PASSKEY_WORDS.nameMissing);
  expectTrouble(refusedLine(422));
  await name.fill('x'.repeat(61));
  await name.press('Enter');
  await expect(page.getByText(filled(SCHEMA_ERRORS.TOO_LONG, { max: '60' }))).toBeVisible();
  await name.fill('Asha’s laptop');
  await expectAccessible(page, 'a passkey that is being named', '[data-testid="security-passkeys"]');
  await name.press('Enter');
  await expect(rows(page)).toContainText('Asha’s laptop');
  await expect(rows(page)).toContainText(PASSKEY_WORDS.unused);

  await forgetVisitor(page);
  await page.goto(PAGES.auth);
  await expectSignedIn(page, email);
  await openHydrated(page, PAGES.security);
  await expect(rows(page)).toContainText(PASSKEY_WORDS.lastUsed);

  await signInAgain(page.request, email);
  await removeButton(page).press('Enter');
  await confirmRemoval(page, codes).press('Enter');
  expectTrouble(refusedLine(428));
  await prove(page);
  const code = proof(page).getByLabel(PROOF_WORDS.recoveryCode, { exact: true });
  await expect(code).toBeFocused();
  await expect(proof(page)).toContainText(PROOF_WORDS.passkeyOrCode);
  await expect(rows(page)).toHaveCount(1);
  await code.fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText(PASSKEY_WORDS.done.removed)).toBeVisible();
});

test('if a person closes the passkey prompt, the page says so, nothing changes, and the prompt can be opened again', async ({
  page,
}) => {
  const device = await addAuthenticator(page);
  await offerNothing(page);
  const email = uniqueAddress('asha');
  await signInByRequest(page.request, email);
  await openHydrated(page, PAGES.security);
  await device.refuse();
  await addButton(page).click();
  await prove(page);
  await expect(proof(page)).toBeHidden();
  await expect(addButton(page)).toBeEnabled();
  await expect(page.getByTestId('toast')).toContainText(PASSKEY_WORDS.notUsed);
  await expect(card(page)).toContainText(PASSKEY_WORDS.none);
  await device.refuse(false);
  await addButton(page).click();
  const codes = await expectAdded(page);

  await signInAgain(page.request, email);
  await removeButton(page).click();
  await confirmRemoval(page, codes).click();
  await device.refuse();
  const confirm = proof(page).getByRole('button', { name: PASSKEY_WORDS.confirm });
  await confirm.click();
  await expect(confirm).toBeEnabled();
  await expect(proof(page).getByRole('alert')).toContainText(PASSKEY_WORDS.notUsed);
  await expect(rows(page)).toHaveCount(1);
  await device.refuse(false);
  await confirm.click();
  await expect(card(page)).toContainText(PASSKEY_WORDS.none);

  await forgetVisitor(page);
  await openHydrated(page, PAGES.auth);
  await device.refuse();
  await signInPanel(page).getByLabel(AUTH_WORDS.email).fill('asha@example.com');
  await passkeyButton(page).click();
  await expect(passkeyButton(page)).toBeEnabled();
  await expect(signInPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue('asha@example.com');
  await expect(signInPanel(page).getByRole('alert')).toContainText(PASSKEY_WORDS.notUsed);

  await signIn(page, email);
  const offer = page.getByTestId('toast').filter({ hasText: PASSKEY_WORDS.offer.text });
  await expect(offer).toBeVisible();
  await expectAccessible(page, 'the offer of a passkey', '[data-testid="toast"]');
  await offer.getByRole('link', { name: PASSKEY_WORDS.offer.add }).press('Enter');
  await expect(page).toHaveURL(PAGES.security);
  await expect(addButton(page)).toBeVisible();
  await expect(offer).toBeHidden();
});

test('[P-190] an account with a passkey cannot be reset or deleted with the password alone', async ({
  page,
  expectTrouble,
}) => {
  const device = await addAuthenticator(page);
  await offerNothing(page);
  const newPassword = 'a newer dawn';
  const { email, codes } = await addPasskey(page);

  await forgetVisitor(page);
  await post(page.request, ACCOUNT_API.requestReset, { email });
  await openHydrated(page, await newestLink(page, email, 2));
  await page.getByLabel(AUTH_WORDS.newPassword, { exact: true }).fill(newPassword);
  const field = page.getByLabel(RESET_WORDS.code);
  await expect(field).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(RESET_WORDS.codeMissing);
  await expect(page.getByRole('link', { name: RESET_WORDS.otherMethod })).toHaveAttribute('href', PAGES.auth);
  await expectAccessible(page, 'reset that asks for a code', 'main');
  await page.getByText(RESET_WORDS.lost.title).press('Enter');
  await expect(page.getByRole('link', { name: BRAND.supportEmail })).toBeVisible();
  expectTrouble(refusedLine(403));
  await field.fill('no code');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(SECOND_STEP_REFUSED.message);
  await field.fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  const left = codes.length - 1;
  await expect(page.getByText(filled(RESET_WORDS.codeUsed, { left }))).toBeVisible();
  await expectSignedIn(page, email);

  await signInAgain(page.request, email, false, newPassword);
  await openHydrated(page, PAGES.profile);
  const { dialog, opener, name, password, submit } = deleteDialog(page);
  const key = dialog.getByRole('button', { name: PROFILE_WORDS.deletion.passkey });
  await opener.click();
  await expect(key).toBeVisible();
  await dialog.getByRole('link', { name: PROOF_WORDS.newPassword }).click();
  await expect(resetPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(email);
  await openHydrated(page, PAGES.profile);
  await opener.click();
  await expectAccessible(page, 'delete dialog, passkey', '[data-testid="delete-dialog"]');
  await key.click();
  await expect(name).toHaveAccessibleDescription(/^Please type your name correctly to confirm deletion/);
  await expect(name).toBeFocused();
  await name.fill((await page.getByTestId('profile-name').textContent()) ?? '');
  await password.fill(newPassword);
  expectTrouble(refusedLine(428));
  await submit.click();
  await expect(dialog).toContainText(PROOF_WORDS.passkeyOrCode);
  expect(await whoIsSignedIn(page)).toMatchObject({ email });
  await device.refuse();
  await key.click();
  await expect(key).toBeEnabled();
  expect(await whoIsSignedIn(page)).toMatchObject({ email });
  await device.refuse(false);
  await key.click();
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
});
