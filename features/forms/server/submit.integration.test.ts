import { createClient, isSubmissionError, type SubmissionError } from '@formspree/core';
import { afterAll, expect, test } from 'vitest';
import { NOTIFICATION } from '#content/form-service.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { FORM_ERRORS } from '#features/forms/refusals.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp } from '#server/app.ts';
import { listen } from '#server/http/listen.ts';
import {
  formDataOf,
  formIn,
  newMessage,
  openFormSite,
  quoted,
  sendAsBrowser,
} from '#server/testing/form-site.ts';
import { recordOf, signedInPerson } from '#server/testing/people.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';
import { refusalOf } from './form-refusal.ts';

/** `check-submission.test.ts` tests refusals and their texts. */
const STRANGER = 'https://blog.example';

const app = await openFormSite();

const fieldsOf = async (letter: { readonly email: string }) =>
  JSON.parse((await app.rowsOf(letter))[0]?.fields ?? '');

test('[P-002] a message is stored together with the mail about it, and the answer names the next page and the reference', async () => {
  const letter = newMessage();
  const init = { method: 'POST', body: JSON.stringify(letter) };
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const answer = await app.browser().send('/f/contact', { ...init, headers });
  expect(answer.status).toBe(200);
  const [stored] = await app.rowsOf(letter);
  const reference = stored?.id.slice(0, 8);
  expect(answer.json).toEqual({ ok: true, next: `${TEST_ORIGIN}/contact/thanks?reference=${reference}` });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const [row, ...others] = await app.rowsOf(letter);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ ...letter, form: 'contact', state: 'received', user_id: null, fields: '{}' });
  const [mail, ...moreMails] = await app.mailsAbout(letter);
  expect(moreMails).toEqual([]);
  expect(mail?.subject).toBe(filled(NOTIFICATION.subject, { form: 'Contact', name: 'Asha Rao' }));
  expect(mail?.text_body).toContain(`\n\n${quoted(letter.message)}\n\n`);
  expect(mail?.text_body).toContain(row?.id);
});

test('a message keeps fields that the form does not define, and all values of a repeated field', async () => {
  const sent = newMessage();
  const body = formDataOf({ ...sent, topic: 'one', phone: ' 1\r\n2 ', fax: ' ' });
  body.append('topic', 'two');
  expect((await app.browser().send('/f/contact', { method: 'POST', body })).status).toBe(200);
  expect(await fieldsOf(sent)).toEqual({ topic: 'one, two', phone: '1\n2' });
  expect((await app.mailsAbout(sent))[0]?.text_body).toContain(quoted('topic: one, two\nphone: 1\n2'));
});

test('a message with several errors is refused with all of them at once, and not stored', async () => {
  const sent = { email: 'x', message: '', _subject: newMessage().email };
  const { status, json } = await app.browser().post('/f/contact', sent);
  expect(status).toBe(422);
  expect(json.errors.map(({ code, field }: Record<string, string>) => `${field} ${code}`)).toEqual([
    'name REQUIRED_FIELD_MISSING',
    'email TYPE_EMAIL',
    'message REQUIRED_FIELD_EMPTY',
  ]);
  for (const { message } of json.errors) expect(json.error).toContain(message);
  expect(await app.rowsOf(sent)).toEqual([]);
});

test('a form with a list of allowed sites refuses messages from other sites', async () => {
  const send = (origin: string) => app.browser().post('/f/partners', newMessage(), { origin });
  const refused = await send(STRANGER);
  expect(refused.status).toBe(403);
  expect(refused.json.errors).toEqual([{ code: 'BLOCKED', message: FORM_ERRORS.BLOCKED }]);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  for (const origin of [TEST_ORIGIN, 'https://partner.example'])
    expect((await send(origin)).status).toBe(200);
});

test('the CORS preflight of another site is allowed, with every header of the Formspree library', async () => {
  const names = ['formspree-client', 'formspree-session-data', 'content-type', 'idempotency-key'];
  const headers = {
    origin: STRANGER,
    'access-control-request-method': 'POST',
    'access-control-request-headers': names.join(','),
  };
  const asked = await app.browser().send('/f/contact', { method: 'OPTIONS', headers });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-methods')).toBe('POST');
  const allowed = (asked.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(',');
  expect(allowed).toEqual(expect.arrayContaining([...names, 'accept']));
});

test.each([
  ['/f/contact', newMessage()],
  ['/p/site/f/contact', newMessage()],
  ['/f/contact', {}],
  ['/f/nowhere', {}],
  ['/p/no/f/contact', {}],
])('another site may read the answer of %s to %j, but not with a visitor’s cookies', async (path, body) => {
  const { headers } = await app.browser().post(path, body, { origin: STRANGER });
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
});

test('a signed-in person finds their sent messages in their account data, newest first', async () => {
  const [asha, ben] = [await signedInPerson(app), await signedInPerson(app)];
  for (const form of ['contact', 'feedback']) {
    app.advance(1_000);
    expect((await asha.browser.post(`/f/${form}`, newMessage())).status).toBe(200);
  }
  const { messages } = await recordOf(asha.browser);
  expect(messages.map(({ form }) => form)).toEqual(['feedback', 'contact']);
  expect(messages[0]).toEqual({
    id: expect.any(String),
    form: 'feedback',
    message: expect.stringMatching(/^Letter number \d+\.\nAsha$/),
    created_at: expect.any(String),
  });
  expect((await recordOf(ben.browser)).messages).toEqual([]);
});

test.each([STRANGER, 'null', 'http://site.localhost.evil.example:3000', undefined])(
  'a message from a page of %s is stored without an owner, even if the sender is signed in',
  async (origin) => {
    const [asha, sent] = [await signedInPerson(app), newMessage()];
    const headers = { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) };
    const init = { method: 'POST', body: JSON.stringify(sent), headers };
    expect((await asha.browser.send('/f/contact', init)).status).toBe(200);
    expect(await app.rowsOf(sent)).toMatchObject([{ user_id: null }]);
    expect((await recordOf(asha.browser)).messages).toEqual([]);
  },
);

test('a message from our own page is stored with its owner, also when the browser hides the origin', async () => {
  const [asha, sent] = [await signedInPerson(app), newMessage()];
  const headers = { 'content-type': 'application/json', origin: 'null', 'sec-fetch-site': 'same-origin' };
  await asha.browser.send('/f/contact', { method: 'POST', body: JSON.stringify(sent), headers });
  expect(await app.rowsOf(sent)).toMatchObject([{ user_id: asha.record.id }]);
});

test('a message with a bearer token belongs to the token’s owner until the session ends', async () => {
  const asha = await signedInPerson(app);
  const { token } = (await asha.browser.get(AUTH_API.token)).json;
  const post = async (authorization: string) => {
    const sent = newMessage();
    const answer = await app.browser().post('/f/contact', sent, { authorization, origin: STRANGER });
    expect(answer.status).toBe(200);
    return (await app.rowsOf(sent))[0]?.user_id;
  };
  expect(await post(`Bearer ${token}`)).toBe(asha.record.id);
  expect(await post('Bearer a.b.c')).toBeNull();
  expect(await post('Basic x')).toBeNull();
  await asha.browser.post(ACCOUNT_API.signOut);
  expect(await post(`Bearer ${token}`)).toBeNull();
});

/** The tests below send forms as a page of another site would make a browser send them. */
const ELSEWHERE = 'https://evil.example';

/** Hidden fields that another site adds. The visitor neither typed nor sees them. */
const UNSEEN = {
  _replyto: 'mallory@evil.example',
  _subject: 'Close my account',
  _next: '/pricing',
  _gotcha: 'x',
  note: 'Approved by <support>',
};
const send = (
  values: Readonly<Record<string, string>>,
  headers: Record<string, string>,
  path = '/f/contact',
) => sendAsBrowser(app.browser(), path, new URLSearchParams(values), headers);

test('[V3.4.2-2] if a form that another site sent is refused and the visitor corrects it on our page, the other site’s hidden fields are dropped', async () => {
  const { browser, email } = await signedInPerson(app);
  const words = { ...newMessage(), email };
  const refused = await sendAsBrowser(
    browser,
    '/f/contact',
    new URLSearchParams({ ...UNSEEN, ...words, name: '' }),
    { origin: ELSEWHERE },
  );
  expect(refused.status).toBe(422);
  const again = { ...formIn(refused.text).values, name: 'Asha Rao' };
  const sent = await sendAsBrowser(browser, '/f/contact', new URLSearchParams(again), {
    origin: TEST_ORIGIN,
  });
  expect(sent.status).toBe(303);
  const [row] = await app.rowsOf({ email });
  expect(row).toMatchObject({ state: 'received', message: words.message, fields: '{}' });
  const [mail] = await app.mailsAbout({ email });
  expect(mail?.text_body).toContain(filled(NOTIFICATION.signedIn, { email }));
  expect(mail).toMatchObject({
    reply_to: email,
    subject: filled(NOTIFICATION.subject, { form: 'Contact', name: 'Asha Rao' }),
  });
});

test.each([
  ['a foreign origin', { origin: ELSEWHERE }],
  ['the origin “null”', { origin: 'null' }],
  ['a foreign origin and a same-origin header', { origin: ELSEWHERE, 'sec-fetch-site': 'same-origin' }],
  ['no origin, from another site', { 'sec-fetch-site': 'cross-site' }],
  ['no origin, from another subdomain', { 'sec-fetch-site': 'same-site' }],
])(
  'a refused form that another site sent (%s) comes back with only the form’s own fields',
  async (_, headers) => {
    const typed = { ...newMessage(), email: 'asha at home' };
    const { status, text } = await send({ ...typed, ...UNSEEN }, headers);
    expect(status).toBe(422);
    expect(formIn(text)).toEqual({ action: '/f/contact', values: typed });
    expect(text.match(/type="hidden" name="\w+"/g)).toEqual(['type="hidden" name="_notice"']);
    // The page shows the text of unknown fields, so that the visitor can copy it, but not the fields that control the form service.
    expect(text).toContain('<dt>note</dt><dd class="typed">Approved by &lt;support&gt;</dd>');
    for (const name of ['_replyto', '_subject', '_next', '_gotcha']) expect(text).not.toContain(name);
    expect(text).not.toContain(UNSEEN._replyto);
  },
);

test.each([
  ['our own page', { origin: TEST_ORIGIN }],
  ['a browser that names no origin', { 'sec-fetch-site': 'same-origin' }],
  ['an old browser that sends no such headers', {}],
])(
  'a refused form that came from %s comes back with all its fields, hidden ones included',
  async (_, headers) => {
    const typed = { ...newMessage(), email: 'asha at home', ...UNSEEN };
    const { text } = await send(typed, headers as Record<string, string>);
    expect(formIn(text).values).toEqual(typed);
    expect(text).not.toContain('id="written"');
  },
);

/** The unchanged Formspree library needs a real connection. `e2e/journeys/forms-hosted.spec.ts` tests it from another origin. */
const server = await listen(await createApp(app.deps), 0);
const endpoint = `http://127.0.0.1:${server.port}`;
afterAll(server.close);

type Values = Record<string, string>;
type Data = FormData | Record<string, unknown>;

const submit = (form: string, data: Data, project?: string, to = endpoint) =>
  createClient(project === undefined ? {} : { project }).submitForm<Values>(form, data as Values, {
    endpoint: to,
  });

async function refused(...sent: Parameters<typeof submit>): Promise<SubmissionError<Values>> {
  const result = await submit(...sent);
  if (!isSubmissionError(result)) throw new Error(`not refused: ${JSON.stringify(result)}`);
  return result;
}

const file = (size: number) => new File([new Uint8Array(size)], 'picture.png', { type: 'image/png' });

test('a form sent to a URL that names its Formspree project accepts files within the form’s limits', async () => {
  const data = formDataOf({ email: 'asha@example.com', file: file(1_000) });
  expect((await submit('files', data, 'site')).kind).toBe('success');
});

test.each<[keyof typeof FORM_ERRORS, string, Data, string | undefined]>([
  ['FORM_NOT_FOUND', 'nowhere', newMessage(), undefined],
  ['PROJECT_NOT_FOUND', 'contact', newMessage(), 'elsewhere'],
  ['INACTIVE', 'closed', newMessage(), undefined],
  ['EMPTY', 'contact', new FormData(), undefined],
  ['NO_FILE_UPLOADS', 'contact', formDataOf({ ...newMessage(), file: file(10) }), undefined],
  ['FILES_TOO_BIG', 'files', formDataOf({ file: file(400_001) }), undefined],
  ['TOO_MANY_FILES', 'files', formDataOf({ a: file(1), b: file(1), c: file(1) }), undefined],
])(
  'the Formspree library shows the site’s own sentence when a message is refused as a whole with %s',
  async (code, form, data, project) => {
    const [first] = (await refused(form, data, project)).getFormErrors();
    expect(first).toEqual({ code, message: FORM_ERRORS[code] });
  },
);

test.each<[string, string, string, Data]>([
  ['REQUIRED_FIELD_EMPTY', 'contact', 'message', formDataOf({ ...newMessage(), message: ' ' })],
  ['TYPE_NUMERIC', 'rsvp', 'guests', { guests: 'two' }],
])('the Formspree library gets the error %s at the field that caused it', async (code, form, field, data) => {
  const error = await refused(form, data);
  expect(error.getFormErrors()).toEqual([]);
  expect(error.getAllFieldErrors().map(([name]) => name)).toEqual([field]);
  expect(error.getFieldErrors(field)).toEqual([{ code, message: expect.stringMatching(/^is .+\.$/) }]);
});

test('the Formspree library shows the site’s own sentence for a body that is too large or is not a form', async () => {
  const long = await refused('contact', { ...newMessage(), message: 'x'.repeat(1_000_000) });
  expect(long.getFormErrors()).toEqual([
    { code: 'UNSPECIFIED', message: refusalOf('BODY_TOO_LARGE').problems[0]?.message },
  ]);
  const list = await refused('contact', [] as never as Values);
  expect(list.getFormErrors()[0]?.message).toBe(refusalOf('BODY_NOT_READABLE').problems[0]?.message);
});
