import { expect, test } from 'vitest';
import { MAX_PASSKEYS, RECOVERY_CODES } from '#contract/limits.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { AddedPasskey, UsedPasskey } from '#features/passkeys/bodies.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { PASSKEY_REFUSED } from '#features/passkeys/refusals.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { findRows } from '#server/database/rows.ts';
import { askedFor, createAuthenticator, signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import {
  HALF_MINUTE,
  mailedResetToken,
  PASSWORD,
  type Person,
  recordOf,
  signedInPerson,
  withSecondStep,
} from '#server/testing/people.ts';
import { auditLines } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { describeOnSqlite } from '#server/testing/test-database.ts';

const app = await openTestApp();
const MINUTE = 60_000;
const refused = { success: false, code: 'PASSKEY_REFUSED', message: PASSKEY_REFUSED.message };

const securityOf = async (browser: TestClient) => (await browser.get(ACCOUNT_API.security)).json.data;
const passkeysOf = async (browser: TestClient) => (await securityOf(browser)).passkeys;
const detailsOf = async (action: string) => (await auditLines(app.db, action)).map(({ detail }) => detail);
const add = (browser: TestClient, answer: AddedPasskey) => browser.post(PASSKEY_API.add, { answer });
const prove = (browser: TestClient, answer: UsedPasskey) => browser.post(PASSKEY_API.proof, { answer });
const signIn = (browser: TestClient, answer: UsedPasskey, rememberDevice = false) =>
  browser.post(PASSKEY_API.signIn, { answer, rememberDevice });
const remove = (browser: TestClient, id: string) => browser.post(PASSKEY_API.remove, { id });

async function personWithKey() {
  const person = await signedInPerson(app);
  return { ...person, key: await withPasskey(person) };
}

describeOnSqlite('a passkey', () => {
  test('is created for the site’s domain with the account’s names, and the same device cannot add a second one', async () => {
    const { key, browser, email, record } = await personWithKey();
    const options = await askedFor(browser, 'add');
    expect(options).toMatchObject({
      rp: { id: 'site.localhost' },
      user: { name: email, displayName: record.name },
      excludeCredentials: [{ id: key.id, transports: ['internal', 'hybrid'] }],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      attestation: 'none',
    });
    expect((await add(browser, key.make(options))).json).toMatchObject(refused);
  });

  test('can prove the identity but not sign in if its device does not store the account', async () => {
    const { browser, ...person } = await signedInPerson(app);
    const isResident = false;
    const key = await withPasskey({ browser, ...person }, { isResident });
    expect(await passkeysOf(browser)).toMatchObject([{ opensAccount: false }]);
    expect((await signInByPasskey(key, app.browser(), { isResident })).json).toMatchObject(refused);
    app.advance(6 * MINUTE);
    expect(await securityOf(browser)).toMatchObject({ isProved: false });
    const options = await askedFor(browser, 'proof');
    expect(options.allowCredentials).toMatchObject([{ id: key.id }]);
    expect((await prove(browser, key.use(options, { isResident }))).status).toBe(200);
    expect(await securityOf(browser)).toMatchObject({ isProved: true });
    expect(await detailsOf('ownership-proved')).toContain('passkey');
  });
});

test('the only sign-in method of an account cannot be removed, nor the last two passkeys at the same moment', async () => {
  const { browser, key, record } = await personWithKey();
  await app.db.deleteFrom('passwords').where('user_id', '=', record.id).execute();
  const [stick, second] = [createAuthenticator(), createAuthenticator()];
  await add(browser, stick.make(await askedFor(browser, 'add'), { isResident: false }));
  expect((await remove(browser, key.id)).json.code, 'the other cannot sign in').toBe('LAST_WAY_IN');
  expect((await remove(browser, stick.id)).status).toBe(200);
  expect((await remove(browser, key.id)).json.code).toBe('LAST_WAY_IN');
  await add(browser, second.make(await askedFor(browser, 'add')));
  const answers = await Promise.all([key, second].map(({ id }) => remove(browser, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await passkeysOf(browser)).toHaveLength(1);
});

describeOnSqlite('a passkey’s answer is refused with PASSKEY_REFUSED', () => {
  test.each([
    ['another origin', { origin: 'https://site.localhost.example' }],
    ['another site’s name', { rpId: 'localhost.example' }],
  ])('[A-26] when the answer was made for %s', async (_, behaviour) => {
    const { key, browser } = await personWithKey();
    expect((await signInByPasskey(key, app.browser(), behaviour)).json).toMatchObject(refused);
    const answer = createAuthenticator().make(await askedFor(browser, 'add'), behaviour);
    expect((await add(browser, answer)).json).toMatchObject(refused);
  });

  test('[A-27] when the answer is sent a second time, too late, from another browser, or for another purpose', async () => {
    const { key, browser: own } = await personWithKey();
    const [browser, other] = [app.browser(), app.browser()];
    const answerFrom = async (asking = browser) => key.use(await askedFor(asking, 'sign-in'));
    const used = await answerFrom();
    expect((await signIn(browser, used)).status).toBe(200);
    await askedFor(other, 'sign-in');
    const proof = key.use(await askedFor(own, 'proof'));
    for (const [fault, from, answer] of [
      ['repeated', browser, used],
      ['of a browser, sent by one that asked itself', other, await answerFrom()],
      ['of a browser, sent by one that did not ask', app.browser(), await answerFrom()],
      ['for another purpose', own, proof],
    ] as const)
      expect((await signIn(from, answer)).json, fault).toMatchObject(refused);
    const late = await answerFrom();
    app.advance(5 * MINUTE);
    expect((await signIn(browser, late)).json).toMatchObject(refused);
  });

  test('when its signature is forged; the challenge is then used up', async () => {
    const { key } = await personWithKey();
    const browser = app.browser();
    const answer = key.use(await askedFor(browser, 'sign-in'));
    const { signature } = createAuthenticator().use(await askedFor(app.browser(), 'sign-in')).response;
    const forged = { ...answer, response: { ...answer.response, signature } };
    for (const sent of [forged, answer]) expect((await signIn(browser, sent)).json).toMatchObject(refused);
  });

  test('when the passkey belongs to another account, or its answer names another account', async () => {
    const [asha, ravi] = [await personWithKey(), await personWithKey()];
    const proof = ravi.key.use(await askedFor(asha.browser, 'proof'));
    expect((await prove(asha.browser, proof)).json).toMatchObject(refused);
    const browser = app.browser();
    const used = asha.key.use(await askedFor(browser, 'sign-in'));
    const userHandle = Buffer.from(ravi.record.id).toString('base64url');
    const answer = { ...used, response: { ...used.response, userHandle } };
    expect((await signIn(browser, answer)).json).toMatchObject(refused);
    const before = await passkeysOf(ravi.browser);
    const renamed = await asha.browser.post(PASSKEY_API.rename, { id: ravi.key.id, name: 'Mine now' });
    expect(renamed.json).toMatchObject(refused);
    await remove(asha.browser, ravi.key.id);
    expect(await passkeysOf(ravi.browser)).toEqual(before);
  });

  test('when the account already has the maximum number of passkeys', async () => {
    const person = await signedInPerson(app);
    for (let at = 0; at < MAX_PASSKEYS; at++) await withPasskey(person);
    const answer = createAuthenticator().make(await askedFor(person.browser, 'add'));
    expect((await add(person.browser, answer)).json).toMatchObject(refused);
    expect(await passkeysOf(person.browser)).toHaveLength(MAX_PASSKEYS);
  });
});

test('a passkey can be added, renamed and used in another browser, until its owner removes it', async () => {
  const { key, browser, email, record } = await personWithKey();
  expect(await passkeysOf(browser)).toMatchObject([{ id: key.id, lastUsedAt: null, opensAccount: true }]);
  for (const remembered of [false, true]) {
    const other = app.browser();
    const first = await askedFor(other, 'sign-in');
    // Another tab of the browser asks for its own challenge.
    await askedFor(other, 'sign-in');
    const { json } = await signIn(other, key.use(first), remembered);
    expect(json).toMatchObject({ success: true, data: { email }, remembered });
    expect((await recordOf(other)).id).toBe(record.id);
  }
  const renamed = await browser.post(PASSKEY_API.rename, { id: key.id, name: '  Asha’s phone ' });
  expect(renamed.status).toBe(200);
  const lastUsedAt = app.deps.clock().toISOString();
  expect(await passkeysOf(browser)).toMatchObject([{ name: 'Asha’s phone', lastUsedAt }]);
  const rows = await findRows(app.db, 'passkeys', '*', { id: key.id });
  expect(rows).toMatchObject([{ counter: 3, transports: 'internal,hybrid' }]);
  expect((await remove(browser, key.id)).status).toBe(200);
  expect(await passkeysOf(browser)).toEqual([]);
  expect((await signInByPasskey(key, app.browser())).json).toMatchObject(refused);
  expect(await detailsOf('signed-in')).toContain('passkey');
  for (const action of ['passkey-added', 'passkey-removed'])
    expect(await auditLines(app.db, action), action).not.toEqual([]);
});

test('[A-28] a passkey whose use counter did not increase is refused, and the audit log records the refusal', async () => {
  const { key } = await personWithKey();
  expect((await signInByPasskey(key, app.browser(), { counter: 9 })).status).toBe(200);
  const before = (await auditLines(app.db, 'passkey-refused')).length;
  for (const counter of [9, 8, 0])
    expect((await signInByPasskey(key, app.browser(), { counter })).json).toMatchObject(refused);
  expect((await auditLines(app.db, 'passkey-refused')).length - before).toBe(3);
  expect((await signInByPasskey(key, app.browser(), { counter: 10 })).status).toBe(200);
});

const reset = (token: string, code?: string, site = app) =>
  site.browser().post(ACCOUNT_API.reset, { token, password: 'staple of a new horse', code });
const codesLeft = async ({ browser }: Person) => (await securityOf(browser)).recoveryCodesLeft;

test('of two password resets at the same moment one succeeds, and the failed reset uses up no recovery code', async () => {
  const { email, key, record } = await personWithKey();
  const token = await mailedResetToken(app, email);
  const answers = await Promise.all(key.recoveryCodes.slice(0, 2).map((code) => reset(token, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  const left = await findRows(app.db, 'recovery_codes', ['code_hash'], { user_id: record.id });
  expect(left).toHaveLength(RECOVERY_CODES - 1);
});

test('adding two passkeys at the same moment creates recovery codes only once', async () => {
  const { browser } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const answers: AddedPasskey[] = [];
  for (const key of [createAuthenticator(), createAuthenticator()])
    answers.push(key.make(await askedFor(browser, 'add')));
  const added = await Promise.all(answers.map((answer) => add(browser, answer)));
  expect(added.map(({ json }) => json.codes.length).sort()).toEqual([0, RECOVERY_CODES]);
});

describeOnSqlite('the recovery codes of an account', () => {
  test('[A-34] are accepted in a password reset even after ten wrong codes in ten minutes', async () => {
    const real = await openTestApp({ RATE_LIMIT_SCALE: '1' });
    const person = await signedInPerson(real);
    const { recoveryCodes } = await withPasskey(person);
    const [first, second] = recoveryCodes;
    expect((await reset(await mailedResetToken(real, person.email), first, real)).status).toBe(200);
    const token = await mailedResetToken(real, person.email);
    for (let guess = 0; guess < 10; guess++)
      expect((await reset(token, 'wrong', real)).json.code).toBe('SECOND_STEP_REFUSED');
    expect((await reset(token, 'wrong', real)).json.code).toBe('RATE_LIMITED');
    expect((await reset(token, second, real)).status).toBe(200);
  });

  test('cannot be made if the account has neither a passkey nor two-step verification', async () => {
    const { browser } = await signedInPerson(app);
    await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
    expect((await browser.post(SECOND_STEP_API.recoveryCodes)).json.code).toBe('SECOND_STEP_CHANGED');
  });

  test.each(['the passkey', 'two-step verification'])(
    'stay when only %s is removed, and are deleted when the last second factor is removed',
    async (first) => {
      const { key, ...person } = await personWithKey();
      const { code } = await withSecondStep(app, person);
      app.advance(2 * HALF_MINUTE);
      const ends = [
        () => remove(person.browser, key.id),
        () => person.browser.post(SECOND_STEP_API.off, { code: code() }),
      ];
      if (first === 'two-step verification') ends.reverse();
      await ends[0]?.();
      expect(await codesLeft(person)).toBe(RECOVERY_CODES);
      await ends[1]?.();
      expect(await codesLeft(person)).toBe(0);
    },
  );
});
