import type { Page } from '@playwright/test';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { PROOF_WORDS } from '#content/proof.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { arriveSignedIn, prove, signIn, signInAgain } from '#e2e/support/account.ts';
import { cutOff, holdBack, OFFLINE_LINE, refusedLine } from '#e2e/support/loading.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import { agree, openProvider, whoIsSignedIn } from '#e2e/support/social.ts';
import { expect, test } from '#e2e/support/test.ts';
import { PROOF_REFUSED } from '#features/accounts/refusals.ts';

const PASSWORDS = SECURITY_WORDS.password;
const PROVIDERS = SECURITY_WORDS.providers;
const SESSIONS = SECURITY_WORDS.sessions;
const PROOF = SECURITY_WORDS.proof;

const NEW_PASSWORD = 'a wholly new sentence';

const part = (page: Page, name: 'password' | 'providers' | 'sessions') =>
  page.getByTestId(`security-${name}`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('changing the password requires the old password, and ends all other sessions', async ({
  page,
  newVisitor,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(403));
  expectTrouble(OFFLINE_LINE);
  const email = uniqueAddress();
  await arriveSignedIn(page, email);
  await cutOff(page, ACCOUNT_API.security);
  await page.getByRole('main').getByRole('link', { name: SECURITY_WORDS.pageTitle }).click();
  await expect(page).toHaveURL(PAGES.security);
  await expect(page.getByRole('alert')).toContainText(PAGE_ERRORS.OFFLINE);
  await page.unroute(`**${ACCOUNT_API.security}`);
  await button(page, SECURITY_WORDS.retry).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const elsewhere = await newVisitor();
  await signInAgain(elsewhere.request, email);

  await cutOff(page, '/assets/new-password-field-*.js');
  await button(page, PASSWORDS.change).press('Enter');
  await expect(page.getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
  await expect(button(page, PASSWORDS.change)).toBeFocused();
  await page.unroute('**/assets/new-password-field-*.js');
  await page.keyboard.press('Enter');
  const field = page.getByLabel(PASSWORDS.field, { exact: true });
  await expect(field).toBeFocused();
  await button(page, PASSWORDS.cancel).press('Enter');
  await expect(button(page, PASSWORDS.change)).toBeFocused();
  await page.keyboard.press('Enter');
  await field.fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await prove(page, 'a guess');
  const dialog = page.getByTestId('proof-dialog');
  await expect(dialog.getByLabel(PROOF_WORDS.password, { exact: true })).toHaveAccessibleDescription(
    PROOF_REFUSED.message,
  );
  await expectAccessible(page, 'proof dialog', '[data-testid="proof-dialog"]');
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await prove(page);
  await expect(page.getByText(MESSAGES.passwordSet)).toBeVisible();
  await expect(button(page, PASSWORDS.change)).toBeFocused();
  expect(await whoIsSignedIn(elsewhere)).toBeNull();

  for (const { request } of [elsewhere, await newVisitor(), await newVisitor()])
    await signInAgain(request, email, false, NEW_PASSWORD);
  await page.reload();
  const list = part(page, 'sessions').getByRole('listitem');
  await expect(list).toHaveCount(4);
  await expect(list.first()).toContainText(SESSIONS.isThis);
  const release = await holdBack(page, ACCOUNT_API.endSessions);
  const sent = page.waitForRequest(`**${ACCOUNT_API.endSessions}`);
  await list.nth(1).getByRole('button').click();
  await sent;
  await page.context().setOffline(true);
  release();
  await expect(page.getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
  await expect(list).toHaveCount(4);
  await page.context().setOffline(false);
  // The page reads the security data to check the proof of identity, and again after the change. The second answer is late.
  const late = Promise.withResolvers<void>();
  let reads = 0;
  await page.route(`**${ACCOUNT_API.security}`, async (route) => {
    reads += 1;
    if (reads !== 2) return route.fallback();
    const response = await route.fetch();
    await late.promise;
    await route.fulfill({ response });
  });
  await list.nth(1).getByRole('button').click();
  await expect(list.nth(1).getByRole('button')).toBeEnabled();
  await list.nth(2).getByRole('button').click();
  await expect(list).toHaveCount(2);
  const answered = page.waitForResponse(`**${ACCOUNT_API.security}`);
  late.resolve();
  await (await answered).finished();
  // When the page is idle, it has handled the late answer.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(list).toHaveCount(2);
  await button(page, SESSIONS.endOthers).press('Enter');
  await expect(list).toHaveCount(1);
  await expect(page.getByText(SESSIONS.alone)).toBeVisible();
  expect(await whoIsSignedIn(elsewhere)).toBeNull();
});

test('a person who signed up with Google can set a password and link GitHub', async ({
  page,
  expectTrouble,
}) => {
  const [email, password] = [uniqueAddress(), 'a first sentence'];
  await page.goto(PAGES.security);
  await expect(page).toHaveURL(signInPath(PAGES.security));
  await agree(await openProvider(page, 'google'), { email });
  await expect(page).toHaveURL(PAGES.security);
  await expect(part(page, 'password')).toContainText(PASSWORDS.isNotSet);
  await button(page, PASSWORDS.set).press('Enter');
  const field = page.getByLabel(PASSWORDS.field, { exact: true });
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(new RegExp(FIELD_ERRORS.NEW_PASSWORD_MISSING));
  await field.fill(password);
  await page.keyboard.press('Enter');
  const dialog = page.getByTestId('proof-dialog');
  const opened = page.waitForEvent('popup');
  await dialog
    .getByRole('button', { name: PROOF.continueWith.replace('{provider}', 'Google') })
    .press('Enter');
  await expect(dialog.getByLabel(PROOF_WORDS.password, { exact: true })).toHaveCount(0);
  await agree(await opened, { email });
  await expect(page.getByText(MESSAGES.passwordSet)).toBeVisible();
  await expect(button(page, PASSWORDS.change)).toBeVisible();

  const named = (words: string) => words.replace('{provider}', 'GitHub');
  const openedNext = page.waitForEvent('popup');
  await button(page, named(PROVIDERS.link)).click();
  await agree(await openedNext, { email: uniqueAddress(), name: 'Asha Rawat' });
  await button(page, named(PROVIDERS.unlink)).click();
  await button(page, PROVIDERS.confirm).click();
  await expect(button(page, named(PROVIDERS.link))).toBeVisible();

  expectTrouble(refusedLine(401));
  await page.context().clearCookies();
  await button(page, PASSWORDS.change).press('Enter');
  await page.getByLabel(PASSWORDS.field, { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(signInPath(PAGES.security));
  await expect(page.getByRole('status').getByText(AUTH_WORDS.sessionEnded)).toBeVisible();
  await signIn(page, email, password);
  await expect(page).toHaveURL(PAGES.security);
});
