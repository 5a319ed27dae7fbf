import type { BrowserContext, Page } from '@playwright/test';
import { AUTH_WORDS, PROFILE_WORDS } from '#content/account.ts';
import { ACCOUNT_API, PAGES } from '#contract/paths.ts';
import { arriveSignedIn, PASSWORD, signIn } from '../support/account.ts';
import { refusedLine } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';
import { uniqueAddress } from '../support/unique-address.ts';

// What moves takes a tenth of the processor from a journey that is not about it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const signOut = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: PROFILE_WORDS.signOut }).click();
const header = (page: Page) => page.getByRole('banner');
const cachedUser = (page: Page) => page.evaluate(() => localStorage.getItem('user'));

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(path);
  await tab.waitForLoadState('networkidle');
  return tab;
}

async function expectSignedOut(tab: Page): Promise<void> {
  await expect(header(tab).getByRole('link', { name: 'Sign In' })).toBeVisible();
  for (const name of await tab.getByTestId('account-name').all()) await expect(name).toBeHidden();
}

test('signing out in one tab signs out the others: the profile leads to the sign-in page, other pages stay', async ({
  page,
  context,
  mailbox,
}) => {
  await arriveSignedIn(page, mailbox, uniqueAddress());
  const profile = await openTab(context, PAGES.profile);
  const pricing = await openTab(context, PAGES.pricing);
  await expect(pricing.getByTestId('account-name').first()).toBeVisible();

  await signOut(page);
  await expect(page).toHaveURL(PAGES.home);
  await expect(profile).toHaveURL(PAGES.auth);
  await expect(profile.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await expect(profile.getByRole('status').getByText(AUTH_WORDS.signedOutElsewhere)).toBeVisible();
  await expectSignedOut(pricing);
  await expect(pricing).toHaveURL(PAGES.pricing);
  await profile.goBack();
  await expect(profile.getByTestId('profile-name')).toHaveCount(0);
});

test('deleting the account in one tab signs out the others', async ({ page, context, mailbox }) => {
  await arriveSignedIn(page, mailbox, uniqueAddress());
  const profile = await openTab(context, PAGES.profile);
  const name = await page.getByTestId('profile-name').innerText();
  await page.getByRole('main').getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your name').fill(name);
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page).toHaveURL(PAGES.homeAlias);
  await expect(profile).toHaveURL(PAGES.auth);
  await expectSignedOut(profile);
});

test('signing in as somebody else in another tab is followed', async ({
  page,
  context,
  mailbox,
  newVisitor,
}) => {
  const [asha, ravi] = [uniqueAddress('asha'), uniqueAddress('ravi')];
  await arriveSignedIn(await newVisitor(), mailbox, ravi);
  await arriveSignedIn(page, mailbox, asha);
  const [profile, team] = [await openTab(context, PAGES.profile), await openTab(context, PAGES.team)];

  await signOut(page);
  await expect(profile).toHaveURL(PAGES.auth);
  await page.goto(PAGES.auth);
  await signIn(page, ravi);
  await expect(page).toHaveURL(PAGES.homeAlias);
  await expect(profile).toHaveURL(PAGES.profile);
  await expect(profile.getByTestId('profile-name')).toHaveText(ravi.split('@')[0] ?? '');
  await expect(profile.getByText(ravi)).toBeVisible();
  await expect(team.getByTestId('account-name').first()).toHaveText(ravi.split('@')[0] ?? '');
});

test('a save whose answer comes after a sign-out in another tab signs nobody in again', async ({
  page,
  context,
  mailbox,
}) => {
  await arriveSignedIn(page, mailbox, uniqueAddress());
  const other = await openTab(context, PAGES.profile);
  const { promise: later, resolve: letThrough } = Promise.withResolvers<void>();
  const saved = other.waitForRequest('**/api/saveUser/*');
  await other.route('**/api/saveUser/*', async (route) => {
    const response = await route.fetch();
    await later;
    await route.fulfill({ response });
  });
  await other.getByRole('button', { name: 'Edit Profile' }).click();
  await other.getByLabel('About').fill('Up before the sun.');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await saved;

  await signOut(page);
  await expect(other).toHaveURL(PAGES.auth);
  const answered = other.waitForResponse('**/api/saveUser/*');
  letThrough();
  await answered;
  await other.waitForLoadState('networkidle');
  expect(await cachedUser(other)).toBeNull();
  await expect(other).toHaveURL(PAGES.auth);
  for (const tab of [page, other]) await expectSignedOut(tab);
});

test('a tab that heard of nothing finds out when it writes', async ({ page, mailbox, expectTrouble }) => {
  expectTrouble(refusedLine(401));
  await arriveSignedIn(page, mailbox, uniqueAddress());
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('About').fill('Up before the sun.');
  // As from a device that nobody can tell this one about: the session ends on the server only.
  const { origin } = new URL(page.url());
  await page.request.post(ACCOUNT_API.signOut, { headers: { origin }, data: {} });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL(PAGES.auth);
  await expect(page.getByText(AUTH_WORDS.signedOutElsewhere)).toHaveCount(0);
  expect(await cachedUser(page)).toBeNull();
});

test('all of it works where storage is blocked', async ({ page, context, mailbox }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const email = uniqueAddress();
  await arriveSignedIn(page, mailbox, email);
  const [profile, pricing] = [await openTab(context, PAGES.profile), await openTab(context, PAGES.pricing)];
  await expect(profile.getByTestId('profile-name')).toBeVisible();

  await signOut(page);
  await expect(profile).toHaveURL(PAGES.auth);
  await expectSignedOut(pricing);

  await page.goto(PAGES.auth);
  await signIn(page, email);
  await expect(page).toHaveURL(PAGES.homeAlias);
  await expect(profile).toHaveURL(PAGES.profile);
  await expect(pricing.getByTestId('account-name').first()).toBeVisible();
});
