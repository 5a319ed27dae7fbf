import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORM_ERRORS } from '#contract/forms.ts';
import { ACCOUNT_API, AUTH_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import type { UserRecord } from '#contract/users.ts';
import { newMessage, SAMPLE_FORMS } from '#server/testing/form-samples.ts';
import { PASSWORD, type Person, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { FORM_DEFINITIONS } from './form-definitions.ts';

const DESK = 'desk@example.com';
const STRANGER = 'https://blog.example';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(
    { FORM_NOTIFY_TO: DESK },
    { forms: [...FORM_DEFINITIONS, ...Object.values(SAMPLE_FORMS)] },
  );
});
afterAll(() => app.close());

const stored = (email: string) =>
  app.db.selectFrom('submissions').selectAll().where('email', '=', email).execute();
const mailsAbout = async (email: string) =>
  (await app.mailsTo(DESK)).filter(({ text }) => text.includes(`<${email}>`));

describe('a submission', () => {
  const letter = newMessage();
  const bodies: [string, () => RequestInit][] = [
    [
      'JSON',
      () => ({
        body: JSON.stringify(letter),
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }),
    ],
    ['urlencoded', () => ({ body: new URLSearchParams(letter) })],
    ['multipart', () => ({ body: formDataOf(letter) })],
  ];
  test.each(bodies)('is taken as %s, with the mail that tells of it', async (kind, init) => {
    const email = `${kind.toLowerCase()}@example.com`;
    letter.email = email;
    const answer = await app.browser().send('/f/contact', { method: 'POST', ...init() });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ ok: true, next: `${TEST_ORIGIN}/contact/thanks` });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [row, ...others] = await stored(email);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ ...letter, form: 'contact', state: 'received', user_id: null, fields: '{}' });
    const [mail, ...moreMails] = await mailsAbout(email);
    expect(moreMails).toEqual([]);
    expect(mail?.subject).toBe('Contact: a message from Asha Rao');
    expect(mail?.text).toContain(`\n\n${letter.message}\n\n`);
    expect(mail?.text).toContain(row?.id);
  });

  test('is taken by the project’s address as well', async () => {
    const sent = newMessage();
    const answer = await app.browser().post('/p/site/f/feedback', sent);
    expect(answer.json).toEqual({ ok: true, next: `${TEST_ORIGIN}/feedback/thanks` });
    expect((await stored(sent.email))[0]?.form).toBe('feedback');
  });

  test('keeps the fields that the form does not name; a repeated one with all its values', async () => {
    const sent = newMessage();
    const data = formDataOf(sent);
    for (const [name, value] of [
      ['topic', 'one'],
      ['topic', 'two'],
      ['phone', ' 1\r\n2 '],
      ['fax', ' '],
    ] as const)
      data.append(name, value);
    expect((await app.browser().send('/f/contact', { method: 'POST', body: data })).status).toBe(200);
    const [row] = await stored(sent.email);
    expect(JSON.parse(row?.fields ?? '')).toEqual({ topic: 'one, two', phone: '1\n2' });
    expect((await mailsAbout(sent.email))[0]?.text).toContain('topic: one, two\nphone: 1\n2');
  });

  test('has a name on one line, and a message on as many as it was written', async () => {
    const sent = { ...newMessage(), name: ' Asha\r\n\tRao ', message: ' one\r\n\r\n two ' };
    await app.browser().post('/f/contact', sent);
    expect((await stored(sent.email))[0]).toMatchObject({ name: 'Asha Rao', message: 'one\n\n two' });
  });

  test('that is JSON may hold numbers and yes or no', async () => {
    const sent = newMessage();
    await app.browser().post('/f/contact', { ...sent, age: 42, news: false, nothing: null });
    expect(JSON.parse((await stored(sent.email))[0]?.fields ?? '')).toEqual({ age: '42', news: 'false' });
  });

  test('leaves no word of itself in the log', async () => {
    const sent = newMessage();
    await app.browser().post('/f/contact', sent);
    await app.browser().post('/f/contact', { ...sent, email: 'no address' });
    const log = app.logLines().join('');
    expect(log).toContain('"route":"/f/:form"');
    for (const word of [sent.email, 'Asha', 'Letter number']) expect(log).not.toContain(word);
  });
});

describe('what is wrong is named', () => {
  const good = newMessage();
  test.each([
    ['name', undefined, 'REQUIRED_FIELD_MISSING', /^is missing\./],
    ['name', '  \n', 'REQUIRED_FIELD_EMPTY', /^is empty\./],
    ['name', 'a'.repeat(101), 'TYPE_TEXT', /^is too long\. .+ 100 characters; it has 101 now\.$/],
    ['name', ['Asha'], 'TYPE_TEXT', /^is not text\./],
    ['email', null, 'REQUIRED_FIELD_MISSING', /^is missing\./],
    ['email', '', 'REQUIRED_FIELD_EMPTY', /^is empty\./],
    ['email', 'asha', 'TYPE_EMAIL', /name@example\.com/],
    ['email', 'a@example.com, b@example.com', 'TYPE_EMAIL', /name@example\.com/],
    ['email', `${'a'.repeat(243)}@example.com`, 'TYPE_TEXT', /254 characters/],
    ['email', { a: 'b@example.com' }, 'TYPE_TEXT', /^is not text\./],
    ['message', undefined, 'REQUIRED_FIELD_MISSING', /^is missing\./],
    ['message', '', 'REQUIRED_FIELD_EMPTY', /^is empty\./],
    ['message', 'क'.repeat(5_001), 'TYPE_TEXT', /5,000 characters; it has 5,001 now/],
    ['hobby', 'x'.repeat(5_001), 'TYPE_TEXT', /5,000 characters/],
    ['hobby', [1], 'TYPE_TEXT', /^is not text\./],
    ['_replyto', 'nobody', 'TYPE_EMAIL', /name@example\.com/],
    ['_subject', 'x'.repeat(201), 'TYPE_TEXT', /200 characters/],
    ['_next', 'https://evil.example/', 'TYPE_TEXT', /^must lead to a page of this site/],
  ])('%s: %j is %s', async (field, value, code, message) => {
    const answer = await app.browser().post('/f/contact', { ...good, [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.json.errors).toEqual([{ code, field, message: expect.stringMatching(message) }]);
    expect(answer.json.error).toContain(answer.json.errors[0].message);
    expect(await stored(good.email)).toEqual([]);
  });

  test.each(['12a', '1,2,3', '0x10', 'NaN', '1e999'])('a number: %s is TYPE_NUMERIC', async (guests) => {
    const { errors } = (await app.browser().post('/f/rsvp', { guests })).json;
    expect(errors).toEqual([expect.objectContaining({ code: 'TYPE_NUMERIC', field: 'guests' })]);
  });

  test('all of it at once', async () => {
    const { errors } = (await app.browser().post('/f/contact', { email: 'x', message: '' })).json;
    expect(errors.map(({ code, field }: Record<string, string>) => `${field} ${code}`)).toEqual([
      'name REQUIRED_FIELD_MISSING',
      'email TYPE_EMAIL',
      'message REQUIRED_FIELD_EMPTY',
    ]);
  });

  test.each([
    ['/f/nowhere', newMessage(), 404, 'FORM_NOT_FOUND'],
    ['/p/elsewhere/f/contact', newMessage(), 404, 'PROJECT_NOT_FOUND'],
    ['/f/closed', newMessage(), 403, 'INACTIVE'],
    ['/f/contact', {}, 422, 'EMPTY'],
    ['/f/contact', { name: ' ', _subject: 'Hello' }, 422, 'EMPTY'],
  ] as const)('the whole of it: %s with %j is %i %s', async (path, body, status, code) => {
    const answer = await app.browser().post(path, body);
    expect(answer.status).toBe(status);
    expect(answer.json.errors[0]).toEqual({ code, message: FORM_ERRORS[code] });
  });

  test('as long as a field may be, it is taken', async () => {
    const sent = {
      ...newMessage(),
      name: 'a'.repeat(100),
      message: 'क'.repeat(5_000),
      hobby: 'x'.repeat(5_000),
    };
    const answer = await app.browser().post('/f/contact', { ...sent, _subject: 's'.repeat(200) });
    expect(answer.status).toBe(200);
    expect((await stored(sent.email))[0]).toMatchObject({ name: sent.name, message: sent.message });
  });

  test('what is no text is wrong, but not nothing', async () => {
    const { errors } = (await app.browser().post('/f/contact', { hobby: ['x'] })).json;
    expect(errors.map(({ code }: { code: string }) => code)).toEqual([
      ...Array(3).fill('REQUIRED_FIELD_MISSING'),
      'TYPE_TEXT',
    ]);
  });

  test('a form that belongs to some sites takes nothing from others', async () => {
    const send = (origin: string) => app.browser(origin).post('/f/partners', newMessage());
    const refused = await app.browser().post('/f/partners', newMessage(), { origin: STRANGER });
    expect([refused.status, refused.json.errors[0].code]).toEqual([403, 'BLOCKED']);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect((await send(TEST_ORIGIN)).status).toBe(200);
    const partner = await app
      .browser()
      .post('/f/partners', newMessage(), { origin: 'https://partner.example' });
    expect(partner.status).toBe(200);
  });
});

describe('other sites', () => {
  test('may post, and may read every answer; nobody’s cookie goes along', async () => {
    const asked = await app.browser().send('/f/contact', {
      method: 'OPTIONS',
      headers: {
        origin: STRANGER,
        'access-control-request-method': 'POST',
        'access-control-request-headers':
          'formspree-client,formspree-session-data,content-type,idempotency-key',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-methods')).toBe('POST');
    const allowed = (asked.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(',');
    for (const name of [
      'formspree-client',
      'formspree-session-data',
      'content-type',
      'idempotency-key',
      'accept',
    ])
      expect(allowed).toContain(name);
    for (const [path, body] of [
      ['/f/contact', newMessage()],
      ['/p/site/f/contact', newMessage()],
      ['/f/contact', {}],
      ['/f/nowhere', {}],
      ['/p/no/f/contact', {}],
    ] as const) {
      const answer = await app.browser().post(path, body, { origin: STRANGER });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

describe('who is signed in', () => {
  const messagesOf = async ({ browser, record }: Person): Promise<UserRecord['messages']> =>
    (await browser.get(pathFor(PRODUCT_API.user, record.id))).json.data.messages;

  test('has the messages in the record, newest first; nobody else has', async () => {
    const [asha, ben] = [await signedInPerson(app), await signedInPerson(app)];
    for (const form of ['contact', 'feedback']) {
      app.advance(1_000);
      expect((await asha.browser.post(`/f/${form}`, newMessage())).status).toBe(200);
    }
    const messages = await messagesOf(asha);
    expect(messages.map(({ form }) => form)).toEqual(['feedback', 'contact']);
    expect(messages[0]).toEqual({
      id: expect.any(String),
      form: 'feedback',
      message: expect.stringMatching(/^Letter number \d+\.\nAsha$/),
      created_at: expect.any(String),
    });
    expect(await messagesOf(ben)).toEqual([]);
    const other = await ben.browser.get(pathFor(PRODUCT_API.user, asha.record.id));
    expect([other.status, other.json.data]).toEqual([403, null]);
  });

  test('sees the newest hundred', async () => {
    const asha = await signedInPerson(app);
    for (let count = 0; count < 102; count++) {
      app.advance(1);
      await asha.browser.post('/f/contact', newMessage());
    }
    const messages = await messagesOf(asha);
    expect(messages).toHaveLength(100);
    const times = messages.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('counts for nothing on another site, or where no site is named', async () => {
    const asha = await signedInPerson(app);
    for (const origin of [STRANGER, 'null', 'http://site.localhost.evil.example:3000', undefined]) {
      const sent = newMessage();
      const headers = { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) };
      const init = { method: 'POST', body: JSON.stringify(sent), headers };
      expect((await asha.browser.send('/f/contact', init)).status).toBe(200);
      expect((await stored(sent.email))[0]?.user_id).toBeNull();
    }
    expect(await messagesOf(asha)).toEqual([]);
  });

  test('is known by a bearer token as well, until the session ends', async () => {
    const asha = await signedInPerson(app);
    const { token } = (await asha.browser.get(AUTH_API.token)).json;
    const post = async (authorization: string) => {
      const sent = newMessage();
      const answer = await app.browser().post('/f/contact', sent, { authorization, origin: STRANGER });
      expect(answer.status).toBe(200);
      return (await stored(sent.email))[0]?.user_id;
    };
    expect(await post(`Bearer ${token}`)).toBe(asha.record.id);
    expect(await post('Bearer a.b.c')).toBeNull();
    expect(await post('Basic x')).toBeNull();
    await asha.browser.post(ACCOUNT_API.signOut);
    expect(await post(`Bearer ${token}`)).toBeNull();
  });

  test('takes messages, files and the waiting mail along when the account goes', async () => {
    const asha = await signedInPerson(app);
    const sent = newMessage();
    const data = formDataOf(sent);
    data.append('file', new File(['secret'], 'a.txt'));
    const init = { method: 'POST', body: data, headers: { origin: TEST_ORIGIN } };
    expect((await asha.browser.send('/f/files', init)).status).toBe(200);
    const [row] = await stored(sent.email);
    const files = () =>
      app.db
        .selectFrom('submission_files')
        .selectAll()
        .where('submission_id', '=', row?.id ?? '')
        .execute();
    expect(row?.user_id).toBe(asha.record.id);
    expect(await files()).toHaveLength(1);
    expect(await mailsAbout(sent.email)).toHaveLength(1);
    await asha.browser.post(ACCOUNT_API.deletionProof, { name: asha.record.name, password: PASSWORD });
    expect((await asha.browser.delete(pathFor(PRODUCT_API.user, asha.record.id))).status).toBe(200);
    expect(await stored(sent.email)).toEqual([]);
    expect(await files()).toEqual([]);
    expect(await mailsAbout(sent.email)).toEqual([]);
  });
});

function formDataOf(values: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.append(name, value);
  return data;
}
