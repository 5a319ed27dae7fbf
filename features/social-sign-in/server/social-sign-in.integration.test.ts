import { describe, expect, onTestFinished, test } from 'vitest';
import { PROOF_MINUTES } from '#contract/limits.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { PROVIDERS, type Provider } from '#features/social-sign-in/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { pressNotMe, toldToken } from '#server/testing/changes.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import { newAddress, PASSWORD, recordOf, signedInPerson } from '#server/testing/people.ts';
import {
  goToProvider,
  reportIn,
  socialSignIn,
  startSocial,
  startStandIns,
  type TypedPerson,
} from '#server/testing/provider-visit.ts';
import { openSiteOfIssuer, openSocialSite } from '#server/testing/social-site.ts';
import { TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';

const app = await openSiteOfIssuer();

describe.each(PROVIDERS)('signing in with %s', (provider) => {
  test('[P-046] creates an account with the provider’s name and address the first time, and opens a session', async () => {
    const [email, browser] = [newAddress(), app.browser()];
    const given = { email: email.toUpperCase(), name: 'Asha Rao' };
    const report = await socialSignIn(browser, provider, given, { mode: 'redirect' });
    const event = 'event-of-this-press';
    expect(report).toEqual({ event, outcome: 'signed-in', provider, mode: 'redirect' });
    expect(await recordOf(browser)).toMatchObject({
      email,
      name: 'Asha Rao',
      login_count: 1,
      email_verified: true,
      verification_sent_at: null,
    });
    expect(await app.mailsTo(email)).toEqual([]);
    const { json } = await browser.get(ACCOUNT_API.signInMethods);
    expect(json).toEqual({ success: true, methods: [provider], secondStep: false });
  });

  test('[P-047] finds the account by the provider’s id, even if the address or its verification changed there', async () => {
    const [account, first, second] = ['471147', app.browser(), app.browser()];
    await socialSignIn(first, provider, { email: newAddress(), account, name: 'Asha' });
    const report = await socialSignIn(second, provider, { email: newAddress(), account, isVerified: false });
    expect(report.outcome).toBe('signed-in');
    expect((await recordOf(second)).id).toBe((await recordOf(first)).id);
  });

  test('ends the session that this browser had before, and forgets its unconfirmed sign-up', async () => {
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

test.each([undefined, '\u2800 \u2800'])(
  'if the display name is invisible (%j), the GitHub login or the start of the Google address is stored instead',
  async (shown) => {
    const name = shown === undefined ? {} : { name: shown };
    const [email, github, google] = [newAddress(), app.browser(), app.browser()];
    await socialSignIn(github, 'github', { email: newAddress(), login: 'octo-asha', ...name });
    await socialSignIn(google, 'google', { email, ...name });
    const names = [(await recordOf(github)).name, (await recordOf(google)).name];
    expect(names).toEqual(['octo-asha', email.split('@')[0]]);
  },
);

test.each([
  ['an issuer that gives address and name only at its userinfo endpoint', 'google', 'claims-at-userinfo'],
  ['a primary GitHub address that is listed after many others', 'github', 'many-emails'],
] as const)(
  'a new account gets name and address from its provider, also with %s',
  async (_, provider, fault) => {
    const [email, browser] = [newAddress(), app.browser()];
    await socialSignIn(browser, provider, { email, name: 'Asha', fault });
    expect(await recordOf(browser)).toMatchObject({ email, name: 'Asha' });
  },
);

test('[V10.2.1] a sign-in asks the provider for no more than needed, with PKCE, state and (for Google) a nonce', async () => {
  const asked = async (provider: Provider) => {
    const { headers } = await startSocial(app.browser(), provider);
    return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
  };
  const secret = expect.stringMatching(/^[\w-]{43}$/);
  const common = {
    code_challenge: secret,
    code_challenge_method: 'S256',
    response_type: 'code',
    // The provider receives the state, so it contains no session, purpose or address.
    state: expect.stringMatching(/^event-of-this-press~popup~[\w-]{43}$/),
  };
  expect(await asked('google')).toEqual({
    ...common,
    client_id: 'stand-in-google',
    nonce: secret,
    redirect_uri: 'http://site.localhost:3000/api/account/social/google/callback',
    scope: 'openid email profile',
  });
  expect(await asked('github')).toEqual({
    ...common,
    client_id: 'stand-in-github',
    redirect_uri: 'http://site.localhost:3000/api/account/social/github/callback',
    scope: 'read:user user:email',
  });
});

test('the cookie of a running sign-in cannot be read by scripts or sent by other sites, and ends with the callback', async () => {
  const browser = app.browser();
  const [cookie] = (await startSocial(browser, 'google')).headers.getSetCookie();
  expect(cookie).toMatch(/^social=[\w-]+\.[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const back = await goToProvider(browser, 'google', { email: newAddress() });
  expect(browser.cookies.has('social')).toBe(true);
  const answer = await browser.get(back);
  expect(browser.cookies.has('social')).toBe(false);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('[P-138] on https, the cookies of a provider sign-in are bound to this exact host', async () => {
  const https = await openSocialSite({
    SITE_ORIGIN: 'https://www.example.com',
    SMTP_URL: 'smtp://127.0.0.1:25',
  });
  const browser = https.browser();
  const [cookie] = (await startSocial(browser, 'github')).headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-social=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect((await socialSignIn(browser, 'github', { email: newAddress() })).outcome).toBe('signed-in');
  expect(browser.cookies.has('__Host-session')).toBe(true);
});

test('a visitor who signs in at an authorised domain returns to that domain, not to the main one', async () => {
  const site = await openSocialSite({ AUTHORIZED_DOMAINS: 'other.example.org' });
  const browser = site.browser('https://other.example.org');
  const { headers } = await startSocial(browser, 'google');
  expect(new URL(headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
    'https://other.example.org/api/account/social/google/callback',
  );
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

/** Answers to older or unknown sign-ins must not disturb the newest. */
const [FIRST, SECOND] = ['first-press', 'second-press'];

const asha = () => ({ email: newAddress(), name: 'Asha' });

test.each([
  ['google', 'github'],
  ['google', 'google'],
] as const)(
  'of two sign-ins started in one browser, at %s and then at %s, the first is cancelled on return, and the second succeeds',
  async (first, second) => {
    const browser = app.browser();
    const late = await goToProvider(browser, first, asha(), { event: FIRST });
    const back = await goToProvider(browser, second, asha(), { event: SECOND, mode: 'redirect' });
    const answer = await browser.get(late);
    expect(reportIn(answer)).toEqual({
      event: FIRST,
      outcome: 'cancelled-popup-request',
      provider: first,
      mode: 'popup',
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await recordOf(browser)).toBeNull();
    expect(reportIn(await browser.get(back))).toEqual({
      event: SECOND,
      outcome: 'signed-in',
      provider: second,
      mode: 'redirect',
    });
    expect(await recordOf(browser)).not.toBeNull();
  },
);

test.each(PROVIDERS)(
  '[V6.8.1] after the URL of the provider %s was changed in the settings, the same account number opens another account',
  async (provider) => {
    const elsewhere = await startStandIns();
    onTestFinished(elsewhere.close);
    const settings = {
      ...app.deps.settings,
      googleIssuer: elsewhere.google.url,
      githubUrl: elsewhere.github.url,
      githubApiUrl: elsewhere.github.url,
    };
    const server = await createApp(createDeps({ ...app.deps, settings }));
    const [first, later] = [app.browser(), createTestClient(server, TEST_ORIGIN, '203.0.113.9')];
    await socialSignIn(first, provider, { account: '4711', email: newAddress(), name: 'Asha' });
    const email = newAddress();
    await socialSignIn(later, provider, { account: '4711', email, name: 'Ravi' });
    expect(await recordOf(later)).toMatchObject({ email, name: 'Ravi', login_count: 1 });
    expect((await recordOf(later)).id).not.toBe((await recordOf(first)).id);
  },
);

test.each([
  'state=x',
  'state=',
  '',
  'state=~~',
  'state=<b>~popup~x',
  'state=a~popup~x',
  'error=access_denied',
])(
  'a forged request to the callback with the query “%s” is reported to no page, and the running sign-in still succeeds',
  async (query) => {
    const browser = app.browser();
    const back = await goToProvider(browser, 'google', asha(), { event: FIRST });
    for (const provider of PROVIDERS) {
      const answer = await browser.get(`/api/account/social/${provider}/callback?${query}`);
      expect(reportIn(answer)).toEqual({ event: '', outcome: 'invalid-state', provider, mode: 'popup' });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(reportIn(await browser.get(back)).outcome).toBe('signed-in');
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

  test('is deleted after a new sign-in in Google’s window and after its owner types its name, and all its cookies are cleared', async () => {
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
    // The five minutes begin with the sign-in in the popup, not when the name is typed.
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

test('[A-66] a new sign-in at GitHub is not enough proof to delete or change an account with only GitHub, because GitHub may not have asked for the password', async () => {
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

test('an account without a password cannot be deleted while a change reported by its owner is neither kept nor undone; the answer says so', async () => {
  const { person, browser, id } = await socialPerson('google');
  await popup(browser, 'google', person);
  app.advance(1);
  await withPasskey({ browser });
  await pressNotMe(app, await toldToken(app, person.email));
  await socialSignIn(browser, 'google', person);
  expect((await popup(browser, 'google', person)).outcome).toBe('proved');
  expect((await prove(browser, NAME)).code).toBe('DECIDE_FIRST');
  expect((await remove(browser, id)).status).not.toBe(200);
});

describe('linking a provider', () => {
  const github = { account: '4713', email: newAddress() };

  test('is refused with a specific error if the owner has reported a change and neither kept nor undone it yet', async () => {
    const { email, browser } = await signedInPerson(app);
    app.advance(1);
    await withPasskey({ browser });
    await pressNotMe(app, await toldToken(app, email));
    await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
    await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
    const { outcome } = await socialSignIn(browser, 'github', github, { purpose: 'link' });
    expect(outcome).toBe('decide-first');
  });

  test('is refused with a specific error if the proof of identity expires while the person is at the provider', async () => {
    const { browser } = await signedInPerson(app);
    await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
    const back = await goToProvider(browser, 'github', github, { purpose: 'link' });
    app.advance(PROOF_MINUTES * MINUTE + 1);
    expect(reportIn(await browser.get(back)).outcome).toBe('proof-expired');
    expect(await recordOf(browser)).not.toBeNull();
  });
});
