import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { VERIFY_MAIL } from '#content/features/accounts.ts';
import { answerError } from '#server/http/refusal.ts';
import { requestMail, storeMail } from '#server/mail/outbox.ts';
import { loadMailTemplates } from '#server/mail/templates.ts';
import { inject, type TestAnswer } from '#server/testing/test-client.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { mailboxRoutes } from './mailbox.ts';
import { type MailboxMessage, mailboxPage, mailPage, mailPolicy, withLinks } from './mailbox-page.ts';

const templates = loadMailTemplates('build/mails/mails.json');
const START = Date.parse('2026-01-06T06:00:00.000Z');

const makeBodies = async (id: string) => ({ text: `made for ${id}`, html: `<p>made for ${id}</p>` });

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});

async function get(path: string, { isLoopback = true } = {}): Promise<TestAnswer> {
  const app = Fastify();
  app.setErrorHandler(answerError);
  const takeFromLimit = async () => async () => {};
  mailboxRoutes(app, { db: database.db, takeFromLimit, isLoopback: () => isLoopback, makeBodies });
  return inject(app, `http://localhost:3000${path}`);
}

const depsAt = (seconds: number) => ({
  clock: () => new Date(START + seconds * 1_000),
  newId: () => 'unused',
  mails: templates,
});

function store(id: string, seconds: number): Promise<void> {
  const values = { link: `https://www.example.com/auth/verify?token=${id}` };
  const mail = { id, mail: VERIFY_MAIL, to: `${id}@example.com`, userId: null, values };
  return storeMail(depsAt(seconds), database.db, mail);
}

function request(id: string): Promise<void> {
  const mail = { id, mail: VERIFY_MAIL, to: `${id}@example.com` };
  return database.db.transaction().execute((tx) => requestMail(depsAt(0), tx, mail));
}

test('the mailbox lists the written mails in messages.json, newest first, with exactly the documented fields', async () => {
  await store('old', 1);
  await store('new', 2);
  await request('requested');
  const response = await get('/mailbox/messages.json');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const messages: MailboxMessage[] = response.json;
  expect(messages.map(({ id }) => id)).toEqual(['new', 'old']);
  expect((await get('/mailbox/messages.json?to=old@example.com')).json).toMatchObject([{ id: 'old' }]);
  const fields = Object.keys(messages[0] ?? {}).sort();
  expect(fields).toEqual(['created_at', 'html', 'id', 'subject', 'text', 'to']);
  expect(messages[0]).toMatchObject({
    to: 'new@example.com',
    created_at: '2026-01-06T06:00:02.000Z',
    text: expect.stringContaining('https://www.example.com/auth/verify?token=new'),
  });
});

test('the list of mails links to the page of a mail, on which the link in the mail is clickable', async () => {
  await store('a', 1);
  const list = await get('/mailbox');
  expect(list.headers.get('content-security-policy')).toContain("style-src 'self'");
  expect(list.text).toContain('href="/mailbox/mail/a"');

  const mail = (await get('/mailbox/mail/a')).text;
  expect(mail).toContain('<a href="https://www.example.com/auth/verify?token=a"');
  expect(mail).toContain('src="/mailbox/mail/a/html"');

  const html = await get('/mailbox/mail/a/html');
  expect(html.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/);
  expect(html.headers.get('content-security-policy')).not.toContain('unsafe-inline');
  expect(html.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(html.text).toContain('<base target="_blank">');

  const style = await get('/mailbox/style.css');
  expect(style.headers.get('content-type')).toContain('text/css');
});

test('the mailbox answers 404 for unknown mails and for mails that are not written yet', async () => {
  await request('requested');
  for (const id of ['nothing', 'requested'])
    for (const path of [`/mailbox/mail/${id}`, `/mailbox/mail/${id}/html`])
      expect((await get(path)).status, path).toBe(404);
});

test('[V13.4.5-2] the mailbox refuses every request from another machine', async () => {
  await store('a', 1);
  const paths = ['', '/messages.json', '/style.css', '/mail/a', '/mail/a/html'];
  for (const path of paths) {
    const { status, json } = await get(`/mailbox${path}`, { isLoopback: false });
    expect([status, json], path).toMatchObject([403, { success: false, code: 'LOOPBACK_ONLY' }]);
  }
});

const NASTY = '<script>alert("1")</script>';
const AT = '2026-01-06T06:00:00.000Z';
const MAIL = { id: 'a/b"c', to: NASTY, subject: NASTY, text: NASTY, html: NASTY, created_at: AT };

test('[V1.2.1-2] scripts in a mail are shown as text on the mailbox pages, and never run', () => {
  for (const html of [mailboxPage([MAIL], 200), mailPage({ ...MAIL, reply_to: NASTY })]) {
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain('href="/mailbox');
    expect(html).not.toContain('a/b"c');
  }
});

const link = (url: string) => `<a href="${url}" rel="noreferrer">${url}</a>`;

test.each([
  ['a https://x.example/?a=1&b=2.', `a ${link('https://x.example/?a=1&amp;b=2')}.`],
  ['(http://x.example/a)', `(${link('http://x.example/a')})`],
  ['javascript:alert(1) data:text/html,x', 'javascript:alert(1) data:text/html,x'],
  ['https://x.example/"onclick="x', `${link('https://x.example/')}&quot;onclick=&quot;x`],
  ['https:// <b>', 'https:// &lt;b&gt;'],
])('only http and https URLs in the text of a mail become links: %s', (text, html) => {
  expect(withLinks(text).markup).toBe(html);
});

const hashOf = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

test.each([
  [
    'each style once',
    '<style type="text/css">p { margin: 0 }</style><p style="color:red">a</p><p style="color:red">b</p>',
    ['p { margin: 0 }', 'color:red'],
  ],
  ['a style attribute as the browser decodes it', '<p style="a:&quot;b&quot;&amp;c">', ['a:"b"&c']],
  ['no style of other mail programs', '<!--[if mso]><style>p { color: red }</style><![endif]-->', []],
])('the Content-Security-Policy of a mail allows %s, and blocks all else', (_, html, styles) => {
  expect(mailPolicy(html).split('; ')).toEqual([
    "default-src 'none'",
    ["style-src 'unsafe-hashes'", ...styles.map(hashOf)].join(' '),
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ]);
});
