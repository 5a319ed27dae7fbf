import type { Page } from '@playwright/test';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { SECURITY_ERRORS } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { expectAccessible } from '../support/accessible.ts';
import { arriveSignedIn, PASSWORD, signIn, signInByRequest } from '../support/account.ts';
import { refusedLine } from '../support/network-edge.ts';
import { agree, whoIsSignedIn } from '../support/social.ts';
import { expect, test } from '../support/test.ts';
import { uniqueAddress } from '../support/unique-address.ts';

const { password: PASSWORDS, providers: PROVIDERS, sessions: SESSIONS, proof: PROOF } = SECURITY_WORDS;

const part = (page: Page, name: 'password' | 'providers' | 'sessions') =>
  page.getByTestId(`security-${name}`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Types the password into the dialog that asks who it is. */
async function prove(page: Page, password = PASSWORD): Promise<void> {
  const dialog = page.getByTestId('proof-dialog');
  await dialog.getByLabel(PROOF.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: PROOF.submit }).click();
}

test('a new password asks who it is, by keyboard, and signs out everywhere else', async ({
  page,
  browser,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(403));
  const email = uniqueAddress();
  await arriveSignedIn(page, email);
  await page.getByRole('main').getByRole('link', { name: SECURITY_WORDS.pageTitle }).click();
  await expect(page).toHaveURL(PAGES.security);
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(PAGES.auth);
  await signIn(elsewhere, email);
  await expect(elsewhere).toHaveURL(PAGES.homeAlias);

  await button(page, PASSWORDS.change).press('Enter');
  const field = page.getByLabel(PASSWORDS.field, { exact: true });
  await expect(field).toBeFocused();
  await part(page, 'password').getByRole('button', { name: PASSWORDS.cancel }).press('Enter');
  await expect(button(page, PASSWORDS.change)).toBeFocused();
  await page.keyboard.press('Enter');
  await field.fill('a wholly new sentence');
  await page.keyboard.press('Enter');
  await prove(page, 'a guess');
  const dialog = page.getByTestId('proof-dialog');
  await expect(dialog.getByLabel(PROOF.password, { exact: true })).toHaveAccessibleDescription(
    SECURITY_ERRORS.PROOF_REFUSED.message,
  );
  await expectAccessible(page, 'proof dialog', undefined, '[data-testid="proof-dialog"]');
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('a wholly new sentence');
  await page.keyboard.press('Enter');
  await prove(page);
  await expect(page.getByText(MESSAGES.passwordSet)).toBeVisible();
  await expect(button(page, PASSWORDS.change)).toBeFocused();
  expect(await whoIsSignedIn(elsewhere)).toBeNull();
  await other.close();
});

test('who is signed in elsewhere is shown, and signed out there by a press', async ({
  page,
  playwright,
  baseURL,
}) => {
  const email = uniqueAddress();
  await arriveSignedIn(page, email);
  const there = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  const signInThere = () =>
    there.post('/api/account/sign-in', {
      data: { email, password: PASSWORD },
      headers: { origin: baseURL ?? '' },
    });
  expect((await signInThere()).status()).toBe(200);
  await page.goto(PAGES.security);
  const list = part(page, 'sessions').getByRole('listitem');
  await expect(list).toHaveCount(2);
  await expect(list.first()).toContainText(SESSIONS.isThis);
  await list.nth(1).getByRole('button').click();
  await expect(list).toHaveCount(1);
  await expect(page.getByText(SESSIONS.alone)).toBeVisible();
  await there.dispose();
});

test('a provider is connected in a window after a proof, and disconnected again', async ({ page }) => {
  await arriveSignedIn(page, uniqueAddress());
  await page.goto(PAGES.security);
  const named = (words: string) => words.replace('{provider}', 'GitHub');
  await button(page, named(PROVIDERS.link)).click();
  const opened = page.waitForEvent('popup');
  await prove(page);
  await agree(await opened, { email: uniqueAddress(), name: 'Asha Rawat' });
  await expect(button(page, named(PROVIDERS.unlink))).toBeVisible();
  await button(page, named(PROVIDERS.unlink)).click();
  await expect(button(page, named(PROVIDERS.link))).toBeVisible();
});

test('signed out, it leads to the sign-in and back', async ({ page }) => {
  const email = uniqueAddress();
  await signInByRequest(page.request, email);
  await page.context().clearCookies();
  await page.goto(PAGES.security);
  await expect(page).toHaveURL(signInPath(PAGES.security));
  await signIn(page, email);
  await expect(page).toHaveURL(PAGES.security);
});
