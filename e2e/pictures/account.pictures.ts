import type { Page } from '@playwright/test';
import { AUTH_WORDS, VERIFY_WORDS } from '#content/account.ts';
import { ADDRESS_CHANGE_WORDS } from '#content/address-change.ts';
import { NOT_ME_WORDS } from '#content/changes.ts';
import { CHANGES_TOLD } from '#content/mails.ts';
import { PAGES } from '#content/page-paths.ts';
import { SECOND_STEP_WORDS } from '#content/second-step.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { DESK, enlargeText } from '../support/accessible.ts';
import {
  arriveSignedIn,
  deleteDialog,
  profileForm,
  prove,
  resetPanel,
  signIn,
  signUp,
} from '../support/account.ts';
import { refusedLine } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';
import { uniqueAddress } from '../support/unique-address.ts';
import { LOOKS, look } from './looks.ts';

/** Pictures of what an account shows besides its routes. `npm run screenshots` runs this, no test does. */
const LONG_NAME = 'Venkatanarasimharajuvaripeta Subrahmanya Lakshminarayanan Iyer';
const RTL_NAME = 'عائشة بنت عبد الرحمن القرشي';
const NEWER_PASSWORD = 'a newer dawn over kanpur';

test.setTimeout(180_000);

async function looks(page: Page, name: string): Promise<void> {
  for (const wanted of LOOKS) await look(page, `account-${name}`, wanted);
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
  await enlargeText(page, '');
}

const inMain = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).first();

test('from sign-up to the first sign-in', async ({ page, newVisitor, mailbox, expectTrouble }) => {
  expectTrouble(refusedLine(403));
  expectTrouble(refusedLine(401));
  expectTrouble(refusedLine(429));
  const email = uniqueAddress('asha');
  await page.goto(`${PAGES.auth}?view=create`);
  await inMain(page, AUTH_WORDS.create.submit).click();
  await looks(page, 'create-empty');
  await signUp(page, email);
  await expect(page.getByRole('button', { name: AUTH_WORDS.resend })).toBeVisible();
  await looks(page, 'check-inbox');
  const link = await mailbox.newestLink(email);
  const elsewhere = await newVisitor();
  await elsewhere.goto(link);
  await expect(inMain(elsewhere, VERIFY_WORDS.submit)).toBeVisible();
  await looks(elsewhere, 'confirm-elsewhere');
  await page.goto(link);
  await inMain(page, VERIFY_WORDS.submit).click();
  await expect(page.getByTestId('account-button')).toBeVisible();
  await looks(page, 'confirmed');
  await elsewhere.goto(link);
  await looks(elsewhere, 'link-used');
  await elsewhere.goto(PAGES.auth);
  await signIn(elsewhere, email, 'not this one');
  await expect(elsewhere.getByRole('alert')).toBeVisible();
  await looks(elsewhere, 'wrong-password');
  await elsewhere.goto(`${PAGES.auth}?view=reset`);
  await resetPanel(elsewhere).getByLabel(AUTH_WORDS.email).fill(email);
  await inMain(elsewhere, AUTH_WORDS.reset.submit).click();
  await expect(elsewhere.getByRole('status').first()).toBeVisible();
  await looks(elsewhere, 'reset-sent');
});

for (const [kind, name] of [
  ['long', LONG_NAME],
  ['rtl', RTL_NAME],
] as const) {
  test(`the profile of a ${kind} name`, async ({ page }) => {
    await arriveSignedIn(page, uniqueAddress('asha'));
    const form = profileForm(page);
    await form.edit.click();
    await form.name.fill(name);
    await form.about.fill(`${name}. Up before the sun.`);
    await form.save.click();
    await expect(page.getByTestId('profile-name')).toHaveText(name);
    await looks(page, `profile-${kind}`);
    await form.edit.click();
    await form.about.fill('Up before the sun, and not yet saved.');
    await looks(page, `profile-edit-${kind}`);
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page.getByTestId('unsaved-dialog')).toBeVisible();
    await looks(page, `profile-unsaved-${kind}`);
    await page.keyboard.press('Escape');
    await form.cancel.click();
    await deleteDialog(page).opener.click();
    await expect(deleteDialog(page).submit).toBeVisible();
    await looks(page, `profile-delete-${kind}`);
    await deleteDialog(page).cancel.click();
    await page.getByTestId('account-button').click();
    await expect(
      page.getByTestId('account-menu').getByRole('button', { name: SHELL_WORDS.signOut }),
    ).toBeVisible();
    await looks(page, `menu-${kind}`);
    await page.goto(PAGES.home);
    await expect(page.getByTestId('account-button')).toBeVisible();
    await looks(page, `home-${kind}`);
  });
}

test('the security page', async ({ page, newVisitor, mailbox }) => {
  const email = uniqueAddress('asha');
  await arriveSignedIn(page, email);
  await page.goto(PAGES.security);
  const card = page.getByTestId('security-second-step');
  await card.getByRole('button', { name: SECOND_STEP_WORDS.turnOn }).click();
  await expect(page.getByTestId('proof-dialog')).toBeVisible();
  await looks(page, 'proof');
  await prove(page);
  const qr = card.getByRole('img', { name: SECOND_STEP_WORDS.qr });
  await expect(qr).toBeVisible();
  await qr.scrollIntoViewIfNeeded();
  await looks(page, 'second-step');
  await page.goto(PAGES.security);
  const address = page.getByTestId('security-address');
  await address.getByRole('button', { name: ADDRESS_CHANGE_WORDS.change }).click();
  const newEmail = uniqueAddress('new');
  await address.getByLabel(ADDRESS_CHANGE_WORDS.field).fill(newEmail);
  await page.keyboard.press('Enter');
  await expect(address).toContainText(newEmail);
  await looks(page, 'new-address-awaited');
  const elsewhere = await newVisitor();
  await elsewhere.goto(await mailbox.newestLink(newEmail));
  await expect(elsewhere.getByLabel(AUTH_WORDS.email)).toHaveValue(newEmail);
  await looks(elsewhere, 'new-address');

  await page.getByTestId('security-password').getByRole('button').click();
  await page
    .getByTestId('security-password')
    .getByLabel(SECURITY_WORDS.password.field, { exact: true })
    .fill(NEWER_PASSWORD);
  await page.keyboard.press('Enter');
  await elsewhere.goto(await mailbox.toldLink(email, CHANGES_TOLD.password.other.title));
  await looks(elsewhere, 'not-me');
  await inMain(elsewhere, NOT_ME_WORDS.submit).click();
  await expect(elsewhere.getByLabel(NOT_ME_WORDS.frozen.field, { exact: true })).toBeVisible();
  await looks(elsewhere, 'not-me-frozen');
});
