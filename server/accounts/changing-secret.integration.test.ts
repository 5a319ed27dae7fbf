import { createHmac } from 'node:crypto';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_API, AUTH_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { createApp } from '#server/app.ts';
import { readSettings } from '#server/settings/settings.ts';
import { newAddress, PASSWORD, type Person, signedInPerson } from '#server/testing/people.ts';
import { goToProvider, reportIn, startStandIns } from '#server/testing/provider-visit.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';

/** `AUTH_SECRET` is changed while people use the site (docs/decisions/0025): what each process knows, step by step. */
const [OLD, NEW] = ['the secret for tests that was before', 'the secret for tests that comes after'];
const STEPS = {
  before: { secret: OLD, acceptedSecrets: [] },
  first: { secret: OLD, acceptedSecrets: [NEW] },
  second: { secret: NEW, acceptedSecrets: [OLD] },
  third: { secret: NEW, acceptedSecrets: [] },
} as const;
type Step = keyof typeof STEPS;
const DAY = 24 * 60 * 60 * 1_000;

let site: TestApp;
let apps: Record<Step, ReturnType<typeof createApp>>;
let person: Person;
let ip = 0;
beforeAll(async () => {
  site = await openTestApp();
  person = await signedInPerson(site);
  const started = (step: Step) => createApp({ ...site.deps, ...STEPS[step], db: site.anotherDb() });
  apps = {
    before: started('before'),
    first: started('first'),
    second: started('second'),
    third: started('third'),
  };
});
afterAll(() => site.close());

/** A browser whose next requests reach a process that is at this step. */
function at(step: Step, from?: TestClient): TestClient {
  const browser = createTestClient(apps[step], TEST_ORIGIN, `203.0.113.${(ip++ % 250) + 1}`);
  for (const [name, value] of from?.cookies ?? []) browser.cookies.set(name, value);
  return browser;
}

/** A new session of the one person there is. */
async function personAt(step: Step, remember = true) {
  const { email, record } = person;
  const browser = at(step);
  await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD, rememberDevice: remember });
  return { browser, id: record.id };
}

const own = (id: string) => pathFor(PRODUCT_API.user, id);
const signedInAs = async (browser: TestClient) => (await browser.get(ACCOUNT_API.session)).json.data?.id;
const tokenOf = async (browser: TestClient): Promise<string> =>
  (await browser.get(AUTH_API.token)).json.token;

async function verifies(step: Step, token: string): Promise<boolean> {
  const { json } = await at(step).get(AUTH_API.jwks);
  return jwtVerify(token, createLocalJWKSet(json), { issuer: TEST_ORIGIN }).then(
    () => true,
    () => false,
  );
}

/** As for a session that was last used so many days ago. */
async function lastUsed(id: string, days: number): Promise<void> {
  const used = Date.now() - days * DAY;
  const times = {
    created_at: new Date(used).toISOString(),
    expires_at: new Date(used + 30 * DAY).toISOString(),
  };
  await site.db.updateTable('sessions').set(times).where('user_id', '=', id).execute();
}

describe.each([
  ['before', 'first'],
  ['first', 'second'],
  ['second', 'third'],
] as const)('while some processes are at “%s” and some at “%s”', (earlier, later) => {
  const steps = [earlier, later] as const;
  /** The last step is taken when nothing is left of the old secret. */
  const made = later === 'third' ? (['third'] as const) : steps;

  test.each(made)('who signed in at “%s” is signed in everywhere, remembered or not', async (step) => {
    for (const remember of [true, false]) {
      const { browser, id } = await personAt(step, remember);
      for (const other of steps) {
        expect(await signedInAs(at(other, browser))).toBe(id);
        expect((await at(other, browser).get(own(id))).status).toBe(200);
      }
      await lastUsed(id, 2);
      for (const other of steps) {
        const { headers } = await at(other, browser).get(ACCOUNT_API.session);
        expect(headers.getSetCookie().length).toBe(remember ? 1 : 0);
        await lastUsed(id, 2);
      }
      const [here = earlier, there = later] = thisFirst(step, steps);
      expect((await at(there, browser).post(ACCOUNT_API.signOut)).status).toBe(200);
      expect((await at(here, browser).get(own(id))).status).toBe(401);
    }
  });

  test.each(made)('a token given at “%s” is believed and can be verified everywhere', async (step) => {
    const { browser, id } = await personAt(step);
    const token = await tokenOf(browser);
    for (const other of steps) {
      const authorization = { authorization: `Bearer ${token}` };
      expect((await at(other).get(own(id), authorization)).status).toBe(200);
      expect(await verifies(other, token)).toBe(true);
    }
  });

  test.each(made)('a sign-up at “%s” goes on anywhere: saving, another mail, confirming', async (step) => {
    const [email, start] = [newAddress(), at(step)];
    await start.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
    for (const other of steps) {
      const saved = await at(other, start).post(PRODUCT_API.saveUser, { about: other });
      expect(saved.json.data.about).toBe(other);
      const { json } = await at(other, start).post(ACCOUNT_API.resendVerification);
      expect(json.code).toBe('VERIFICATION_TOO_SOON');
    }
    const [, there = later] = thisFirst(step, steps);
    const token = await site.tokenMailedTo(email);
    expect((await at(there, start).post(ACCOUNT_API.verify, { token })).status).toBe(200);
    expect((await at(step).post(ACCOUNT_API.signIn, { email, password: PASSWORD })).status).toBe(200);
  });
});

/** The step itself, then the one beside it. */
function thisFirst(step: Step, steps: readonly Step[]): readonly Step[] {
  return [step, ...steps.filter((each) => each !== step)];
}

test('who comes back within 30 days is carried over the whole change; the cookie is signed anew on the way', async () => {
  const { browser, id } = await personAt('before');
  const atFirst = at('first', browser);
  expect(await signedInAs(atFirst)).toBe(id);
  await lastUsed(id, 29);
  const atSecond = at('second', atFirst);
  expect(await signedInAs(atSecond)).toBe(id);
  expect(atSecond.cookies.get('session')).not.toBe(browser.cookies.get('session'));
  expect(await signedInAs(at('third', atSecond))).toBe(id);
  expect(await signedInAs(at('third', browser))).toBeUndefined();
});

test('a sign-in with a provider that is under way comes back to a process that is a step further', async () => {
  const standIns = await startStandIns();
  const read = readSettings({ SITE_ORIGIN: TEST_ORIGIN, RATE_LIMIT_SCALE: '100000', ...standIns.settings });
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  const { settings } = read;
  const started = (step: Step) =>
    createTestClient(createApp({ ...site.deps, ...STEPS[step], settings }), TEST_ORIGIN, '203.0.113.251');
  for (const [from, to, outcome] of [
    ['first', 'second', 'signed-in'],
    ['second', 'first', 'signed-in'],
    ['before', 'third', 'invalid-state'],
  ] as const) {
    const [start, end] = [started(from), started(to)];
    const back = await goToProvider(start, 'github', { email: newAddress(), name: 'Asha' });
    for (const [name, value] of start.cookies) end.cookies.set(name, value);
    expect(reportIn(await end.get(back)).outcome).toBe(outcome);
  }
  await standIns.close();
});

test('each secret signs with a key of its own; both stay published while both are known, and none is deleted', async () => {
  const [old, renewed] = [await personAt('first'), await personAt('second')];
  const kids = [await tokenOf(old.browser), await tokenOf(renewed.browser)].map(
    (token) => decodeProtectedHeader(token).kid,
  );
  expect(new Set(kids).size).toBe(2);
  const published = async (step: Step) =>
    (await at(step).get(AUTH_API.jwks)).json.keys.map(({ kid }: { kid: string }) => kid).sort();
  expect(await published('first')).toEqual([...kids].sort());
  expect(await published('second')).toEqual([...kids].sort());
  expect(await published('third')).toEqual([kids[1]]);
  expect(await published('before')).toEqual([kids[0]]);
  // Whichever process asks, and in whatever order, each goes on with its own.
  for (const { browser, kid } of [
    { browser: renewed.browser, kid: kids[1] },
    { browser: old.browser, kid: kids[0] },
  ])
    expect(decodeProtectedHeader(await tokenOf(browser)).kid).toBe(kid);
  const rows = await site.db.selectFrom('jwks').select('id').execute();
  expect(rows.map(({ id }) => id).sort()).toEqual([...kids].sort());
});

describe('a secret that was taken out ends what it made', () => {
  test('sessions, also of cookies that somebody makes with it', async () => {
    const { browser, id } = await personAt('second');
    const made = (secret: string, token: string) =>
      `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;
    const [{ token = '' } = {}] = await site.db
      .selectFrom('sessions')
      .select('token')
      .where('user_id', '=', id)
      .where('id', '=', (await sessionIdOf(browser)) ?? '')
      .execute();
    for (const [step, secret, status] of [
      ['second', OLD, 200],
      ['third', NEW, 200],
      ['third', OLD, 401],
      ['third', '', 401],
    ] as const) {
      const forger = at(step);
      forger.cookies.set('session', encodeURIComponent(made(secret, token)));
      expect((await forger.get(own(id))).status).toBe(status);
      expect(await signedInAs(forger)).toBe(status === 200 ? id : undefined);
    }
  });

  test('tokens and their keys', async () => {
    const { browser, id } = await personAt('first');
    const token = await tokenOf(browser);
    expect((await at('third').get(own(id), { authorization: `Bearer ${token}` })).status).toBe(401);
    expect(await verifies('third', token)).toBe(false);
  });
});

async function sessionIdOf(browser: TestClient): Promise<string | undefined> {
  const [, body = ''] = (await tokenOf(browser)).split('.');
  return JSON.parse(Buffer.from(body, 'base64url').toString()).sid;
}
