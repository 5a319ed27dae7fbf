import { PAGES } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { MESSAGES } from '#contract/messages.ts';
import { startTokenSyncHost, type TokenSyncHost } from '#e2e/fakes/token-sync.ts';
import { arriveSignedIn, deleteAccount, signIn, signOut } from '#e2e/support/account.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import { expect, onSiteWith, test } from '#e2e/support/test.ts';

let host: TokenSyncHost;
test.use({
  ...onSiteWith(async () => {
    host = await startTokenSyncHost();
    return { settings: { TOKEN_SYNC_URL: host.url }, close: host.close };
  }),
  // The stand-in server that receives tokens has a self-signed certificate.
  ignoreHTTPSErrors: true,
});

test('the browser sends a token to the other server after a sign-in, and a DELETE after the sign-out', async ({
  page,
  baseURL: site = '',
}) => {
  host.trust(site);
  const told = () => expect.poll(() => host.told.map(({ method }) => method));
  const marker = () => page.evaluate(() => localStorage.getItem('tokenSync'));
  const email = uniqueAddress();
  await arriveSignedIn(page, email);
  await told().toEqual(['POST']);
  await signOut(page);
  await expect(page.getByText(SHELL_WORDS.signedOut)).toBeVisible();
  await told().toEqual(['POST', 'DELETE']);
  expect(await marker()).toBeNull();
  await page.goto(PAGES.auth);
  await signIn(page, email);
  await expect(page).toHaveURL(PAGES.homeAlias);
  await told().toEqual(['POST', 'DELETE', 'POST']);
  // Waits until the POST is answered, because an unanswered POST would be sent again after the page is left.
  await expect.poll(async () => JSON.parse((await marker()) ?? '{}').failures).toBe(0);
  await page.goto(PAGES.profile);
  await deleteAccount(page, await page.getByTestId('profile-name').innerText());
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
  await told().toEqual(['POST', 'DELETE', 'POST', 'DELETE']);

  // Every request must be as docs/product.md, "Token sync", describes it.
  expect(new Set(host.told.map(({ token }) => token)).size, 'no token is sent twice').toBe(4);
  expect(new Set(host.told.map(({ payload }) => payload?.sub)).size, 'all are about one account').toBe(1);
  for (const { age, problem, hasCookie, referrer, path } of host.told) {
    const seen = { problem, hasCookie, referrer, path };
    expect.soft(seen).toEqual({ problem: null, hasCookie: false, referrer: null, path: '/token' });
    expect.soft(age, 'seconds since the token was made').toBeLessThanOrEqual(300);
  }
});
