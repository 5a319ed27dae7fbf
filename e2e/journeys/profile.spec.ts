import type { Page } from '@playwright/test';
import { FIELD_ERRORS, PAGE_ERRORS } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PAGES, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { arriveSignedIn, PASSWORD } from '../support/account.ts';
import { answerWith, cutOff, OFFLINE_LINE, refusedLine, refuseWith } from '../support/network-edge.ts';
import { expect, test } from '../support/signed-in.ts';
import { uniqueAddress } from '../support/unique-address.ts';

const SUNRISE = '2026-03-03T05:42:00Z';

const timeSpent = (page: Page) => page.getByTestId('time-spent');
const visits = (page: Page) => page.getByTestId('total-visits');
const start = (page: Page) => page.getByRole('button', { name: 'Start Tracking' });
const stop = (page: Page) => page.getByRole('button', { name: 'Stop Tracking' });

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('the profile leads to the sign-in page', async ({ page }) => {
    await page.goto(PAGES.profile);
    await expect(page).toHaveURL(PAGES.auth);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  });

  test('a save that fails keeps everything typed; one that works is there for good', async ({
    page,
    mailbox,
    expectTrouble,
  }) => {
    expectTrouble(refusedLine(500));
    expectTrouble(OFFLINE_LINE);
    await arriveSignedIn(page, mailbox, uniqueAddress());
    const path = '/api/saveUser/*';
    const name = page.getByLabel('Name', { exact: true });
    const about = page.getByLabel('About');
    const save = page.getByRole('button', { name: 'Save Changes' });
    const expectKept = async () => {
      await expect(save).toBeVisible();
      await expect(name).toHaveValue('Asha Rawat');
      await expect(page.getByLabel('Gender')).toHaveValue('Woman');
      await expect(page.getByLabel('Date of Birth')).toHaveValue('2004-02-29');
      await expect(about).toHaveValue('Up before\nthe sun.');
    };

    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await name.fill('Asha Rawat');
    await page.getByLabel('Gender').fill('Woman');
    await page.getByLabel('Date of Birth').fill('2004-02-29');
    await about.fill('Up before\nthe sun.');

    await refuseWith(page, path, 'SAVE_FAILED');
    await save.click();
    await expect(page.getByText(PAGE_ERRORS.PROFILE_UPDATE_FAILED)).toBeVisible();
    await expectKept();

    await cutOff(page, path);
    await save.click();
    await expect(page.getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
    await expectKept();

    await page.unroute(`**${path}`);
    await save.click();
    await expect(page.getByText(MESSAGES.profileUpdated)).toBeVisible();
    await expect(page.getByTestId('profile-name')).toHaveText('Asha Rawat');
    await expect(page.getByTestId('profile-avatar')).toHaveText('A');
    await expect(page.getByTestId('account-name').first()).toHaveText('Asha Rawat');
    await expect(about).toHaveAttribute('readonly');

    // Given up, an edit leaves no trace.
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await about.fill('Something else');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(about).toHaveValue('Up before\nthe sun.');
    await page.reload();
    await expect(about).toHaveValue('Up before\nthe sun.');
  });
});

test('fields that cannot be saved say why, each under itself', async ({ page, expectTrouble }) => {
  expectTrouble(refusedLine(422));
  await page.goto(PAGES.profile);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const name = page.getByLabel('Name', { exact: true });
  const dob = page.getByLabel('Date of Birth');
  const about = page.getByLabel('About');
  const save = page.getByRole('button', { name: 'Save Changes' });

  // What the page itself can see.
  await name.fill('');
  await dob.fill('2999-01-01');
  await save.click();
  await expect(name).toHaveAccessibleDescription(FIELD_ERRORS.NAME_MISSING);
  await expect(dob).toHaveAccessibleDescription(FIELD_ERRORS.DATE_NOT_VALID);
  await expect(name).toBeFocused();
  await dob.fill('');
  await expect(dob).not.toHaveAttribute('aria-invalid');

  // What only the server refuses, for a page without limits of its own.
  for (const field of [name, about]) await field.evaluate((element) => element.removeAttribute('maxlength'));
  await name.fill('a'.repeat(101));
  await about.fill('b'.repeat(2_001));
  await save.click();
  await expect(name).toHaveAccessibleDescription('Please keep the name to 100 characters.');
  await expect(about).toHaveAccessibleDescription('Please keep this to 2,000 characters.');
  await expect(name).toBeFocused();
  await expect(page.getByText(PAGE_ERRORS.PROFILE_UPDATE_FAILED)).toBeVisible();
  await name.fill('Asha');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await expect(about).toHaveValue('b'.repeat(2_001));
});

test('dates that are no dates show as nothing', async ({ page, person }) => {
  await answerWith(page, ACCOUNT_API.session, {
    success: true,
    data: { ...person.user, dob: 'sometime in spring', created_at: 'long ago', updated_at: '' },
  });
  await page.goto(PAGES.profile);
  await expect(page.getByLabel('Date of Birth')).toHaveValue('');
  await expect(page.getByText('Member since')).toHaveText('Member since');
  await expect(page.getByTestId('last-update')).toHaveText('');
});

test('a deletion that fails deletes nothing and says so; without a password nothing happens', async ({
  page,
  person,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(500));
  await page.goto(PAGES.profile);
  const dialog = page.getByRole('dialog');
  await page.getByRole('main').getByRole('button', { name: 'Delete Account' }).click();
  await dialog.getByLabel('Your name').fill(person.user.name);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeFocused();
  await expect(page.getByTestId('toast')).toHaveCount(0);

  await refuseWith(page, pathFor(PRODUCT_API.user, person.user.id), 'UNEXPECTED');
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText('Failed to delete account. Please check your password.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(PAGES.profile);
  await expect(page.getByTestId('profile-name')).toHaveText(person.user.name);
});

test('time is counted while it is tracked, and goes on after a reload', async ({ page }) => {
  await page.clock.install({ time: SUNRISE });
  await page.goto(PAGES.profile);
  await expect(timeSpent(page)).toHaveText('0h 0m');
  await page.clock.runFor('05:00');
  await expect(timeSpent(page)).toHaveText('0h 0m');

  await start(page).click();
  await expect(page.getByText('Counting now')).toBeVisible();
  await page.clock.runFor('01:01:00');
  await expect(timeSpent(page)).toHaveText('1h 1m');

  // The computer slept: that was no time spent here.
  await page.clock.fastForward('05:00:00');
  await expect(timeSpent(page)).toHaveText('1h 1m');

  await page.reload();
  await expect(page.getByText('Counting now')).toBeVisible();
  await page.clock.runFor('02:00');
  await expect(timeSpent(page)).toHaveText('1h 3m');

  await stop(page).click();
  await expect(start(page)).toBeVisible();
  await page.clock.runFor('10:00');
  await expect(timeSpent(page)).toHaveText('1h 3m');
  expect(await page.evaluate(() => localStorage.getItem('timeSpent'))).toBe('1h 3m');
});

test('two tabs count the same time once, and the one that stays goes on', async ({ page }) => {
  await page.clock.install({ time: SUNRISE });
  await page.goto(PAGES.profile);
  await start(page).click();
  const other = await page.context().newPage();
  await other.goto(PAGES.profile);
  await expect(stop(other)).toBeVisible();
  await page.clock.runFor('10:00');
  await expect(timeSpent(page)).toHaveText('0h 10m');
  await expect(timeSpent(other)).toHaveText('0h 10m');

  await page.close();
  await expect
    .poll(() => other.evaluate(async () => (await navigator.locks.query()).pending?.length))
    .toBe(0);
  await other.clock.runFor('05:00');
  await expect(timeSpent(other)).toHaveText('0h 15m');
  await stop(other).click();
  await expect(start(other)).toBeVisible();
});

test('a visit counts once per browser session', async ({ page }) => {
  await page.goto(PAGES.home);
  await page.goto(PAGES.profile);
  await expect(visits(page)).toHaveText('1');
  await page.reload();
  await expect(visits(page)).toHaveText('1');
  const other = await page.context().newPage();
  await other.goto(PAGES.profile);
  await expect(visits(other)).toHaveText('1');

  // All tabs closed: the next one is a new session of the same browser.
  const context = page.context();
  await page.close();
  await other.close();
  const later = await context.newPage();
  await later.goto(PAGES.profile);
  await expect(visits(later)).toHaveText('2');
});
