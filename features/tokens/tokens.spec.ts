import type { Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { MESSAGES } from '#contract/messages.ts';
import { startTokenSyncHost, type TokenSyncHost } from '#e2e/fakes/token-sync.ts';
import { arriveSignedIn, deleteAccount, signIn, signOut } from '#e2e/support/account.ts';
import { type AnotherSite, startAnotherSite } from '#e2e/support/another-site.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import { expect, test } from '#e2e/support/test.ts';

let site: AnotherSite | undefined;
let host: TokenSyncHost;
test.afterAll(() => Promise.all([site?.close(), host?.close()]));

/** Playwright asks for the base URL before it runs hooks. */
async function originOfSite(): Promise<string> {
  if (site !== undefined) return site.origin;
  host = await startTokenSyncHost();
  site = await startAnotherSite({ TOKEN_SYNC_URL: host.url });
  host.trust(site.origin);
  return site.origin;
}

const MARKER = 'tokenSync';

const methods = () => host.told.map(({ method }) => method);
const told = () => expect.poll(methods);
/** All pages of the browser share the marker. */
const markerOf = (page: Page) => page.evaluate((key) => localStorage.getItem(key), MARKER);

test.describe('a site with `TOKEN_SYNC_URL`', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the braces.
    baseURL: async ({}, use) => use(await originOfSite()),
    // The fake server has a self-signed certificate.
    ignoreHTTPSErrors: true,
  });

  test.beforeEach(() => {
    host.told.length = 0;
    host.misbehave();
  });

  // The requests must be as docs/product.md, "Token sync", describes them.
  test.afterEach(() => {
    const tokens = host.told.flatMap(({ token }) => token ?? []);
    expect.soft(new Set(tokens).size, 'no token is sent twice').toBe(tokens.length);
    for (const { age, problem, hasCookie, referrer, path } of host.told) {
      expect.soft({ problem, hasCookie, referrer, path }).toEqual({
        problem: null,
        hasCookie: false,
        referrer: null,
        path: '/token',
      });
      if (age !== null) expect.soft(age, 'seconds since the token was made').toBeLessThanOrEqual(300);
    }
  });

  test('sends a token to this URL after a sign-in, and a DELETE after a sign-out or an account deletion', async ({
    page,
  }) => {
    const email = uniqueAddress();
    await arriveSignedIn(page, email);
    await told().toEqual(['POST']);
    await signOut(page);
    await expect(page.getByText(MESSAGES.signedOut)).toBeVisible();
    await told().toEqual(['POST', 'DELETE']);
    expect(host.told[1]?.payload?.sub).toBe(host.told[0]?.payload?.sub);
    expect(await markerOf(page)).toBeNull();

    await page.goto(PAGES.auth);
    await signIn(page, email);
    await expect(page).toHaveURL(PAGES.homeAlias);
    await told().toEqual(['POST', 'DELETE', 'POST']);

    // An unanswered POST would be sent again after the page is left.
    await expect.poll(async () => JSON.parse((await markerOf(page)) ?? '{}').failures).toBe(0);
    await page.goto(PAGES.profile);
    await deleteAccount(page, await page.getByTestId('profile-name').innerText());
    await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
    await told().toEqual(['POST', 'DELETE', 'POST', 'DELETE']);
    expect(host.told[3]?.token).not.toBeNull();
  });
});
