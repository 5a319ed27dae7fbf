import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MAX_PASSKEYS, RECOVERY_CODES } from '#contract/limits.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { PASSKEY_REFUSED } from '#features/passkeys/refusals.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { askedFor, createAuthenticator, signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import { mailedResetToken, PASSWORD, type Person, recordOf, signedInPerson } from '#server/testing/people.ts';
import { HALF_MINUTE, withSecondStep } from '#server/testing/second-step.ts';
import { auditLines } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { describeOnSqlite, testOnSqlite } from '#server/testing/test-on-sqlite.ts';

const app = await openTestApp();
const MINUTE = 60_000;
const refused = { success: false, code: 'PASSKEY_REFUSED', message: PASSKEY_REFUSED.message };

const passkeysOf = async (browser: ReturnType<typeof app.browser>) =>
  (await browser.get(ACCOUNT_API.security)).json.data.passkeys;

async function personWithKey() {
  const person = await signedInPerson(app);
  return { ...person, key: await withPasskey(person) };
}

describeOnSqlite('a passkey', () => {
  test('is created with the names of the site and the account, and can be added only once per device', async () => {
    const { key, ...person } = await personWithKey();
    const options = await askedFor(person.browser, 'add');
    expect(options).toMatchObject({
      rp: { id: 'site.localhost' },
      user: { name: person.email, displayName: person.record.name },
      excludeCredentials: [{ id: key.id, transports: ['internal', 'hybrid'] }],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      attestation: 'none',
    });
    const { browser } = person;
    const again = await browser.post(PASSKEY_API.add, { answer: key.make(options) });
    expect(again.json).toMatchObject(refused);
  });

  test('whose device does not store the account can prove the person’s identity, but cannot sign in', async () => {
    const person = await signedInPerson(app);
    const key = await withPasskey(person, { isResident: false });
    expect(await passkeysOf(person.browser)).toMatchObject([{ opensAccount: false }]);
    expect((await signInByPasskey(key, app.browser(), { isResident: false })).json).toMatchObject(refused);
    app.advance(6 * MINUTE);
    const options = await askedFor(person.browser, 'proof');
    expect(options.allowCredentials).toMatchObject([{ id: key.id }]);
    const answer = key.use(options, { isResident: false });
    const isProved = async () => (await person.browser.get(ACCOUNT_API.security)).json.data.isProved;
    expect(await isProved()).toBe(false);
    expect((await person.browser.post(PASSKEY_API.proof, { answer })).status).toBe(200);
    expect(await isProved()).toBe(true);
    expect((await auditLines(app.db, 'ownership-proved')).map(({ detail }) => detail)).toContain('passkey');
  });

  test('can be renamed and removed by its owner, and no longer signs in once it is removed', async () => {
    const { browser, key } = await personWithKey();
    const rename = (name: string) => browser.post(PASSKEY_API.rename, { id: key.id, name });
    expect((await rename('  Asha’s phone ')).status).toBe(200);
    expect(await passkeysOf(browser)).toMatchObject([{ name: 'Asha’s phone' }]);
    expect((await browser.post(PASSKEY_API.remove, { id: key.id })).status).toBe(200);
    expect(await passkeysOf(browser)).toEqual([]);
    expect(await auditLines(app.db, 'passkey-removed')).not.toEqual([]);
    expect((await signInByPasskey(key, app.browser())).json).toMatchObject(refused);
  });
});

describe('the only sign-in method of an account', () => {
  const onlyPasskeys = async () => {
    const person = await personWithKey();
    await app.db.deleteFrom('passwords').where('user_id', '=', person.record.id).execute();
    return person;
  };
  const remove = (browser: ReturnType<typeof app.browser>, id: string) =>
    browser.post(PASSKEY_API.remove, { id });

  testOnSqlite('cannot be removed after a passkey was added that cannot sign in by itself', async () => {
    const { browser, key } = await onlyPasskeys();
    const stick = createAuthenticator();
    const answer = stick.make(await askedFor(browser, 'add'), { isResident: false });
    await browser.post(PASSKEY_API.add, { answer });
    expect((await remove(browser, key.id)).json.code).toBe('LAST_WAY_IN');
    expect((await remove(browser, stick.id)).status).toBe(200);
  });

  test('is never removed; of two passkeys removed at the same moment, one stays', async () => {
    const { browser, key } = await onlyPasskeys();
    expect((await remove(browser, key.id)).json.code).toBe('LAST_WAY_IN');
    const second = createAuthenticator();
    const answer = second.make(await askedFor(browser, 'add'));
    await browser.post(PASSKEY_API.add, { answer });
    const answers = await Promise.all([remove(browser, key.id), remove(browser, second.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await passkeysOf(browser)).toHaveLength(1);
  });
});

describeOnSqlite('a passkey’s answer is refused with PASSKEY_REFUSED', () => {
  test.each([
    ['another origin', { origin: 'https://site.localhost.example' }],
    ['another site’s name', { rpId: 'localhost.example' }],
  ])('[A-26] when the answer was made for %s', async (_, behaviour) => {
    const { key, ...person } = await personWithKey();
    expect((await signInByPasskey(key, app.browser(), behaviour)).json).toMatchObject(refused);
    const answer = createAuthenticator().make(await askedFor(person.browser, 'add'), behaviour);
    expect((await person.browser.post(PASSKEY_API.add, { answer })).json).toMatchObject(refused);
  });

  test('[A-27] when the answer is repeated, late, from another browser, or made for another purpose', async () => {
    const { key, ...person } = await personWithKey();
    const [browser, other] = [app.browser(), app.browser()];
    const send = (to: typeof browser, answer: unknown) =>
      to.post(PASSKEY_API.signIn, { answer, rememberDevice: false });
    const used = key.use(await askedFor(browser, 'sign-in'));
    expect((await send(browser, used)).status).toBe(200);
    expect((await send(browser, used)).json).toMatchObject(refused);
    await askedFor(other, 'sign-in');
    expect((await send(other, key.use(await askedFor(browser, 'sign-in')))).json).toMatchObject(refused);
    expect((await send(app.browser(), key.use(await askedFor(browser, 'sign-in')))).json).toMatchObject(
      refused,
    );
    const proof = key.use(await askedFor(person.browser, 'proof'));
    expect((await send(person.browser, proof)).json).toMatchObject(refused);
    const late = key.use(await askedFor(browser, 'sign-in'));
    app.advance(5 * MINUTE);
    expect((await send(browser, late)).json).toMatchObject(refused);
  });

  test('when its signature is forged; the challenge is then used up', async () => {
    const { key } = await personWithKey();
    const browser = app.browser();
    const answer = key.use(await askedFor(browser, 'sign-in'));
    const forged = createAuthenticator().use(await askedFor(app.browser(), 'sign-in')).response.signature;
    const send = (response: unknown) =>
      browser.post(PASSKEY_API.signIn, { answer: { ...answer, response }, rememberDevice: false });
    expect((await send({ ...answer.response, signature: forged })).json).toMatchObject(refused);
    expect((await send(answer.response)).json).toMatchObject(refused);
  });

  test('when the passkey belongs to another account, or its answer names another account', async () => {
    const [asha, ravi] = [await signedInPerson(app), await signedInPerson(app)];
    const [ashas, ravis] = [await withPasskey(asha), await withPasskey(ravi)];
    const proof = ravis.use(await askedFor(asha.browser, 'proof'));
    expect((await asha.browser.post(PASSKEY_API.proof, { answer: proof })).json).toMatchObject(refused);
    const browser = app.browser();
    const used = ashas.use(await askedFor(browser, 'sign-in'));
    const response = { ...used.response, userHandle: Buffer.from(ravi.record.id).toString('base64url') };
    const answer = { ...used, response };
    const signIn = await browser.post(PASSKEY_API.signIn, { answer, rememberDevice: false });
    expect(signIn.json).toMatchObject(refused);
    const change = (path: string) => asha.browser.post(path, { id: ravis.id, name: 'Mine now' });
    expect((await change(PASSKEY_API.rename)).json).toMatchObject(refused);
    await change(PASSKEY_API.remove);
    expect((await passkeysOf(ravi.browser))[0]).toMatchObject({
      id: ravis.id,
      name: expect.not.stringContaining('Mine'),
    });
  });

  test('when the account already has the maximum number of passkeys', async () => {
    const person = await signedInPerson(app);
    for (let at = 0; at < MAX_PASSKEYS; at++) await withPasskey(person);
    const answer = createAuthenticator().make(await askedFor(person.browser, 'add'));
    expect((await person.browser.post(PASSKEY_API.add, { answer })).json).toMatchObject(refused);
    expect(await passkeysOf(person.browser)).toHaveLength(MAX_PASSKEYS);
  });
});

test('a passkey can be added and then sign in from another browser, and the time of that use is stored', async () => {
  const { key, ...person } = await personWithKey();
  expect(await passkeysOf(person.browser)).toEqual([
    expect.objectContaining({ id: key.id, lastUsedAt: null, opensAccount: true }),
  ]);
  const other = app.browser();
  const answer = await signInByPasskey(key, other);
  expect(answer.json).toMatchObject({ success: true, data: { email: person.email }, remembered: false });
  expect((await recordOf(other)).id).toBe(person.record.id);
  expect(await passkeysOf(person.browser)).toMatchObject([{ lastUsedAt: app.deps.clock().toISOString() }]);
  const [row] = await app.db.selectFrom('passkeys').selectAll().where('id', '=', key.id).execute();
  expect(row).toMatchObject({ counter: 2, transports: 'internal,hybrid' });
  expect((await auditLines(app.db, 'signed-in')).map(({ detail }) => detail)).toContain('passkey');
  expect(await auditLines(app.db, 'passkey-added')).not.toEqual([]);
});

test('[A-28] a passkey answer whose use counter did not increase is refused, and the audit log records the refusal', async () => {
  const { key } = await personWithKey();
  expect((await signInByPasskey(key, app.browser(), { counter: 9 })).status).toBe(200);
  const before = (await auditLines(app.db, 'passkey-refused')).length;
  for (const counter of [9, 8, 0])
    expect((await signInByPasskey(key, app.browser(), { counter })).json).toMatchObject(refused);
  expect((await auditLines(app.db, 'passkey-refused')).length - before).toBe(3);
  expect((await signInByPasskey(key, app.browser(), { counter: 10 })).status).toBe(200);
});

test('a passkey challenge stays valid when another tab of the browser asks for its own', async () => {
  const { key } = await personWithKey();
  const browser = app.browser();
  const first = await askedFor(browser, 'sign-in');
  await askedFor(browser, 'sign-in');
  const answer = key.use(first);
  expect((await browser.post(PASSKEY_API.signIn, { answer, rememberDevice: true })).json.remembered).toBe(
    true,
  );
});

test('of two password resets at the same moment one succeeds, and the failed reset uses up no recovery code', async () => {
  const { browser, email } = await signedInPerson(app);
  const { recoveryCodes } = await withPasskey({ browser });
  const token = await mailedResetToken(app, email);
  const answers = await Promise.all(
    recoveryCodes
      .slice(0, 2)
      .map((code) => browser.post(ACCOUNT_API.reset, { token, password: 'another password', code })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  const { data } = (await browser.get(ACCOUNT_API.security)).json;
  expect(data.recoveryCodesLeft).toBe(RECOVERY_CODES - 1);
});

test('adding two passkeys at the same moment creates recovery codes only once', async () => {
  const { browser } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const answers = [];
  for (const key of [createAuthenticator(), createAuthenticator()])
    answers.push(key.make(await askedFor(browser, 'add')));
  const added = await Promise.all(answers.map((answer) => browser.post(PASSKEY_API.add, { answer })));
  expect(added.map(({ json }) => json.codes.length).sort()).toEqual([0, RECOVERY_CODES]);
});

const NEW_PASSWORD = 'staple of a new horse';

const reset = (token: string, code?: string, site = app) =>
  site.browser().post(ACCOUNT_API.reset, { token, password: NEW_PASSWORD, code });
const codesLeft = async ({ browser }: Person): Promise<number> =>
  (await browser.get(ACCOUNT_API.security)).json.data.recoveryCodesLeft;
const renew = ({ browser }: Person, body: object = {}) => browser.post(SECOND_STEP_API.recoveryCodes, body);
const removePasskey = ({ browser }: Person, id: string) => browser.post(PASSKEY_API.remove, { id });
const proveByPassword = ({ browser }: Person) => browser.post(ACCOUNT_API.proof, { password: PASSWORD });

describeOnSqlite('the recovery codes of an account', () => {
  test('[A-34] can be mistyped ten times in ten minutes when a reset link is used; a right code is accepted even after that', async () => {
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

  test('cannot be made if the account has neither a passkey nor a second step', async () => {
    const person = await signedInPerson(app);
    await proveByPassword(person);
    expect((await renew(person)).json.code).toBe('SECOND_STEP_CHANGED');
  });

  test('of only 60 bits, which an earlier version made, are still accepted', async () => {
    const person = await signedInPerson(app);
    await withPasskey(person);
    const code_hash = createHash('sha256').update('0123456789ab').digest('hex');
    await app.db.insertInto('recovery_codes').values({ user_id: person.record.id, code_hash }).execute();
    const token = await mailedResetToken(app, person.email);
    expect((await reset(token, '0123-4567-89AB')).status).toBe(200);
  });

  test.each(['the passkey', 'the second step'])(
    'stay when only %s is removed, and are deleted when the last second factor is removed',
    async (first) => {
      const person = await signedInPerson(app);
      const key = await withPasskey(person);
      const { code } = await withSecondStep(app, person);
      app.advance(2 * HALF_MINUTE);
      const ends = [
        () => removePasskey(person, key.id),
        () => person.browser.post(SECOND_STEP_API.off, { code: code() }),
      ];
      if (first === 'the second step') ends.reverse();
      await ends[0]?.();
      expect(await codesLeft(person)).toBe(RECOVERY_CODES);
      await ends[1]?.();
      expect(await codesLeft(person)).toBe(0);
    },
  );
});
