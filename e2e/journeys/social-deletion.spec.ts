import type { Page } from '@playwright/test';
import { PROFILE_WORDS } from '#content/account.ts';
import { PAGE_ERRORS, SOCIAL_ERRORS } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PAGES, PRODUCT_API } from '#contract/paths.ts';
import { PROVIDER_NAMES, type Provider } from '#contract/social.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  answerWith,
  cutOff,
  holdBack,
  OFFLINE_LINE,
  refusedLine,
  refuseWith,
} from '../support/network-edge.ts';
import {
  agree,
  agreeButton,
  blockPopups,
  expectNotConfirmed,
  signInWith,
  whoIsSignedIn,
} from '../support/social.ts';
import { expect, test } from '../support/test.ts';
import { uniqueAddress } from '../support/unique-address.ts';

// What moves takes a tenth of the processor from a journey that is not about it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const NAME = 'Asha Rawat';
const WORDS = PROFILE_WORDS.deletion;

const dialogOf = (page: Page) => page.getByRole('dialog');
const nameIn = (page: Page) => dialogOf(page).getByLabel('Your name');
const continueButton = (page: Page, provider: Provider) =>
  dialogOf(page).getByRole('button', {
    name: WORDS.continueWith.replace('{provider}', PROVIDER_NAMES[provider]),
  });

/** Signs somebody in who has no password, and opens the dialog. Returns their address. */
async function askToDelete(page: Page, provider: Provider = 'google', name = NAME): Promise<string> {
  const email = uniqueAddress('asha');
  await page.goto(PAGES.auth);
  await signInWith(page, provider, { email, name });
  await page.goto(PAGES.profile);
  await openDialog(page);
  return email;
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Delete Account' }).click();
}

async function pressContinue(page: Page, provider: Provider = 'google'): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), continueButton(page, provider).click()]);
  await expect(agreeButton(popup)).toBeVisible();
  return popup;
}

for (const provider of ['google', 'github'] as const) {
  test(`an account of ${PROVIDER_NAMES[provider]} is deleted after a fresh window, and nothing of it stays`, async ({
    page,
  }) => {
    const email = await askToDelete(page, provider);
    const before = await whoIsSignedIn(page);
    await expect(dialogOf(page).getByLabel('Your password')).toHaveCount(0);

    // The name comes first: without it no window opens.
    await nameIn(page).fill('Somebody Else');
    await continueButton(page, provider).click();
    await expect(nameIn(page)).toHaveAccessibleDescription(
      /^Please type your name correctly to confirm deletion/,
    );
    await expect(nameIn(page)).toBeFocused();
    expect(page.context().pages()).toHaveLength(1);

    await nameIn(page).fill(NAME);
    const popup = await pressContinue(page, provider);
    await expect(
      dialogOf(page).getByText(WORDS.waiting.replace('{provider}', PROVIDER_NAMES[provider])),
    ).toBeVisible();
    await agree(popup, { email });
    await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
    await expect(page).toHaveURL(PAGES.homeAlias);
    expect(await whoIsSignedIn(page)).toBeNull();

    await page.goto(PAGES.auth);
    await signInWith(page, provider, { email, name: NAME });
    const after = await whoIsSignedIn(page);
    expect(after).toMatchObject({ email, login_count: 1 });
    expect(after?.id).not.toBe(before?.id);
  });
}

test('the Enter key goes on with the provider, too', async ({ page }) => {
  const email = await askToDelete(page);
  await nameIn(page).fill(NAME);
  await expect(continueButton(page, 'google')).toBeVisible();
  const [popup] = await Promise.all([page.waitForEvent('popup'), nameIn(page).press('Enter')]);
  await agree(popup, { email });
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
});

test('the name is right however its accents and blanks are typed', async ({ page }) => {
  const email = await askToDelete(page, 'github', '\u202eZoe\u0308 Rawat\u200b');
  expect(await whoIsSignedIn(page)).toMatchObject({ name: 'Zo\u00eb Rawat' });
  await nameIn(page).fill(' Zoe\u0308   Rawat');
  await agree(await pressContinue(page, 'github'), { email });
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
});

test('another account proves nothing: nothing is deleted, nothing typed is lost', async ({ page }) => {
  const email = await askToDelete(page);
  await nameIn(page).fill(NAME);
  await agree(await pressContinue(page), { email: uniqueAddress('other') });
  await expectNotConfirmed(page, 'google', 'user-mismatch');
  await expect(nameIn(page)).toHaveValue(NAME);
  expect(await whoIsSignedIn(page)).toMatchObject({ email });

  await agree(await pressContinue(page), { email });
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
});

test('a refusal and a closed window leave the dialog as it was', async ({ page }) => {
  await page.clock.install();
  await askToDelete(page);
  await nameIn(page).fill(NAME);
  await (await pressContinue(page)).getByRole('button', { name: 'Cancel' }).click();
  await expectNotConfirmed(page, 'google', 'user-cancelled');

  await (await pressContinue(page)).close();
  await page.clock.runFor(8_000);
  await expectNotConfirmed(page, 'google', 'popup-closed-by-user');
  await expect(nameIn(page)).toHaveValue(NAME);
  await expect(dialogOf(page).getByText(WORDS.waiting.replace('{provider}', 'Google'))).toHaveCount(0);
});

test('who cancels the dialog deletes nothing, and the window goes', async ({ page }) => {
  const email = await askToDelete(page);
  await nameIn(page).fill(NAME);
  const popup = await pressContinue(page);
  const closed = popup.waitForEvent('close');
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await closed;
  await expect(dialogOf(page)).toBeHidden();
  expect(await whoIsSignedIn(page)).toMatchObject({ email });
});

test('where windows are blocked it goes on in the page itself, and comes back to the dialog', async ({
  page,
}) => {
  const email = await askToDelete(page);
  await blockPopups(page);
  await page.clock.install();
  await page.reload();
  await openDialog(page);
  await nameIn(page).fill(NAME);
  await continueButton(page, 'google').click();
  await expectNotConfirmed(page, 'google', 'popup-blocked');
  await page.clock.runFor(5_000);
  await page.clock.resume();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(PAGES.profile);
  await expectNotConfirmed(page, 'google', 'user-cancelled');
  await expect(nameIn(page)).toHaveValue(NAME);

  await page.clock.pauseAt(Date.now() + 60_000);
  await continueButton(page, 'google').click();
  await expectNotConfirmed(page, 'google', 'popup-blocked');
  await page.clock.runFor(5_000);
  await page.clock.resume();
  await agree(page, { email });
  await expect(page).toHaveURL(PAGES.profile);
  await expect(dialogOf(page).getByText(WORDS.provedBy.replace('{provider}', 'Google'))).toBeVisible();
  await expect(nameIn(page)).toHaveValue(NAME);

  // Put aside, it does not come back by itself.
  await page.reload();
  await expect(page.getByTestId('profile-name')).toHaveText(NAME);
  await expect(dialogOf(page)).toHaveCount(0);

  await openDialog(page);
  await nameIn(page).fill(NAME);
  await continueButton(page, 'google').click();
  await expectNotConfirmed(page, 'google', 'popup-blocked');
  await agree(page, { email });
  await dialogOf(page).getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
  expect(await whoIsSignedIn(page)).toBeNull();
});

test('a deletion that the server does not do says so, and why', async ({ page, expectTrouble }) => {
  expectTrouble(refusedLine(403));
  const email = await askToDelete(page);
  await refuseWith(page, PRODUCT_API.user.replace(':id', '*'), 'PROOF_MISSING');
  await nameIn(page).fill(NAME);
  await agree(await pressContinue(page), { email });
  await expect(page.getByText('Failed to delete account. Please check your password.')).toBeVisible();
  await expect(page.getByText('A confirmation counts for five minutes.')).toBeVisible();
  await expect(page).toHaveURL(PAGES.profile);
  expect(await whoIsSignedIn(page)).toMatchObject({ email });
});

test('until it is known how somebody signs in, and when that cannot be known', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  await askToDelete(page);
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();

  const letThrough = await holdBack(page, ACCOUNT_API.signInMethods);
  await openDialog(page);
  await expect(dialogOf(page).getByText(WORDS.loading)).toBeAttached();
  await expect(dialogOf(page).getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await nameIn(page).fill(NAME);
  await nameIn(page).press('Enter');
  await expect(dialogOf(page)).toBeVisible();
  await letThrough();
  await expect(continueButton(page, 'google')).toBeVisible();
  await expect(nameIn(page)).toHaveValue(NAME);
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();

  await cutOff(page, ACCOUNT_API.signInMethods);
  await openDialog(page);
  await expect(dialogOf(page).getByRole('alert')).toContainText(PAGE_ERRORS.OFFLINE);
  await nameIn(page).fill(NAME);
  await page.unroute(`**${ACCOUNT_API.signInMethods}`);
  await dialogOf(page).getByRole('button', { name: WORDS.retry }).click();
  await expect(continueButton(page, 'google')).toBeVisible();
  await expect(nameIn(page)).toHaveValue(NAME);
});

test('every linked provider has its button', async ({ page }) => {
  await askToDelete(page);
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await answerWith(page, ACCOUNT_API.signInMethods, { success: true, methods: ['google', 'github'] });
  await openDialog(page);
  for (const provider of ['google', 'github'] as const)
    await expect(continueButton(page, provider)).toBeVisible();
  await nameIn(page).fill(NAME);
  const popup = await pressContinue(page, 'github');
  await expect(popup.getByRole('button', { name: 'Authorize' })).toBeVisible();
});

test.describe('looks', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the dialog without a password', async ({ page }) => {
    test.setTimeout(120_000);
    await askToDelete(page);
    await expect(continueButton(page, 'google')).toBeVisible();
    await expectAccessible(page, 'delete dialog, provider');
    await nameIn(page).fill(NAME);
    const popup = await pressContinue(page);
    await expectAccessible(page, 'delete dialog, window open');
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialogOf(page).getByText(SOCIAL_ERRORS['user-cancelled'])).toBeVisible();
    await expectAccessible(page, 'delete dialog, refused');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();

    const letThrough = await holdBack(page, ACCOUNT_API.signInMethods);
    await openDialog(page);
    await expectAccessible(page, 'delete dialog, loading');
    await letThrough();
  });
});
