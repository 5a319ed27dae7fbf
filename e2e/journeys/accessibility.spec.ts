import type { Page } from '@playwright/test';
import { BRAND } from '#content/brand.ts';
import { COMING_SOON } from '#content/coming-soon.ts';
import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { BROKEN, SHELL_WORDS } from '#content/shell.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DESK, expectAccessible, expectFits, ON_PHONE, PHONE } from '#e2e/support/accessible.ts';
import { deleteDialog, forgetVisitor } from '#e2e/support/account.ts';
import { answerWith, cutOff, holdBack, OFFLINE_LINE, openHydrated } from '#e2e/support/loading.ts';
import { test } from '#e2e/support/signed-in.ts';
import { expect } from '#e2e/support/test.ts';
import { NAME_MISMATCH } from '#features/accounts/refusals.ts';

/** Checks states of screens, such as errors and open menus. Screens as they first open are checked in every-page.spec.ts. */

// These tests get more time, because each accessibility check takes about a second on shared processors.
test.describe.configure({ timeout: 90_000 });

test('[P-169] a page that throws an error is replaced by an accessible error page', async ({
  page,
  expectTrouble,
}) => {
  const fault = 'this page is broken on purpose';
  expectTrouble(fault);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await page.route(/\/assets\/community-[\w-]{8}\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export default () => { throw new Error("${fault}"); }`,
    }),
  );
  // The error page keeps the theme that was shown when the page broke.
  await page.emulateMedia({ colorScheme: 'dark' });
  await openHydrated(page, PAGES.comingSoon);
  await page.getByRole('main').getByRole('link', { name: COMING_SOON.community }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(BROKEN.title);
  await expect(page).toHaveTitle(`${BROKEN.title} — ${BRAND.product}`);
  await expectAccessible(page, 'broken', 'html', ON_PHONE);
  expect(dialogs, 'dialogs of the browser').toEqual([]);
});

/** Stops timers of a second or longer, so that short-lived states last until the check. Playwright's clock would stop axe. */
async function stopLongTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const set = window.setTimeout;
    window.setTimeout = ((work: () => void, delay = 0) =>
      delay < 1_000 ? set(work, delay) : 0) as typeof setTimeout;
  });
}

test('long and right-to-left names fit into the profile page and its dialog “Delete Account”', async ({
  page,
  person,
}) => {
  for (const name of [
    'Venkatanarasimharajuvaripeta Subrahmanyam Krishnamoorthy Iyer',
    'أبو عبد الرحمن محمد بن إبراهيم',
  ]) {
    const data = { ...person.user, name };
    await answerWith(page, ACCOUNT_API.session, { success: true, data, remembered: true });
    await page.goto(PAGES.profile);
    await expect(page.getByTestId('profile-name')).toHaveText(name);
    expect(await page.getByTestId('profile-name').evaluate(linesOfFirstWord), 'whole on a desk').toBe(1);
    await deleteDialog(page).opener.click();
    await expectFits(page, `profile and delete dialog of ${name}`);
    await page.keyboard.press('Escape');
    await page.setViewportSize(DESK);
  }
});

function linesOfFirstWord({ firstChild, textContent }: Element): number {
  const word = document.createRange();
  word.setStart(firstChild as Node, 0);
  word.setEnd(firstChild as Node, textContent.indexOf(' '));
  return word.getClientRects().length;
}

test('the account menu, the side menu and the loading overlay are accessible', async ({ page }) => {
  const openSideMenu = async (state: string) => {
    await page.getByRole('button', { name: SHELL_WORDS.openMenu }).click();
    await expect(page.getByTestId('side-menu')).toBeVisible();
    await expectAccessible(page, `side menu, ${state}`, '[data-testid="side-menu"]', ON_PHONE);
  };
  await page.goto(PAGES.comingSoon);
  await page.getByTestId('account-button').click();
  await expect(page.getByTestId('account-menu')).toBeVisible();
  await expectAccessible(page, 'account menu', '[data-testid="account-menu"]');
  await page.setViewportSize(PHONE);
  await openSideMenu('signed in');

  await forgetVisitor(page);
  const letCommunity = await holdBack(page, /\/assets\/community-[\w-]{8}\.js$/);
  await page.reload();
  await openSideMenu('signed out');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: COMING_SOON.community }).click();
  await expect(page.getByTestId('loading-overlay')).toBeVisible();
  await expectAccessible(page, 'loading overlay', '[data-testid="loading-overlay"]', ON_PHONE);
  await letCommunity();
});

test('the profile page is accessible in each of its states', async ({ page, person, expectTrouble }) => {
  expectTrouble(OFFLINE_LINE);
  await stopLongTimers(page);
  await page.goto(PAGES.profile);
  const { opener, name, submit, cancel } = deleteDialog(page);
  await opener.click();
  await name.fill('Somebody Else');
  await submit.click();
  await expect(name).toHaveAccessibleDescription(new RegExp(NAME_MISMATCH.message));
  await expectAccessible(page, 'delete dialog, wrong name', '[data-testid="delete-dialog"]');
  await cancel.click();

  await cutOff(page, pathFor(PRODUCT_API.saveUserById, person.user.id));
  const letThrough = await holdBack(page, pathFor(PRODUCT_API.saveUserById, person.user.id));
  await page.getByRole('button', { name: PROFILE_WORDS.edit }).click();
  await expectAccessible(page, 'profile, editing', 'main');
  await page.getByLabel(PROFILE_WORDS.fields.about).fill('Up before the sun.');
  await page.getByRole('banner').getByRole('link').first().click();
  await expectAccessible(page, 'unsaved changes', '[data-testid="unsaved-dialog"]');
  await page.getByRole('button', { name: PROFILE_WORDS.unsaved.stay }).click();
  await page.getByRole('button', { name: PROFILE_WORDS.save }).click();
  await expect(page.getByTestId('toast')).toHaveText(MESSAGES.updatingProfile);
  await letThrough();
  await expect(page.getByText(ACCOUNT_ERRORS.PROFILE_UPDATE_FAILED)).toBeVisible();
  await expectAccessible(page, 'profile, not saved', '[data-testid="toast"]');
});
