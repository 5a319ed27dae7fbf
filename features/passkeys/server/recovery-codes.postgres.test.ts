import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { RESET_CODE_NEEDED } from '#features/accounts/refusals.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { askedFor, proveByPasskey, signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import { mailedResetToken, PASSWORD, type Person, recordOf, signedInPerson } from '#server/testing/people.ts';
import { HALF_MINUTE, withSecondStep } from '#server/testing/second-step.ts';
import { createAuthenticator } from '#server/testing/software-authenticator.ts';
import { openOwnApp, openSharedApp } from '#server/testing/test-app.ts';

const NEW_PASSWORD = 'staple of a new horse';
const MINUTE = 60_000;

const app = await openSharedApp();

const reset = (token: string, code?: string, site = app) =>
  site.browser().post(ACCOUNT_API.reset, { token, password: NEW_PASSWORD, code });
const signsIn = async (email: string, password: string) =>
  (await app.browser().post(ACCOUNT_API.signIn, { email, password })).status === 200;
const codesLeft = async ({ browser }: Person): Promise<number> =>
  (await browser.get(ACCOUNT_API.security)).json.data.recoveryCodesLeft;
const renew = ({ browser }: Person, body: object = {}) => browser.post(SECOND_STEP_API.recoveryCodes, body);
const removePasskey = ({ browser }: Person, id: string) => browser.post(PASSKEY_API.remove, { id });
const proveByPassword = ({ browser }: Person) => browser.post(ACCOUNT_API.proof, { password: PASSWORD });

describe('the mailbox of an account with a passkey', () => {
  test('[A-33] is not enough for a reset: nothing changes, the link stays, and only who holds it learns of that', async () => {
    const person = await signedInPerson(app);
    const key = await withPasskey(person);
    const token = await mailedResetToken(app, person.email);
    const { status, json } = await reset(token);
    expect([status, json.code]).toEqual([428, 'RESET_CODE_NEEDED']);
    expect(json.message).toBe(RESET_CODE_NEEDED.message);
    expect(await signsIn(person.email, PASSWORD)).toBe(true);
    expect(await recordOf(person.browser)).not.toBeNull();
    expect((await signInByPasskey(key, app.browser())).status).toBe(200);
    expect((await reset('made-up')).json.code).toBe('LINK_NOT_VALID');
  });

  test('resets with a recovery code, which is used up by that, as the link is', async () => {
    const person = await signedInPerson(app);
    const { recoveryCodes } = await withPasskey(person);
    const [code = ''] = recoveryCodes;
    const token = await mailedResetToken(app, person.email);
    expect((await reset(token, 'wrong')).json.code).toBe('SECOND_STEP_REFUSED');
    expect((await reset(token, code)).status).toBe(200);
    expect(await signsIn(person.email, NEW_PASSWORD)).toBe(true);
    expect((await reset(await mailedResetToken(app, person.email), code)).json.code).toBe(
      'SECOND_STEP_REFUSED',
    );
  });

  test('of two resets at once with one code, one succeeds, and no code goes with a reset that fails', async () => {
    const person = await signedInPerson(app);
    const { recoveryCodes } = await withPasskey(person);
    const [first = '', second = ''] = recoveryCodes;
    const token = await mailedResetToken(app, person.email);
    const answers = await Promise.all([reset(token, first), reset(token, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    const rows = await app.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', person.record.id)
      .execute();
    expect(rows).toHaveLength(RECOVERY_CODES - 1);
  });

  test('[A-34] takes ten wrong codes in ten minutes, and every right one', async () => {
    const real = await openOwnApp({ RATE_LIMIT_SCALE: '1' });
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

  test('is not enough either where the browser did not say that the passkey names its account', async () => {
    const person = await signedInPerson(app);
    const { recoveryCodes } = await withPasskey(person, { isResident: false });
    const token = await mailedResetToken(app, person.email);
    expect((await reset(token)).json.code).toBe('RESET_CODE_NEEDED');
    expect((await reset(token, recoveryCodes[0])).status).toBe(200);
  });

  test('resets with a code of the app, which is used up by that, or with a recovery code where there is an app too', async () => {
    const person = await signedInPerson(app);
    await withPasskey(person);
    const { code, recoveryCodes } = await withSecondStep(app, person);
    app.advance(2 * HALF_MINUTE);
    expect((await reset(await mailedResetToken(app, person.email))).json.code).toBe('RESET_CODE_NEEDED');
    expect((await reset(await mailedResetToken(app, person.email), code())).status).toBe(200);
    const token = await mailedResetToken(app, person.email);
    expect((await reset(token, code())).json.code).toBe('SECOND_STEP_REFUSED');
    expect((await reset(token, recoveryCodes[0])).status).toBe(200);
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

  test('come once when two passkeys are added at once', async () => {
    const person = await signedInPerson(app);
    await proveByPassword(person);
    const keys = [createAuthenticator(), createAuthenticator()];
    const answers = [];
    for (const key of keys) answers.push(key.make(await askedFor(person.browser, 'add')));
    const added = await Promise.all(
      answers.map((answer) => person.browser.post(PASSKEY_API.add, { answer })),
    );
    expect(added.map(({ json }) => json.codes.length).sort()).toEqual([0, RECOVERY_CODES]);
  });
});
