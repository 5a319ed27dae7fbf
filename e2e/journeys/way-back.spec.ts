import type { Page } from '@playwright/test';
import { PROFILE_WORDS } from '#content/account.ts';
import { DISCOVERY, PAGES } from '#contract/paths.ts';
import { arriveSignedIn, signIn } from '../support/account.ts';
import { expect, test } from '../support/test.ts';
import { uniqueAddress } from '../support/unique-address.ts';

/** Playwright switches the browser's cache of whole pages off; here it is what is looked at. */
test.use({
  launchOptions: ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
});

/** Leaves the page, does something in another tab, and goes back to the page, which the browser must have kept. */
async function awayAndBack(page: Page, meanwhile: (other: Page) => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.kept = String(persisted);
    });
  });
  await page.goto(DISCOVERY.robots);
  const other = await page.context().newPage();
  await other.goto(PAGES.profile);
  await meanwhile(other);
  // The "load" that Playwright would wait for does not come to a page that was kept.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html'), 'the browser had kept the page').toHaveAttribute('data-kept', 'true');
}

const signOut = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: PROFILE_WORDS.signOut }).click();

test('a profile that was kept for the way back shows nobody who has signed out since @whole-browser', async ({
  page,
  mailbox,
}) => {
  await arriveSignedIn(page, mailbox, uniqueAddress());
  await awayAndBack(page, async (other) => {
    await signOut(other);
    await expect(other).toHaveURL(PAGES.home);
  });
  await expect(page).toHaveURL(PAGES.auth);
});

test('and it is the profile of whoever signed in since @whole-browser', async ({
  page,
  mailbox,
  newVisitor,
}) => {
  const ravi = uniqueAddress('ravi');
  await arriveSignedIn(await newVisitor(), mailbox, ravi);
  await arriveSignedIn(page, mailbox, uniqueAddress('asha'));
  await awayAndBack(page, async (other) => {
    await signOut(other);
    await other.goto(PAGES.auth);
    await signIn(other, ravi);
    await expect(other).toHaveURL(PAGES.homeAlias);
  });
  await expect(page.getByTestId('profile-name')).toHaveText(ravi.split('@')[0] ?? '');
  await expect(page.getByText(ravi)).toBeVisible();
});
