import type { Page } from '@playwright/test';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { NOT_ARRIVED, SHELL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import {
  arriveSignedIn,
  deleteAccount,
  post,
  profileForm,
  signIn,
  signInByRequest,
  signOut,
} from '#e2e/support/account.ts';
import {
  cutOff,
  HOME_SCRIPT,
  holdBack,
  OFFLINE_LINE,
  openHydrated,
  refusedLine,
} from '#e2e/support/loading.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import { CONTACT_FORM, expectSent, fieldsOf, send } from '#e2e/support/message-forms.ts';
import { expect, test } from '#e2e/support/test.ts';

const header = (page: Page) => page.getByRole('banner');

async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await openHydrated(tab, path);
  return tab;
}

async function expectSignedOut(tab: Page): Promise<void> {
  await expect(header(tab).getByRole('link', { name: SHELL_WORDS.signIn })).toBeVisible();
  for (const name of await tab.getByTestId('account-name').all()) await expect(name).toBeHidden();
}

test('[V7.4.4] a sign-out in one tab signs out all tabs, even if a new release has removed the script of the next page', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(404));
  await arriveSignedIn(page, uniqueAddress());
  const profile = await openTab(page, PAGES.profile);
  const pricing = await openTab(page, PAGES.pricing);
  await expect(pricing.getByTestId('account-name').first()).toBeVisible();

  await page.route(HOME_SCRIPT, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await signOut(page);
  await expect(page).toHaveURL(PAGES.home);
  await expect(profile).toHaveURL(signInPath(PAGES.profile));
  await expect(profile.getByRole('heading', { level: 1 })).toHaveText(AUTH_WORDS.signIn.title);
  await expect(profile.getByRole('status').getByText(AUTH_WORDS.sessionEnded)).toBeVisible();
  await expectSignedOut(pricing);
  await expect(pricing).toHaveURL(PAGES.pricing);
  await profile.goBack();
  await expect(profile.getByTestId('profile-name')).toHaveCount(0);
});

test('a sign-out leads to the home page, even if another tab notices the sign-out first', async ({
  page,
}) => {
  await arriveSignedIn(page, uniqueAddress());
  const letHome = await holdBack(page, HOME_SCRIPT);
  await Promise.all([page.waitForResponse(`**${ACCOUNT_API.signOut}`), signOut(page)]);
  await expectSignedOut(await openTab(page, PAGES.pricing));
  await expect(page.getByTestId('profile-name')).toHaveCount(0);
  letHome();
  await expect(page).toHaveURL(PAGES.home);
});

test('without a connection, the profile page of a signed-out person tries only once to open the sign-in page', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  await arriveSignedIn(page, uniqueAddress());
  const profile = await openTab(page, PAGES.profile);
  await expect(profile.getByTestId('profile-name')).toBeVisible();
  let tries = 0;
  profile.on('request', (request) => {
    if (request.method() === 'HEAD') tries++;
  });
  await cutOff(profile, '/**');
  await signOut(page);
  await expect(profile.getByRole('button', { name: NOT_ARRIVED.again })).toBeVisible();
  await expectSignedOut(await openTab(page, PAGES.pricing));
  expect(tries).toBe(1);
});

test('[P-149] all tabs show a sign-out and a sign-in, even without localStorage', async ({ page }) => {
  await page.context().addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const email = uniqueAddress();
  await arriveSignedIn(page, email);
  const [profile, pricing] = [await openTab(page, PAGES.profile), await openTab(page, PAGES.pricing)];
  await expect(profile.getByTestId('profile-name')).toBeVisible();

  await signOut(page);
  await expect(profile).toHaveURL(signInPath(PAGES.profile));
  await expectSignedOut(pricing);

  await page.goto(PAGES.auth);
  await signIn(page, email);
  await expect(page).toHaveURL(PAGES.homeAlias);
  await expect(profile).toHaveURL(PAGES.profile);
  await expect(pricing.getByTestId('account-name').first()).toBeVisible();
});

const TYPED = 'Up before the sun.';

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));

/** Opens the contact page, and holds back the answer to “who is signed in?”. Returns a function that releases this answer. */
async function openContactWithoutSession(page: Page): Promise<() => void> {
  const release = await holdBack(page, ACCOUNT_API.session);
  const asked = page.waitForRequest(`**${ACCOUNT_API.session}`);
  await page.goto(PAGES.contact);
  await asked;
  return release;
}

async function editAbout(page: Page): Promise<void> {
  await profileForm(page).edit.click();
  await profileForm(page).about.fill(TYPED);
}

test('unsaved profile changes outlast the session, are hidden from other people, and are deleted with the account', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(401));
  const email = uniqueAddress();
  await arriveSignedIn(page, email);
  await editAbout(page);
  // This request signs out without telling the tabs of this browser.
  await post(page.request, ACCOUNT_API.signOut, {});
  await profileForm(page).save.click();
  await expect(page).toHaveURL(signInPath(PAGES.profile));
  await signIn(page, email);
  await expect(page).toHaveURL(PAGES.profile);
  await expect(profileForm(page).save).toBeVisible();
  await expect(profileForm(page).about).toHaveValue(TYPED);

  const other = await openTab(page, PAGES.profile);
  await signOut(other);
  await expect(page).toHaveURL(signInPath(PAGES.profile));
  const next = uniqueAddress();
  await signInByRequest(other.request, next);
  await page.goto(PAGES.profile);
  await expect(page.getByTestId('profile-name')).toBeVisible();
  await expect(profileForm(page).edit).toBeVisible();
  expect(await stored(page)).not.toContain(TYPED);

  await editAbout(page);
  await deleteAccount(page, next.split('@')[0] ?? '');
  await expect(page).toHaveURL(PAGES.homeAlias);
  for (const tab of [page, other]) await expect.poll(() => stored(tab)).not.toContain(TYPED);
});

test('typed text is kept while the server cannot be asked who is signed in', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  const email = uniqueAddress();
  await signInByRequest(page.request, email);
  await cutOff(page, ACCOUNT_API.session);
  const failed = page.waitForEvent('requestfailed');
  await page.goto(PAGES.contact);
  await failed;
  await fieldsOf(page).message.fill(TYPED);
  await page.unroute(`**${ACCOUNT_API.session}`);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(fieldsOf(page).email).toHaveValue(email);
  await expect(fieldsOf(page).message).toHaveValue(TYPED);
});

test('text typed before the server has said who is signed in is kept until the form is sent', async ({
  page,
}) => {
  const { name, email, message } = fieldsOf(page);
  const answerSession = await openContactWithoutSession(page);
  await message.fill(TYPED);
  await page.getByRole('banner').locator(`a[href="${PAGES.pricing}"]`).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(message).toHaveValue('');
  answerSession();
  await expect(message).toHaveValue(TYPED);

  const answerAgain = await openContactWithoutSession(page);
  await name.fill('Asha');
  await email.fill(uniqueAddress());
  await message.fill(TYPED);
  await send(page, CONTACT_FORM);
  await expectSent(page, CONTACT_FORM);
  expect(await stored(page)).not.toContain(TYPED);
  answerAgain();
});

test('the contact form is empty for the next person who signs in in the same browser', async ({ page }) => {
  await signInByRequest(page.request, uniqueAddress());
  await openHydrated(page, PAGES.contact);
  await fieldsOf(page).message.fill(TYPED);
  await send(page, CONTACT_FORM);
  await expectSent(page, CONTACT_FORM);
  const next = uniqueAddress();
  const { name } = await signInByRequest(page.request, next);
  await openTab(page, PAGES.pricing);
  await expect(page.getByTestId('account-name').first()).toHaveText(name);
  await expect(fieldsOf(page).email).toHaveValue(next);
  await expect(fieldsOf(page).name).toHaveValue(name);
  await expect(fieldsOf(page).message).toHaveValue('');
});

test('going back to the contact form shows the next person who signs in no text of the previous person', {
  tag: '@whole-browser',
}, async ({ page }) => {
  await signInByRequest(page.request, uniqueAddress());
  await openHydrated(page, PAGES.contact);
  await fieldsOf(page).message.fill(TYPED);
  await page.goto(PAGES.profile);
  await signOut(page);
  await expect(page).toHaveURL(PAGES.home);
  const next = uniqueAddress();
  await signInByRequest(page.request, next);
  await page.goBack({ waitUntil: 'commit' });
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(PAGES.contact);
  await expect(fieldsOf(page).email).toHaveValue(next);
  await expect(fieldsOf(page).message).toHaveValue('');
  expect(await stored(page)).not.toContain(TYPED);
});
