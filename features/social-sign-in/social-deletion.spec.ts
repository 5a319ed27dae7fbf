import type { Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { PROOF_WORDS } from '#content/proof.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { filled, PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { PASSWORD, resetPanel } from '#e2e/support/account.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { newestLink, uniqueAddress } from '#e2e/support/mailbox.ts';
import { cutOff, holdBack, OFFLINE_LINE } from '#e2e/support/network-edge.ts';
import {
  agree,
  agreeButton,
  blockPopups,
  expectNotConfirmed,
  signInByProvider,
  whoIsSignedIn,
} from '#e2e/support/social.ts';
import { expect, test } from '#e2e/support/test.ts';
import { PROVIDER_NAMES, type Provider } from '#features/social-sign-in/contract.ts';

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

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: PROFILE_WORDS.deleteAccount }).click();
}

const expectDialogAccessible = (page: Page, state: string) =>
  expectAccessible(page, `delete dialog, ${state}`, '[data-testid="delete-dialog"]');

async function pressContinue(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), continueButton(page, 'google').click()]);
  await expect(agreeButton(popup)).toBeVisible();
  return popup;
}

test('[P-159] choosing another provider account, declining, closing the window and Cancel do not confirm a deletion; a sign-in does', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  await page.clock.install();
  const letThrough = await holdBack(page, ACCOUNT_API.security);
  const email = await askToDelete(page);
  const cancel = dialogOf(page).getByRole('button', { name: PROOF_WORDS.cancel });
  const waiting = dialogOf(page).getByText(filled(WORDS.waiting, { provider: PROVIDER_NAMES.google }));

  await test.step('the dialog says that sign-in methods are loading, or that they cannot be loaded', async () => {
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
    await dialogOf(page).getByRole('button', { name: WORDS.retry }).click();
    await expect(continueButton(page, 'google')).toBeVisible();
  });

  await test.step('if the name typed to confirm the deletion is wrong, the provider’s window does not open', async () => {
    await nameIn(page).fill('Somebody Else');
    await continueButton(page, 'google').click();
    await expect(nameIn(page)).toHaveAccessibleDescription(new RegExp(`^${ACCOUNT_ERRORS.NAME_MISMATCH}`));
    await expect(nameIn(page)).toBeFocused();
    expect(page.context().pages()).toHaveLength(1);
    await nameIn(page).fill(NAME);
  });

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
  await expect(page).toHaveURL(PAGES.homeAlias);
  expect(await whoIsSignedIn(page)).toBeNull();
});

test('if pop-ups are blocked, the provider opens in the page itself, and the person returns to the deletion dialog', async ({
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
  expect(await whoIsSignedIn(page)).toBeNull();
});

test('a person with only GitHub is told to set a password by email first, and returns signed in to the profile', async ({
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
