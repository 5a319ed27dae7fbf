import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { proveByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import { mailedResetToken, PASSWORD, type Person, signedInPerson } from '#server/testing/people.ts';
import { HALF_MINUTE, withSecondStep } from '#server/testing/second-step.ts';
import { openTestApp } from '#server/testing/test-app.ts';

const NEW_PASSWORD = 'staple of a new horse';
const MINUTE = 60_000;

const app = await openTestApp();

const reset = (token: string, code?: string, site = app) =>
  site.browser().post(ACCOUNT_API.reset, { token, password: NEW_PASSWORD, code });
const codesLeft = async ({ browser }: Person): Promise<number> =>
  (await browser.get(ACCOUNT_API.security)).json.data.recoveryCodesLeft;
const renew = ({ browser }: Person, body: object = {}) => browser.post(SECOND_STEP_API.recoveryCodes, body);
const removePasskey = ({ browser }: Person, id: string) => browser.post(PASSKEY_API.remove, { id });
const proveByPassword = ({ browser }: Person) => browser.post(ACCOUNT_API.proof, { password: PASSWORD });

describe('the mailbox of an account with a passkey', () => {
  test('[A-34] takes ten wrong codes in ten minutes, and every right one', async () => {
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
});

describe('recovery codes of an account with a passkey', () => {
  test('come with the first passkey, and not with the next', async () => {
    const person = await signedInPerson(app);
    expect((await withPasskey(person)).recoveryCodes).toHaveLength(RECOVERY_CODES);
    expect((await withPasskey(person)).recoveryCodes).toEqual([]);
    expect(await codesLeft(person)).toBe(RECOVERY_CODES);
  });

  test('are made anew with a fresh proof by the passkey, and the old ones end; the password proves nothing', async () => {
    const person = await signedInPerson(app);
    const key = await withPasskey(person);
    app.advance(6 * MINUTE);
    expect((await renew(person)).json.code).toBe('PROOF_MISSING');
    expect((await proveByPassword(person)).json.code).toBe('SECOND_STEP_NEEDED');
    expect((await renew(person)).json.code).toBe('PROOF_MISSING');
    await proveByPasskey(key, person.browser);
    const { codes } = (await renew(person)).json;
    expect(codes).toHaveLength(RECOVERY_CODES);
    const token = await mailedResetToken(app, person.email);
    expect((await reset(token, key.recoveryCodes[0])).json.code).toBe('SECOND_STEP_REFUSED');
    expect((await reset(token, codes[0])).status).toBe(200);
  });

  test('are made anew with the password and one of them, which is used up', async () => {
    const person = await signedInPerson(app);
    const { recoveryCodes } = await withPasskey(person);
    app.advance(6 * MINUTE);
    expect((await renew(person, { code: recoveryCodes[0] })).json.code).toBe('PROOF_MISSING');
    await proveByPassword(person);
    expect((await renew(person, { code: recoveryCodes[0] })).json.codes).toHaveLength(RECOVERY_CODES);
  });

  test('are not made anew where nothing needs them', async () => {
    const person = await signedInPerson(app);
    await proveByPassword(person);
    expect((await renew(person)).json.code).toBe('SECOND_STEP_CHANGED');
  });

  test('of 60 bits, on paper since an earlier version, go on working', async () => {
    const person = await signedInPerson(app);
    await withPasskey(person);
    const code_hash = createHash('sha256').update('0123456789ab').digest('hex');
    await app.db.insertInto('recovery_codes').values({ user_id: person.record.id, code_hash }).execute();
    const token = await mailedResetToken(app, person.email);
    expect((await reset(token, '0123-4567-89AB')).status).toBe(200);
  });

  test('stay when the second step is turned off, and go with the last passkey', async () => {
    const person = await signedInPerson(app);
    const key = await withPasskey(person);
    const { code } = await withSecondStep(app, person);
    app.advance(2 * HALF_MINUTE);
    await person.browser.post(SECOND_STEP_API.off, { code: code() });
    expect(await codesLeft(person)).toBe(RECOVERY_CODES);
    await removePasskey(person, key.id);
    expect(await codesLeft(person)).toBe(0);
  });

  test('stay with the second step when the last passkey goes, and go with that', async () => {
    const person = await signedInPerson(app);
    const key = await withPasskey(person);
    const { code } = await withSecondStep(app, person);
    await removePasskey(person, key.id);
    expect(await codesLeft(person)).toBe(RECOVERY_CODES);
    app.advance(2 * HALF_MINUTE);
    await person.browser.post(SECOND_STEP_API.off, { code: code() });
    expect(await codesLeft(person)).toBe(0);
  });
});
