import type { Page } from '@playwright/test';
import { AUTH_WORDS } from '#content/account.ts';
import { PAGE_ERRORS, sentenceOf } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PAGES, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { AS_IT_IS, DESK, expectAccessible, inBothThemes, PHONE } from './support/accessible.ts';
import { createPanel, PASSWORD, resetPanel, signIn, signInPanel } from './support/account.ts';
import { openHydrated } from './support/hydrated.ts';
import { answerWith, holdBack, refusedLine, refuseWith } from './support/network-edge.ts';
import { expect, test } from './support/signed-in.ts';

/** The states of the screens; the screens themselves are walked in routes.spec.ts. */

// Entrances and colour changes are over at once, so that nothing is measured half-way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each look takes about a second where the processors are shared.
test.describe.configure({ timeout: 90_000 });

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('sign in: mistakes, waiting, a refusal', async ({ page, expectTrouble }) => {
    expectTrouble(refusedLine(401));
    await openHydrated(page, PAGES.auth);
    const panel = signInPanel(page);
    await panel.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(panel.getByLabel('Email')).toHaveAccessibleDescription('Please give your email address.');
    await expect(panel.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Please give your password.',
    );
    await expectAccessible(page, 'sign in, empty fields');

    await refuseWith(page, ACCOUNT_API.signIn, 'INVALID_EMAIL_OR_PASSWORD');
    const letThrough = await holdBack(page, ACCOUNT_API.signIn);
    await signIn(page, 'asha@example.com');
    await expect(panel.getByRole('button', { name: 'Loading...' })).toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page, 'sign in, busy');

    await letThrough();
    await expect(page.getByRole('alert')).toContainText('Invalid email or password');
    await expectAccessible(page, 'sign in, refused');
  });

  test('create account: every strength of a password', async ({ page }) => {
    await page.goto(`${PAGES.auth}?view=create`);
    const panel = createPanel(page);
    const password = panel.getByLabel('Password', { exact: true });
    const samples = ['monkey', 'kanpur', 'kanpur42', 'kanpur 42', PASSWORD] as const;
    for (const [level, sample] of samples.entries()) {
      await password.fill(sample);
      await expect(password).toHaveAccessibleDescription(`Password strength: ${AUTH_WORDS.strength[level]}`);
      await expectAccessible(page, `create account, strength ${level}`, inBothThemes(PHONE));
    }
  });

  test('create account: the promise of a mail', async ({ page, expectTrouble }) => {
    expectTrouble(refusedLine(401));
    expectTrouble(refusedLine(403));
    await page.goto(`${PAGES.auth}?view=create`);
    const panel = createPanel(page);
    await answerWith(page, ACCOUNT_API.signUp, { success: true, message: MESSAGES.checkYourEmail });
    await refuseWith(page, ACCOUNT_API.signIn, 'EMAIL_NOT_VERIFIED');
    await refuseWith(page, ACCOUNT_API.resendVerification, 'NO_USER_SIGNED_IN');
    await panel.getByLabel('Email').fill('asha@example.com');
    await panel.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await panel.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();
    await expectAccessible(page, 'create account, done');
  });

  test('ask for a reset: waiting, answered', async ({ page }) => {
    await page.goto(`${PAGES.auth}?view=reset`);
    await answerWith(page, ACCOUNT_API.requestReset, { success: true, message: MESSAGES.resetSent });
    const letThrough = await holdBack(page, ACCOUNT_API.requestReset);
    await resetPanel(page).getByLabel('Email').fill('asha@example.com');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
    await expectAccessible(page, 'ask for a reset, busy');
    await letThrough();
    await expect(page.getByRole('status').getByText(MESSAGES.resetSent)).toBeVisible();
    await expectAccessible(page, 'ask for a reset, done');
  });

  test('verify: a password needed, done, a dead link', async ({ page, expectTrouble }) => {
    expectTrouble(refusedLine(409));
    expectTrouble(refusedLine(410));
    const confirm = page.getByRole('button', { name: 'Confirm my email' });
    await page.goto(`${PAGES.authVerify}?token=sample`);
    await refuseWith(page, ACCOUNT_API.verify, 'PASSWORD_NEEDED');
    await confirm.click();
    await expect(page.getByLabel('Choose your password', { exact: true })).toBeVisible();
    await confirm.click();
    await expect(page.getByLabel('Choose your password', { exact: true })).toHaveAttribute('aria-invalid');
    await expectAccessible(page, 'verify, password needed');
    await answerWith(page, ACCOUNT_API.verify, { success: true, message: MESSAGES.emailConfirmed });
    await page.getByLabel('Choose your password', { exact: true }).fill(PASSWORD);
    await confirm.click();
    await expect(page.getByText(MESSAGES.emailConfirmed)).toBeVisible();
    await expectAccessible(page, 'verify, done');

    await page.goto(`${PAGES.authVerify}?token=sample`);
    await refuseWith(page, ACCOUNT_API.verify, 'LINK_NOT_VALID');
    await confirm.click();
    await expect(page.getByRole('alert')).toContainText(sentenceOf('LINK_NOT_VALID'));
    await expectAccessible(page, 'verify, dead link');
  });

  test('reset: a dead link', async ({ page, expectTrouble }) => {
    expectTrouble(refusedLine(410));
    await page.goto(`${PAGES.authReset}?token=sample`);
    await refuseWith(page, ACCOUNT_API.reset, 'LINK_NOT_VALID');
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Change my password' }).click();
    await expect(page.getByRole('alert')).toContainText(sentenceOf('LINK_NOT_VALID'));
    await expectAccessible(page, 'reset, dead link');
  });

  test('the side menu, the theme by hand, the loading overlay', async ({ page }) => {
    await stopLongTimers(page);
    await page.setViewportSize(PHONE);
    await page.goto(PAGES.home);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(page.getByTestId('side-menu')).toBeVisible();
    await expectAccessible(page, 'side menu, signed out', inBothThemes(PHONE));
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectAccessible(page, 'home, switched to dark', AS_IT_IS);

    await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click();
    await expect(page.getByTestId('loading-overlay')).toBeVisible();
    await expectAccessible(page, 'loading overlay', AS_IT_IS);
    await expect(page.getByTestId('loading-overlay')).toBeVisible();
  });

  for (const theme of ['dark', 'light'] as const) {
    test(`a page that breaks, ${theme}`, async ({ page, expectTrouble }) => {
      expectTrouble('this page is broken on purpose');
      await page.emulateMedia({ colorScheme: theme });
      await page.route(/\/assets\/auth-[\w-]{8}\.js$/, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'export default () => { throw new Error("this page is broken on purpose"); }',
        }),
      );
      await openHydrated(page, PAGES.home);
      await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong.');
      await expect(page).toHaveTitle('Something went wrong. — Tuesday AI');
      await expectAccessible(page, `broken, ${theme}`, AS_IT_IS);
    });
  }
});

/**
 * What waits for a second or longer never happens, so that passing states stay to be looked at. Playwright's clock
 * would stop axe as well.
 */
async function stopLongTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const set = window.setTimeout;
    window.setTimeout = ((work: () => void, delay = 0) =>
      delay < 1_000 ? set(work, delay) : 0) as typeof setTimeout;
  });
}

test('home, signed in', async ({ page }) => {
  await page.goto(PAGES.home);
  await expect(page.getByTestId('account-button')).toBeVisible();
  await expectAccessible(page, 'home, signed in');
});

test('profile', async ({ page, person }) => {
  const answer = await page.goto(PAGES.profile);
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveTitle('Your profile — Tuesday AI');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.user.name);
  await expectAccessible(page, 'profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expectAccessible(page, 'profile, editing');
});

test('the account menu, the side menu', async ({ page }) => {
  await page.goto(PAGES.home);
  await page.getByTestId('account-button').click();
  await expect(page.getByTestId('account-menu')).toBeVisible();
  await expectAccessible(page, 'account menu', inBothThemes(DESK));
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByTestId('side-menu')).toBeVisible();
  await expectAccessible(page, 'side menu, signed in', inBothThemes(PHONE));
});

test('the delete dialog, the toasts', async ({ page, person, expectTrouble }) => {
  expectTrouble(refusedLine(500));
  await stopLongTimers(page);
  await page.goto(PAGES.profile);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, 'delete dialog');
  await dialog.getByLabel('Your name').fill('Somebody Else');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByLabel('Your name')).toHaveAccessibleDescription(
    /^Please type your name correctly to confirm deletion/,
  );
  await expectAccessible(page, 'delete dialog, wrong name');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await refuseWith(page, pathFor(PRODUCT_API.saveUserById, person.user.id), 'SAVE_FAILED');
  const letThrough = await holdBack(page, pathFor(PRODUCT_API.saveUserById, person.user.id));
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByTestId('toast')).toHaveText(MESSAGES.updatingProfile);
  await expectAccessible(page, 'profile, saving');
  await letThrough();
  await expect(page.getByTestId('toast')).toHaveText(PAGE_ERRORS.PROFILE_UPDATE_FAILED);
  await expectAccessible(page, 'profile, not saved');

  const { user } = person;
  await answerWith(page, pathFor(PRODUCT_API.saveUserById, user.id), { success: true, data: user });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByTestId('toast').last()).toBeVisible();
  await expect(page.getByText(MESSAGES.profileUpdated)).toBeVisible();
  await expectAccessible(page, 'profile, saved');
});
