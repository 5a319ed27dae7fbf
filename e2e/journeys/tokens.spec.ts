import type { Page } from '@playwright/test';
import { PROFILE_WORDS } from '#content/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PAGES } from '#contract/paths.ts';
import type { TokenSyncHost } from '#e2e/fakes/token-sync.ts';
import { arriveSignedIn, PASSWORD, signIn } from '../support/account.ts';
import { test as mainSite } from '../support/signed-in.ts';
import { expect, test } from '../support/site-with-token-sync.ts';
import { uniqueAddress } from '../support/unique-address.ts';

// What moves takes a tenth of the processor from a journey that is not about it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const CHUNK = /\/assets\/start-token-sync-/;
const MARKER = 'tokenSync';

const methods = ({ told }: TokenSyncHost) => told.map(({ method }) => method);
const told = (host: TokenSyncHost) => expect.poll(() => methods(host));
const signOut = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: PROFILE_WORDS.signOut }).click();

/** Of the browser, which all its pages share. */
const markerOf = (page: Page) => page.evaluate((key) => localStorage.getItem(key), MARKER);

/** The page has settled who is signed in and has told of it, or seen that there is nothing to tell. */
async function rests(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}

test('a sign-in is told once; a reload, another page and a second tab tell nothing', async ({
  page,
  context,
  mailbox,
  host,
}) => {
  const email = uniqueAddress();
  await arriveSignedIn(page, mailbox, email);
  await told(host).toEqual(['POST']);
  const id = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id);
  expect(host.told[0]?.payload).toMatchObject({ sub: id });

  await page.reload();
  await rests(page);
  const second = await context.newPage();
  await second.goto(PAGES.pricing);
  await rests(second);
  expect(methods(host)).toEqual(['POST']);
  expect(Object.keys(JSON.parse((await markerOf(page)) ?? '{}')).sort()).toEqual([
    'account',
    'failures',
    'nextAt',
  ]);
});

test('through the screens: a sign-in is told, a sign-out takes it back, and again', async ({
  page,
  mailbox,
  host,
}) => {
  const email = uniqueAddress();
  await arriveSignedIn(page, mailbox, email);
  await told(host).toEqual(['POST']);
  await signOut(page);
  await expect(page.getByText(MESSAGES.signedOut)).toBeVisible();
  await told(host).toEqual(['POST', 'DELETE']);
  expect(host.told[1]?.payload?.sub).toBe(host.told[0]?.payload?.sub);
  expect(await markerOf(page)).toBeNull();

  await page.goto(PAGES.auth);
  await signIn(page, email);
  await expect(page).toHaveURL(PAGES.homeAlias);
  await told(host).toEqual(['POST', 'DELETE', 'POST']);
});

test('each token gives way to the next five minutes before its end', async ({ page, mailbox, host }) => {
  await page.clock.install();
  await arriveSignedIn(page, mailbox, uniqueAddress());
  await told(host).toEqual(['POST']);
  await rests(page);
  await page.clock.fastForward('09:50');
  await rests(page);
  expect(methods(host)).toEqual(['POST']);
  await page.clock.fastForward('00:30');
  await told(host).toEqual(['POST', 'POST']);
  // A laptop that was closed for a while.
  await page.clock.fastForward('03:00:00');
  await told(host).toEqual(['POST', 'POST', 'POST']);
});

test('over three tabs a sign-out is told once, with a token, by the one that signed out', async ({
  page,
  context,
  mailbox,
  host,
}) => {
  await page.clock.install();
  await arriveSignedIn(page, mailbox, uniqueAddress());
  await told(host).toEqual(['POST']);
  const others = [await context.newPage(), await context.newPage()];
  for (const other of others) {
    await other.clock.install();
    await other.goto(PAGES.profile);
    await expect(other.getByTestId('profile-name')).toBeVisible();
    await rests(other);
  }
  await signOut(page);
  await told(host).toEqual(['POST', 'DELETE']);
  for (const other of others) await expect(other).toHaveURL(PAGES.auth);
  for (const tab of [page, ...others]) {
    await tab.clock.fastForward('20:00');
    await rests(tab);
  }
  expect(methods(host)).toEqual(['POST', 'DELETE']);
  expect(host.told[1]?.token).not.toBeNull();
});

test('the deletion of the account is told as well', async ({ page, mailbox, host }) => {
  await arriveSignedIn(page, mailbox, uniqueAddress());
  await told(host).toEqual(['POST']);
  const name = await page.getByTestId('profile-name').innerText();
  await page.getByRole('main').getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your name').fill(name);
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
  await told(host).toEqual(['POST', 'DELETE']);
  expect(host.told[1]?.token).not.toBeNull();
});

test('a server that fails, redirects or hangs up disturbs no visitor, and hears of it when it is back', async ({
  page,
  mailbox,
  host,
  expectTrouble,
}) => {
  expectTrouble(new URL(host.url).origin);
  await page.clock.install();
  host.misbehave(503, 'redirect', 'cut');
  await arriveSignedIn(page, mailbox, uniqueAddress());
  for (const attempts of [1, 2, 3, 4]) {
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return host.told.length;
      })
      .toBeGreaterThanOrEqual(attempts);
  }
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('About').fill('Up before the sun.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(MESSAGES.profileUpdated)).toBeVisible();
  await expect(page.getByTestId('toast')).toHaveCount(1);
  await page.clock.runFor(5 * 60_000);
  expect(methods(host)).toEqual(['POST', 'POST', 'POST', 'POST']);
});

test('whoever is signed out loads nothing of it and tells nothing', async ({ page, host }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  for (const path of [PAGES.home, PAGES.auth, PAGES.profile]) {
    await page.goto(path);
    await rests(page);
  }
  expect(scripts.filter((url) => CHUNK.test(url))).toEqual([]);
  expect(host.told).toEqual([]);
});

mainSite('without TOKEN_SYNC_URL nothing of it is loaded, whoever is signed in', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(PAGES.profile);
  await expect(page.getByTestId('profile-name')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => CHUNK.test(url) || url.includes('/api/auth/'))).toEqual([]);
  expect(await markerOf(page)).toBeNull();
});
