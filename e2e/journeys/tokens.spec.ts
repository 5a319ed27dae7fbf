import type { Page } from '@playwright/test';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { TokenSyncHost } from '#e2e/fakes/token-sync.ts';
import { arriveSignedIn, deleteAccount, signIn, signOut } from '../support/account.ts';
import { test as mainSite } from '../support/signed-in.ts';
import { expect, test } from '../support/site-with-token-sync.ts';
import { uniqueAddress } from '../support/unique-address.ts';

// Each worker that runs one of these starts a site.
test.describe.configure({ mode: 'default' });

const CHUNK = /\/assets\/start-token-sync-/;
const MARKER = 'tokenSync';

const methods = ({ told }: TokenSyncHost) => told.map(({ method }) => method);
const told = (host: TokenSyncHost) => expect.poll(() => methods(host));
/** Of the browser, which all its pages share. */
const markerOf = (page: Page) => page.evaluate((key) => localStorage.getItem(key), MARKER);

/** The page has settled who is signed in and has told of it, or seen that there is nothing to tell. */
async function rests(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}

test('through the screens: a sign-in is told, a sign-out and a deletion take it back', async ({
  page,
  host,
}) => {
  const email = uniqueAddress();
  await arriveSignedIn(page, email);
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

  // One that is left before its answer comes is sent again.
  await expect.poll(async () => JSON.parse((await markerOf(page)) ?? '{}').failures).toBe(0);
  await page.goto(PAGES.profile);
  await deleteAccount(page, await page.getByTestId('profile-name').innerText());
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
  await told(host).toEqual(['POST', 'DELETE', 'POST', 'DELETE']);
  expect(host.told[3]?.token).not.toBeNull();
});

test('over three tabs a sign-out is told once, with a token, by the one that signed out', async ({
  page,
  context,
  host,
}) => {
  await page.clock.install();
  await arriveSignedIn(page, uniqueAddress());
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
  for (const other of others) await expect(other).toHaveURL(signInPath(PAGES.profile));
  for (const tab of [page, ...others]) {
    await tab.clock.fastForward('20:00');
    await rests(tab);
  }
  expect(methods(host)).toEqual(['POST', 'DELETE']);
  expect(host.told[1]?.token).not.toBeNull();
});

mainSite('without TOKEN_SYNC_URL nothing of it is loaded, even for a signed-in person', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(PAGES.profile);
  await expect(page.getByTestId('profile-name')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => CHUNK.test(url) || url.includes('/api/auth/'))).toEqual([]);
  expect(await markerOf(page)).toBeNull();
});
