import { PAGE_ERRORS, sentenceOf } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PAGES } from '#contract/paths.ts';
import { createPanel, PASSWORD, resetPanel, signIn, signInPanel } from '../support/account.ts';
import {
  answerWith,
  cutOff,
  holdBack,
  OFFLINE_LINE,
  refusedLine,
  refuseWith,
  SCRIPTS,
} from '../support/network-edge.ts';
import { expect, test } from '../support/signed-in.ts';

const EMAIL = 'asha@example.com';

// The person of this worker exists, but nobody is signed in here.
test.use({ storageState: { cookies: [], origins: [] } });

test('the password is shown on request, and hidden again', async ({ page }) => {
  await page.goto(PAGES.auth);
  const password = signInPanel(page).getByLabel('Password', { exact: true });
  const toggle = signInPanel(page).getByRole('button', { name: 'Show password' });
  await password.fill(PASSWORD);
  await expect(password).toHaveAttribute('type', 'password');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue(PASSWORD);
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('“Remember this device” keeps the session and the tick', async ({ page, person }) => {
  const session = async () => (await page.context().cookies()).find(({ name }) => name === 'session');
  const flag = () => page.evaluate(() => localStorage.getItem('rememberDevice'));
  const remember = signInPanel(page).getByLabel('Remember this device');
  const signOut = async () => {
    await page.getByTestId('account-button').click();
    await page.getByTestId('account-menu').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByText(MESSAGES.signedOut)).toBeVisible();
    await page.goto(PAGES.auth);
  };

  await page.goto(PAGES.auth);
  await signIn(page, person.user.email);
  await expect(page).toHaveURL(PAGES.homeAlias);
  expect((await session())?.expires, 'ends with the browser').toBe(-1);
  expect(await flag()).toBeNull();
  await signOut();
  expect(await session()).toBeUndefined();

  await remember.check();
  await signIn(page, person.user.email);
  await expect(page).toHaveURL(PAGES.homeAlias);
  const days = ((await session())?.expires ?? 0) / 86_400 - Date.now() / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect((await session())?.httpOnly).toBe(true);
  expect(await flag()).toBe('true');
  await signOut();
  await expect(remember).toBeChecked();
});

test('changing the view clears messages and keeps the address', async ({ page, expectTrouble }) => {
  expectTrouble(refusedLine(401));
  await refuseWith(page, ACCOUNT_API.signIn, 'INVALID_EMAIL_OR_PASSWORD');
  await page.goto(PAGES.auth);
  await signIn(page, EMAIL);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(`${PAGES.auth}?view=create`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Invalid email or password')).toHaveCount(0);
  await expect(createPanel(page).getByLabel('Email')).toHaveValue(EMAIL);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(page).toHaveURL(`${PAGES.auth}?view=reset`);
  await expect(resetPanel(page).getByLabel('Email')).toHaveValue(EMAIL);
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(page).toHaveURL(PAGES.auth);
});

test('a message can be dismissed', async ({ page, expectTrouble }) => {
  expectTrouble(refusedLine(401));
  await refuseWith(page, ACCOUNT_API.signIn, 'INVALID_EMAIL_OR_PASSWORD');
  await page.goto(PAGES.auth);
  await signIn(page, EMAIL);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(page.getByText('Invalid email or password')).toHaveCount(0);
  await expect(signInPanel(page).getByLabel('Email')).toHaveValue(EMAIL);
});

test('too many tries, and no network: both are said, and nothing typed is lost', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(429));
  expectTrouble(OFFLINE_LINE);
  await page.goto(PAGES.auth);
  const panel = signInPanel(page);
  const message = sentenceOf('RATE_LIMITED', { wait: '12 minutes' });
  await refuseWith(page, ACCOUNT_API.signIn, 'RATE_LIMITED', { message, retryAfter: 720 });
  await signIn(page, EMAIL);
  await expect(page.getByRole('alert')).toHaveText('Too many tries. Please wait 12 minutes and try again.');

  await cutOff(page, ACCOUNT_API.signIn);
  await panel.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(PAGE_ERRORS.OFFLINE);
  await expect(panel.getByLabel('Email')).toHaveValue(EMAIL);
  await expect(panel.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
});

test('an answer that is not ours is still answered with a sentence', async ({ page, expectTrouble }) => {
  expectTrouble(refusedLine(502));
  await page.route(`**${ACCOUNT_API.requestReset}`, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await page.goto(`${PAGES.auth}?view=reset`);
  await resetPanel(page).getByLabel('Email').fill(EMAIL);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('alert')).toHaveText(sentenceOf('NOT_READY'));
});

for (const [view, heading] of [
  ['create', 'Create Account'],
  ['reset', 'Reset Password'],
] as const) {
  test(`/auth?view=${view} opens that view, before and after the scripts`, async ({ page }) => {
    const letScripts = await holdBack(page, SCRIPTS);
    await page.goto(`${PAGES.auth}?view=${view}`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
    await letScripts();
    await expect(page.getByTestId('sign-in-panel')).not.toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
  });
}

test('asking for another verification mail: every answer', async ({ page, expectTrouble }) => {
  for (const status of [401, 403, 409, 429, 500]) expectTrouble(refusedLine(status));
  await refuseWith(page, ACCOUNT_API.signIn, 'EMAIL_NOT_VERIFIED');
  await page.goto(PAGES.auth);
  await signIn(page, EMAIL);
  await expect(page.getByRole('alert')).toContainText('Please verify your email before signing in.');
  const resend = page.getByRole('button', { name: 'Resend Verification Email' });

  const answers = [
    ['NO_USER_SIGNED_IN', 'No user is currently signed in'],
    ['EMAIL_ALREADY_VERIFIED', 'Email is already verified'],
    ['MAX_VERIFICATION_ATTEMPTS', 'Maximum verification attempts reached. Please contact support.'],
    ['VERIFICATION_TOO_SOON', 'Please wait 3 minutes before requesting another verification email.'],
    ['RESEND_FAILED', 'Failed to resend verification email'],
  ] as const;
  for (const [code, message] of answers) {
    await refuseWith(page, ACCOUNT_API.resendVerification, code, { message });
    await resend.click();
    await expect(page.getByRole('alert')).toContainText(message);
  }

  await answerWith(page, ACCOUNT_API.resendVerification, {
    success: true,
    message: MESSAGES.verificationSent,
  });
  const letThrough = await holdBack(page, ACCOUNT_API.resendVerification);
  await resend.click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await letThrough();
  await expect(page.getByRole('status').getByText(MESSAGES.verificationSent)).toBeVisible();
});
