import { describe, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { PROVIDERS, type Provider } from '#features/social-sign-in/contract.ts';
import { newAddress, PASSWORD, recordOf, signedInPerson } from '#server/testing/people.ts';
import {
  goToProvider,
  openSiteOfIssuer,
  openSocialSite,
  reportIn,
  socialSignIn,
  startSocial,
  type TypedPerson,
} from '#server/testing/social-site.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

const app = await openSiteOfIssuer();

describe.each(PROVIDERS)('signing in with %s', (provider) => {
  test('[P-046] creates an account with the provider’s name and address the first time, and opens a session', async () => {
    const [email, browser] = [newAddress(), app.browser()];
    const given = { email: email.toUpperCase(), name: 'Asha Rao' };
    const report = await socialSignIn(browser, provider, given, { mode: 'redirect' });
    const event = 'event-of-this-press';
    expect(report).toEqual({ event, outcome: 'signed-in', provider, mode: 'redirect' });
    const confirmed = { email_verified: true, verification_sent_at: null };
    expect(await recordOf(browser)).toMatchObject({ email, name: 'Asha Rao', login_count: 1, ...confirmed });
    expect(await app.mailsTo(email)).toEqual([]);
    const { json } = await browser.get(ACCOUNT_API.signInMethods);
    expect(json).toEqual({ success: true, methods: [provider], secondStep: false });
  });

  test('[P-047] finds the account by the provider’s account id, whatever address the provider reports now', async () => {
    const [account, first, second] = ['471147', app.browser(), app.browser()];
    await socialSignIn(first, provider, { email: newAddress(), account, name: 'Asha' });
    const report = await socialSignIn(second, provider, { email: newAddress(), account, isVerified: false });
    expect(report.outcome).toBe('signed-in');
    expect((await recordOf(second)).id).toBe((await recordOf(first)).id);
  });

  test('ends the browser’s earlier session and forgets its unconfirmed sign-up', async () => {
    const { browser, record } = await signedInPerson(app);
    const before = new Map(browser.cookies);
    await browser.post(ACCOUNT_API.signUp, { email: newAddress(), password: 'long enough' });
    await socialSignIn(browser, provider, { email: newAddress(), name: 'Asha' });
    expect((await recordOf(browser)).id).not.toBe(record.id);
    expect([...browser.cookies.keys()].sort()).toEqual(['device', 'session']);
    const old = { cookie: [...before].map(([name, value]) => `${name}=${value}`).join('; ') };
    expect((await browser.get(ACCOUNT_API.session, old)).json.data).toBeNull();
  });
});

test.each([
  ['is remembered when “remember” was ticked', 'true', /; Max-Age=\d+;/],
  ['ends with the browser when “remember” was not ticked', 'false', /^(?!.*Max-Age)/],
] as const)('a sign-in with a provider opens a session that %s', async (_, remember, attributes) => {
  const browser = app.browser();
  const back = await goToProvider(browser, 'google', { email: newAddress(), name: 'Asha' }, { remember });
  const cookies = (await browser.get(back)).headers.getSetCookie();
  expect(cookies.find((cookie) => cookie.startsWith('session='))).toMatch(attributes);
});

test.each([
  ['github', { login: 'octo-asha' }, 'octo-asha'],
  ['github', { login: 'octo-asha', name: '\u2800 \u2800' }, 'octo-asha'],
  ['google', { email: 'kite@example.com' }, 'kite'],
  ['google', { email: 'other-kite@example.com', name: '\u2800 \u2800' }, 'other-kite'],
  // An issuer that gives address and name only at its userinfo endpoint.
  ['google', { name: 'Asha', fault: 'claims-at-userinfo' }, 'Asha'],
  // A primary address that is listed after many others.
  ['github', { name: 'Asha', fault: 'many-emails' }, 'Asha'],
] as const)(
  'an account that a sign-in with %s and the data %j creates gets the name “%s”',
  async (provider, given, name) => {
    const browser = app.browser();
    const person: TypedPerson = { email: newAddress(), ...given };
    await socialSignIn(browser, provider, person);
    expect(await recordOf(browser)).toMatchObject({ email: person.email, name });
  },
);

test('[V10.2.1] a sign-in asks the provider for no more than needed, with PKCE, state and (for Google) a nonce', async () => {
  const secret = expect.stringMatching(/^[\w-]{43}$/);
  for (const [provider, more] of [
    ['google', { nonce: secret, scope: 'openid email profile' }],
    ['github', { scope: 'read:user user:email' }],
  ] as const) {
    const { headers } = await startSocial(app.browser(), provider);
    expect(Object.fromEntries(new URL(headers.get('location') ?? '').searchParams)).toEqual({
      client_id: `stand-in-${provider}`,
      code_challenge: secret,
      code_challenge_method: 'S256',
      redirect_uri: `http://site.localhost:3000/api/account/social/${provider}/callback`,
      response_type: 'code',
      // The provider receives the state, so it contains no session, purpose or address.
      state: expect.stringMatching(/^event-of-this-press~popup~[\w-]{43}$/),
      ...more,
    });
  }
});

test('[P-138] the cookie of a running sign-in is hidden from scripts and other sites, bound to its host, and ends with the callback', async () => {
  const https = await openSocialSite({
    SITE_ORIGIN: 'https://www.example.com',
    SMTP_URL: 'smtp://127.0.0.1:25',
  });
  for (const [site, form, left] of [
    [app, /^social=[\w-]+\.[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/, ['device', 'session']],
    [
      https,
      /^__Host-social=[\w-]+\.[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ['__Host-device', '__Host-session'],
    ],
  ] as const) {
    const browser = site.browser();
    expect((await startSocial(browser, 'google')).headers.getSetCookie()[0]).toMatch(form);
    const answer = await browser.get(await goToProvider(browser, 'google', { email: newAddress() }));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect([...browser.cookies.keys()].sort()).toEqual(left);
  }
});

test('a visitor who signs in at an authorised domain returns to that domain, not to the main one', async () => {
  const site = await openSocialSite({ AUTHORIZED_DOMAINS: 'other.example.org' });
  const browser = site.browser('https://other.example.org');
  const { headers } = await startSocial(browser, 'google');
  const { searchParams } = new URL(headers.get('location') ?? '');
  const callback = 'https://other.example.org/api/account/social/google/callback';
  expect(searchParams.get('redirect_uri')).toBe(callback);
  expect((await socialSignIn(browser, 'google', { email: newAddress() })).outcome).toBe('signed-in');
});

test('[P-048] no token of a provider is stored, and nothing about the person reaches the log', async () => {
  const site = await openSocialSite();
  for (const provider of PROVIDERS) {
    const person = { email: `asha-${provider}@example.com`, name: 'Asha Rao', login: 'asha-logs-in' };
    const browser = site.browser();
    const answer = await browser.get(await goToProvider(browser, provider, person));
    expect(reportIn(answer).outcome).toBe('signed-in');
    expect(answer.text).toBe('');
    await socialSignIn(site.browser(), provider, { ...person, fault: 'wrong-state' });
  }
  const rows = await site.db.selectFrom('provider_accounts').selectAll().execute();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/gho_|eyJ/);
  expect(site.logLines().join('\n')).not.toMatch(/asha|example\.com|code=|state=|gho_|eyJ/i);
});

const FORGED = [
  'state=x',
  'state=',
  '',
  'state=~~',
  'state=<b>~popup~x',
  'state=a~popup~x',
  'error=access_denied',
];

test.each([
  ['google', 'github'],
  ['google', 'google'],
] as const)(
  'an earlier unfinished sign-in with %s and forged callback requests do not stop a newer sign-in with %s',
  async (first, second) => {
    const browser = app.browser();
    const asha = () => ({ email: newAddress(), name: 'Asha' });
    const late = await goToProvider(browser, first, asha(), { event: 'first-press' });
    const back = await goToProvider(browser, second, asha(), { event: 'second-press', mode: 'redirect' });
    const cancelled = { outcome: 'cancelled-popup-request', provider: first, mode: 'popup' };
    const answer = await browser.get(late);
    expect(reportIn(answer)).toEqual({ event: 'first-press', ...cancelled });
    expect(answer.headers.getSetCookie()).toEqual([]);
    for (const query of FORGED)
      for (const provider of PROVIDERS) {
        const forged = await browser.get(`/api/account/social/${provider}/callback?${query}`);
        const toNoPage = { event: '', outcome: 'invalid-state', provider, mode: 'popup' };
        expect(reportIn(forged), query).toEqual(toNoPage);
        expect(forged.headers.getSetCookie()).toEqual([]);
      }
    expect(await recordOf(browser)).toBeNull();
    const signedIn = { outcome: 'signed-in', provider: second, mode: 'redirect' };
    expect(reportIn(await browser.get(back))).toEqual({ event: 'second-press', ...signedIn });
    expect(await recordOf(browser)).not.toBeNull();
  },
);

/** Deletion without a password: a fresh provider sign-in proves identity (docs/product.md, "Deletion"). */
const MINUTE = 60_000;
const NAME = 'Asha Rao';

async function socialPerson(provider: Provider, site: TestApp = app) {
  const [person, browser] = [{ email: newAddress(), name: NAME }, site.browser()];
  await socialSignIn(browser, provider, person);
  const { id } = await recordOf(browser);
  return { person, browser, id };
}

const popup = (browser: TestClient, provider: Provider, person: TypedPerson) =>
  socialSignIn(browser, provider, person, { purpose: 'deletion' });
const prove = async (browser: TestClient, name: string) =>
  (await browser.post(ACCOUNT_API.deletionProof, { name })).json;
const remove = (browser: TestClient, id: string) => browser.delete(pathFor(PRODUCT_API.user, id));

describe('an account with Google as its only sign-in method', () => {
  const provider = 'google';

  test('is deleted after a new sign-in at Google and the typing of its name, and the browser’s cookies are cleared', async () => {
    const { person, browser, id } = await socialPerson(provider);
    expect((await popup(browser, provider, person)).outcome).toBe('proved');
    expect((await remove(browser, id)).json.code).toBe('PROOF_MISSING');
    expect(await prove(browser, NAME)).toMatchObject({ success: true });
    await startSocial(browser, provider);
    expect((await remove(browser, id)).status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual([]);
    // A later sign-in with the same provider account creates a new account.
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
    // The five minutes begin with the sign-in in the popup, not when the name is typed.
    expect((await remove(inTime.browser, inTime.id)).json.code).toBe('PROOF_MISSING');
  });
});

test.each(PROVIDERS)(
  'an account with only %s cannot be deleted by a sign-in with another account of that provider',
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

test('[A-66] a sign-in at GitHub is not enough proof to delete or change an account with only GitHub', async () => {
  const { person, browser, id } = await socialPerson('github');
  for (const purpose of ['deletion', 'proof'] as const)
    expect((await socialSignIn(browser, 'github', person, { purpose })).outcome).toBe('login-not-fresh');
  expect((await prove(browser, NAME)).code).toBe('PROOF_MISSING');
  expect((await remove(browser, id)).json.code).toBe('PROOF_MISSING');
  const changed = await browser.post(ACCOUNT_API.password, { password: PASSWORD });
  expect(changed.json.code).toBe('PROOF_MISSING');
});

test('an account without a password can be deleted only in the session that started the sign-in at the provider', async () => {
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
