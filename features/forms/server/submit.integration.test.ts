import { hash } from 'node:crypto';
import { createClient, isSubmissionError, type SubmissionError } from '@formspree/core';
import { afterAll, expect, test, vi } from 'vitest';
import { BRAND } from '#content/brand.ts';
import { FORM_SERVICE_PAGE, FORM_TITLES, NOTIFICATION } from '#content/form-service.ts';
import { FORM_WORDS } from '#content/forms.ts';
import { PAGES } from '#content/page-paths.ts';
import { MESSAGE_ROWS } from '#contract/limits.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { FORM_ERRORS } from '#features/forms/refusals.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp } from '#server/app.ts';
import { escapeHtml } from '#server/html/html.ts';
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
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';
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
  expect(mail?.subject).toBe(filled(NOTIFICATION.subject, { form: FORM_TITLES.contact, name: 'Asha Rao' }));
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

test('another site can send a form as the Formspree library does and read the answer, but without a visitor’s cookies', async () => {
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
])(
  'a message that a signed-in person sends from a page of %s belongs to the person’s account: $2',
  async (_, from, isOwner) => {
    const [asha, sent] = [await signedInPerson(app), newMessage()];
    const headers = { 'content-type': 'application/json', ...from };
    await asha.browser.send('/f/contact', { method: 'POST', body: JSON.stringify(sent), headers });
    expect(await app.rowsOf(sent)).toMatchObject([{ user_id: isOwner ? asha.record.id : null }]);
  },
);

test('a message sent with a bearer token belongs to the token’s owner, unless the session of the token has ended', async () => {
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

test('[V3.4.2-2] if a form of another site is corrected on our page, its hidden fields are dropped', async () => {
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
  const subject = filled(NOTIFICATION.subject, { form: FORM_TITLES.contact, name: 'Asha Rao' });
  expect(mail).toMatchObject({ reply_to: email, subject });
});

const URLENCODED = 'application/x-www-form-urlencoded';

const send = (path: string, values: Readonly<Record<string, string>>) =>
  sendAsBrowser(app.browser(), path, new URLSearchParams(values));

function expectKindPage(answer: TestAnswer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  // The page has only one script, which shows the theme that the visitor chose.
  const [script = '', code = ''] = /<script>(.*?)<\/script>/.exec(answer.text) ?? [];
  expect(policy).toContain(`script-src 'sha256-${hash('sha256', code, 'base64')}';`);
  expect(answer.text.replace(script, '')).not.toMatch(/<script|<style| style=| on\w+=/i);
  expect(answer.text).toContain('<html lang="en-IN">');
  expect(answer.text).toContain('role="alert"');
  expect(answer.text).toContain(`href="mailto:${BRAND.contactEmail}"`);
}

test('a message sent without JavaScript leads to its form’s thanks page, or to the page in the field _next', async () => {
  for (const [path, fields, page] of [
    ['/f/contact', {}, `${PAGES.contactThanks}?{reference}`],
    ['/p/site/f/feedback', {}, `${PAGES.feedbackThanks}?{reference}`],
    ['/f/contact', { _next: '/pricing?from=form#top' }, '/pricing?from=form&{reference}#top'],
  ] as const) {
    const letter = newMessage();
    const { status, headers } = await send(path, { ...letter, ...fields, _gotcha: '' });
    const [row] = await app.rowsOf(letter);
    const reference = `reference=${row?.id.slice(0, 8)}`;
    expect([status, headers.get('location')]).toEqual([303, filled(page, { reference })]);
  }
});

test('[V1.2.1] the page of a refused form shows each error at its field, and all that was typed, ready to send again', async () => {
  const typed = {
    name: '"Asha" <b>',
    email: 'asha at home',
    message: '\n  <textarea></textarea> & "quotes"\nसुबह',
    'to"><script>pic': 'a "topic"',
    _subject: 'Hello\nthere',
  };
  const answer = await send('/f/contact', typed);
  expectKindPage(answer, 422);
  expect(answer.text).toMatch(new RegExp(`<textarea [^>]* rows="${MESSAGE_ROWS}">`));
  const problem = RegExp.escape(escapeHtml(`${FORM_WORDS.email} must be a full address`));
  expect(answer.text).toMatch(new RegExp(`<a href="#(field-\\w+)">${problem}.+?</a>[\\s\\S]*id="\\1"`));
  expect(answer.text).toMatch(
    new RegExp(
      `aria-describedby="(field-\\w+-problem)"[\\s\\S]*<p class="field-problem" id="\\1">${problem}`,
    ),
  );
  expect(formIn(answer.text)).toEqual({ action: '/f/contact', values: typed });
  const title = `${FORM_SERVICE_PAGE.title}: ${FORM_TITLES.contact} — ${BRAND.product}`;
  expect(answer.text).toContain(`<title>${escapeHtml(title)}</title>`);

  const again = { ...formIn(answer.text).values, email: 'typed@example.com' };
  expect((await send('/f/contact', again)).status).toBe(303);
  const [row] = await app.rowsOf(again);
  expect(row).toMatchObject({ name: typed.name, message: typed.message.trim() });
  expect(JSON.parse(row?.fields ?? '')).toEqual({ 'to"><script>pic': 'a "topic"', _subject: 'Hello there' });
});

test('the page of a refused form shows a hidden field visibly if the field’s value is wrong', async () => {
  const wrong = { _replyto: 'nobody', '"><script>x': 'x'.repeat(5_001) };
  const answer = await send('/f/contact', { ...newMessage(), ...wrong, _next: '/about', _gotcha: 'x' });
  expectKindPage(answer, 422);
  expect(answer.text).toContain('>_replyto</label>');
  for (const others of ['name="_next" value="/about">', 'name="_gotcha" value="x">'])
    expect(answer.text).toContain(`<input type="hidden" ${others}`);
});

test.each([
  ['/f/nowhere', 404, FORM_ERRORS.FORM_NOT_FOUND],
  ['/f/closed', 403, FORM_ERRORS.INACTIVE],
])(
  'if no form can be accepted at %s, the page shows the sent text, so that it can be copied',
  async (path, status, words) => {
    const letter = { ...newMessage(), _gotcha: '', fax: '' };
    const answer = await send(path, { ...letter, message: '<b>\nHello' });
    expectKindPage(answer, status);
    expect(answer.text).toContain(words);
    expect(answer.text).toContain('<dd class="typed">&lt;b&gt;\nHello</dd>');
    expect(answer.text).toContain(letter.email);
    expect(answer.text).not.toContain('<form');
    expect(answer.text).not.toMatch(/_gotcha|fax/);
  },
);

test.each([
  ['cannot be read', '/f/contact', 400, 'multipart/form-data', 'x'],
  ['is too large', '/f/contact', 413, URLENCODED, `message=${'x'.repeat(300_000)}`],
  ['has an unsupported media type', '/f/contact', 415, 'text/plain', 'name=Asha'],
  ['is refused and too long to show', '/f/closed', 403, URLENCODED, `message=${'x'.repeat(66_000)}`],
])(
  'if the sent form %s, the error page tells the visitor to go back in the browser',
  async (_, path, status, type, body) => {
    const headers = { accept: 'text/html', 'content-type': type };
    const answer = await app.browser().send(path, { method: 'POST', body, headers });
    expectKindPage(answer, status);
    expect(answer.text).toContain(escapeHtml(FORM_SERVICE_PAGE.goBack));
    expect(answer.text).toContain(`<a href="${path.replace('/f', '')}">`);
    expect(answer.text).not.toContain('xxx');
  },
);

test('the page of a refused form says that files have to be chosen again', async () => {
  const data = formDataOf({ email: 'nobody', photo: new File(['x'], 'a.png') });
  const answer = await sendAsBrowser(app.browser(), '/f/files', data);
  expectKindPage(answer, 422);
  expect(answer.text).toContain('enctype="multipart/form-data"');
  const [before, after] = answer.text.split(escapeHtml(FORM_SERVICE_PAGE.filesAgain));
  expect(before).not.toContain('type="file"');
  expect(after).toMatch(/<input type="file" id="[\w-]+" name="photo" multiple class="input">/);
});

test('[V13.4.2] after a server error, the page shows the typed text again and no details of the error', async () => {
  const broken = await openTestApp();
  await broken.db.schema.dropTable('submission_files').execute();
  await broken.db.schema.dropTable('submissions').execute();
  const letter = newMessage();
  const answer = await sendAsBrowser(broken.browser(), '/f/contact', new URLSearchParams(letter));
  expectKindPage(answer, 500);
  expect(formIn(answer.text).values).toEqual(letter);
  expect(answer.text).not.toMatch(/submissions|SQL|table/i);
  const json = await broken.browser().post('/f/contact', newMessage());
  expect([json.status, json.json.errors[0].code]).toEqual([500, 'UNEXPECTED']);
  expect(json.headers.get('access-control-allow-origin')).toBe('*');
  expect(broken.logLines().join('')).not.toContain(letter.email);
});

/** Allows one submission a minute per network address. Each test browser has its own address. */
const limited = await openFormSite({ RATE_LIMIT_SCALE: '0.2' });

function streamOf(chunks: number, size: number) {
  let taken = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      if (taken === chunks) return controller.close();
      taken += 1;
      controller.enqueue(new Uint8Array(size).fill(0x61));
    },
  });
  return { body, taken: () => taken };
}

const sendStream = (path: string, body: ReadableStream, accept: string, browser = limited.browser()) => {
  const headers = { 'content-type': 'application/json', accept };
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
  return browser.send(path, init);
};

test.each([
  ['a form that accepts messages', '/f/contact', 200, {}],
  ['an unknown form', '/f/nowhere', 404, {}],
  ['a form of an unknown project', '/p/elsewhere/f/contact', 404, {}],
  ['a form that is switched off', '/f/closed', 403, {}],
  ['a form that belongs to other sites', '/f/partners', 403, { origin: STRANGER }],
] as const)('sending to %s counts towards the rate limit for all forms', async (_, path, status, headers) => {
  const browser = limited.browser();
  expect((await browser.post(path, newMessage(), headers)).status).toBe(status);
  for (const next of [path, '/f/contact', '/p/site/f/feedback', '/f/other']) {
    const answer = await browser.post(next, newMessage(), headers);
    expect([answer.status, answer.json.errors[0].code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await limited.browser().post('/f/contact', newMessage())).status).toBe(200);
});

test('a GET of a form’s address redirects to its page; neither it nor a CORS preflight counts towards the rate limit', async () => {
  const browser = limited.browser();
  for (let count = 0; count < 3; count += 1) {
    const opened = await browser.get('/f/contact');
    expect([opened.status, opened.headers.get('location')]).toEqual([303, PAGES.contact]);
    expect(
      (await browser.send('/f/contact', { method: 'OPTIONS', headers: { origin: STRANGER } })).status,
    ).toBe(204);
  }
  expect((await browser.get('/f/nowhere')).status).toBe(404);
  expect((await browser.delete('/f/contact')).status).toBe(405);
  expect((await browser.post('/f/contact', newMessage())).status).toBe(200);
});

test('if a form is refused before its fields are checked, the server first receives the whole body, unless it is endless', async () => {
  for (const [path, chunks, accept] of [
    ['/f/nowhere', 3, 'application/json'],
    ['/f/closed', 100, 'application/json'],
    ['/p/elsewhere/f/contact', 100, 'text/html'],
  ] as const) {
    const { body, taken } = streamOf(chunks, 100_000);
    expect([403, 404]).toContain((await sendStream(path, body, accept)).status);
    expect(taken()).toBe(chunks);
  }
  const endless = streamOf(1_000, 1_000_000);
  expect((await sendStream('/f/nowhere', endless.body, 'application/json')).status).toBe(404);
  expect(endless.taken()).toBeLessThan(30);
});

test('a form from a sender over the rate limit is answered with 429 before its whole body is read', async () => {
  for (const accept of ['application/json', 'text/html']) {
    const browser = limited.browser();
    await browser.post('/f/contact', newMessage());
    const { body, taken } = streamOf(100, 100_000);
    expect((await sendStream('/f/contact', body, accept, browser)).status).toBe(429);
    expect(taken()).toBeLessThan(10);
  }
});

test('a form refused before its fields are checked gets a page with all its text, even of the longest message', async () => {
  const browser = limited.browser();
  const letter = { name: 'न'.repeat(100), email: newMessage().email, message: 'क'.repeat(5_000) };
  const sendTo = (path: string) => sendAsBrowser(browser, path, new URLSearchParams(letter));
  const closed = await sendTo('/f/closed');
  expect([closed.status, closed.text.includes(letter.message)]).toEqual([403, true]);
  const waits = await sendTo('/f/contact');
  expect([waits.status, formIn(waits.text).values]).toEqual([429, letter]);
  expect(waits.text).toMatch(/Please wait (one|\d+) (second|minute)s? and try again\./);
});

test('an IP address can send 200 forms a day and no more, however slowly', async () => {
  // With a twentieth of the normal limits, ten forms a day and one a minute are allowed.
  const app = await openFormSite({ RATE_LIMIT_SCALE: '0.05' });
  const browser = app.browser();
  const started = Date.now();
  const now = vi.spyOn(Date, 'now');
  const sendAfter = async (minutes: number, from = browser) => {
    now.mockReturnValue(started + minutes * 61_000);
    return (await from.post('/f/contact', newMessage())).status;
  };
  for (let minute = 0; minute < 10; minute++) expect(await sendAfter(minute)).toBe(200);
  expect(await sendAfter(10)).toBe(429);
  expect(await sendAfter(10, app.browser())).toBe(200);
  expect(await sendAfter(24 * 60)).toBe(200);
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

test('a form with files can be sent to a URL that contains the id of a Formspree project', async () => {
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

test('the Formspree library shows a field’s error at that field, and our sentence for a body that is too large or no form', async () => {
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
