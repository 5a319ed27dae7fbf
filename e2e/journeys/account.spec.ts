import { PAGES } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { VERIFY_WORDS } from '#content/verify.ts';
import { filled } from '#contract/page-errors.ts';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { createPanel, PASSWORD, signIn, signInPanel, signUp } from '#e2e/support/account.ts';
import { newestLink, uniqueAddress } from '#e2e/support/mailbox.ts';
import { HOME_SCRIPT, holdBack, refusedLine } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';
import { EMAIL_NOT_VERIFIED, LINK_NOT_VALID } from '#features/accounts/refusals.ts';

test('after a sign-up, “check your mail” is shown until the address is confirmed in a second tab; then both tabs open the page that the person wanted before the sign-up', async ({
  page,
  expectTrouble,
}) => {
  for (const status of [403, 410, 429]) expectTrouble(refusedLine(status));
  const email = uniqueAddress();
  const heading = page.getByRole('heading', { level: 1 });
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
  await expect(heading).toHaveText(AUTH_WORDS.inbox.title);

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

test('confirming a sign-up in another browser asks for a new password and signs the person in there; the first browser then offers the sign-in form, which stays busy until the next page has loaded', async ({
  page,
  newVisitor,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(403));
  expectTrouble(refusedLine(429));
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
