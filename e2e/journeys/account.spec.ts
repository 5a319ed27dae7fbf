import { PAGES } from '#contract/paths.ts';
import {
  arriveSignedIn,
  createPanel,
  PASSWORD,
  resetPanel,
  signIn,
  signInPanel,
} from '../support/account.ts';
import { expect, test } from '../support/test.ts';
import { uniqueAddress } from '../support/unique-address.ts';

const REFUSED = 'Failed to load resource: the server responded with a status of';

test('from sign-up to deletion', async ({ page, mailbox, newVisitor, request, expectTrouble }) => {
  test.setTimeout(90_000);
  // The silent sign-in, the automatic resend and three deliberate mistakes are refused; the browser says so.
  expectTrouble(`${REFUSED} 403`);
  expectTrouble(`${REFUSED} 429`);
  expectTrouble(`${REFUSED} 401`);
  const email = uniqueAddress();

  await test.step('sign up', async () => {
    await page.goto(PAGES.home);
    await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
    const panel = createPanel(page);
    await panel.getByLabel('Email').fill(email);
    await panel.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await panel.getByRole('button', { name: 'Create Account' }).click();
    await expect(
      page.getByText('Please check your email to verify your account before signing in.'),
    ).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();
    await mailbox.newest(email);
    expect(await mailbox.to(email)).toHaveLength(1);
  });

  await test.step('asking again at once is answered kindly', async () => {
    await page.getByRole('button', { name: 'Resend Verification Email' }).click();
    await expect(
      page.getByText('Please wait 5 minutes before requesting another verification email.'),
    ).toBeVisible();
  });

  await test.step('signing in is refused until the address is confirmed', async () => {
    await signIn(page, email);
    await expect(page.getByText('Please verify your email before signing in.')).toBeVisible();
  });

  await test.step('opening the link changes nothing', async () => {
    const link = await mailbox.newestLink(email);
    for (let i = 0; i < 5; i++) expect((await request.get(link)).status()).toBe(200);
    expect((await request.head(link)).status()).toBe(200);
    await signIn(page, email);
    await expect(page.getByText('Please verify your email before signing in.')).toBeVisible();
    await page.goto(link);
    await expect(page).toHaveURL(PAGES.authVerify);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page.getByText('Your email is confirmed. You can sign in now.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  });

  await test.step('a wrong password keeps what was typed', async () => {
    await signIn(page, email, 'not this one');
    await expect(page.getByText('Invalid email or password')).toBeVisible();
    await expect(signInPanel(page).getByLabel('Email')).toHaveValue(email);
  });

  await test.step('sign in', async () => {
    await signIn(page, email);
    await expect(page).toHaveURL(PAGES.homeAlias);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeHidden();
    await page.goto(PAGES.auth);
    await expect(page).toHaveURL(PAGES.profile);
  });

  await test.step('edit the profile; it is there after a reload', async () => {
    await expect(page.getByLabel('Email')).toHaveAttribute('readonly');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Name').fill('Asha Rawat');
    await page.getByLabel('Date of Birth').fill('2004-02-29');
    await page.getByLabel('About').fill('Up before the sun.');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    await page.reload();
    await expect(page.getByTestId('profile-name')).toHaveText('Asha Rawat');
    await expect(page.getByLabel('About')).toHaveValue('Up before the sun.');
    await expect(page.getByLabel('Date of Birth')).toHaveValue('2004-02-29');
  });

  const elsewhere = await newVisitor();
  await test.step('sign out, and reset the password: sessions elsewhere end', async () => {
    await elsewhere.goto(PAGES.auth);
    await signIn(elsewhere, email);
    await expect(elsewhere).toHaveURL(PAGES.homeAlias);

    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByText('Signed out successfully')).toBeVisible();
    await expect(page).toHaveURL(PAGES.home);

    await page.goto(PAGES.auth);
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    await resetPanel(page).getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('If this address has an account')).toBeVisible();
    await page.goto(await mailbox.newestLink(email, 2));
    await page.getByLabel('New password', { exact: true }).fill(`${PASSWORD}!`);
    await page.getByRole('button', { name: 'Change my password' }).click();
    await expect(page.getByText('Your password is changed. Please sign in with the new one.')).toBeVisible();

    await elsewhere.goto(PAGES.profile);
    await expect(elsewhere).toHaveURL(PAGES.auth);
  });

  await test.step('delete: wrong name, wrong password, then the right ones', async () => {
    await signIn(page, email, `${PASSWORD}!`);
    await expect(page).toHaveURL(PAGES.homeAlias);
    await page.goto(PAGES.profile);
    const dialog = page.getByTestId('delete-dialog');
    const attempt = async (name: string, password: string) => {
      await dialog.getByLabel('Your name').fill(name);
      await dialog.getByLabel('Your password', { exact: true }).fill(password);
      await dialog.getByRole('button', { name: 'Delete Account' }).click();
    };
    await page.getByRole('main').getByRole('button', { name: 'Delete Account' }).first().click();
    await attempt('Somebody Else', `${PASSWORD}!`);
    await expect(dialog.getByText('Please type your name correctly to confirm deletion')).toBeVisible();
    await attempt('Asha Rawat', 'wrong');
    await expect(page.getByText('Failed to delete account. Please check your password.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.getByRole('main').getByRole('button', { name: 'Delete Account' }).first().click();
    await attempt('Asha Rawat', `${PASSWORD}!`);
    await expect(page.getByText('Account deleted successfully')).toBeVisible();
    await expect(page).toHaveURL(PAGES.homeAlias);
    expect((await mailbox.newest(email)).subject).toMatch(/deleted/i);
  });

  await test.step('nothing is left to sign in to', async () => {
    await page.goto(PAGES.auth);
    await signIn(page, email, `${PASSWORD}!`);
    await expect(page.getByText('Invalid email or password')).toBeVisible();
  });
});

test('confirming in another browser asks for a password of one’s own', async ({
  page,
  mailbox,
  newVisitor,
  expectTrouble,
}) => {
  for (const status of [403, 409, 429]) expectTrouble(`${REFUSED} ${status}`);
  const email = uniqueAddress();
  await page.goto(`${PAGES.auth}?view=create`);
  await createPanel(page).getByLabel('Email').fill(email);
  await createPanel(page).getByLabel('Password', { exact: true }).fill('set by a stranger');
  await createPanel(page).getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();

  const owner = await newVisitor();
  await owner.goto(await mailbox.newestLink(email));
  await owner.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(owner.getByText('You opened this link in another browser')).toBeVisible();
  await owner.getByLabel('Choose your password', { exact: true }).fill(PASSWORD);
  await owner.getByRole('button', { name: 'Confirm my email' }).click();
  await owner.getByRole('main').getByRole('link', { name: 'Sign In' }).click();

  await page.goto(PAGES.auth);
  await signIn(page, email, 'set by a stranger');
  // To whoever typed that sign-up it looks as if nobody had followed the mail.
  await expect(page.getByText('Please verify your email before signing in.')).toBeVisible();
  await signIn(owner, email);
  await expect(owner).toHaveURL(PAGES.homeAlias);
});

test('a taken address looks like a new one on the screen; its owner gets a mail', async ({
  page,
  mailbox,
  expectTrouble,
}) => {
  expectTrouble(`${REFUSED} 403`);
  expectTrouble(`${REFUSED} 429`);
  const email = uniqueAddress();
  await arriveSignedIn(page, mailbox, email);
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(PAGES.home);

  await page.goto(`${PAGES.auth}?view=create`);
  await createPanel(page).getByLabel('Email').fill(email);
  await createPanel(page).getByLabel('Password', { exact: true }).fill('some other password');
  await createPanel(page).getByRole('button', { name: 'Create Account' }).click();
  await expect(
    page.getByText('Please check your email to verify your account before signing in.'),
  ).toBeVisible();
  expect((await mailbox.newest(email, 2)).subject).toMatch(/already/i);
});
