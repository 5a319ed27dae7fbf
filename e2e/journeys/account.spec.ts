import { ACCOUNT_DELETED_MAIL } from '#content/features/accounts.ts';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { RESET_WORDS } from '#content/reset.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { VERIFY_WORDS } from '#content/verify.ts';
import { MESSAGES } from '#contract/messages.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { expectAccessible, ONCE } from '#e2e/support/accessible.ts';
import {
  createPanel,
  deleteAccount,
  deleteDialog,
  PASSWORD,
  profileForm,
  resetPanel,
  signIn,
  signInPanel,
  signOut,
  signUp,
} from '#e2e/support/account.ts';
import { mailsTo, newestLink, newestMail } from '#e2e/support/mailbox.ts';
import { refusedLine } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';
import { uniqueAddress } from '#e2e/support/unique-address.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';

test('[P-100] from sign-up to deletion', async ({ page, newVisitor, request, expectTrouble }) => {
  test.setTimeout(90_000);
  // The silent sign-in, the automatic resend and three deliberate mistakes are refused; the browser says so.
  expectTrouble(refusedLine(403));
  expectTrouble(refusedLine(429));
  expectTrouble(refusedLine(401));
  const email = uniqueAddress();

  await test.step('sign up', async () => {
    await page.goto(PAGES.home);
    await page.getByRole('banner').getByRole('link', { name: SHELL_WORDS.getStarted }).click();
    await signUp(page, email);
    await expect(
      page.getByText('Please check your email to verify your account before signing in.'),
    ).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(AUTH_WORDS.inbox.title);
    await expect(page.getByTestId('inbox-address')).toHaveText(email);
    await newestMail(page, email);
    expect(await mailsTo(page, email)).toHaveLength(1);
  });

  await test.step('asking again at once is answered kindly', async () => {
    await page.getByRole('button', { name: AUTH_WORDS.resend }).click();
    await expect(
      page.getByText('Please wait 5 minutes before requesting another verification email.'),
    ).toBeVisible();
  });

  await test.step('the screen outlives a reload, and a wrong address can be put right', async () => {
    await page.reload();
    await expect(page.getByTestId('inbox-address')).toHaveText(email);
    await expect(page.getByText(filled(AUTH_WORDS.inbox.resendIn, { minutes: 5 }))).toBeVisible();
    await page.getByRole('button', { name: AUTH_WORDS.inbox.wrong }).click();
    await expect(createPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(email);
    await page.getByRole('button', { name: AUTH_WORDS.create.otherAction, exact: true }).click();
  });

  await test.step('signing in is refused until the address is confirmed, and leads to the same screen', async () => {
    await signIn(page, email);
    await expect(page.getByText('Please verify your email before signing in.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(AUTH_WORDS.inbox.title);
    await expect(page.getByRole('button', { name: AUTH_WORDS.resend })).toBeVisible();
  });

  await test.step('opening the link changes nothing', async () => {
    const link = await newestLink(page, email);
    for (let i = 0; i < 5; i++) expect((await request.get(link)).status()).toBe(200);
    expect((await request.head(link)).status()).toBe(200);
    await page.getByRole('button', { name: AUTH_WORDS.inbox.confirmed }).click();
    await expect(signInPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(email);
    await signIn(page, email);
    await expect(page.getByText('Please verify your email before signing in.')).toBeVisible();
    await page.goto(link);
    await expect(page).toHaveURL(PAGES.authVerify);
    await page.getByRole('button', { name: VERIFY_WORDS.submit }).click();
    await expect(page.getByText(VERIFY_WORDS.done)).toBeVisible();
    await expect(page).toHaveURL(PAGES.profile);
  });

  await test.step('the same link again leads who is signed in to the profile', async () => {
    await page.goto(await newestLink(page, email));
    await expect(page.getByText(VERIFY_WORDS.unusable)).toContainText(
      filled(VERIFY_WORDS.signedIn, { email }),
    );
    await expect(page.getByText(LINK_NOT_VALID.message)).toBeHidden();
    await expect(page.getByRole('link', { name: VERIFY_WORDS.another })).toBeHidden();
    await page.getByRole('main').getByRole('link', { name: SHELL_WORDS.viewProfile }).click();
    await expect(page).toHaveURL(PAGES.profile);
  });

  await test.step('signed out, it leads to signing in, where a wrong password keeps what was typed', async () => {
    await signOut(page);
    await expect(page.getByText('Signed out successfully')).toBeVisible();
    await page.goto(await newestLink(page, email));
    await expect(page.getByRole('alert')).toContainText(LINK_NOT_VALID.message);
    await page.getByRole('link', { name: VERIFY_WORDS.another }).click();
    await expect(page).toHaveURL(PAGES.auth);
    await signIn(page, email, 'not this one');
    await expect(page.getByText('Invalid email or password')).toBeVisible();
    await expect(signInPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(email);
  });

  await test.step('sign in', async () => {
    await signIn(page, email);
    await expect(page).toHaveURL(PAGES.homeAlias);
    await expect(page.getByRole('banner').getByRole('link', { name: SHELL_WORDS.signIn })).toBeHidden();
    await page.goto(PAGES.auth);
    await expect(page).toHaveURL(PAGES.profile);
  });

  await test.step('edit the profile; it is there after a reload', async () => {
    const form = profileForm(page);
    await expect(page.getByText(PROFILE_WORDS.nameHint)).toBeVisible();
    await form.edit.click();
    await expect(page.getByText(PROFILE_WORDS.nameHint)).toBeHidden();
    await expect(page.getByLabel(PROFILE_WORDS.email)).toHaveAttribute('readonly');
    await form.name.fill('Asha Rawat');
    await form.dob.fill('2004-02-29');
    await form.about.fill('Up before the sun.');
    await form.save.click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    await page.reload();
    await expect(page.getByTestId('profile-name')).toHaveText('Asha Rawat');
    await expect(form.about).toHaveValue('Up before the sun.');
    await expect(form.dob).toHaveValue('2004-02-29');
    await expect(page.getByText(PROFILE_WORDS.nameHint)).toBeHidden();
  });

  const elsewhere = await newVisitor();
  await test.step('sign out, and reset the password: sessions elsewhere end', async () => {
    await elsewhere.goto(PAGES.auth);
    await signIn(elsewhere, email);
    await expect(elsewhere).toHaveURL(PAGES.homeAlias);

    await signOut(page);
    await expect(page.getByText('Signed out successfully')).toBeVisible();
    await expect(page).toHaveURL(PAGES.home);

    await page.goto(PAGES.auth);
    await page.getByRole('button', { name: AUTH_WORDS.signIn.forgot }).click();
    await resetPanel(page).getByLabel(AUTH_WORDS.email).fill(email);
    await page.getByRole('button', { name: AUTH_WORDS.reset.submit }).click();
    await expect(page.getByText('If this address has an account')).toBeVisible();
    await page.goto(await newestLink(page, email, 2));
    await expect(page.getByLabel(AUTH_WORDS.email)).toHaveValue(email);
    await page.getByLabel(AUTH_WORDS.newPassword, { exact: true }).fill(`${PASSWORD}!`);
    await page.getByRole('button', { name: RESET_WORDS.submit }).click();
    await expect(page.getByText(MESSAGES.passwordReset)).toBeVisible();
    await expect(page).toHaveURL(PAGES.homeAlias);
    await page.goto(PAGES.profile);
    await expect(page.getByTestId('profile-name')).toBeVisible();

    await elsewhere.goto(PAGES.profile);
    await expect(elsewhere).toHaveURL(signInPath(PAGES.profile));
  });

  await test.step('delete: wrong name, wrong password, then the right ones', async () => {
    const { dialog, cancel, password } = deleteDialog(page);
    await deleteAccount(page, 'Asha Rawat', '');
    await expect(password).toBeFocused();
    await cancel.click();
    await deleteAccount(page, 'Somebody Else', `${PASSWORD}!`);
    await expect(dialog.getByText('Please type your name correctly to confirm deletion')).toBeVisible();
    await cancel.click();
    await deleteAccount(page, 'Asha Rawat', 'wrong');
    await expect(page.getByText('Failed to delete account. Please check your password.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await deleteAccount(page, 'Asha Rawat', `${PASSWORD}!`);
    await expect(page.getByText('Account deleted successfully')).toBeVisible();
    await expect(page).toHaveURL(PAGES.homeAlias);
    expect((await newestMail(page, email)).subject).toBe(ACCOUNT_DELETED_MAIL.wording.subject);
  });

  await test.step('nothing is left to sign in to', async () => {
    await page.goto(PAGES.auth);
    await signIn(page, email, `${PASSWORD}!`);
    await expect(page.getByText('Invalid email or password')).toBeVisible();
  });
});

test('confirming in another browser is one more step and signs in there, and the first browser leads on', async ({
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
  await expect(elsewhere.locator('.banner-error')).toHaveCount(0);
  const username = elsewhere.getByLabel(AUTH_WORDS.email);
  await expect(username).toHaveValue(email);
  await expect(username).toHaveAttribute('autocomplete', 'username');
  const password = elsewhere.getByLabel(VERIFY_WORDS.choose, { exact: true });
  await elsewhere.getByRole('button', { name: VERIFY_WORDS.submit }).click();
  await expect(password).toHaveAttribute('aria-invalid');
  await expectAccessible(elsewhere, 'verify, password needed', ONCE, 'main');
  await password.fill(chosen);
  await elsewhere.getByRole('button', { name: VERIFY_WORDS.submit }).click();
  await expect(elsewhere.getByText(VERIFY_WORDS.done)).toBeVisible();
  await expect(elsewhere).toHaveURL(PAGES.profile);
  await elsewhere.reload();
  await expect(elsewhere.getByTestId('profile-name')).toBeVisible();

  await page.getByRole('button', { name: AUTH_WORDS.inbox.confirmed }).click();
  await expect(signInPanel(page).getByLabel(AUTH_WORDS.email)).toHaveValue(email);
  await expect(signInPanel(page).getByText(AUTH_WORDS.signIn.leadConfirmed)).toBeVisible();
  await signIn(page, email, chosen);
  await expect(page).toHaveURL(PAGES.homeAlias);
});

test('where signing in with the password just chosen is refused, the sign-in page has the address', async ({
  page,
  newVisitor,
  expectTrouble,
}) => {
  for (const status of [403, 429, 503]) expectTrouble(refusedLine(status));
  const email = uniqueAddress();
  await page.goto(`${PAGES.auth}?view=create`);
  await signUp(page, email);
  await expect(page.getByTestId('inbox-address')).toHaveText(email);

  const elsewhere = await newVisitor();
  await elsewhere.route(`**${ACCOUNT_API.signIn}`, (route) => route.fulfill({ status: 503 }));
  await elsewhere.goto(await newestLink(page, email));
  await elsewhere.getByLabel(VERIFY_WORDS.choose, { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole('button', { name: VERIFY_WORDS.submit }).click();
  await expect(elsewhere.getByText(MESSAGES.emailConfirmed)).toBeVisible();
  await expectAccessible(elsewhere, 'verify, not signed in', ONCE, 'main');
  await expect(signInPanel(elsewhere).getByLabel(AUTH_WORDS.email)).toHaveValue(email);
  await expect(signInPanel(elsewhere).getByLabel(AUTH_WORDS.password, { exact: true })).toBeFocused();
  await elsewhere.reload();
  await expect(signInPanel(elsewhere)).toBeVisible();
});

test('who was on the way to a page gets there by confirming, in the tab of the mail and in the one that waits', async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(403));
  expectTrouble(refusedLine(429));
  const email = uniqueAddress();
  await page.goto(`${PAGES.auth}?next=${PAGES.pricing}`);
  await page.getByRole('button', { name: AUTH_WORDS.signIn.otherAction }).click();
  await signUp(page, email);
  await expect(page.getByTestId('inbox-address')).toHaveText(email);
  const tab = await context.newPage();
  await tab.goto(await newestLink(page, email));
  await tab.getByRole('button', { name: VERIFY_WORDS.submit }).click();
  await expect(tab).toHaveURL(PAGES.pricing);
  await expect(tab.getByTestId('account-name').first()).toHaveText(email.split('@')[0] ?? '');
  await expect(page).toHaveURL(PAGES.pricing);
});

test('an address of other letters signs up and signs in, however it is spelled', async ({
  page,
  newVisitor,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(403));
  expectTrouble(refusedLine(429));
  const name = uniqueAddress('jose\u0301').split('@')[0] ?? '';
  await page.goto(`${PAGES.auth}?view=create`);
  await signUp(page, `${name}@exämple.com`);
  await expect(page.getByTestId('inbox-panel')).toBeVisible();
  await page.goto(await newestLink(page, `${name.normalize('NFC')}@xn--exmple-cua.com`));
  await page.getByRole('button', { name: VERIFY_WORDS.submit }).click();
  await expect(page).toHaveURL(PAGES.profile);

  const elsewhere = await newVisitor();
  await elsewhere.goto(PAGES.auth);
  await signIn(elsewhere, `${name.normalize('NFC')}@EXÄMPLE.com`);
  await expect(elsewhere.getByTestId('account-name').first()).toHaveText(name.normalize('NFC'));
});
