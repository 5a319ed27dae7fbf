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
import { signedInPerson } from '#server/testing/people.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';
import { refusalOf } from './form-refusal.ts';

/** `check-submission.test.ts` tests refusals and their texts. */
const STRANGER = 'https://blog.example';
const OUR_PAGE = { 'sec-fetch-site': 'same-origin' };

const app = await openFormSite();

test('[P-002] a message is stored together with the mail about it, and the answer names the next page and the reference', async () => {
  const letter = newMessage();
  const answer = await app.browser().post('/f/contact', letter);
  const [row, ...others] = await app.rowsOf(letter);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ ...letter, form: 'contact', state: 'received', user_id: null, fields: '{}' });
  const reference = row?.id.slice(0, 8);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(answer.json).toEqual({ ok: true, next: `${TEST_ORIGIN}/contact/thanks?reference=${reference}` });
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
  const [row] = await app.rowsOf(sent);
  expect(JSON.parse(row?.fields ?? '')).toEqual({ topic: 'one, two', phone: '1\n2' });
  expect((await app.mailsAbout(sent))[0]?.text_body).toContain(quoted('topic: one, two\nphone: 1\n2'));
});

test('a message with several errors is refused with all of them at once, and not stored', async () => {
  const sent = { email: 'x', message: '', _subject: newMessage().email };
  const { status, json } = await app.browser().post('/f/contact', sent);
  expect(status).toBe(422);
  expect(json.errors).toMatchObject([
    { field: 'name', code: 'REQUIRED_FIELD_MISSING' },
    { field: 'email', code: 'TYPE_EMAIL' },
    { field: 'message', code: 'REQUIRED_FIELD_EMPTY' },
  ]);
  for (const { message } of json.errors) expect(json.error).toContain(message);
  expect(await app.rowsOf(sent)).toEqual([]);
});

test('a form with a list of allowed sites refuses messages from other sites', async () => {
  const send = (origin: string) => app.browser().post('/f/partners', newMessage(), { origin });
  const refused = await send(STRANGER);
  expect(refused.status).toBe(403);
  expect(refused.json.errors).toEqual([{ code: 'BLOCKED', message: FORM_ERRORS.BLOCKED }]);
  for (const origin of [TEST_ORIGIN, 'https://partner.example'])
    expect((await send(origin)).status).toBe(200);
});

test('another site may send a form with every header of the Formspree library and read the answer, but not with a visitor’s cookies', async () => {
  const names = ['formspree-client', 'formspree-session-data', 'content-type', 'idempotency-key'];
  const headers = { origin: STRANGER, 'access-control-request-headers': names.join(',') };
  const asked = await app.browser().send('/f/contact', { method: 'OPTIONS', headers });
  expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  const allowed = (asked.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(',');
  expect(allowed).toEqual(expect.arrayContaining([...names, 'accept']));
  for (const path of ['/f/contact', '/p/site/f/contact', '/f/nowhere', '/p/no/f/contact']) {
    const { headers } = await app.browser().post(path, newMessage(), { origin: STRANGER });
    expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
});

test.each([
  ['another site', { origin: STRANGER }, false],
  ['no named origin', {}, false],
  ['our own site, although the browser hides its origin', { origin: 'null', ...OUR_PAGE }, true],
])('a signed-in person who sends a message from a page of %s is its owner: $2', async (_, from, isOwner) => {
  const [asha, sent] = [await signedInPerson(app), newMessage()];
  const headers = { 'content-type': 'application/json', ...from };
  await asha.browser.send('/f/contact', { method: 'POST', body: JSON.stringify(sent), headers });
  expect(await app.rowsOf(sent)).toMatchObject([{ user_id: isOwner ? asha.record.id : null }]);
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

/** Hidden fields that another site adds. The visitor neither typed nor sees them. */
const UNSEEN = {
  _replyto: 'mallory@evil.example',
  _subject: 'Close my account',
  _next: '/pricing',
  _gotcha: 'x',
  note: 'Approved by <support>',
};
const sendFrom = (origin: string, values: Readonly<Record<string, string>>, browser = app.browser()) =>
  sendAsBrowser(browser, '/f/contact', new URLSearchParams(values), { origin, ...OUR_PAGE });

test('[V3.4.2-2] if a form that another site sent is refused and the visitor corrects it on our page, the other site’s hidden fields are dropped', async () => {
  const { browser, email } = await signedInPerson(app);
  const typed = { ...newMessage(), email, name: '' };
  const refused = await sendFrom(STRANGER, { ...UNSEEN, ...typed }, browser);
  expect([refused.status, formIn(refused.text)]).toEqual([422, { action: '/f/contact', values: typed }]);
  expect(refused.text.match(/type="hidden" name="\w+"/g)).toEqual(['type="hidden" name="_notice"']);
  // The page shows the text of unknown fields, so that the visitor can copy it, but not the fields that control the form service.
  expect(refused.text).toContain('<dt>note</dt><dd class="typed">Approved by &lt;support&gt;</dd>');
  expect(refused.text).not.toMatch(/_replyto|_subject|_next|_gotcha|mallory/);

  const again = { ...formIn(refused.text).values, name: 'Asha Rao' };
  expect((await sendFrom(TEST_ORIGIN, again, browser)).status).toBe(303);
  const [row] = await app.rowsOf({ email });
  expect(row).toMatchObject({ state: 'received', message: typed.message, fields: '{}' });
  const [mail] = await app.mailsAbout({ email });
  expect(mail?.text_body).toContain(filled(NOTIFICATION.signedIn, { email }));
  const subject = filled(NOTIFICATION.subject, { form: 'Contact', name: 'Asha Rao' });
  expect(mail).toMatchObject({ reply_to: email, subject });
});

/** The unchanged Formspree library needs a real connection. `e2e/journeys/forms-hosted.spec.ts` tests it from another origin. */
const server = await listen(await createApp(app.deps), 0);
const endpoint = `http://127.0.0.1:${server.port}`;
afterAll(server.close);

type Values = Record<string, string>;
type Data = FormData | Record<string, unknown>;

const submit = (form: string, data: Data, project?: string) =>
  createClient(project === undefined ? {} : { project }).submitForm<Values>(form, data as Values, {
    endpoint,
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
])('the Formspree library shows the site’s sentence for %s', async (code, form, data, project) => {
  const [first] = (await refused(form, data, project)).getFormErrors();
  expect(first).toEqual({ code, message: FORM_ERRORS[code] });
});

test('the Formspree library gets an error of a field at that field, and shows the site’s own sentence for a body that is too large or not a form', async () => {
  for (const [code, form, field, data] of [
    ['REQUIRED_FIELD_EMPTY', 'contact', 'message', formDataOf({ ...newMessage(), message: ' ' })],
    ['TYPE_NUMERIC', 'rsvp', 'guests', { guests: 'two' }],
  ] as const) {
    const error = await refused(form, data);
    const message = expect.stringMatching(/^is .+\.$/);
    expect([error.getFormErrors(), error.getAllFieldErrors()]).toEqual([[], [[field, [{ code, message }]]]]);
  }
  for (const [code, data] of [
    ['BODY_TOO_LARGE', { ...newMessage(), message: 'x'.repeat(1_000_000) }],
    ['BODY_NOT_READABLE', [] as never as Values],
  ] as const) {
    const { message } = refusalOf(code).problems[0] ?? {};
    expect((await refused('contact', data)).getFormErrors()).toEqual([{ code: 'UNSPECIFIED', message }]);
  }
});
