import { describe, expect, test } from 'vitest';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { RECOVERY_HOURS } from '#features/undo-changes/contract.ts';
import { carryOutRecoveries, planRecovery } from '#features/undo-changes/server/recovery.ts';
import { proveByPasskey, signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import {
  mailedResetToken,
  newAddress,
  PASSWORD,
  type Person,
  recordOf,
  resetPassword,
  signedInPerson,
} from '#server/testing/people.ts';
import { socialSignIn } from '#server/testing/provider-visit.ts';
import { HALF_MINUTE, withSecondStep } from '#server/testing/second-step.ts';
import { openSharedSocialSite } from '#server/testing/social-site.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/** Each row of “Who proves what” in docs/security.md, as its owner: with a new phone, a lost device, lost codes, and all lost. */
const NEW_PASSWORD = 'staple of a new horse';

const app = await openSharedSocialSite();

const prove = (browser: TestClient, body: object) => browser.post(ACCOUNT_API.proof, body);
const byGoogle = (browser: TestClient, email: string) =>
  socialSignIn(browser, 'google', { email }, { purpose: 'proof' });
const securityOf = async (browser: TestClient) => (await browser.get(ACCOUNT_API.security)).json.data;

/** Sets a password by the mailed link, in a browser that nobody used, which it signs in. */
async function resetInNewBrowser(email: string, code?: string): Promise<TestClient> {
  const browser = app.browser();
  const token = await mailedResetToken(app, email);
  const answer = await browser.post(ACCOUNT_API.reset, { token, password: NEW_PASSWORD, code });
  expect(answer.status, answer.text).toBe(200);
  return browser;
}

/** Signs in with the password and a code, in a browser that nobody used. */
async function enter(email: string, code: string | undefined, password = PASSWORD): Promise<TestClient> {
  const browser = app.browser();
  await browser.post(ACCOUNT_API.signIn, { email, password });
  const answer = await browser.post(SECOND_STEP_API.signIn, { code, trust: false });
  expect(answer.status, answer.text).toBe(200);
  return browser;
}

/** That somebody is in, proved, and may do what a proof opens. */
async function expectProved(browser: TestClient, { record }: Pick<Person, 'record'>): Promise<void> {
  expect((await recordOf(browser)).id).toBe(record.id);
  expect(await securityOf(browser)).toMatchObject({ isProved: true });
}

async function googlePerson() {
  app.asTheIssuer();
  const [email, browser] = [newAddress(), app.browser()];
  await socialSignIn(browser, 'google', { email });
  return { email, browser, record: await recordOf(browser) };
}

describe('who has a password only', () => {
  test('and has forgotten it sets another by the mailed link, is in, and proves by it', async () => {
    const person = await signedInPerson(app);
    const browser = await resetInNewBrowser(person.email);
    await prove(browser, { password: NEW_PASSWORD });
    await expectProved(browser, person);
  });
});

describe('who has a provider only', () => {
  test('proves by a sign-in there', async () => {
    const person = await googlePerson();
    await byGoogle(person.browser, person.email);
    await expectProved(person.browser, person);
  });

  test('that does not tell when they signed in there sets a password by the mailed link, and proves by it', async () => {
    const [email, browser] = [newAddress(), app.browser()];
    await socialSignIn(browser, 'github', { email });
    const record = await recordOf(browser);
    const again = await resetInNewBrowser(email);
    await prove(again, { password: NEW_PASSWORD });
    await expectProved(again, { record });
  });

  test('and cannot get in there any more sets a password by the mailed link', async () => {
    const person = await googlePerson();
    const browser = await resetInNewBrowser(person.email);
    await prove(browser, { password: NEW_PASSWORD });
    await expectProved(browser, person);
    const gone = await browser.post(SOCIAL_API.unlink, { provider: 'google' });
    expect(gone.status).toBe(200);
  });
});

describe('who has a passkey only', () => {
  /** The password went, as nothing on the site takes it out: somebody who came with Google and disconnected it. */
  async function person() {
    const someone = await googlePerson();
    await byGoogle(someone.browser, someone.email);
    const key = await withPasskey(someone);
    await someone.browser.post(SOCIAL_API.unlink, { provider: 'google' });
    expect((await browserMethods(someone.browser)).methods).toEqual(['passkey']);
    return { ...someone, key };
  }
  const browserMethods = async (browser: TestClient) => (await browser.get(ACCOUNT_API.signInMethods)).json;

  test('proves by it, and adds that of a new phone', async () => {
    const someone = await person();
    const browser = app.browser();
    await signInByPasskey(someone.key, browser);
    await proveByPasskey(someone.key, browser);
    await expectProved(browser, someone);
    expect((await withPasskey({ browser })).id).not.toBe(someone.key.id);
  });

  test('and has lost it sets a password by the mailed link and a recovery code, proves by both, and replaces it', async () => {
    const someone = await person();
    const [first, second] = someone.key.recoveryCodes;
    const browser = await resetInNewBrowser(someone.email, first);
    await prove(browser, { password: NEW_PASSWORD, code: second });
    await expectProved(browser, someone);
    await withPasskey({ browser });
    expect((await browser.post(PASSKEY_API.remove, { id: someone.key.id })).status).toBe(200);
  });

  test('and has lost the recovery codes makes new ones by it', async () => {
    const someone = await person();
    const { codes } = (await someone.browser.post(SECOND_STEP_API.recoveryCodes, {})).json;
    expect(codes).toHaveLength(RECOVERY_CODES);
  });
});

describe('who has a password and an app', () => {
  async function person() {
    const someone = await signedInPerson(app);
    const codes = await withSecondStep(app, someone);
    app.advance(2 * HALF_MINUTE);
    return { ...someone, ...codes };
  }

  test('and a new phone proves by both, turns the app of the old one off and that of the new one on', async () => {
    const someone = await person();
    const { browser, code } = someone;
    await prove(browser, { password: PASSWORD, code: code() });
    await expectProved(browser, someone);
    app.advance(HALF_MINUTE);
    expect((await browser.post(SECOND_STEP_API.off, { code: code() })).status).toBe(200);
    expect((await withSecondStep(app, someone)).recoveryCodes).toHaveLength(RECOVERY_CODES);
  });

  test('and has lost the phone gets in, proves and replaces the app by recovery codes', async () => {
    const someone = await person();
    const [first, second, third] = someone.recoveryCodes;
    const browser = await enter(someone.email, first);
    await prove(browser, { password: PASSWORD, code: second });
    await expectProved(browser, someone);
    expect((await browser.post(SECOND_STEP_API.off, { code: third })).status).toBe(200);
    await withSecondStep(app, { browser });
  });

  test('and has lost the phone and forgotten the password gets in by the mailed link and a recovery code', async () => {
    const someone = await person();
    const [first, second] = someone.recoveryCodes;
    const browser = await resetInNewBrowser(someone.email, first);
    await prove(browser, { password: NEW_PASSWORD, code: second });
    await expectProved(browser, someone);
  });

  test('and has lost the recovery codes makes new ones by both', async () => {
    const { browser, code } = await person();
    await prove(browser, { password: PASSWORD });
    const renewed = await browser.post(SECOND_STEP_API.recoveryCodes, { code: code() });
    expect(renewed.json.codes).toHaveLength(RECOVERY_CODES);
  });
});

test('who has a provider and an app, and has lost the phone, proves by the provider and a recovery code', async () => {
  const someone = await googlePerson();
  await byGoogle(someone.browser, someone.email);
  const [first, second] = (await withSecondStep(app, someone)).recoveryCodes;
  const browser = app.browser();
  await socialSignIn(browser, 'google', { email: someone.email });
  await browser.post(SECOND_STEP_API.signIn, { code: first, trust: false });
  await byGoogle(browser, someone.email);
  await prove(browser, { code: second });
  await expectProved(browser, someone);
});

test('who has a password and a key that checks nobody proves by both', async () => {
  const someone = await signedInPerson(app);
  const key = await withPasskey(someone, { verifiesUser: false, isResident: false });
  const browser = app.browser();
  await browser.post(ACCOUNT_API.signIn, { email: someone.email, password: PASSWORD });
  await prove(browser, { password: PASSWORD });
  await proveByPasskey(key, browser, { verifiesUser: false });
  await expectProved(browser, someone);
});

test.each([
  ['passkey', async (person: Person) => void (await withPasskey(person))],
  ['app', async (person: Person) => void (await withSecondStep(app, person))],
])(
  'who has lost the %s and the recovery codes gets in a day after an operator has agreed, and proves by a new password',
  async (_, guard) => {
    const someone = await signedInPerson(app);
    const { email, record } = someone;
    await guard(someone);
    expect((await resetPassword(app, email, NEW_PASSWORD)).json.code).toBe('RESET_CODE_NEEDED');
    expect(await planRecovery(app.deps, record.id, [], { actor: 'operator' })).toBe('planned');
    app.advance(RECOVERY_HOURS * 3_600_000 + 1);
    await carryOutRecoveries(app.deps);
    const browser = app.browser();
    const reset = { token: await app.tokenMailedTo(email), password: NEW_PASSWORD };
    expect((await browser.post(ACCOUNT_API.reset, reset)).status).toBe(200);
    await prove(browser, { password: NEW_PASSWORD });
    await expectProved(browser, someone);
  },
);
