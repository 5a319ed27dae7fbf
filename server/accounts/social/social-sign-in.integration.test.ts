import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { PROVIDERS } from '#contract/social.ts';
import { newAddress, signedInPerson } from '#server/testing/people.ts';
import {
  goToProvider,
  reportIn,
  type StandIns,
  socialSignIn,
  startSocial,
  startStandIns,
} from '#server/testing/provider-visit.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

let standIns: StandIns;
let app: TestApp;
beforeAll(async () => {
  standIns = await startStandIns();
  app = await openTestApp(standIns.settings);
});
afterAll(async () => {
  await app.close();
  await standIns.close();
});

const recordOf = async (browser: TestClient) => (await browser.get(ACCOUNT_API.session)).json.data;

describe.each(PROVIDERS)('signing in with %s', (provider) => {
  test('the first time makes an account with the name and address from there, and opens a session', async () => {
    const [email, browser] = [newAddress(), app.browser()];
    const report = await socialSignIn(browser, provider, { email, name: 'Asha Rao' }, { mode: 'redirect' });
    expect(report).toEqual({
      event: 'event-of-this-press',
      outcome: 'signed-in',
      provider,
      mode: 'redirect',
    });
    expect(await recordOf(browser)).toMatchObject({
      email,
      name: 'Asha Rao',
      gender: '',
      dob: '',
      about: '',
      login_count: 1,
      email_verified: true,
      verification_attempts: 0,
      verification_sent_at: null,
      messages: [],
    });
    expect(await app.mailsTo(email)).toEqual([]);
    expect((await browser.get(ACCOUNT_API.signInMethods)).json).toEqual({
      success: true,
      methods: [provider],
    });
  });

  test('the second time finds the same account, counts the visit and keeps what the person changed', async () => {
    const [email, first, second] = [newAddress(), app.browser(), app.browser()];
    await socialSignIn(first, provider, { email, name: 'Asha' });
    const { id } = await recordOf(first);
    await first.post(pathFor(PRODUCT_API.saveUserById, id), { name: 'Asha R.', about: 'my own words' });
    app.advance(60_000);
    expect((await socialSignIn(second, provider, { email, name: 'Asha' })).outcome).toBe('signed-in');
    expect(await recordOf(second)).toMatchObject({
      id,
      name: 'Asha R.',
      about: 'my own words',
      login_count: 2,
    });
    expect(Date.parse((await recordOf(second)).last_login)).toBeGreaterThan(
      Date.parse((await recordOf(second)).created_at),
    );
  });

  test('goes by the provider’s account, also when address or its verification changed there', async () => {
    const [account, first, second] = [String(Date.now()), app.browser(), app.browser()];
    await socialSignIn(first, provider, { email: newAddress(), account, name: 'Asha' });
    const report = await socialSignIn(second, provider, { email: newAddress(), account, isVerified: false });
    expect(report.outcome).toBe('signed-in');
    expect((await recordOf(second)).id).toBe((await recordOf(first)).id);
  });

  test('takes the address as it would have been typed', async () => {
    const [email, browser] = [newAddress(), app.browser()];
    await socialSignIn(browser, provider, { email: email.toUpperCase(), name: 'Asha' });
    expect((await recordOf(browser)).email).toBe(email);
  });

  test('ends the session that this browser had, and a pending verification', async () => {
    const { browser, record } = await signedInPerson(app);
    const before = new Map(browser.cookies);
    await browser.post(ACCOUNT_API.signUp, { email: newAddress(), password: 'long enough' });
    await socialSignIn(browser, provider, { email: newAddress(), name: 'Asha' });
    expect((await recordOf(browser)).id).not.toBe(record.id);
    expect([...browser.cookies.keys()].sort()).toEqual(['dont_remember', 'session']);
    const old = { cookie: [...before].map(([name, value]) => `${name}=${value}`).join('; ') };
    expect((await browser.get(ACCOUNT_API.session, old)).json.data).toBeNull();
  });

  test('remembers the device when that was ticked', async () => {
    const sessionCookie = async (remember: 'true' | 'false') => {
      const browser = app.browser();
      const back = await goToProvider(browser, provider, { email: newAddress(), name: 'Asha' }, { remember });
      const cookies = (await browser.get(back)).headers.getSetCookie();
      return cookies.find((cookie) => cookie.startsWith('session='));
    };
    expect(await sessionCookie('true')).toContain('Max-Age=2592000');
    expect(await sessionCookie('false')).not.toContain('Max-Age');
  });

  test.each([
    ['many blanks', '  Asha \n\t Rao ', 'Asha Rao'],
    ['a very long name', `${'n'.repeat(99)}😀${'n'.repeat(50)}`, 'n'.repeat(99)],
    ['what no database keeps', 'Asha\0Rao', 'Asha Rao'],
    ['another script', 'आशा राव', 'आशा राव'],
    ['joined letters and emoji', 'ක්\u200dෂමා 👩\u200d💻', 'ක්\u200dෂමා 👩\u200d💻'],
    ['accents in parts of their own', 'Zoe\u0308 Go\u0301mez', 'Zo\u00eb G\u00f3mez'],
    ['what turns text around or hides', '\u202eAsha\u200b\u2066 Rao\u2069\ufeff\u2060', 'Asha Rao'],
    ['a long name of joined emoji', '👩\u200d💻'.repeat(40), '👩\u200d💻'.repeat(20)],
  ])('fits %s into the record', async (_, name, stored) => {
    const browser = app.browser();
    await socialSignIn(browser, provider, { email: newAddress(), name });
    const record = await recordOf(browser);
    expect(record.name).toBe(stored);
    const saved = await browser.post(pathFor(PRODUCT_API.saveUserById, record.id), { name: record.name });
    expect(saved.status).toBe(200);
  });
});

test.each(['\u3164', '\u2800 \u2800', '\u200d\u200b\u202e', `${'\u200d'.repeat(100)}Asha`])(
  'a display name that shows nothing (%j) counts as none',
  async (name) => {
    const [email, github, google] = [newAddress(), app.browser(), app.browser()];
    await socialSignIn(github, 'github', { email: newAddress(), login: 'octo-asha', name });
    await socialSignIn(google, 'google', { email, name });
    const names = [(await recordOf(github)).name, (await recordOf(google)).name];
    expect(names).toEqual(['octo-asha', email.split('@')[0]]);
  },
);

test('without a display name, GitHub’s login name is taken (spec §7), Google’s address', async () => {
  const [email, github, google] = [newAddress(), app.browser(), app.browser()];
  await socialSignIn(github, 'github', { email: newAddress(), login: 'octo-asha' });
  expect((await recordOf(github)).name).toBe('octo-asha');
  await socialSignIn(google, 'google', { email });
  expect((await recordOf(google)).name).toBe(email.split('@')[0]);
});

test('an issuer that tells address and name only at its userinfo endpoint is asked there', async () => {
  const [email, browser] = [newAddress(), app.browser()];
  await socialSignIn(browser, 'google', { email, name: 'Asha', fault: 'claims-at-userinfo' });
  expect(await recordOf(browser)).toMatchObject({ email, name: 'Asha' });
});

test('a primary address at GitHub that stands behind many others is found', async () => {
  const [email, browser] = [newAddress(), app.browser()];
  await socialSignIn(browser, 'github', { email, name: 'Asha', fault: 'many-emails' });
  expect(await recordOf(browser)).toMatchObject({ email });
});

test('asks the provider for no more than needed, with PKCE, state and (Google) nonce', async () => {
  const asked = async (provider: 'google' | 'github') => {
    const { headers } = await startSocial(app.browser(), provider);
    return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
  };
  const secret = expect.stringMatching(/^[\w-]{43}$/);
  const common = {
    code_challenge: secret,
    code_challenge_method: 'S256',
    response_type: 'code',
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

test('the cookie between start and callback is out of reach of scripts and other sites, and goes with the callback', async () => {
  const browser = app.browser();
  const [cookie] = (await startSocial(browser, 'google')).headers.getSetCookie();
  expect(cookie).toMatch(/^social=[\w-]+\.[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const back = await goToProvider(browser, 'google', { email: newAddress() });
  expect(browser.cookies.has('social')).toBe(true);
  const answer = await browser.get(back);
  expect(browser.cookies.has('social')).toBe(false);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('on https, cookies are tied to this very host', async () => {
  const https = await openTestApp({
    ...standIns.settings,
    SITE_ORIGIN: 'https://www.example.com',
    SMTP_URL: 'smtp://127.0.0.1:25',
    AUTHORIZED_DOMAINS: 'other.example.org',
  });
  try {
    const browser = https.browser();
    const [cookie] = (await startSocial(browser, 'github')).headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-social=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect((await socialSignIn(browser, 'github', { email: newAddress() })).outcome).toBe('signed-in');
    expect(browser.cookies.has('__Host-session')).toBe(true);
  } finally {
    await https.close();
  }
});

test('an authorised domain gets its visitors back, not those of the main address', async () => {
  const site = await openTestApp({ ...standIns.settings, AUTHORIZED_DOMAINS: 'other.example.org' });
  try {
    const browser = site.browser('https://other.example.org');
    const { headers } = await startSocial(browser, 'google');
    expect(new URL(headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
      'https://other.example.org/api/account/social/google/callback',
    );
    expect((await socialSignIn(browser, 'google', { email: newAddress() })).outcome).toBe('signed-in');
  } finally {
    await site.close();
  }
});

test('no token of a provider is kept, and nothing about the person reaches the log', async () => {
  const site = await openTestApp(standIns.settings);
  try {
    for (const provider of PROVIDERS) {
      const person = { email: `asha-${provider}@example.com`, name: 'Asha Rao', login: 'asha-logs-in' };
      const browser = site.browser();
      const back = await goToProvider(browser, provider, person);
      const answer = await browser.get(back);
      expect(reportIn(answer).outcome).toBe('signed-in');
      expect(answer.text).toBe('');
      await socialSignIn(site.browser(), provider, { ...person, fault: 'wrong-state' });
    }
    const rows = await site.db.selectFrom('provider_accounts').selectAll().execute();
    expect(rows).toHaveLength(2);
    for (const row of rows)
      expect(Object.keys(row).sort()).toEqual(['account_id', 'created_at', 'provider', 'user_id']);
    expect(site.logLines().join('\n')).not.toMatch(/asha|example\.com|code=|state=|gho_|eyJ/i);
  } finally {
    await site.close();
  }
});
