import type { Page, Request } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { VERIFY_WORDS } from '#content/verify.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { PROFILE_FIELD_NAMES } from '#contract/profile-fields.ts';
import { deleteAccount, deleteDialog, profileForm, signInByRequest, signUp } from '#e2e/support/account.ts';
import { OFFLINE_LINE, refusedLine } from '#e2e/support/loading.ts';
import { newestLink, uniqueAddress } from '#e2e/support/mailbox.ts';
import { whoIsSignedIn } from '#e2e/support/social.ts';
import { expect, onSiteWith, test } from '#e2e/support/test.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { reservePort } from '#server/testing/loopback-servers.ts';

/** The site and, on another origin, the product API are one process. */
test.use(
  onSiteWith(async () => {
    const port = await reservePort();
    const settings = {
      PORT: String(port),
      SITE_ORIGIN: `http://localhost:${port}`,
      PRODUCT_API_URL: `http://127.0.0.1:${port}`,
    };
    return { settings };
  }),
);

const profileName = (page: Page) => page.getByTestId('profile-name');

/** Makes the other server answer with another name than the one in the site's own record. */
async function renameThere(page: Page, host: string, name: string): Promise<void> {
  await page.route(`${host}/api/user/*`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const { data, ...rest }: { data: UserRecord } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: { ...data, name } } });
  });
}

// A page may send another request while its test ends, so errors of the page's route handlers are ignored at the end.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a sign-up saves its record at a separate product server, without the token of a person who is still signed in', async ({
  page,
  baseURL: site = '',
  expectTrouble,
}) => {
  for (const status of [401, 403, 429]) expectTrouble(refusedLine(status));
  await page.goto(`${PAGES.auth}?view=create`);
  await signInByRequest(page.request, uniqueAddress());
  const saving = page.waitForRequest(site.replace('localhost', '127.0.0.1') + PRODUCT_API.saveUser);
  await signUp(page, uniqueAddress());
  expect(await (await saving).headerValue('authorization')).toBeNull();
  await expect(page.getByText(MESSAGES.checkYourEmail)).toBeVisible();
});

test('an account works with a separate product server, to which the browser sends a token and no cookie', async ({
  page,
  baseURL: site = '',
  expectTrouble,
}) => {
  const host = site.replace('localhost', '127.0.0.1');
  // Expected refusals: a new person has no token yet, and the silent sign-in and the automatic resend are refused.
  for (const status of [401, 403, 429]) expectTrouble(refusedLine(status));
  const email = uniqueAddress();
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(host)) sent.push(request);
  });
  const calls = () => sent.map((request) => `${request.method()} ${new URL(request.url()).pathname}`);

  await page.goto(`${PAGES.auth}?view=create`);
  await signUp(page, email);
  await expect(page.getByText(MESSAGES.checkYourEmail)).toBeVisible();
  await expect(page.getByTestId('toast')).toHaveCount(0);
  expect(calls()).toEqual([`POST ${PRODUCT_API.saveUser}`]);
  expect(sent[0]?.postDataJSON()).toMatchObject({ email, login_count: 0, verification_attempts: 1 });

  await page.goto(await newestLink(page, email));
  await renameThere(page, host, 'Asha There');
  await page.getByRole('button', { name: VERIFY_WORDS.submit }).click();
  await expect(page).toHaveURL(PAGES.profile);
  await expect(profileName(page)).toHaveText('Asha There');
  const { id } = (await whoIsSignedIn(page)) as UserRecord;
  expect(calls()[1]).toBe(`GET ${pathFor(PRODUCT_API.user, id)}`);
  await page.unrouteAll({ behavior: 'wait' });

  const form = profileForm(page);
  await form.edit.click();
  await form.name.fill('Asha Rawat');
  await form.save.click();
  await expect(page.getByText(MESSAGES.profileUpdated)).toBeVisible();
  const save = sent.at(-1);
  expect(calls().at(-1)).toBe(`POST ${pathFor(PRODUCT_API.saveUserById, id)}`);
  expect(Object.keys(save?.postDataJSON()).sort()).toEqual(
    [...PROFILE_FIELD_NAMES, 'created_at', 'email', 'id', 'messages', 'updated_at'].sort(),
  );
  await renameThere(page, host, 'Only There');
  await page.reload();
  await expect(profileName(page)).toHaveText('Only There');

  expectTrouble(OFFLINE_LINE);
  await page.route(`${host}/api/user/*`, (route) =>
    route.request().method() === 'DELETE' ? route.abort('internetdisconnected') : route.fallback(),
  );
  await deleteAccount(page, 'Only There');
  await expect(page.getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
  expect(await whoIsSignedIn(page)).toMatchObject({ email });
  await page.unrouteAll({ behavior: 'wait' });
  await deleteDialog(page).submit.click();
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
  await expect(page).toHaveURL(PAGES.homeAlias);
  expect(calls().at(-1)).toBe(`DELETE ${pathFor(PRODUCT_API.user, id)}`);
  expect(await whoIsSignedIn(page)).toBeNull();
  for (const request of sent.slice(1)) {
    const { authorization, cookie, 'x-api-key': key } = await request.allHeaders();
    expect([authorization?.split('.').length, cookie, key]).toEqual([3, undefined, expect.any(String)]);
  }
});
