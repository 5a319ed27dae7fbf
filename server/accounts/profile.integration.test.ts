import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MESSAGE_MAX_LENGTH, MESSAGES_KEPT, PAGE_MESSAGES_MAX } from '#contract/limits.ts';
import { ACCOUNT_API, AUTH_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { newAddress, PASSWORD, type Person, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const userPath = (id: string) => pathFor(PRODUCT_API.user, id);
const savePath = (id: string) => pathFor(PRODUCT_API.saveUserById, id);

describe('a record', () => {
  test('is read and saved by its owner; answers have the shapes of decisions §4', async () => {
    const { browser, record } = await signedInPerson(app);
    expect((await browser.get(userPath(record.id))).json).toEqual({ success: true, data: record });
    app.advance(1_000);
    const saved = await browser.post(savePath(record.id), {
      name: ' Asha ',
      gender: 'f',
      dob: '2004-02-29',
      about: 'Hi',
    });
    expect(saved.json).toMatchObject({ success: true, message: expect.any(String) });
    expect(saved.json.data).toEqual({
      ...record,
      name: 'Asha',
      gender: 'f',
      dob: '2004-02-29',
      about: 'Hi',
      updated_at: app.deps.clock().toISOString(),
    });
    const again = await browser.post(PRODUCT_API.saveUser, { dob: '' });
    expect(again.json.data).toMatchObject({ name: 'Asha', dob: '' });
  });

  describe('of somebody who has written a hundred long messages', () => {
    let asha: Person;
    beforeAll(async () => {
      asha = await signedInPerson(app);
      const rows = Array.from({ length: MESSAGES_KEPT + 1 }, (_, index) => ({
        id: `${asha.record.id}-${index}`,
        form: 'contact',
        state: 'received' as const,
        user_id: asha.record.id,
        idempotency_key: null,
        digest: '',
        name: '',
        email: '',
        message: '"क\n'.repeat(MESSAGE_MAX_LENGTH / 3),
        fields: '{}',
        created_at: new Date(app.deps.clock().getTime() + index).toISOString(),
        amount: null,
        currency: null,
        payment_intent: null,
      }));
      for (const row of rows) await app.db.insertInto('submissions').values(row).execute();
    });
    const idsOf = (messages: readonly { id: string }[]) => messages.map(({ id }) => id);
    const newest = (count: number) =>
      Array.from({ length: count }, (_, index) => `${asha.record.id}-${MESSAGES_KEPT - index}`);

    test('has the newest hundred of them, whole', async () => {
      const { messages } = (await asha.browser.get(userPath(asha.record.id))).json.data;
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

  test('comes with all of many short messages, where the server says who is signed in', async () => {
    const { browser, email, record } = await signedInPerson(app);
    const letters = Array.from({ length: 15 }, (_, index) => `Letter ${index}`);
    for (const message of letters) {
      app.advance(60_000);
      await browser.post('/f/contact', { name: 'Asha', email, message });
    }
    const { data } = (await browser.get(ACCOUNT_API.session)).json;
    expect(data.id).toBe(record.id);
    expect(data.messages.map(({ message }: { message: string }) => message)).toEqual(letters.toReversed());
  });

  test('takes only its four editable fields from a body', async () => {
    const { browser, record } = await signedInPerson(app);
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
    for (const path of [PRODUCT_API.saveUser, savePath(record.id)]) {
      expect((await browser.post(path, forged)).status).toBe(200);
    }
    expect((await browser.get(userPath(record.id))).json.data).toEqual(record);
  });

  test('is out of reach for everybody else: by key, cookie or token, and by no way of asking', async () => {
    const [one, other] = [await signedInPerson(app), await signedInPerson(app)];
    const { token } = (await one.browser.get(AUTH_API.token)).json;
    const bearer = { authorization: `Bearer ${token}` };
    const stranger = app.browser();
    for (const [client, headers, status] of [
      [one.browser, {}, 403],
      [app.browser(), bearer, 403],
      [one.browser, bearer, 403],
      [stranger, {}, 401],
      [one.browser, { 'x-api-key': 'wrong' }, 401],
      [one.browser, { 'x-api-key': '' }, 401],
    ] as const) {
      const answers = [
        await client.get(userPath(other.record.id), headers),
        await client.post(savePath(other.record.id), { name: 'Mallory' }, headers),
        await client.delete(userPath(other.record.id), headers),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
      for (const { json } of answers) expect(json).toMatchObject({ success: false, data: null });
    }
    // The own proof of one does not open the record of the other.
    await one.browser.post(ACCOUNT_API.deletionProof, { name: one.record.name, password: PASSWORD });
    expect((await one.browser.delete(userPath(other.record.id))).status).toBe(403);
    expect((await other.browser.get(userPath(other.record.id))).json.data).toEqual(other.record);
  });

  test('an id that does not exist is refused like somebody else’s', async () => {
    const { browser } = await signedInPerson(app);
    for (const id of ['nobody', '..%2F..', 'constructor', '%00', 'a'.repeat(2_000)]) {
      expect((await browser.get(`/api/user/${id}`)).status).toBe(403);
    }
  });

  test('two saves that race never mix their fields', async () => {
    const { browser, record } = await signedInPerson(app);
    for (let round = 0; round < 20; round++) {
      const [a, b] = ['a', 'b'].map((who) => ({
        name: `${who}${round}`,
        gender: who,
        about: `${who}${round}`,
      }));
      await Promise.all([browser.post(savePath(record.id), a), browser.post(savePath(record.id), b)]);
      const { name, gender, about } = (await browser.get(userPath(record.id))).json.data;
      expect([a, b]).toContainEqual({ name, gender, about });
    }
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
  ])('%j is refused, naming each bad field, and changes nothing', async (body, fields) => {
    const { browser, record } = await signedInPerson(app);
    const answer = await browser.post(savePath(record.id), body);
    expect(answer.status).toBe(422);
    expect(answer.json.fields.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect((await browser.get(userPath(record.id))).json.data).toEqual(record);
  });

  test('bodies that cannot be read get 400, 413 or 415', async () => {
    const { browser, record } = await signedInPerson(app);
    const send = (body: string, type = 'application/json') =>
      browser.send(savePath(record.id), {
        method: 'POST',
        body,
        headers: { 'content-type': type, origin: TEST_ORIGIN, 'x-api-key': 'tuesday-web' },
      });
    expect((await send('{"name":')).status).toBe(400);
    expect((await send('')).status).toBe(400);
    expect((await send('name=x', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await send('{}', 'text/plain')).status).toBe(415);
    expect((await send(JSON.stringify({ about: 'x'.repeat(70_000) }))).status).toBe(413);
    expect((await browser.get(userPath(record.id))).json.data).toEqual(record);
  });

  test('keeps text of every script and a name that looks like code as it is', async () => {
    const { browser, record } = await signedInPerson(app);
    const fields = { name: "Робин'); DROP TABLE users;--", about: '<script>alert(1)</script> नमस्ते 👋🏽' };
    expect((await browser.post(savePath(record.id), fields)).json.data).toMatchObject(fields);
  });
});

describe('a write from another site', () => {
  test.each([
    'https://evil.example',
    'null',
    'http://site.localhost:3001',
    'http://site.localhost.evil.example:3000',
  ])('with origin %s is refused', async (origin) => {
    const { browser, record } = await signedInPerson(app);
    expect((await browser.post(savePath(record.id), { name: 'x' }, { origin })).json.code).toBe(
      'ORIGIN_NOT_ALLOWED',
    );
    expect((await browser.delete(userPath(record.id), { origin })).json.code).toBe('ORIGIN_NOT_ALLOWED');
  });

  test('with a cookie and no origin is refused; with a token it needs none', async () => {
    const { browser, record } = await signedInPerson(app);
    const headers = { 'content-type': 'application/json', 'x-api-key': 'tuesday-web' };
    const body = JSON.stringify({ name: 'Asha' });
    const withCookie = await browser.send(savePath(record.id), { method: 'POST', body, headers });
    expect(withCookie.json.code).toBe('ORIGIN_NOT_ALLOWED');
    const { token } = (await browser.get(AUTH_API.token)).json;
    const withToken = await app.browser().send(savePath(record.id), {
      method: 'POST',
      body,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    expect(withToken.json.data.name).toBe('Asha');
  });
});

describe('deleting an account', () => {
  const prove = (
    person: Awaited<ReturnType<typeof signedInPerson>>,
    typed: { name?: string; password?: string },
  ) =>
    person.browser.post(ACCOUNT_API.deletionProof, {
      name: person.record.name,
      password: PASSWORD,
      ...typed,
    });

  test('needs the name and the password, made in the last five minutes', async () => {
    const person = await signedInPerson(app);
    const remove = () => person.browser.delete(userPath(person.record.id));
    expect((await remove()).json.code).toBe('PROOF_MISSING');
    expect((await prove(person, { name: 'someone' })).json.message).toBe(
      'Please type your name correctly to confirm deletion',
    );
    expect((await prove(person, { password: 'wrong' })).json.message).toBe(
      'Failed to delete account. Please check your password.',
    );
    expect((await remove()).json.code).toBe('PROOF_MISSING');
    expect((await prove(person, {})).status).toBe(200);
    app.advance(5 * 60_000 + 1);
    expect((await remove()).json.code).toBe('PROOF_MISSING');
    await prove(person, {});
    const other = app.browser();
    await other.post(ACCOUNT_API.signIn, { email: person.email, password: PASSWORD });
    expect((await other.delete(userPath(person.record.id))).json.code).toBe('PROOF_MISSING');
    expect((await remove()).json).toEqual({ success: true, message: 'Account deleted successfully' });
  });

  test('leaves nothing of the person but an audit line and the farewell mail', async () => {
    const person = await signedInPerson(app);
    const { email, browser, record } = person;
    const second = app.browser();
    await second.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
    const { token } = (await second.get(AUTH_API.token)).json;
    await app.browser().post(ACCOUNT_API.signUp, { email, password: 'of a stranger' });
    await app.browser().post(ACCOUNT_API.requestReset, { email });
    await app.db
      .insertInto('submissions')
      .values({
        id: newAddress(),
        form: 'contact',
        state: 'received',
        user_id: record.id,
        name: record.name,
        email,
        message: 'hi',
        fields: '{}',
        digest: 'of this one',
        created_at: record.created_at,
      })
      .execute();
    await prove(person, {});
    expect((await browser.delete(userPath(record.id))).status).toBe(200);

    expect([...browser.cookies.keys()]).toEqual([]);
    expect((await second.get(ACCOUNT_API.session)).json.data).toBeNull();
    expect((await second.get(userPath(record.id), { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await app.browser().post(ACCOUNT_API.signIn, { email, password: PASSWORD })).status).toBe(401);
    expect((await app.mailsTo(email)).map(({ kind }) => kind)).toEqual(['account-deleted']);
    for (const table of ['passwords', 'sessions', 'submissions', 'outbox', 'reset_links'] as const) {
      const rows = await app.db
        .selectFrom(table)
        .select('user_id')
        .where('user_id', '=', record.id)
        .execute();
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

  test('pressed twice at once deletes once', async () => {
    const person = await signedInPerson(app);
    await prove(person, {});
    const answers = await Promise.all([1, 2].map(() => person.browser.delete(userPath(person.record.id))));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect((await app.mailsTo(person.email)).map(({ kind }) => kind)).toEqual(['account-deleted']);
  });
});
