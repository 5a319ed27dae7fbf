import { describe, expect, test } from 'vitest';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { PASSKEY_REFUSED } from '#features/passkeys/refusals.ts';
import { askedFor, signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import { mailedResetToken, PASSWORD, recordOf, signedInPerson } from '#server/testing/people.ts';
import { createAuthenticator } from '#server/testing/software-authenticator.ts';
import { openSharedApp } from '#server/testing/test-app.ts';

const app = await openSharedApp();
const refused = { success: false, code: 'PASSKEY_REFUSED', message: PASSKEY_REFUSED.message };

const passkeysOf = async (browser: ReturnType<typeof app.browser>) =>
  (await browser.get(ACCOUNT_API.security)).json.data.passkeys;
const auditOf = async (action: string) =>
  app.db.selectFrom('audit').select(['actor', 'subject', 'detail']).where('action', '=', action).execute();

describe('a passkey', () => {
  test('is added, opens the account in another browser, and is counted there', async () => {
    const person = await signedInPerson(app);
    const key = await withPasskey(person);
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
    expect((await auditOf('signed-in')).map(({ detail }) => detail)).toContain('passkey');
    expect(await auditOf('passkey-added')).not.toEqual([]);
  });
});

describe('the only way into an account', () => {
  const onlyPasskeys = async () => {
    const person = await signedInPerson(app);
    const key = await withPasskey(person);
    await app.db.deleteFrom('passwords').where('user_id', '=', person.record.id).execute();
    return { ...person, key };
  };
  const remove = (browser: ReturnType<typeof app.browser>, id: string) =>
    browser.post(PASSKEY_API.remove, { id });

  test('is never removed; one of two is, also when both are at once', async () => {
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

describe('an answer is refused with one sentence', () => {
  test('[A-28] when the counter went back, which is audited', async () => {
    const person = await signedInPerson(app);
    const key = await withPasskey(person);
    expect((await signInByPasskey(key, app.browser(), { counter: 9 })).status).toBe(200);
    const before = (await auditOf('passkey-refused')).length;
    for (const counter of [9, 8, 0])
      expect((await signInByPasskey(key, app.browser(), { counter })).json).toMatchObject(refused);
    expect((await auditOf('passkey-refused')).length - before).toBe(3);
    expect((await signInByPasskey(key, app.browser(), { counter: 10 })).status).toBe(200);
  });
});

test('two tabs of a browser may be asked at once, and either answers', async () => {
  const key = await withPasskey(await signedInPerson(app));
  const browser = app.browser();
  const first = await askedFor(browser, 'sign-in');
  await askedFor(browser, 'sign-in');
  const answer = key.use(first);
  expect((await browser.post(PASSKEY_API.signIn, { answer, rememberDevice: true })).json.remembered).toBe(
    true,
  );
});

test('of two resets at once one succeeds, and no recovery code goes with the one that fails', async () => {
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

test('recovery codes come once when two passkeys are added at once', async () => {
  const { browser } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const answers = [];
  for (const key of [createAuthenticator(), createAuthenticator()])
    answers.push(key.make(await askedFor(browser, 'add')));
  const added = await Promise.all(answers.map((answer) => browser.post(PASSKEY_API.add, { answer })));
  expect(added.map(({ json }) => json.codes.length).sort()).toEqual([0, RECOVERY_CODES]);
});
