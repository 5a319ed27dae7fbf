import type { Page } from '@playwright/test';
import { HOME } from '#content/home.ts';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { CONTROL_WORDS, NOT_ARRIVED, SHELL_WORDS } from '#content/shell.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import {
  arriveSignedIn,
  deleteAccount,
  deleteDialog,
  PASSWORD,
  profileForm,
  signInAgain,
  signOut,
  signOutByMenu,
} from '#e2e/support/account.ts';
import { recordAnnouncements } from '#e2e/support/assistive.ts';
import { cutOff, holdBack, OFFLINE_LINE, refusedLine, SCRIPTS } from '#e2e/support/loading.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Opens the profile with the account menu, so that the page before it stays in the history of this document. */
async function openProfile(page: Page): Promise<void> {
  await page.getByTestId('account-button').click();
  await page.getByTestId('account-menu').getByRole('link', { name: SHELL_WORDS.viewProfile }).click();
}

const timeSpent = (page: Page) => page.getByTestId('time-spent');
const visits = (page: Page) => page.getByTestId('total-visits');
const start = (page: Page) => page.getByRole('button', { name: PROFILE_WORDS.stats.start });
const stop = (page: Page) => page.getByRole('button', { name: PROFILE_WORDS.stats.stop });

test('the heading of the profile page keeps the focus when the profile has loaded', async ({ page }) => {
  await arriveSignedIn(page, uniqueAddress());
  const release = await holdBack(page, ACCOUNT_API.session);
  const asked = page.waitForRequest(`**${ACCOUNT_API.session}`);
  await page.goto(PAGES.pricing);
  await asked;
  await openProfile(page);
  await expect(page.getByRole('heading', { level: 1, name: PROFILE_WORDS.loading })).toBeFocused();
  release();
  await expect(page.getByRole('heading', { level: 1, name: `${PROFILE_WORDS.pageTitle}: ` })).toBeFocused();
});

test('[P-094] a profile that could not be saved keeps the typed text, and a saved profile is still there after a reload', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  await arriveSignedIn(page, uniqueAddress());
  const path = '/api/saveUser/*';
  const { name, gender, dob, about, edit, save, cancel } = profileForm(page);
  const [woman = ''] = PROFILE_WORDS.genders;
  await edit.click();
  await name.fill('');
  await dob.fill('2999-01-01');
  await save.click();
  await expect(name).toHaveAccessibleDescription(new RegExp(`${FIELD_ERRORS.NAME_MISSING}$`));
  await expect(dob).toHaveAccessibleDescription(`${FIELD_ERRORS.DATE_NOT_VALID} ${PROFILE_WORDS.dobHint}`);
  await expect(name).toBeFocused();
  await name.fill('Asha Rawat');
  await gender.fill(woman);
  await dob.fill('2004-02-29');
  await about.fill('Up before\nthe sun.');

  await cutOff(page, path);
  await save.click();
  await expect(page.getByText(ACCOUNT_ERRORS.PROFILE_UPDATE_FAILED, { exact: true })).toBeVisible();
  await expect(page.getByText(PAGE_ERRORS.OFFLINE, { exact: true })).toBeVisible();
  await expect(page.getByTestId('toast')).toHaveCount(1);
  await expect(name).toHaveValue('Asha Rawat');
  await expect(gender).toHaveValue(woman);
  await expect(dob).toHaveValue('2004-02-29');
  await expect(about).toHaveValue('Up before\nthe sun.');

  await page.unroute(`**${path}`);
  await save.click();
  await expect(page.getByRole('definition').getByText('29 February 2004')).toBeVisible();
  await expect(page.getByText(MESSAGES.profileUpdated)).toBeVisible();
  await expect(page.getByTestId('profile-name')).toHaveText('Asha Rawat');
  await expect(page.getByTestId('profile-avatar')).toHaveText('A');
  await expect(page.getByTestId('account-name').first()).toHaveText('Asha Rawat');
  await expect(about, 'the details are a list').toHaveCount(0);

  await edit.click();
  await about.fill('Something else');
  await cancel.click();
  const given = page.getByRole('definition').getByText('Up before\nthe sun.');
  await expect(given, 'a cancelled edit leaves no trace').toBeVisible();
  await page.reload();
  await expect(given).toBeVisible();
});

test('the deletion of an account is announced once, and its confirmation stays until it is closed', async ({
  page,
}) => {
  await page.clock.install();
  await arriveSignedIn(page, uniqueAddress());
  const announced = await recordAnnouncements(page);
  const { name, edit, save } = profileForm(page);
  await edit.click();
  await name.fill('Asha Rawat');
  await save.click();
  await expect(page.getByText(MESSAGES.profileUpdated)).toBeVisible();
  expect((await announced()).filter((words) => words.includes(MESSAGES.profileUpdated))).toHaveLength(1);
  await deleteAccount(page, 'Asha Rawat');
  const deleted = page.getByText(MESSAGES.accountDeleted);
  await expect(deleted).toBeVisible();
  await expect(page).toHaveURL(PAGES.homeAlias);
  await expect(page.getByTestId('toast')).toHaveCount(1);
  expect((await announced()).slice(-3)).toEqual([
    MESSAGES.deletingAccount,
    HOME.hero.title,
    MESSAGES.accountDeleted,
  ]);
  await page.clock.runFor(60_000);
  await expect(deleted).toBeVisible();
  await page.getByRole('button', { name: CONTROL_WORDS.dismissNotification }).click();
  await page.clock.runFor(2_000);
  await expect(deleted).toHaveCount(0);
});

test('if “Delete Account” cannot load, the page says so; if the session has ended, it leads to the sign-in page', async ({
  page,
  expectTrouble,
}) => {
  for (const line of [OFFLINE_LINE, refusedLine(401)]) expectTrouble(line);
  await arriveSignedIn(page, uniqueAddress());
  const { opener, name, password, submit } = deleteDialog(page);
  // Only requests for scripts fail, because the page may still be loading other things at this moment.
  await page.route(SCRIPTS, (route) => route.abort('internetdisconnected'));
  await opener.click();
  await expect(page.getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
  await expect(opener).toBeFocused();
  await page.unroute(SCRIPTS);
  await opener.click();
  await name.fill((await page.getByTestId('profile-name').textContent()) ?? '');
  await password.fill(PASSWORD);
  await page.context().clearCookies();
  await submit.click();
  await expect(page).toHaveURL(signInPath(PAGES.profile));
});

test('a person can sign out even if no further page can be loaded', async ({ page, expectTrouble }) => {
  expectTrouble(OFFLINE_LINE);
  await page.clock.install();
  await arriveSignedIn(page, uniqueAddress());
  await page.route(SCRIPTS, (route) => route.abort('internetdisconnected'));
  await page.route('/', (route) => route.abort('internetdisconnected'));
  await signOut(page);
  await expect(page.getByText(NOT_ARRIVED.unreachable)).toBeVisible();
  await page.clock.fastForward(8_000);
  // The success message disappears with this document, because the sign-in page is loaded as a new document.
  await expect(page).toHaveURL(signInPath(PAGES.profile));
  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }).user)).toBeUndefined();
});

test('leaving the profile page with unsaved changes asks for confirmation first', async ({ page }) => {
  await arriveSignedIn(page, uniqueAddress());
  const { about, edit, save } = profileForm(page);
  const link = page.getByRole('banner').getByRole('link').first();
  const question = page.getByTestId('unsaved-dialog');
  const answer = (name: string) => question.getByRole('button', { name });
  await edit.click();
  await link.click();
  await expect(page, 'nothing was changed').toHaveURL(PAGES.home);

  await openProfile(page);
  await edit.click();
  await about.fill('Up before the sun.');
  await expect(about).toBeFocused();
  await expect(save).toBeInViewport();
  await link.click();
  await expect(answer(PROFILE_WORDS.unsaved.stay)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page.getByTestId('loading-overlay')).toHaveCount(0);
  await expect(page).toHaveURL(PAGES.profile);
  await signOutByMenu(page);
  await goBackBlocked(page);
  await answer(PROFILE_WORDS.unsaved.stay).click();
  await signOutByMenu(page);
  await answer(PROFILE_WORDS.unsaved.stay).click();
  await expect(about).toHaveValue('Up before the sun.');
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => undefined);
  const browserQuestion = await asked;
  expect(browserQuestion.type()).toBe('beforeunload');
  await browserQuestion.dismiss();

  await link.click();
  await goBackBlocked(page);
  await answer(PROFILE_WORDS.unsaved.leave).click();
  await expect(page).toHaveURL(PAGES.home);
});

/** Goes back on a page with unsaved changes. Waits for two events: the step back, and the router's step forward to the page. */
async function goBackBlocked(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const next = () => new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    history.back();
    await next();
    await next();
  });
}

test('[P-039] the time on the site is counted only in the browser and while tracking is on, and hidden from the next person', async ({
  page,
}) => {
  const told: string[] = [];
  page.on('request', (request) => told.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.clock.install({ time: '2026-03-03T05:42:00Z' });
  const email = uniqueAddress();
  await arriveSignedIn(page, email);
  await expect(timeSpent(page)).toHaveText('0h 0m');
  await start(page).click();
  await page.clock.runFor('01:01:00');
  await expect(timeSpent(page)).toHaveText('1h 1m');
  await page.reload();
  await expect(page.getByText(PROFILE_WORDS.stats.tracking)).toBeVisible();
  await page.clock.runFor('02:00');
  await stop(page).click();
  await expect(start(page)).toBeVisible();
  await expect(timeSpent(page)).toHaveText('1h 3m');
  const stored = await page.evaluate(() => [localStorage.timeSpent, localStorage.totalTimeSpent]);
  expect(stored[0]).toBe('1h 3m');
  for (const value of stored) expect(told.filter((request) => request.includes(value))).toEqual([]);

  await start(page).click();
  await signOut(page);
  await expect(page.getByText(SHELL_WORDS.signedOut)).toBeVisible();
  await signInAgain(page.request, email);
  await page.goto(PAGES.profile);
  await expect(timeSpent(page)).toHaveText('1h 3m');
  await expect(start(page), 'the sign-out has stopped the timer').toBeVisible();
  await arriveSignedIn(page, uniqueAddress());
  await expect(visits(page), 'of the next person').toHaveText('1');
  await expect(timeSpent(page)).toHaveText('0h 0m');
});

test('opening the site counts a visit, unless another tab already has the site open', async ({ page }) => {
  await arriveSignedIn(page, uniqueAddress());
  await expect(visits(page)).toHaveText('1');
  // A tab takes its lock only after it has decided whether to count the visit, so the test waits for the lock.
  const openTabs = () =>
    page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.filter(({ name }) => name === 'usage-open-tab').length;
    });
  await expect.poll(openTabs).toBe(1);
  const other = await page.context().newPage();
  await other.goto(PAGES.profile);
  await expect.poll(openTabs).toBe(2);
  await expect(visits(other)).toHaveText('1');

  const context = page.context();
  await page.close();
  await other.close();
  const later = await context.newPage();
  await later.goto(PAGES.profile);
  await expect(visits(later)).toHaveText('2');
});
