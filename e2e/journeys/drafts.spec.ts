import type { Page } from '@playwright/test';
import { PAGES, signInPath } from '#content/page-paths.ts';
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
import { openHydrated } from '#e2e/support/hydrated.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import { CONTACT_FORM, expectSent, fieldsOf, send } from '#e2e/support/message-forms.ts';
import { cutOff, holdBack, OFFLINE_LINE, refusedLine } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';

const TYPED = 'Up before the sun.';

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));

async function editAbout(page: Page): Promise<void> {
  await profileForm(page).edit.click();
  await profileForm(page).about.fill(TYPED);
}

test('unsaved profile changes survive the end of the session, are never shown to another person, and are removed when the account is deleted', async ({
  page,
  context,
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

  const other = await context.newPage();
  await openHydrated(other, PAGES.profile);
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

test('text that is typed before the server can be asked who is signed in is kept when the server later names the person', async ({
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

/** Opens the contact page while the server does not yet say who is signed in. Returns a function that lets it answer. */
async function openContactWithoutSession(page: Page): Promise<() => void> {
  const release = await holdBack(page, ACCOUNT_API.session);
  const asked = page.waitForRequest(`**${ACCOUNT_API.session}`);
  await page.goto(PAGES.contact);
  await asked;
  return release;
}

test('text that was typed before the server said who is signed in is still there after a look at another page', async ({
  page,
}) => {
  const answerSession = await openContactWithoutSession(page);
  await fieldsOf(page).message.fill(TYPED);
  await page.getByRole('banner').locator(`a[href="${PAGES.pricing}"]`).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(fieldsOf(page).message).toHaveValue('');
  answerSession();
  await expect(fieldsOf(page).message).toHaveValue(TYPED);
});

test('a message that was sent before the server said who is signed in does not come back as a draft', async ({
  page,
}) => {
  const answerSession = await openContactWithoutSession(page);
  const { name, email, message } = fieldsOf(page);
  await name.fill('Asha');
  await email.fill(uniqueAddress());
  await message.fill(TYPED);
  await send(page, CONTACT_FORM);
  await expectSent(page, CONTACT_FORM);
  expect(await stored(page)).not.toContain(TYPED);
  answerSession();
});

test('after another person signs in, the form for a new message contains nothing of the previous person’s message', async ({
  page,
  context,
}) => {
  await signInByRequest(page.request, uniqueAddress());
  await openHydrated(page, PAGES.contact);
  await fieldsOf(page).message.fill(TYPED);
  await send(page, CONTACT_FORM);
  await expectSent(page, CONTACT_FORM);
  const next = uniqueAddress();
  const { name } = await signInByRequest(page.request, next);
  await openHydrated(await context.newPage(), PAGES.pricing);
  await expect(page.getByTestId('account-name').first()).toHaveText(name);
  await expect(fieldsOf(page).email).toHaveValue(next);
  await expect(fieldsOf(page).name).toHaveValue(name);
  await expect(fieldsOf(page).message).toHaveValue('');
});

test('a page restored by the back button does not show the next person what the previous person typed', {
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
