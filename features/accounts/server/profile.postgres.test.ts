import { beforeAll, describe, expect, test } from 'vitest';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { MESSAGE_MAX_LENGTH, MESSAGES_KEPT, PAGE_MESSAGES_MAX } from '#contract/limits.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { PROFILE_FIELD_LIST } from '#contract/profile-fields.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { API_KEY_NOT_VALID, NOT_YOURS } from '#features/accounts/refusals.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { PASSWORD, type Person, proveForDeletion, signedInPerson } from '#server/testing/people.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { openSharedApp, TEST_ORIGIN } from '#server/testing/test-app.ts';

/** Who else reaches a record: `access-matrix.integration.test.ts`; from where: `cross-site.integration.test.ts`. */
const app = await openSharedApp();

const userPath = (id: string) => pathFor(PRODUCT_API.user, id);
const savePath = (id: string) => pathFor(PRODUCT_API.saveUserById, id);
const storedRecord = async ({ browser, record }: Person) =>
  (await browser.get(userPath(record.id))).json.data;

test('[P-025] a record is read and saved by its owner; answers have their promised shapes', async () => {
  const { browser, record } = await signedInPerson(app);
  expect((await browser.get(userPath(record.id))).json).toEqual({ success: true, data: record });
  app.advance(1_000);
  const fields = Object.fromEntries(
    PROFILE_FIELD_LIST.map(([name, { kind }]) => [name, kind === 'date' ? '2004-02-29' : `My ${name}`]),
  );
  const saved = await browser.post(savePath(record.id), { ...fields, name: ' Asha ' });
  const updated_at = app.deps.clock().toISOString();
  expect(saved.json).toEqual({
    success: true,
    message: expect.any(String),
    data: { ...record, ...fields, name: 'Asha', updated_at },
  });
  const again = await browser.post(PRODUCT_API.saveUser, { dob: '' });
  expect(again.json.data).toMatchObject({ name: 'Asha', dob: '' });
});

describe('the record of somebody who has written a hundred long messages', () => {
  let asha: Person;
  beforeAll(async () => {
    asha = await signedInPerson(app);
    const { id: user_id } = asha.record;
    const message = '"क\n'.repeat(MESSAGE_MAX_LENGTH / 3);
    for (let index = 0; index <= MESSAGES_KEPT; index++) {
      const created_at = new Date(app.deps.clock().getTime() + index).toISOString();
      await storeMessage(app.db, index, { id: `${user_id}-${index}`, user_id, message, created_at });
    }
  });
  const idsOf = (messages: readonly { id: string }[]) => messages.map(({ id }) => id);
  const newest = (count: number) =>
    Array.from({ length: count }, (_, index) => `${asha.record.id}-${MESSAGES_KEPT - index}`);

  test('has the newest hundred of them, whole', async () => {
    const { messages } = await storedRecord(asha);
    expect(idsOf(messages)).toEqual(newest(MESSAGES_KEPT));
    expect(messages[0].message).toHaveLength(4_998);
    const saved = await asha.browser.post(savePath(asha.record.id), { about: 'Hi' });
    expect(saved.json.data.messages).toHaveLength(MESSAGES_KEPT);
  });

  test.each([
    ['says who is signed in', () => asha.browser.get(ACCOUNT_API.session)],
    ['signs in', () => app.browser().post(ACCOUNT_API.signIn, { email: asha.email, password: PASSWORD })],
  ])('comes with as many of them as a page keeps, where the server %s', async (_, ask) => {
    const { text, json } = await ask();
    const { messages, ...others } = json.data;
    expect(idsOf(messages)).toEqual(newest(1));
    expect(JSON.stringify(messages).length).toBeLessThan(PAGE_MESSAGES_MAX + 10);
    expect(text.length).toBeLessThan(2 * PAGE_MESSAGES_MAX);
    expect(others).toMatchObject({ id: asha.record.id, email: asha.email });
  });
});

test('[V7.5.1] a record takes only its editable fields from a body', async () => {
  const person = await signedInPerson(app);
  const forged = {
    id: 'another',
    email: 'another@example.com',
    login_count: 99,
    email_verified: false,
    created_at: '2000-01-01T00:00:00.000Z',
    updated_at: '2000-01-01T00:00:00.000Z',
    last_login: null,
    verification_attempts: 0,
    verification_sent_at: null,
    messages: [{ id: 'x' }],
    __proto__: { isAdmin: true },
  };
  for (const path of [PRODUCT_API.saveUser, savePath(person.record.id)]) {
    expect((await person.browser.post(path, forged)).status).toBe(200);
  }
  expect(await storedRecord(person)).toEqual(person.record);
});

test('[V7.2.1] a key, a cookie with a token, and a proof of one person open no record of another', async () => {
  const [one, other] = [await signedInPerson(app), await signedInPerson(app)];
  const { token } = (await one.browser.get(AUTH_API.token)).json;
  await proveForDeletion(one);
  for (const [headers, { code, status }] of [
    [{ authorization: `Bearer ${token}` }, NOT_YOURS],
    [{ 'x-api-key': 'wrong' }, API_KEY_NOT_VALID],
    [{ 'x-api-key': '' }, API_KEY_NOT_VALID],
  ] as const) {
    for (const answer of [
      await one.browser.get(userPath(other.record.id), headers),
      await one.browser.post(savePath(other.record.id), { name: 'Mallory' }, headers),
      await one.browser.delete(userPath(other.record.id), headers),
    ]) {
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject({ success: false, code, data: null });
    }
  }
  expect(await storedRecord(other)).toEqual(other.record);
});

test('a name of which nothing can be seen is refused, and one of before is shown as that of the address', async () => {
  const { browser, record, email } = await signedInPerson(app);
  for (const name of ['\u200b', '\u3164 \u2800', '\u202e\u202c']) {
    const answer = await browser.post(savePath(record.id), { name });
    expect(answer.json.fields).toEqual([{ field: 'name', message: FIELD_ERRORS.NAME_MISSING }]);
  }
  await app.db.updateTable('users').set({ name: '\u3164' }).where('id', '=', record.id).execute();
  const { name } = (await browser.get(pathFor(PRODUCT_API.user, record.id))).json.data;
  expect(name).toBe(email.split('@')[0]);
  const proof = { password: PASSWORD, name: ' ' };
  expect((await browser.post(ACCOUNT_API.deletionProof, proof)).json.code).toBe('NAME_MISMATCH');
  expect((await browser.post(ACCOUNT_API.deletionProof, { ...proof, name })).status).toBe(200);
});

test('an id that does not exist is refused like somebody else’s', async () => {
  const { browser } = await signedInPerson(app);
  for (const id of ['nobody', '..%2F..', 'constructor', 'a'.repeat(1_000)]) {
    expect((await browser.get(`/api/user/${id}`)).status).toBe(403);
  }
});

test('two saves that race never mix their fields', async () => {
  const person = await signedInPerson(app);
  const path = savePath(person.record.id);
  for (let round = 0; round < 20; round++) {
    const fieldsOf = (who: string) => ({ name: `${who}${round}`, gender: who, about: `${who}${round}` });
    const [a, b] = [fieldsOf('a'), fieldsOf('b')];
    await Promise.all([person.browser.post(path, a), person.browser.post(path, b)]);
    const { name, gender, about } = await storedRecord(person);
    expect([a, b]).toContainEqual({ name, gender, about });
  }
});

describe('a save that does not fit', () => {
  let person: Person;
  beforeAll(async () => {
    person = await signedInPerson(app);
  });

  test.each([
    [{ name: '' }, ['name']],
    [{ name: '   ' }, ['name']],
    [{ name: 'x'.repeat(101) }, ['name']],
    [{ name: null, gender: 7, dob: 'yesterday', about: [] }, ['name', 'gender', 'dob', 'about']],
    [{ gender: 'x'.repeat(51) }, ['gender']],
    [{ about: 'x'.repeat(2_001) }, ['about']],
    [{ dob: '1899-12-31' }, ['dob']],
    [{ dob: '2999-01-01' }, ['dob']],
    [{ dob: '2023-02-29' }, ['dob']],
    [{ dob: '2001-1-1' }, ['dob']],
    [[], ['body']],
    ['text', ['body']],
    [null, ['body']],
  ])('[V2.1.1] with %j is refused, naming each bad field, and changes nothing', async (body, fields) => {
    const answer = await person.browser.post(savePath(person.record.id), body);
    expect(answer.status).toBe(422);
    expect(answer.json.fields.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect(await storedRecord(person)).toEqual(person.record);
  });

  test.each([
    [400, 'application/json', '{"name":'],
    [400, 'application/json', ''],
    [415, 'application/x-www-form-urlencoded', 'name=x'],
    [415, 'text/plain', '{}'],
    [413, 'application/json', JSON.stringify({ about: 'x'.repeat(70_000) })],
  ])('[A-15] because it cannot be read gets %i (%s) and changes nothing', async (status, type, body) => {
    const headers = {
      'content-type': type,
      origin: TEST_ORIGIN,
      'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey,
    };
    const init = { method: 'POST', body, headers };
    expect((await person.browser.send(savePath(person.record.id), init)).status).toBe(status);
    expect(await storedRecord(person)).toEqual(person.record);
  });
});

test('[V1.1.2-2] a record keeps text of every script and a name that looks like code as it is', async () => {
  const { browser, record } = await signedInPerson(app);
  const fields = { name: "Робин'); DROP TABLE users;--", about: '<script>alert(1)</script> नमस्ते 👋🏽' };
  expect((await browser.post(savePath(record.id), fields)).json.data).toMatchObject(fields);
});

test('a write with a token needs no origin', async () => {
  const { browser, record } = await signedInPerson(app);
  const { token } = (await browser.get(AUTH_API.token)).json;
  const headers = { 'content-type': 'application/json', 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey };
  const init = { method: 'POST', body: JSON.stringify({ name: 'Asha' }) };
  const saved = await app
    .browser()
    .send(savePath(record.id), { ...init, headers: { ...headers, authorization: `Bearer ${token}` } });
  expect(saved.json.data.name).toBe('Asha');
});

test('[P-150] deleting an account needs the name and the password, proved in the last five minutes', async () => {
  const person = await signedInPerson(app);
  const { browser, record, email } = person;
  const remove = () => browser.delete(userPath(record.id));
  const prove = (name: string, password: string) =>
    browser.post(ACCOUNT_API.deletionProof, { name, password });
  expect((await remove()).json.code).toBe('PROOF_MISSING');
  expect((await prove('someone', PASSWORD)).json.message).toBe(
    'Please type your name correctly to confirm deletion',
  );
  expect((await prove(record.name, 'wrong')).json.message).toBe(
    'Failed to delete account. Please check your password.',
  );
  expect((await remove()).json.code).toBe('PROOF_MISSING');
  expect((await proveForDeletion(person)).status).toBe(200);
  app.advance(5 * 60_000 + 1);
  expect((await remove()).json.code).toBe('PROOF_MISSING');
  await proveForDeletion(person);
  const other = app.browser();
  await other.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  expect((await other.delete(userPath(record.id))).json.code).toBe('PROOF_MISSING');
  expect((await remove()).json).toEqual({ success: true, message: 'Account deleted successfully' });
});

test('[P-081] a deletion leaves nothing of the person but an audit line and the farewell mail', async () => {
  const person = await signedInPerson(app);
  const { email, browser, record } = person;
  await app.browser().post(ACCOUNT_API.signUp, { email, password: 'of a stranger' });
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  await storeMessage(app.db, 1, { id: `of ${email}`, user_id: record.id, email });
  await proveForDeletion(person);
  expect((await browser.delete(userPath(record.id))).status).toBe(200);

  expect([...browser.cookies.keys()]).toEqual([]);
  expect((await app.browser().post(ACCOUNT_API.signIn, { email, password: PASSWORD })).status).toBe(401);
  expect((await app.mailsTo(email)).map(({ kind }) => kind)).toEqual(['account-deleted']);
  for (const table of [
    'passwords',
    'sessions',
    'submissions',
    'outbox',
    'reset_links',
    'address_changes',
  ] as const) {
    const rows = await app.db.selectFrom(table).select('user_id').where('user_id', '=', record.id).execute();
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
  for (const table of ['users', 'sign_ups'] as const) {
    const rows = await app.db.selectFrom(table).select('id').where('id', '=', record.id).execute();
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
  const audit = await app.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'account-deleted')
    .execute();
  expect(JSON.stringify(audit)).not.toContain(record.id);
  expect(JSON.stringify(app.logLines())).not.toContain(email);
});

test('a deletion that is pressed twice at once deletes once', async () => {
  const person = await signedInPerson(app);
  await proveForDeletion(person);
  const answers = await Promise.all([1, 2].map(() => person.browser.delete(userPath(person.record.id))));
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect((await app.mailsTo(person.email)).map(({ kind }) => kind)).toEqual(['account-deleted']);
});
