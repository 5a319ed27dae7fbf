import type { BrowserContext, Page } from '@playwright/test';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { NOT_ARRIVED, SHELL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { arriveSignedIn, signIn, signOut } from '#e2e/support/account.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import { cutOff, HOME_SCRIPT, holdBack, OFFLINE_LINE, refusedLine } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';

const header = (page: Page) => page.getByRole('banner');

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await openHydrated(tab, path);
  return tab;
}

async function expectSignedOut(tab: Page): Promise<void> {
  await expect(header(tab).getByRole('link', { name: SHELL_WORDS.signIn })).toBeVisible();
  for (const name of await tab.getByTestId('account-name').all()) await expect(name).toBeHidden();
}

test('[V7.4.4] signing out in one tab signs out all tabs, although the home page loads as a new document after a release: the profile goes to the sign-in page, other pages stay open', async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(404));
  await arriveSignedIn(page, uniqueAddress());
  const profile = await openTab(context, PAGES.profile);
  const pricing = await openTab(context, PAGES.pricing);
  await expect(pricing.getByTestId('account-name').first()).toBeVisible();

  await page.route(HOME_SCRIPT, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await signOut(page);
  await expect(page).toHaveURL(PAGES.home);
  await expect(profile).toHaveURL(signInPath(PAGES.profile));
  await expect(profile.getByRole('heading', { level: 1 })).toHaveText(AUTH_WORDS.signIn.title);
  await expect(profile.getByRole('status').getByText(AUTH_WORDS.signedOutElsewhere)).toBeVisible();
  await expectSignedOut(pricing);
  await expect(pricing).toHaveURL(PAGES.pricing);
  await profile.goBack();
  await expect(profile.getByTestId('profile-name')).toHaveCount(0);
});

test('a sign-out leads to the home page even if another tab learns of the sign-out before the home page has loaded', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, uniqueAddress());
  const letHome = await holdBack(page, HOME_SCRIPT);
  await Promise.all([page.waitForResponse(`**${ACCOUNT_API.signOut}`), signOut(page)]);
  await expectSignedOut(await openTab(context, PAGES.pricing));
  await expect(page.getByTestId('profile-name')).toHaveCount(0);
  letHome();
  await expect(page).toHaveURL(PAGES.home);
});

test('if a session ends in another tab and there is no connection, the profile page tries only once to open the sign-in page', async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  await arriveSignedIn(page, uniqueAddress());
  const profile = await openTab(context, PAGES.profile);
  await expect(profile.getByTestId('profile-name')).toBeVisible();
  let tries = 0;
  profile.on('request', (request) => {
    if (request.method() === 'HEAD') tries++;
  });
  await cutOff(profile, '/**');
  await signOut(page);
  await expect(profile.getByRole('button', { name: NOT_ARRIVED.again })).toBeVisible();
  await expectSignedOut(await openTab(context, PAGES.pricing));
  expect(tries).toBe(1);
});

test('[P-149] a sign-out and a sign-in in one tab reach all other tabs even if the browser blocks localStorage', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const email = uniqueAddress();
  await arriveSignedIn(page, email);
  const [profile, pricing] = [await openTab(context, PAGES.profile), await openTab(context, PAGES.pricing)];
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
