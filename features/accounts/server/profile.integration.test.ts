import { expect, test } from 'vitest';
import { MESSAGE_MAX_LENGTH, MESSAGES_KEPT } from '#contract/limits.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { PROFILE_FIELD_LIST } from '#contract/profile-fields.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { PASSWORD, type Person, proveForDeletion, recordOf, signedInPerson } from '#server/testing/people.ts';
import { storeMessage } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';

/** `access-matrix.integration.test.ts` tests access by others, `origin.integration.test.ts` other origins. */
const app = await openTestApp();

const userPath = ({ record }: Person) => pathFor(PRODUCT_API.user, record.id);
const savePath = ({ record }: Person) => pathFor(PRODUCT_API.saveUserById, record.id);
const recordStored = async (person: Person) => (await person.browser.get(userPath(person))).json;

test('[P-025] signed-in people can read and save their own user record, in any script and with text that looks like code', async () => {
  const person = await signedInPerson(app);
  const { browser, record } = person;
  expect(await recordStored(person)).toEqual({ success: true, data: record });
  app.advance(1_000);
  const fields = {
    ...Object.fromEntries(
      PROFILE_FIELD_LIST.map(([name, { kind }]) => [name, kind === 'date' ? '2004-02-29' : `My ${name}`]),
    ),
    name: "Робин'); DROP TABLE users;--",
    about: '<script>alert(1)</script> नमस्ते 👋🏽',
  };
  const saved = await browser.post(savePath(person), { ...fields, name: ` ${fields.name} ` });
  const updated_at = app.deps.clock().toISOString();
  expect(saved.json).toEqual({
    success: true,
    message: expect.any(String),
    data: { ...record, ...fields, updated_at },
  });
  const again = await browser.post(PRODUCT_API.saveUser, { dob: '' });
  expect(again.json.data).toEqual({ ...record, ...fields, dob: '', updated_at });
});

test('the API for user records returns the newest hundred messages, the session API only as many as a page can keep', async () => {
  const person = await signedInPerson(app);
  const { id: user_id } = person.record;
  const message = '"क\n'.repeat(MESSAGE_MAX_LENGTH / 3);
  for (let index = 0; index <= MESSAGES_KEPT; index++) {
    const created_at = new Date(app.deps.clock().getTime() + index).toISOString();
    await storeMessage(app.db, index, { id: `${user_id}-${index}`, user_id, message, created_at });
  }
  const newest = Array.from({ length: MESSAGES_KEPT }, (_, at) => ({
    id: `${user_id}-${MESSAGES_KEPT - at}`,
    message,
  }));
  const { messages } = (await recordStored(person)).data;
  expect(messages).toHaveLength(MESSAGES_KEPT);
  expect(messages).toMatchObject(newest);
  expect((await recordOf(person.browser)).messages).toMatchObject(newest.slice(0, 1));
});

test('[V7.5.1] saving a user record changes only the editable fields, even if the request has other fields', async () => {
  const person = await signedInPerson(app);
  const at = '2000-01-01T00:00:00.000Z';
  const forged = {
    id: 'another',
    email: 'another@example.com',
    created_at: at,
    updated_at: at,
    last_login: null,
    login_count: 99,
    email_verified: false,
    verification_attempts: 0,
    verification_sent_at: null,
    messages: [{ id: 'x' }],
  };
  for (const path of [PRODUCT_API.saveUser, savePath(person)])
    expect((await person.browser.post(path, forged)).status).toBe(200);
  expect((await recordStored(person)).data).toEqual(person.record);
});

test.each([
  [{ name: null, gender: 7, dob: 'yesterday', about: [] }, ['name', 'gender', 'dob', 'about']],
  [{ about: 'x'.repeat(2_001) }, ['about']],
  [{ dob: '2999-01-01' }, ['dob']],
  [{ dob: '2023-02-29' }, ['dob']],
  [[], ['body']],
  [null, ['body']],
])(
  '[V2.1.1] the profile %j is refused with an error for each invalid field, and nothing is saved',
  async (body, fields) => {
    const person = await signedInPerson(app);
    const answer = await person.browser.post(savePath(person), body);
    expect(answer).toMatchObject({ status: 422, json: { fields: fields.map((field) => ({ field })) } });
    expect((await recordStored(person)).data).toEqual(person.record);
  },
);

test('a profile can be saved with a bearer token and no Origin header', async () => {
  const person = await signedInPerson(app);
  const { token } = (await person.browser.get(AUTH_API.token)).json;
  const headers = {
    'content-type': 'application/json',
    'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey,
    authorization: `Bearer ${token}`,
  };
  const init = { method: 'POST', body: JSON.stringify({ name: 'Asha' }), headers };
  expect((await app.browser().send(savePath(person), init)).json.data.name).toBe('Asha');
});

test('[P-150] an account is deleted only after its name and its password were typed in that session within five minutes', async () => {
  const person = await signedInPerson(app);
  const { browser, record, email } = person;
  const remove = async (from = browser) => (await from.delete(userPath(person))).json;
  const prove = async (name: string, password: string) =>
    (await browser.post(ACCOUNT_API.deletionProof, { name, password })).json.message;
  expect((await remove()).code).toBe('PROOF_MISSING');
  expect(await prove('someone', PASSWORD)).toBe('Please type your name correctly to confirm deletion');
  expect(await prove(record.name, 'wrong')).toBe('Failed to delete account. Please check your password.');
  expect((await remove()).code).toBe('PROOF_MISSING');
  expect((await proveForDeletion(person)).status).toBe(200);
  app.advance(5 * 60_000 + 1);
  expect((await remove()).code).toBe('PROOF_MISSING');
  await proveForDeletion(person);
  const other = app.browser();
  await other.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  expect((await remove(other)).code).toBe('PROOF_MISSING');
  expect(await remove()).toEqual({ success: true, message: 'Account deleted successfully' });
});
