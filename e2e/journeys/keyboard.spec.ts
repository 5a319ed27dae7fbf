import { PAGES, signInPath } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { VERIFY_WORDS } from '#content/verify.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PHONE } from '#e2e/support/accessible.ts';
import {
  arriveSignedIn,
  createPanel,
  deleteDialog,
  forgetVisitor,
  PASSWORD,
  resetPanel,
  signInPanel,
} from '#e2e/support/account.ts';
import { Keyboard } from '#e2e/support/assistive.ts';
import { holdBack, openHydrated, refusedLine, SCRIPTS } from '#e2e/support/loading.ts';
import { newestLink, uniqueAddress } from '#e2e/support/mailbox.ts';
import { expect, test } from '#e2e/support/test.ts';
import { WRONG_PASSWORD } from '#features/accounts/refusals.ts';

test('[P-100] a person can sign up, use the account and delete the account with the keyboard alone', async ({
  page,
  expectTrouble,
}) => {
  test.slow();
  // Expected refusals: the silent sign-in and automatic resend after a sign-up, and the wrong password.
  for (const status of [403, 429]) expectTrouble(refusedLine(status));
  const email = uniqueAddress();
  const keys = new Keyboard(page);
  const heading = page.getByRole('heading', { level: 1 });
  const expectHeading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  const main = page.getByRole('main');

  await test.step('the skip link', async () => {
    await openHydrated(page, PAGES.home);
    const skip = page.getByRole('link', { name: SHELL_WORDS.skip });
    await keys.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await keys.press('Enter');
    await expect(main).toBeFocused();
    await keys.press('Tab');
    await expect(main.locator('a[href], input:not([type="hidden"])').first()).toBeFocused();
  });

  await test.step('the sign-up form', async () => {
    const getStarted = page.getByRole('banner').getByRole('link', { name: SHELL_WORDS.getStarted });
    await keys.tabTo(getStarted, 'Shift+Tab');
    await keys.press('Enter');
    await expectHeading(AUTH_WORDS.create.title);
    await keys.tabToAndType(createPanel(page).getByLabel(AUTH_WORDS.email), email);
    await keys.tabToAndType(createPanel(page).getByLabel(AUTH_WORDS.password, { exact: true }), PASSWORD);
    await keys.press('Enter');
    await expectHeading(AUTH_WORDS.inbox.title);
    await keys.tabTo(page.getByRole('button', { name: AUTH_WORDS.resend }));
  });

  await test.step('the confirmation of the address', async () => {
    await page.goto(await newestLink(page, email));
    await keys.tabToAndPress(page.getByRole('button', { name: VERIFY_WORDS.submit }), 'Space');
    await expect(page).toHaveURL(PAGES.profile);
    await expect(heading).toBeFocused();
  });

  await test.step('the sign-in form', async () => {
    await forgetVisitor(page);
    await openHydrated(page, PAGES.auth);
    const panel = signInPanel(page);
    const password = panel.getByLabel(AUTH_WORDS.password, { exact: true });
    await keys.tabToAndType(panel.getByLabel(AUTH_WORDS.email), email);
    await keys.tabToAndType(password, PASSWORD);
    await keys.tabToAndPress(panel.getByRole('button', { name: 'Show password' }), 'Space');
    await expect(password).toHaveAttribute('type', 'text');
    await keys.tabToAndPress(panel.getByLabel(AUTH_WORDS.remember), 'Space');
    await expect(panel.getByLabel(AUTH_WORDS.remember)).toBeChecked();
    await keys.tabToAndPress(panel.getByRole('button', { name: AUTH_WORDS.signIn.submit, exact: true }));
    await expect(page).toHaveURL(PAGES.homeAlias);
    await expect(heading).toBeFocused();
  });

  await test.step('the account menu', async () => {
    const button = page.getByTestId('account-button');
    const menu = page.getByTestId('account-menu');
    const profile = menu.getByRole('link', { name: SHELL_WORDS.viewProfile });
    await keys.tabTo(button, 'Shift+Tab');
    await keys.press('Enter');
    await expect(menu).toBeVisible();
    await keys.press('Tab');
    await expect(profile).toBeFocused();
    await keys.expectFocusShows();
    await keys.press('Tab');
    await expect(menu.getByRole('button', { name: SHELL_WORDS.signOut })).toBeFocused();
    await keys.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await keys.press('Enter');
    await keys.press('Tab');
    await expect(profile).toBeFocused();
    await keys.press('Enter');
    await expect(page).toHaveURL(PAGES.profile);
    await expect(menu).toBeHidden();
    await expect(heading).toBeFocused();
  });

  await test.step('the profile', async () => {
    const save = page.getByRole('button', { name: PROFILE_WORDS.save });
    await keys.tabToAndPress(page.getByRole('button', { name: PROFILE_WORDS.edit }));
    await expect(page.getByLabel(PROFILE_WORDS.fields.name, { exact: true })).toBeFocused();
    await keys.expectFocusShows();
    await keys.press('ControlOrMeta+a');
    await keys.type('Asha Rawat');
    await keys.tabToAndType(page.getByLabel(PROFILE_WORDS.fields.about), 'No mouse.');
    await keys.tabTo(save);
    await keys.press('Space');
    await expect(page.getByText(MESSAGES.profileUpdated)).toBeVisible();
    await expect(page.getByTestId('profile-name')).toHaveText('Asha Rawat');
    await expect(page.getByRole('button', { name: PROFILE_WORDS.edit })).toBeFocused();
  });

  await test.step('the sign-out and a new password by the mailed link', async () => {
    await keys.tabTo(main.getByRole('button', { name: SHELL_WORDS.signOut }), 'Shift+Tab');
    await keys.press('Enter');
    await expect(page.getByText(SHELL_WORDS.signedOut)).toBeVisible();
    await expect(page).toHaveURL(PAGES.home);
    await expect(heading).toBeFocused();
    await openHydrated(page, PAGES.auth);
    await keys.tabToAndPress(page.getByRole('button', { name: AUTH_WORDS.signIn.forgot }));
    await expectHeading(AUTH_WORDS.reset.title);
    await keys.tabToAndType(resetPanel(page).getByLabel(AUTH_WORDS.email), email);
    await keys.press('Enter');
    await expect(page.getByText(MESSAGES.resetSent)).toBeVisible();
    await openHydrated(page, await newestLink(page, email, 2));
    await expect(page.getByLabel(AUTH_WORDS.email)).toHaveValue(email);
    await keys.tabToAndType(page.getByLabel(AUTH_WORDS.newPassword, { exact: true }), `${PASSWORD}!`);
    await keys.press('Enter');
    await expect(page.getByText(MESSAGES.passwordReset)).toBeVisible();
    await expect(page).toHaveURL(PAGES.homeAlias);
  });

  await test.step('the delete dialog keeps the focus inside', async () => {
    const { opener, dialog, name } = deleteDialog(page);
    await openHydrated(page, PAGES.profile);
    await keys.tabToAndPress(opener);
    await expect(name).toBeFocused();
    for (const key of [...Array(8).fill('Tab'), ...Array(8).fill('Shift+Tab')]) {
      await keys.press(key);
      await keys.expectFocusShows();
      expect(await keys.isFocusInside(dialog)).toBe(true);
    }
    await keys.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('the deletion of the account', async () => {
    const { name, password, submit } = deleteDialog(page);
    await keys.press('Enter');
    await name.fill('Asha Rawat');
    await password.fill('wrong');
    await keys.tabToAndPress(submit);
    await expect(password).toHaveAccessibleDescription(new RegExp(WRONG_PASSWORD.message));
    await expect(name).toHaveValue('Asha Rawat');
    await password.fill(`${PASSWORD}!`);
    await keys.tabToAndPress(submit);
    await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
    await expect(page).toHaveURL(PAGES.homeAlias);
    await page.goto(PAGES.profile);
    await expect(page).toHaveURL(signInPath(PAGES.profile));
  });
});

test('the side menu works with the keyboard alone, even before the scripts load', async ({ page }) => {
  const keys = new Keyboard(page);
  const menu = page.getByTestId('side-menu');
  const opener = page.getByRole('button', { name: SHELL_WORDS.openMenu });
  await page.setViewportSize(PHONE);
  const letScripts = await holdBack(page, SCRIPTS);
  await page.goto(PAGES.home, { waitUntil: 'commit' });
  await keys.tabToAndPress(opener);
  await letScripts();
  await expect(menu).toBeVisible();
  // The page becomes inert only after the menu is painted, so this check waits.
  const expectPageInert = () => expect(page.locator('#content')).toHaveJSProperty('inert', true);
  await expectPageInert();
  for (let stop = 0; stop < 12; stop++) {
    await keys.press('Tab');
    await keys.expectFocusShows();
    expect(await keys.isFocusInside(menu)).toBe(true);
  }
  await keys.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  await keys.press('Space');
  await expectPageInert();
  await keys.tabToAndPress(menu.getByRole('button', { name: SHELL_WORDS.closeMenu }));
  await expect(opener).toBeFocused();
  await keys.press('Enter');
  await expectPageInert();
  await keys.tabToAndPress(menu.getByRole('link', { name: SHELL_WORDS.signIn }));
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(PAGES.auth);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('[P-171] at a zoom of 400 % and on a phone, each element that gets the focus with Tab is visible', async ({
  page,
}) => {
  const keys = new Keyboard(page);
  const walk = async (stops: number) => {
    for (const key of [...Array(stops).fill('Tab'), ...Array(stops).fill('Shift+Tab')]) {
      await keys.press(key);
      await keys.expectFocusShows();
    }
  };
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(PAGES.home);
  await walk(24);
  await page.setViewportSize({ width: PHONE.width, height: 560 });
  await arriveSignedIn(page, uniqueAddress());
  await page.getByRole('button', { name: PROFILE_WORDS.edit }).press('Enter');
  await expect(page.getByLabel(PROFILE_WORDS.fields.name, { exact: true })).toBeFocused();
  await walk(14);
});
