import { expect, test } from 'vitest';
import { TRUSTED_DAYS } from '#content/durations.ts';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import { signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import {
  HALF_MINUTE,
  PASSWORD,
  recordOf,
  resetPassword,
  signedInPerson,
  withSecondStep,
} from '#server/testing/people.ts';
import { openSiteOfIssuer, socialSignIn } from '#server/testing/social-site.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { describeOnSqlite, testOnSqlite } from '#server/testing/test-database.ts';
import { twoStep } from './feature.ts';
import { encryptSecretsAgain, totpOf } from './totp.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const app = await openSiteOfIssuer();

async function person({ withGoogle = false } = {}) {
  const someone = await signedInPerson(app);
  if (withGoogle) await socialSignIn(app.browser(), 'google', { email: someone.email });
  const codes = await withSecondStep(app, someone);
  app.advance(2 * HALF_MINUTE);
  return { ...someone, ...codes };
}
const signIn = (browser: TestClient, email: string, password = PASSWORD) =>
  browser.post(ACCOUNT_API.signIn, { email, password, rememberDevice: true });
const enter = (browser: TestClient, code: string, trust = false) =>
  browser.post(SECOND_STEP_API.signIn, { code, trust });
async function halfSignedIn(email: string): Promise<TestClient> {
  const browser = app.browser();
  await signIn(browser, email);
  return browser;
}
const prove = (browser: TestClient, body: object = { password: PASSWORD }) =>
  browser.post(ACCOUNT_API.proof, body);
const begin = async (browser: TestClient) => {
  await prove(browser);
  return (await browser.post(SECOND_STEP_API.begin)).json;
};
const turnOn = (browser: TestClient, code: string) => browser.post(SECOND_STEP_API.confirm, { code });
const codeOf = (secret: string) => totpOf(secret).generate({ timestamp: app.deps.clock().getTime() });
/** A code in full-width digits and with blanks, as some people paste it. Other spellings: `contract/code.test.ts`. */
const pasted = (code: string) =>
  ` ${code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))} `;
const securityOf = async (browser: TestClient) => (await browser.get(ACCOUNT_API.security)).json.data;

describeOnSqlite('turning on two-step verification (codes of an authenticator app)', () => {
  test('[V6.5.2] needs a code of the app and shows ten recovery codes; neither they nor the app’s secret are stored as plain text', async () => {
    const { browser } = await signedInPerson(app);
    const stored = async () =>
      JSON.stringify([
        await app.db.selectFrom('second_steps').selectAll().execute(),
        await app.db.selectFrom('recovery_codes').selectAll().execute(),
      ]);
    const { secret, uri, qr } = await begin(browser);
    expect(await stored()).not.toContain(secret);
    expect(uri).toContain(`secret=${secret}`);
    expect(qr.path).toMatch(/^M\d+ \d+h1v1h-1z/);
    expect((await turnOn(browser, '000000')).json.code).toBe('SECOND_STEP_REFUSED');
    expect(await securityOf(browser)).toMatchObject({ hasSecondStep: false });
    const { codes } = (await turnOn(browser, codeOf(secret))).json;
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    // A recovery code has 16 characters of 5 bits each: 80 bits.
    expect(codes[0]).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    const turnedOn = { hasSecondStep: true, recoveryCodesLeft: RECOVERY_CODES };
    expect(await securityOf(browser)).toMatchObject(turnedOn);
    const storedAtLast = await stored();
    for (const text of [secret, ...codes]) expect(storedAtLast).not.toContain(text.replaceAll('-', ''));
  });

  test('shows the same secret when started again in the same session within an hour, and a new secret after that', async () => {
    const { browser, email } = await signedInPerson(app);
    const first = await begin(browser);
    app.advance(59 * MINUTE);
    expect(await begin(browser)).toEqual(first);
    app.advance(MINUTE);
    const { secret } = await begin(browser);
    expect(secret).not.toBe(first.secret);
    expect((await turnOn(browser, codeOf(secret))).status).toBe(200);
    app.advance(HALF_MINUTE);
    expect((await enter(await halfSignedIn(email), codeOf(secret))).status).toBe(200);
  });

  test('never shows or accepts a secret that was made in another session, because a thief may know it', async () => {
    const { browser: owner, email } = await signedInPerson(app);
    const thief = await halfSignedIn(email);
    const { secret } = await begin(thief);
    await prove(owner);
    expect((await turnOn(owner, codeOf(secret))).json.code).toBe('SECOND_STEP_CHANGED');
    expect((await begin(owner)).secret).not.toBe(secret);
    expect((await turnOn(thief, codeOf(secret))).json.code).toBe('SECOND_STEP_CHANGED');
  });

  test('invalidates the proofs of identity of other sessions that had only the password', async () => {
    const owner = await signedInPerson(app);
    const other = await halfSignedIn(owner.email);
    await prove(other);
    expect(await securityOf(other)).toMatchObject({ isProved: true });
    await withSecondStep(app, owner);
    expect(await securityOf(other)).toMatchObject({ isProved: false });
  });
});

describeOnSqlite('signing in with a password and a code', () => {
  test('[V6.5.5] a code is accepted in its own 30 seconds, and in the 30 seconds before and after', async () => {
    const statuses: number[] = [];
    for (const away of [-2, -1, 0, 1, 2]) {
      const { email, code } = await person();
      app.advance(2 * HALF_MINUTE);
      statuses.push((await enter(await halfSignedIn(email), code(away))).status);
    }
    expect(statuses).toEqual([403, 200, 200, 200, 403]);
  });

  test('a sign-in that waits for its code gives no access, and ends after ten wrong codes or ten minutes', async () => {
    const [{ email, code }, thief] = [await person(), await person()];
    const browser = await halfSignedIn(email);
    expect((await browser.get(ACCOUNT_API.security)).status).toBe(401);
    const [ofAnother = ''] = thief.recoveryCodes;
    for (const wrong of [thief.code(), ofAnother, ...Array<string>(8).fill('000000')])
      expect((await enter(browser, wrong)).json.code).toBe('SECOND_STEP_REFUSED');
    expect((await enter(browser, code())).json.code).toBe('SECOND_STEP_ENDED');
    const late = await halfSignedIn(email);
    app.advance(10 * MINUTE);
    for (const from of [late, app.browser()])
      expect((await enter(from, code())).json.code).toBe('SECOND_STEP_ENDED');
  });
});

test('[V6.3.3] the password alone opens no session; the code then opens one, remembered if that was chosen with the password', async () => {
  const { email, code } = await person();
  const browser = app.browser();
  const first = await signIn(browser, email);
  expect(first).toMatchObject({ status: 202, json: { success: true, data: null, secondStep: true } });
  expect([...browser.cookies.keys()]).toEqual(['sign_in_step']);
  expect(await recordOf(browser)).toBeNull();
  expect((await enter(browser, pasted(code()))).json).toMatchObject({ data: { email }, remembered: true });
  expect(await recordOf(browser)).toMatchObject({ email });
  expect(browser.cookies.has('sign_in_step')).toBe(false);
});

test('[V6.5.1] each code of the app or recovery code is accepted once, and no code older than the last accepted one', async () => {
  const { browser, email, code, recoveryCodes } = await person();
  const [one = '', two = ''] = recoveryCodes;
  for (const sent of [code(), one]) {
    const browsers = await Promise.all([1, 2, 3].map(() => halfSignedIn(email)));
    const answers = await Promise.all(browsers.map((each) => enter(each, sent)));
    expect(answers.map(({ status }) => status).sort(), sent).toEqual([200, 403, 403]);
  }
  const spelled = ` ${two.toUpperCase().replaceAll('-', ' ')}`;
  const withCode = async (sent: string) => (await enter(await halfSignedIn(email), sent)).json;
  expect(await withCode(spelled)).toMatchObject({ success: true, recoveryCodesLeft: RECOVERY_CODES - 2 });
  expect((await withCode(code(1))).success).toBe(true);
  expect((await enter(await halfSignedIn(email), code(-1))).json.code).toBe('SECOND_STEP_REFUSED');
  expect(await securityOf(browser)).toMatchObject({ recoveryCodesLeft: RECOVERY_CODES - 2 });
});

testOnSqlite(
  '[A-65] a thief who types wrong codes blocks neither the owner’s browsers nor the recovery codes',
  async () => {
    const limited = await openTestApp({ RATE_LIMIT_SCALE: '1' });
    const { browser, email } = await signedInPerson(limited);
    const { code, recoveryCodes } = await withSecondStep(limited, { browser });
    const [first = '', second] = recoveryCodes;
    limited.advance(2 * HALF_MINUTE);
    const [lent, thief] = [limited.browser(), limited.browser()];
    await signIn(lent, email);
    expect((await enter(lent, code())).status).toBe(200);
    limited.advance(HALF_MINUTE);
    const tryWrongCodes = async (from: TestClient) => {
      await signIn(from, email);
      for (let tries = 0; tries < 10; tries++) expect((await enter(from, '000000')).status).toBe(403);
      await signIn(from, email);
      expect((await enter(from, code())).json.code).toBe('RATE_LIMITED');
    };
    await tryWrongCodes(thief);
    expect((await enter(thief, first)).status, 'a recovery code').toBe(200);
    expect((await prove(browser, { password: PASSWORD, code: code() })).status).toBe(200);
    await browser.post(ACCOUNT_API.signOut);
    expect((await signIn(browser, email)).status).toBe(202);
    limited.advance(HALF_MINUTE);
    expect((await enter(browser, code())).status, 'a known browser').toBe(200);
    // Wrong codes can also use up the limit of a known browser.
    await tryWrongCodes(lent);
    await signIn(browser, email);
    limited.advance(HALF_MINUTE);
    expect((await enter(browser, code())).status, 'another known browser').toBe(200);
    expect((await resetPassword(limited, email, 'another password', second)).status, 'a reset').toBe(200);
  },
);

testOnSqlite(
  'all browsers from before two-step verification share one limit of wrong codes, except the one that turned it on',
  async () => {
    const limited = await openTestApp({ RATE_LIMIT_SCALE: '1' });
    const { browser, email } = await signedInPerson(limited);
    const ofThief = Array.from({ length: 3 }, () => limited.browser());
    for (const one of ofThief) expect((await signIn(one, email)).status).toBe(200);
    const { code } = await withSecondStep(limited, { browser });
    let guesses = 0;
    for (const one of ofThief) {
      await signIn(one, email);
      for (let tries = 0; tries < 10; tries++)
        if ((await enter(one, '000000')).json.code === 'SECOND_STEP_REFUSED') guesses++;
    }
    expect(guesses).toBe(10);
    limited.advance(2 * HALF_MINUTE);
    await signIn(browser, email);
    expect((await enter(browser, code())).status).toBe(200);
  },
);

describeOnSqlite('the sign-in methods of an account with two-step verification', () => {
  test('[V6.4.4] a used recovery code, the password, a reset or a provider alone never opens the account', async () => {
    const { email, recoveryCodes } = await person({ withGoogle: true });
    for (const code of recoveryCodes) expect((await enter(await halfSignedIn(email), code)).status).toBe(200);
    const [used = ''] = recoveryCodes;
    const browser = await halfSignedIn(email);
    expect((await enter(browser, used)).json.code).toBe('SECOND_STEP_REFUSED');
    const reset = await resetPassword(app, email, 'another password', used);
    expect(reset.json.code).toBe('SECOND_STEP_REFUSED');
    expect(await socialSignIn(browser, 'google', { email })).toMatchObject({ outcome: 'code-needed' });
    expect((await prove(browser)).status).toBe(401);
  });

  test('a sign-in with a passkey needs a code only if the passkey’s device did not verify the user', async () => {
    const someone = await person();
    await prove(someone.browser, { password: PASSWORD, code: someone.code() });
    const key = await withPasskey(someone);
    expect((await signInByPasskey(key, app.browser())).status).toBe(200);
    const unverified = app.browser();
    expect((await signInByPasskey(key, unverified, { verifiesUser: false })).status).toBe(202);
    app.advance(2 * HALF_MINUTE);
    expect((await enter(unverified, someone.code())).status).toBe(200);
  });
});

describeOnSqlite('codes of an app and recovery codes', () => {
  test('a proof of identity needs the password and a code, in one request or in two', async () => {
    const { browser, code } = await person();
    const codeFor = async (body: object) => (await prove(browser, body)).json.code;
    app.advance(10 * MINUTE);
    expect(await codeFor({ code: code() })).toBe('FIRST_STEP_NEEDED');
    expect(await codeFor({ password: PASSWORD })).toBe('SECOND_STEP_NEEDED');
    expect(await securityOf(browser)).toMatchObject({ isProved: false, needsCode: true });
    expect(await codeFor({ code: '000000' })).toBe('SECOND_STEP_REFUSED');
    expect((await prove(browser, { code: code() })).status).toBe(200);
    expect(await securityOf(browser)).toMatchObject({ isProved: true, needsCode: false });
    app.advance(10 * MINUTE);
    expect(await codeFor({ password: 'a guess', code: code() })).toBe('PROOF_REFUSED');
    expect((await prove(browser, { password: PASSWORD, code: code() })).status).toBe(200);
  });

  test('a remembered browser needs no code for its account for 30 days, but needs a code for another account', async () => {
    const { email, code } = await person();
    const other = await person();
    const browser = await halfSignedIn(email);
    expect((await enter(browser, code(), true)).status).toBe(200);
    expect((await signIn(browser, email)).status).toBe(200);
    expect((await signIn(browser, other.email)).status).toBe(202);
    expect((await signIn(app.browser(), email)).status).toBe(202);
    app.advance(TRUSTED_DAYS * DAY);
    expect((await signIn(browser, email)).status).toBe(202);
  });

  test('stored secrets of apps are encrypted again with a new site secret; if none decrypts them, the launch checks say so', async () => {
    const { email, code } = await person();
    const [former] = app.deps.keyring;
    const newer = 'a newer secret for tests, long enough';
    const problemsWith = (keyring: Keyring) => twoStep.launchProblems?.({ ...app.deps, keyring });
    expect(await problemsWith([newer])).toMatchObject([{ where: 'AUTH_SECRET' }]);
    expect(await problemsWith([newer, former])).toEqual([]);
    await encryptSecretsAgain({ db: app.db, keyring: [newer, former] });
    expect((await enter(await halfSignedIn(email), code())).status, 'by the former alone').toBe(403);
    expect(await encryptSecretsAgain({ db: app.db, keyring: [former, newer] })).toBeGreaterThan(0);
    expect((await enter(await halfSignedIn(email), code())).status).toBe(200);
  });

  test('new recovery codes replace the old ones, and count as unsaved until the person has confirmed saving them', async () => {
    const { browser, email } = await signedInPerson(app);
    const { code, recoveryCodes: lost } = await withSecondStep(app, { browser });
    const renew = async (body: object) => (await browser.post(SECOND_STEP_API.recoveryCodes, body)).json;
    const save = (set: string) => browser.post(SECOND_STEP_API.codesSaved, { set });
    expect(await securityOf(browser)).toMatchObject({ hasUnsavedCodes: true });
    app.advance(2 * HALF_MINUTE);
    const replaced = await renew({ code: code() });
    const { codes, set } = await renew({});
    expect(codes).toHaveLength(RECOVERY_CODES);
    await save(replaced.set);
    expect(await securityOf(browser)).toMatchObject({ hasUnsavedCodes: true });
    for (let time = 0; time < 2; time++) expect((await save(set)).status).toBe(200);
    expect(await securityOf(browser)).toMatchObject({ hasUnsavedCodes: false });
    const reset = (typed = '') => resetPassword(app, email, 'another password', typed);
    expect((await reset(lost[0])).json.code).toBe('SECOND_STEP_REFUSED');
    expect((await reset(codes[0])).status).toBe(200);
  });
});
