import { describe, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { PROVIDERS, type Provider } from '#features/social-sign-in/contract.ts';
import { newAddress, PASSWORD, recordOf } from '#server/testing/people.ts';
import {
  goToProvider,
  reportIn,
  socialSignIn,
  startSocial,
  type TypedPerson,
} from '#server/testing/provider-visit.ts';
import { openSiteOfIssuer } from '#server/testing/social-site.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/** A fresh provider sign-in replaces the password (docs/product.md, "Deletion"). */
const MINUTE = 60_000;
const NAME = 'Asha Rao';

const app = await openSiteOfIssuer();

async function socialPerson(provider: Provider, site: TestApp = app) {
  const [person, browser] = [{ email: newAddress(), name: NAME }, site.browser()];
  await socialSignIn(browser, provider, person);
  const { id } = await recordOf(browser);
  return { person, browser, id };
}

const popup = (browser: TestClient, provider: Provider, person: TypedPerson) =>
  socialSignIn(browser, provider, person, { purpose: 'deletion' });
const prove = async (browser: TestClient, name: string, password?: string) =>
  (await browser.post(ACCOUNT_API.deletionProof, { name, password })).json;
const remove = (browser: TestClient, id: string) => browser.delete(pathFor(PRODUCT_API.user, id));

describe('an account with Google as its only sign-in method', () => {
  const provider = 'google';

  test('is deleted after a fresh sign-in in Google’s window and the typed name, and all its cookies are cleared', async () => {
    const { person, browser, id } = await socialPerson(provider);
    expect((await popup(browser, provider, person)).outcome).toBe('proved');
    expect((await remove(browser, id)).json.code).toBe('PROOF_MISSING');
    expect(await prove(browser, NAME)).toMatchObject({ success: true });
    await startSocial(browser, provider);
    expect((await remove(browser, id)).status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual([]);
    // A later sign-in with the same provider account starts a new account.
    const again = app.browser();
    await socialSignIn(again, provider, person);
    expect(await recordOf(again)).toMatchObject({ name: NAME, login_count: 1 });
  });

  test('is not deleted when the sign-in in Google’s window was more than five minutes ago', async () => {
    const site = await openSiteOfIssuer();
    const [late, inTime] = [await socialPerson(provider, site), await socialPerson(provider, site)];
    for (const { browser, person } of [late, inTime]) await popup(browser, provider, person);
    site.advance(3 * MINUTE);
    expect((await prove(inTime.browser, NAME)).success).toBe(true);
    site.advance(2 * MINUTE + 1_000);
    expect((await prove(late.browser, NAME)).code).toBe('PROOF_MISSING');
    // The five minutes count from the popup, not from the typed name.
    expect((await remove(inTime.browser, inTime.id)).json.code).toBe('PROOF_MISSING');
  });
});

test.each(PROVIDERS)(
  'an account with only %s is not deleted if another account there was chosen in the sign-in window',
  async (provider) => {
    const { browser } = await socialPerson(provider);
    const other = await socialPerson(provider);
    const accounts = () => app.db.selectFrom('provider_accounts').selectAll().orderBy('account_id').execute();
    const before = await accounts();
    expect((await popup(browser, provider, other.person)).outcome).toBe('user-mismatch');
    expect((await popup(browser, provider, { email: newAddress() })).outcome).toBe('user-mismatch');
    expect(await accounts()).toEqual(before);
    expect((await prove(browser, NAME)).code).toBe('PROOF_MISSING');
  },
);

test('[A-66] an account with only GitHub cannot be deleted or changed by its window, as GitHub may not have asked for a password', async () => {
  const { person, browser, id } = await socialPerson('github');
  for (const purpose of ['deletion', 'proof'] as const)
    expect((await socialSignIn(browser, 'github', person, { purpose })).outcome).toBe('login-not-fresh');
  expect((await prove(browser, NAME)).code).toBe('PROOF_MISSING');
  expect((await remove(browser, id)).json.code).toBe('PROOF_MISSING');
  const changed = await browser.post(ACCOUNT_API.password, { password: PASSWORD });
  expect(changed.json.code).toBe('PROOF_MISSING');
});

test('an account without a password can be deleted only in the session that opened the provider’s sign-in window', async () => {
  const { person, browser, id } = await socialPerson('google');
  const elsewhere = app.browser();
  await socialSignIn(elsewhere, 'google', person);
  await popup(browser, 'google', person);
  expect((await prove(elsewhere, NAME)).code).toBe('PROOF_MISSING');

  const back = await goToProvider(browser, 'google', person, { purpose: 'deletion' });
  await socialSignIn(elsewhere, 'google', person);
  browser.cookies.set('session', elsewhere.cookies.get('session') ?? '');
  expect(reportIn(await browser.get(back)).outcome).toBe('requires-recent-login');
  expect((await remove(browser, id)).status).toBe(403);
});
