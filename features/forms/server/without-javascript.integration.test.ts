import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { MESSAGE_ROWS } from '#contract/limits.ts';
import { filled } from '#contract/page-errors.ts';
import { FORM_ERRORS } from '#features/forms/refusals.ts';
import { formDataOf, formIn, newMessage, openFormSite, sendAsBrowser } from '#server/testing/form-site.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';

const app = await openFormSite();
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
  // The only script shows the theme that the visitor chose.
  const [script = '', code = ''] = /<script>(.*?)<\/script>/.exec(answer.text) ?? [];
  expect(policy).toContain(`script-src 'sha256-${hash('sha256', code, 'base64')}';`);
  expect(answer.text.replace(script, '')).not.toMatch(/<script|<style| style=| on\w+=/i);
  expect(answer.text).toContain('<html lang="en-IN">');
  expect(answer.text).toContain('role="alert"');
  expect(answer.text).toContain('href="mailto:hello@example.com"');
}

test('a message sent without JavaScript leads to the thanks page of its form, or to the page that its field _next names', async () => {
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
  expect(answer.text).toMatch(/<a href="#(field-\w+)">Email must be a full address.+?<\/a>[\s\S]*id="\1"/);
  expect(answer.text).toMatch(
    /aria-describedby="(field-\w+-problem)"[\s\S]*<p class="field-problem" id="\1">Email must be/,
  );
  expect(formIn(answer.text)).toEqual({ action: '/f/contact', values: typed });
  expect(answer.text).toContain('<title>Not sent yet: Contact — Tuesday AI</title>');

  const again = { ...formIn(answer.text).values, email: 'typed@example.com' };
  expect((await send('/f/contact', again)).status).toBe(303);
  const [row] = await app.rowsOf(again);
  expect(row).toMatchObject({ name: typed.name, message: typed.message.trim() });
  expect(JSON.parse(row?.fields ?? '')).toEqual({ 'to"><script>pic': 'a "topic"', _subject: 'Hello there' });
});

test('the page of a refused form shows a hidden field if its value is wrong, whatever its name', async () => {
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
  'when a form sent to %s is refused and sending again cannot help, the page shows the typed text without a form',
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
  'for a body that %s, the page says to go back in the browser, where the text should still be',
  async (_, path, status, type, body) => {
    const headers = { accept: 'text/html', 'content-type': type };
    const answer = await app.browser().send(path, { method: 'POST', body, headers });
    expectKindPage(answer, status);
    expect(answer.text).toContain('Please go back in your browser');
    expect(answer.text).toContain(`<a href="${path.replace('/f', '')}">`);
    expect(answer.text).not.toContain('xxx');
  },
);

test('the page of a refused form says that files have to be chosen again', async () => {
  const data = formDataOf({ email: 'nobody', photo: new File(['x'], 'a.png') });
  const answer = await sendAsBrowser(app.browser(), '/f/files', data);
  expectKindPage(answer, 422);
  expect(answer.text).toContain('enctype="multipart/form-data"');
  expect(answer.text).toMatch(
    /Please choose your files again[\s\S]*<input type="file" id="[\w-]+" name="photo" multiple class="input">/,
  );
});

test('[V13.4.2] after a server error the page keeps what was typed, and reveals no details', async () => {
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

test('opening the address to which a form is sent redirects to the page with the form', async () => {
  const answer = await app.browser().get('/f/contact');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGES.contact]);
  expect((await app.browser().get('/f/nowhere')).status).toBe(404);
  expect((await app.browser().delete('/f/contact')).status).toBe(405);
});
