import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { PROVIDERS, type Provider, SOCIAL_ERRORS, type SocialErrorCode } from '#contract/social.ts';
import type { GITHUB_FAULTS } from '#e2e/fakes/github.ts';
import type { GOOGLE_FAULTS } from '#e2e/fakes/google-faults.ts';
import { newAddress } from '#server/testing/people.ts';
import {
  goToProvider,
  reportIn,
  type StandIns,
  socialSignIn,
  startSocial,
  startStandIns,
  type TypedPerson,
} from '#server/testing/provider-visit.ts';
import { snapshotTables } from '#server/testing/table-snapshot.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/** Each of these ends in a named outcome on the callback page, without a session, and leaves the tables as they were. */
let standIns: StandIns;
let app: TestApp;
let before: unknown;
let browser: TestClient;

beforeAll(async () => {
  standIns = await startStandIns();
  app = await openTestApp(standIns.settings);
});
afterAll(async () => {
  await app.close();
  await standIns.close();
});
beforeEach(async () => {
  before = await snapshotTables(app.db);
  browser = app.browser();
});
afterEach(async () => {
  expect(await snapshotTables(app.db)).toEqual(before);
  expect(browser.cookies.has('session')).toBe(false);
  expect(app.logLines().filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

const EVENT = 'event-of-this-press';

describe('what a provider can answer', () => {
  const GOOGLE: Record<keyof typeof GOOGLE_FAULTS, SocialErrorCode | undefined> = {
    'wrong-state': 'invalid-state',
    'another-issuer': 'invalid-provider-answer',
    'server-error': 'provider-unavailable',
    'no-code': 'invalid-provider-answer',
    'token-down': 'provider-unavailable',
    'token-nonsense': 'invalid-provider-answer',
    'wrong-nonce': 'invalid-provider-answer',
    'wrong-audience': 'invalid-provider-answer',
    'wrong-issuer': 'invalid-provider-answer',
    'wrong-signature': 'invalid-provider-answer',
    expired: 'invalid-provider-answer',
    // Those without a code are no refusals of a sign-in; see the other tests.
    'old-login': undefined,
    'claims-at-userinfo': undefined,
    'userinfo-down': 'provider-unavailable',
  };
  const GITHUB: Record<keyof typeof GITHUB_FAULTS, SocialErrorCode | undefined> = {
    'wrong-state': 'invalid-state',
    'another-issuer': 'invalid-provider-answer',
    'server-error': 'provider-unavailable',
    'token-down': 'provider-unavailable',
    'token-refused': 'invalid-provider-answer',
    'token-nonsense': 'invalid-provider-answer',
    'user-down': 'provider-unavailable',
    'user-nonsense': 'invalid-provider-answer',
    'emails-down': 'provider-unavailable',
    'many-emails': undefined,
  };
  const cases = [
    ...Object.entries(GOOGLE).map(([fault, code]) => ['google', fault, code] as const),
    ...Object.entries(GITHUB).map(([fault, code]) => ['github', fault, code] as const),
  ].filter(([, , code]) => code !== undefined);

  test.each(cases)('%s, %s: %s', async (provider, fault, outcome) => {
    const report = await socialSignIn(browser, provider, { email: newAddress(), name: 'Asha', fault });
    expect(report).toEqual({ event: EVENT, outcome, provider, mode: 'popup' });
  });

  const PEOPLE: readonly [string, SocialErrorCode, TypedPerson][] = [
    ['says no', 'user-cancelled', { cancels: true }],
    ['shares no address', 'email-missing', { email: '', name: 'Asha' }],
    ['has an unverified address', 'unverified-email', { email: 'asha@example.com', isVerified: false }],
    ['has an address that is none', 'invalid-provider-answer', { email: 'asha at example' }],
    // In lower case, the Kelvin sign is a k: the address would be somebody else's.
    [
      'has an address that looks like another one',
      'invalid-provider-answer',
      { email: '\u212aim@example.com' },
    ],
  ];
  test.each(PROVIDERS.flatMap((provider) => PEOPLE.map((person) => [provider, ...person] as const)))(
    '%s: somebody who %s (%s)',
    async (provider, _, outcome, person) => {
      expect((await socialSignIn(browser, provider, person)).outcome).toBe(outcome);
    },
  );

  test.each(['error=no_such_code', 'error=%0aforged', 'code=a&code=b', 'response=a.b.c', ''])(
    'an answer with “%s” is not trusted',
    async (answer) => {
      const back = new URLSearchParams((await goToProvider(browser, 'google', {})).split('?')[1]);
      const path = `/api/account/social/google/callback?state=${back.get('state')}&${answer}`;
      expect(reportIn(await browser.get(path)).outcome).toBe('invalid-provider-answer');
    },
  );

  test('credentials that the provider does not know are the operator’s to correct', async () => {
    const site = await openTestApp({
      ...standIns.settings,
      GOOGLE_CLIENT_SECRET: 'another',
      GITHUB_CLIENT_SECRET: 'another',
    });
    for (const provider of PROVIDERS) {
      const report = await socialSignIn(site.browser(), provider, { email: newAddress() });
      expect(report.outcome).toBe('operation-not-allowed');
    }
    await site.close();
  });
});

describe('a provider that is down', () => {
  let own: StandIns;
  let site: TestApp;
  beforeEach(async () => {
    own = await startStandIns();
    site = await openTestApp(own.settings);
  });
  afterEach(async () => {
    await site.close();
    await own.close();
  });

  test('Google at discovery: says so, and works again as soon as it does', async () => {
    own.google.setMood({ isDown: true });
    const visitor = site.browser();
    expect(reportIn(await startSocial(visitor, 'google')).outcome).toBe('provider-unavailable');
    expect(visitor.cookies.size).toBe(0);
    own.google.setMood({ isDown: false });
    expect((await socialSignIn(visitor, 'google', { email: newAddress() })).outcome).toBe('signed-in');
  });

  test.each(PROVIDERS)('%s between leaving and coming back, answering 503 or nothing', async (provider) => {
    const visitor = site.browser();
    const first = await goToProvider(visitor, provider, { email: newAddress() });
    own[provider].setMood({ isDown: true });
    expect(reportIn(await visitor.get(first)).outcome).toBe('provider-unavailable');
    own[provider].setMood({ isDown: false });
    const second = await goToProvider(visitor, provider, { email: newAddress() });
    await own[provider].close();
    expect(reportIn(await visitor.get(second)).outcome).toBe('provider-unavailable');
    const told = site.logLines().filter((line) => line.includes('"code":"provider-unavailable"'));
    expect(told).toHaveLength(2);
  });

  test('Google not there at all when the first visitor comes', async () => {
    await own.google.close();
    expect(reportIn(await startSocial(site.browser(), 'google')).outcome).toBe('provider-unavailable');
  });
});

describe('an answer that does not belong to this browser', () => {
  const person = { email: 'asha@example.com', name: 'Asha' };
  /** Told to the press that the answer itself names; one that this browser does not know is ignored there. */
  const refused = (provider: Provider) => ({
    event: EVENT,
    outcome: 'invalid-state',
    provider,
    mode: 'popup',
  });

  test.each(PROVIDERS)('%s: another browser’s answer (login CSRF)', async (provider) => {
    const back = await goToProvider(app.browser(), provider, person);
    expect(reportIn(await browser.get(back))).toEqual(refused(provider));
    await startSocial(browser, provider, { event: 'another-press' });
    expect(reportIn(await browser.get(back))).toMatchObject({
      event: EVENT,
      outcome: 'cancelled-popup-request',
    });
    await startSocial(browser, provider);
    expect(reportIn(await browser.get(back))).toEqual(refused(provider));
  });

  test('a cookie that was changed, cut or made up', async () => {
    for (const spoil of [
      (cookie: string) => cookie.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      (cookie: string) => cookie.split('.')[0] ?? '',
      (cookie: string) => `${cookie}.${cookie}`.slice(1),
      () => `${Buffer.from('{"provider":"google"}').toString('base64url')}.AAAA`,
      () => '.',
    ]) {
      const back = await goToProvider(browser, 'google', person);
      browser.cookies.set('social', spoil(browser.cookies.get('social') ?? ''));
      expect(reportIn(await browser.get(back))).toEqual(refused('google'));
    }
  });

  test('a cookie of another kind', async () => {
    const back = await goToProvider(browser, 'google', person);
    const [payload] = (browser.cookies.get('social') ?? '').split('.');
    const other = app.browser();
    await other.post(ACCOUNT_API.signIn, { email: newAddress(), password: 'wrong' });
    browser.cookies.set('social', `${payload}.${other.cookies.get('pending_verification') ?? 'none'}`);
    expect(reportIn(await browser.get(back)).outcome).toBe('invalid-state');
  });

  test('the answer of one provider at the other’s address (mix-up)', async () => {
    const back = await goToProvider(browser, 'github', person);
    const report = reportIn(await browser.get(back.replace('/github/', '/google/')));
    expect(report.outcome).toBe('invalid-state');
  });

  test('one that comes after ten minutes', async () => {
    const back = await goToProvider(browser, 'google', person);
    app.advance(10 * 60_000);
    expect(reportIn(await browser.get(back))).toEqual(refused('google'));
  });

  test('one with two states, the right one last', async () => {
    const back = await goToProvider(browser, 'google', person);
    const report = reportIn(await browser.get(back.replace('?', '?state=x&')));
    expect(report).toMatchObject({ event: '', outcome: 'invalid-state' });
  });
});

describe('a start that is refused', () => {
  test.each(['cross-site', 'same-site'])('from another page (%s): nothing to go on with', async (site) => {
    const answer = await startSocial(browser, 'google', {}, { 'sec-fetch-site': site });
    expect(reportIn(answer)).toEqual({
      event: '',
      outcome: 'invalid-state',
      provider: 'google',
      mode: 'popup',
    });
    expect(browser.cookies.size).toBe(0);
  });

  test.each(['same-origin', 'none'])('not from the site’s own pages (%s)', async (site) => {
    const { headers } = await startSocial(browser, 'github', {}, { 'sec-fetch-site': site });
    expect(headers.get('location')).toContain(standIns.github.url);
  });

  test('under a host that is not the site’s, whatever a proxy header says', async () => {
    const forged = { 'x-forwarded-host': 'evil.example.net', forwarded: 'host=evil.example.net' };
    const right = await startSocial(browser, 'google', {}, forged);
    expect(new URL(right.headers.get('location') ?? '').searchParams.get('redirect_uri')).toMatch(
      /^http:\/\/site\.localhost:3000\//,
    );
    for (const origin of [
      'http://evil.example.net',
      'http://127.0.0.1:3000',
      'http://site.localhost.evil.net:3000',
    ]) {
      const answer = await startSocial(
        app.browser(origin),
        'google',
        {},
        { 'x-forwarded-host': 'site.test' },
      );
      expect(reportIn(answer).outcome).toBe('unauthorized-domain');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test.each([
    [{ event: 'short' }],
    [{ event: 'x'.repeat(65) }],
    [{ event: 'with blank' }],
    [{ mode: 'window' as 'popup' }],
    [{ purpose: 'other' as 'deletion' }],
    [{ remember: 'yes' as 'true' }],
  ])('with %o', async (query) => {
    expect(reportIn(await startSocial(browser, 'google', query))).toMatchObject({
      event: '',
      outcome: 'invalid-state',
    });
  });

  test('for a deletion by somebody who is not signed in', async () => {
    const report = reportIn(await startSocial(browser, 'google', { purpose: 'deletion' }));
    expect(report).toMatchObject({ event: EVENT, outcome: 'requires-recent-login' });
  });

  test('where there are no credentials', async () => {
    const site = await openTestApp();
    for (const provider of PROVIDERS) {
      const report = reportIn(await startSocial(site.browser(), provider, { mode: 'redirect' }));
      expect(report).toEqual({ event: EVENT, outcome: 'operation-not-allowed', provider, mode: 'redirect' });
    }
    await site.close();
  });

  test('after too many tries from one address; others go on', async () => {
    const site = await openTestApp({ ...standIns.settings, RATE_LIMIT_SCALE: '0.1' });
    const eager = site.browser();
    const outcomes = [];
    for (let press = 0; press < 4; press++) {
      const { headers } = await startSocial(eager, 'github');
      outcomes.push(/outcome=([\w-]+)/.exec(headers.get('location') ?? '')?.[1]);
    }
    expect(outcomes).toEqual([undefined, undefined, undefined, 'too-many-requests']);
    expect((await startSocial(site.browser(), 'github')).headers.get('location')).toContain(
      standIns.github.url,
    );
    await site.close();
  });

  test('for a provider that there is none of', async () => {
    const answer = await browser.get('/api/account/social/facebook?event=event-of-this-press');
    expect([answer.status, answer.json.code]).toEqual([404, 'PATH_NOT_FOUND']);
  });
});

test('a callback that is asked for again and again with the same code signs nobody in twice', async () => {
  const site = await openTestApp(standIns.settings);
  for (const provider of PROVIDERS) {
    const [first, thief] = [site.browser(), site.browser()];
    const back = await goToProvider(first, provider, { email: newAddress(), name: 'Asha' });
    thief.cookies.set('social', first.cookies.get('social') ?? '');
    expect(reportIn(await first.get(back)).outcome).toBe('signed-in');
    const after = await snapshotTables(site.db);
    expect(reportIn(await first.get(back)).outcome).toBe('invalid-state');
    // Even with a copy of the cookie: the provider takes a code once.
    expect(reportIn(await thief.get(back)).outcome).toBe('invalid-provider-answer');
    expect(await snapshotTables(site.db)).toEqual(after);
  }
  await site.close();
});

test('every failure has a sentence', () => {
  for (const sentence of Object.values(SOCIAL_ERRORS)) expect(sentence).toMatch(/^[A-Z].+\.$/);
});
