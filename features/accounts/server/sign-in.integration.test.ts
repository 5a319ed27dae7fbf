import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { REMEMBERED_SESSION_DAYS } from '#content/durations.ts';
import { RESET_MAIL } from '#content/features/accounts.ts';
import { ACCOUNT_CHANGED_MAIL } from '#content/features/undo-changes.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { PROOF_MINUTES } from '#contract/limits.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import type { SecurityAnswer } from '#features/accounts/security-bodies.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { inviteStaff } from '#features/console/server/staff.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { CHANGES_API, RECOVERY_HOURS } from '#features/undo-changes/contract.ts';
import { carryOutRecoveries, planRecovery } from '#features/undo-changes/server/recovery.ts';
import { RIGHTS_API } from '#features/your-data/rights-contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { findRows, updateRows } from '#server/database/rows.ts';
import { tablesOf } from '#server/database/tables.ts';
import {
  mailedResetToken,
  newAddress,
  PASSWORD,
  type Person,
  pressNotMe,
  proveForDeletion,
  recordOf,
  resetPassword,
  signedInPerson,
  toldTokens,
  withCookiesOf,
  withSecondStep,
} from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { closeAccount } from './closed-accounts.ts';
import { ACCOUNT_LIMITS } from './limits.ts';
import { endAllSessions } from './sessions.ts';

const DAY = 24 * 60 * 60;

const app = await openTestApp();

const ownPath = ({ record }: Person) => pathFor(PRODUCT_API.user, record.id);
const signIn = (email: string, browser = app.browser(), rememberDevice = false) =>
  browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD, rememberDevice });
async function signInElsewhere(email: string): Promise<TestClient> {
  const browser = app.browser();
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
  await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD }, { 'user-agent': firefox });
  return browser;
}
const securityOf = async (browser: TestClient): Promise<SecurityAnswer['data']> =>
  (await browser.get(ACCOUNT_API.security)).json.data;
const endSessions = (browser: TestClient, id?: string) => browser.post(ACCOUNT_API.endSessions, { id });
const setCookies = async (browser: TestClient) =>
  (await browser.get(ACCOUNT_API.session)).headers.getSetCookie();

test('[P-063] “Remember this device” decides whether the session cookie outlasts the closing of the browser', async () => {
  const { email } = await signedInPerson(app);
  const cookieOf = async (rememberDevice: boolean) => {
    const browser = app.browser();
    const answer = await signIn(email, browser, rememberDevice);
    for (const { json } of [answer, await browser.get(ACCOUNT_API.session)])
      expect(json).toMatchObject({ remembered: rememberDevice });
    return answer.headers.getSetCookie().find((cookie) => cookie.startsWith('session='));
  };
  expect(await cookieOf(true)).toMatch(
    new RegExp(`Max-Age=${REMEMBERED_SESSION_DAYS * DAY}; Path=/; HttpOnly; SameSite=Lax$`),
  );
  expect(await cookieOf(false)).toMatch(/^session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('[P-064] a remembered session ends after the promised days without use, and any other session after one day', async () => {
  const person = await signedInPerson(app);
  const [browser, forgotten] = [app.browser(), app.browser()];
  await signIn(person.email, browser, true);
  await signIn(person.email, forgotten);
  const statusIn = async (from: TestClient) => (await from.get(ownPath(person))).status;
  app.advance((DAY - 1) * 1_000);
  for (const from of [browser, forgotten]) expect(await setCookies(from)).toEqual([]);
  expect(await statusIn(forgotten)).toBe(200);
  app.advance(1_000);
  expect(await statusIn(forgotten)).toBe(401);
  app.advance((REMEMBERED_SESSION_DAYS - 1) * DAY * 1_000 - 1_000);
  expect(await setCookies(browser)).toHaveLength(1);
  expect(await setCookies(browser)).toEqual([]);
  app.advance((REMEMBERED_SESSION_DAYS * DAY - 1) * 1_000);
  expect(await statusIn(browser)).toBe(200);
  app.advance(1_000);
  expect(await statusIn(browser)).toBe(401);
});

test('[V7.1.2] an account has at most 100 sessions; a new one ends the longest unused session that was opened with one factor', async () => {
  const { browser, email, record } = await signedInPerson(app);
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
  const now = app.deps.clock().getTime() / 1_000;
  const used = (name: string, last_used_at: string, two_steps: 0 | 1) => ({
    id: `${email} ${name}`,
    token_hash: `${email} ${name}`,
    user_id: record.id,
    remembered: 1 as const,
    browser: '',
    created_at: at(0),
    last_used_at,
    expires_at: at(now + DAY),
    two_steps,
  });
  const others = Array.from({ length: 96 }, (_, number) => used(`${number}`, at(now), 0));
  const rows = [...others, used('oldest', at(0), 1), used('old', at(1), 0)];
  await app.db.insertInto('sessions').values(rows).execute();
  for (let time = 0; time < 2; time++) {
    app.advance(1_000);
    await signIn(email);
  }
  const left = await findRows(app.db, 'sessions', ['id'], { user_id: record.id });
  const ids = left.map(({ id }) => id);
  expect(ids).toHaveLength(100);
  expect(ids).not.toContain(`${email} old`);
  expect(ids).toContain(`${email} oldest`);
  expect((await recordOf(browser)).id).toBe(record.id);
});

test('[P-035] a session is stored with only the hash of its token and the kind of browser', async () => {
  const { email, record } = await signedInPerson(app);
  await app.db.deleteFrom('sessions').where('user_id', '=', record.id).execute();
  const browser = await signInElsewhere(email);
  const rows = await findRows(app.db, 'sessions', '*', { user_id: record.id });
  expect(rows).toMatchObject([
    { browser: 'Firefox on Linux', token_hash: expect.stringMatching(/^[\da-f]{64}$/) },
  ]);
  const token = browser.cookies.get('session');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('[V7.2.2] signing in replaces a session cookie that an attacker planted in the browser', async () => {
  const { email, record } = await signedInPerson(app);
  const mallory = await signedInPerson(app);
  for (const planted of ['planted-by-somebody-else.AAAA', mallory.browser.cookies.get('session') ?? '']) {
    const browser = app.browser();
    browser.cookies.set('session', planted);
    await signIn(email, browser);
    expect(browser.cookies.get('session')).not.toBe(planted);
    expect((await recordOf(browser)).id).toBe(record.id);
  }
  // The sign-in has also ended the session whose cookie Mallory planted.
  expect(await recordOf(mallory.browser)).toBeNull();
});

test('[V7.5.2] people can list their own sessions and end one or all others, but no session of another account', async () => {
  const { browser, email } = await signedInPerson(app);
  const { browser: stranger } = await signedInPerson(app);
  const [theirs] = (await securityOf(stranger)).sessions;
  app.advance(60_000);
  const createdAt = app.deps.clock().toISOString();
  const elsewhere = await signInElsewhere(email);
  const onFirefox = { browser: 'Firefox on Linux', createdAt, isRemembered: false };
  const { sessions } = await securityOf(browser);
  expect(sessions).toHaveLength(2);
  expect(sessions).toMatchObject([{ isThis: true }, { isThis: false, ...onFirefox }]);
  expect((await securityOf(elsewhere)).sessions[0]).toMatchObject({ isThis: true, ...onFirefox });

  const others = [elsewhere, await signInElsewhere(email), await signInElsewhere(email)];
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  for (const session of [sessions[1], theirs]) await endSessions(browser, session?.id);
  expect(await recordOf(stranger)).not.toBeNull();
  expect(await recordOf(elsewhere)).toBeNull();
  expect((await securityOf(browser)).sessions).toHaveLength(3);
  await endSessions(browser);
  expect((await securityOf(browser)).sessions).toMatchObject([{ isThis: true }]);
  for (const other of others) expect(await recordOf(other)).toBeNull();
});

test('[A-72] sessions can be ended only ten times an hour, because that also invalidates the owner’s reset links', async () => {
  const site = await openTestApp({ RATE_LIMIT_SCALE: '1' });
  const { browser, email } = await signedInPerson(site);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const statuses: number[] = [];
  for (let times = 0; times <= ACCOUNT_LIMITS.endAllSessionsPerAccount.points; times++)
    statuses.push((await endSessions(browser)).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  const token = await mailedResetToken(site, email);
  expect((await endSessions(browser)).status).toBe(429);
  const reset = await site.browser().post(ACCOUNT_API.reset, { token, password: 'a new password' });
  expect(reset.status).toBe(200);
});

test('[V6.2.2] changing the password needs a proof of identity in the same session, not older than five minutes', async () => {
  const { browser, email } = await signedInPerson(app);
  const elsewhere = await signInElsewhere(email);
  const change = (at: TestClient) => at.post(ACCOUNT_API.password, { password: 'a new password' });
  expect((await change(browser)).json.code).toBe('PROOF_MISSING');
  expect((await browser.post(ACCOUNT_API.proof, { password: PASSWORD })).status).toBe(200);
  expect((await change(elsewhere)).json.code).toBe('PROOF_MISSING');
  app.advance(PROOF_MINUTES * 60_000);
  expect(await securityOf(browser)).toMatchObject({ isProved: true });
  app.advance(1);
  expect(await securityOf(browser)).toMatchObject({ isProved: false });
});

const BY_US = { actor: 'operator' } as const;

/** Creates an owner with a fresh proof of identity, and a thief with every kind of access except the authenticator app. */
async function thiefAndOwner() {
  const owner = await signedInPerson(app);
  const { email, browser } = owner;
  const { recoveryCodes } = await withSecondStep(app, owner);
  const [first, second, ...codes] = recoveryCodes;
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD, code: first });
  const thief = app.browser();
  await signIn(email, thief);
  await thief.post(SECOND_STEP_API.signIn, { code: second, trust: true });
  await signIn(email);
  await thief.post(PASSKEY_API.options, { purpose: 'proof' });
  const reset = await mailedResetToken(app, email);
  app.advance(1);
  const wanted = newAddress();
  await browser.post(ADDRESS_CHANGE_API.ask, { email: wanted });
  await inviteStaff(app.deps, { email, role: 'support' }, BY_US);
  await app.browser().post(RIGHTS_API.ask, { email });
  await app.mailsTo(email);
  const told = await toldTokens(app, email);
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  expect(await accessOf(owner.record)).toEqual({
    sessions: 2,
    trusted_browsers: 1,
    sign_in_steps: 1,
    webauthn_challenges: 1,
    reset_links: 1,
    address_changes: 1,
    staff_invitations: 1,
    rights_links: 1,
    'a waiting mail with a reset link': 1,
    'a requested mail with a reset link': 1,
  });
  return { ...owner, thief, reset, told, codes };
}

/** Counts the rows and mails that give access to an account. Leaves out tables without such rows. */
async function accessOf({ id, email }: Person['record']): Promise<Readonly<Record<string, number>>> {
  const counted: Record<string, number> = {};
  for (const [name, { endsWithAccess }] of Object.entries(tablesOf(app.deps.features))) {
    if (endsWithAccess === undefined) continue;
    const own = sql`select 1 from ${sql.table(name)} where ${endsWithAccess(id, '')}`;
    const { rows } = await own.execute(app.db);
    if (rows.length > 0) counted[name] = rows.length;
  }
  const resets = { kind: RESET_MAIL.name, recipient: email };
  for (const { state } of await findRows(app.db, 'outbox', ['state'], resets)) {
    const name = `a ${state} mail with a reset link`;
    counted[name] = (counted[name] ?? 0) + 1;
  }
  return counted;
}

type Case = Awaited<ReturnType<typeof thiefAndOwner>>;
const ONE_SESSION = { sessions: 1 };
/**
 * `left`: the rows that remain after the event. Only the session that caused the event may stay (docs/product.md, "Sessions").
 */
const ENDS: readonly [string, left: Readonly<Record<string, number>>, (owner: Case) => Promise<unknown>][] = [
  [
    'changing the password',
    ONE_SESSION,
    ({ browser }) => browser.post(ACCOUNT_API.password, { password: 'another one' }),
  ],
  [
    'resetting the password by a mailed link',
    ONE_SESSION,
    ({ reset, codes: [code] }) =>
      app.browser().post(ACCOUNT_API.reset, { token: reset, password: 'another one', code }),
  ],
  ['signing out everywhere else', ONE_SESSION, ({ browser }) => endSessions(browser)],
  ['closing the account', {}, ({ email }) => closeAccount(app.deps, email, 'security', BY_US)],
  ['an operator who ends all sessions', {}, ({ record }) => endAllSessions(app.deps, record.id, BY_US)],
  ['pressing “This wasn’t me” in a mail', {}, ({ told }) => pressNotMe(app, told[0] ?? '')],
  [
    'undoing a change by the mailed link',
    {},
    ({ told }) => app.browser().post(CHANGES_API.takeBack, { token: told[0], proof: PASSWORD }),
  ],
  [
    'a recovery by an operator',
    // A new reset link is mailed to the owner.
    { 'a requested mail with a reset link': 1 },
    async ({ record }) => {
      const ofReset = { kind: RESET_MAIL.name, recipient: record.email, state: 'requested' } as const;
      const requested = () => findRows(app.db, 'outbox', ['id'], ofReset);
      const before = await requested();
      expect(await planRecovery(app.deps, record.id, [], BY_US)).toBe('planned');
      const told = { recipient: record.email, kind: ACCOUNT_CHANGED_MAIL.name };
      const sent_at = app.deps.clock().toISOString();
      await updateRows(app.db, 'outbox', told, { state: 'sent', sent_at });
      app.advance(RECOVERY_HOURS * 3_600_000 + 1);
      await carryOutRecoveries(app.deps);
      expect(await requested()).not.toEqual(before);
    },
  ],
];

test.each(ENDS)('[A-63] %s ends all access that a thief has', async (name, left, end) => {
  const owner = await thiefAndOwner();
  const { record, thief, told } = owner;
  await end(owner);
  expect(await accessOf(record)).toEqual(left);
  expect(await recordOf(thief)).toBeNull();
  if (name === 'undoing a change by the mailed link') return;
  for (const token of told)
    expect((await pressNotMe(app, token)).json.kind, 'of what was told before').toBe('frozen');
});

/** `bench/chaos.ts` found that with a full disk the answer was "signed out", but the session stayed valid. */
test('[V7.4.1] a sign-out fails with an error while the database is down, and can be repeated when the database is back', async () => {
  const person = await signedInPerson(app);
  const { browser } = person;
  await sql`create trigger full_disk before delete on sessions
    begin select raise(abort, 'database or disk is full'); end`.execute(app.db);
  const refused = await browser.post(ACCOUNT_API.signOut);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(refused.json.success).toBe(false);
  // The browser keeps its cookie, so that the person can try to sign out again.
  expect(browser.cookies.has('session')).toBe(true);

  await sql`drop trigger full_disk`.execute(app.db);
  const cookie = browser.cookies.get('session') ?? '';
  expect((await browser.post(ACCOUNT_API.signOut)).json.message).toBe(SHELL_WORDS.signedOut);
  expect([...browser.cookies.keys()]).toEqual(['device']);
  browser.cookies.set('session', cookie);
  expect((await browser.get(ownPath(person))).status).toBe(401);
});

/** A session that ends in one server process must end in all processes at once (docs/product.md, "Sessions"). */
const otherProcess = await createApp(createDeps({ ...app.deps, db: app.anotherDb() }));

/** `sparesOthers`: sessions of the account in other browsers continue. */
const ENDINGS: readonly [string, sparesOthers: boolean, (person: Person) => Promise<unknown>][] = [
  ['signing out', true, ({ browser }) => browser.post(ACCOUNT_API.signOut)],
  ['signing in again', true, ({ browser, email }) => signIn(email, browser)],
  ['setting a new password', false, ({ email }) => resetPassword(app, email, 'another password')],
  [
    'deleting the account',
    false,
    async (person) => {
      await proveForDeletion(person);
      return person.browser.delete(ownPath(person));
    },
  ],
];

/** A browser with the cookies of `from`, whose requests go to the other server process. */
function atOther(from?: TestClient): TestClient {
  const browser = createTestClient(otherProcess, TEST_ORIGIN, '203.0.113.9');
  return from === undefined ? browser : withCookiesOf(from, browser);
}

test.each(ENDINGS)(
  '[P-140] %s ends the session and its tokens in every server process',
  async (_name, sparesOthers, end) => {
    const person = await signedInPerson(app);
    const [second, own] = [app.browser(), ownPath(person)];
    await signIn(person.email, second);
    const [there, elsewhere] = [atOther(person.browser), atOther(second)];
    const bearer = { authorization: `Bearer ${(await there.get(AUTH_API.token)).json.token}` };
    expect((await there.get(own)).status).toBe(200);
    expect((await atOther().get(own, bearer)).status).toBe(200);
    await end(person);
    expect((await there.get(own)).status).toBe(401);
    expect((await there.get(AUTH_API.token)).status).toBe(401);
    expect((await atOther().get(own, bearer)).status).toBe(401);
    expect((await elsewhere.get(own)).status).toBe(sparesOthers ? 200 : 401);
  },
);

test('replacing the site secret signs nobody out, even when the old secret is no longer accepted', async () => {
  const { browser, record } = await signedInPerson(app);
  const keyring = ['a newer secret for tests, long enough'] as const;
  const server = await createApp(createDeps({ ...app.deps, keyring }));
  const later = createTestClient(server, TEST_ORIGIN, '203.0.113.9');
  expect((await recordOf(withCookiesOf(browser, later))).id).toBe(record.id);
});
