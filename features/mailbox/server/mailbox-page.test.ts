import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { mailboxPage, mailPage, mailPolicy, withLinks } from './mailbox-page.ts';

const NASTY = '<script>alert("1")</script>';
const MAIL = {
  id: 'a/b"c',
  to: `${NASTY}@example.com`,
  subject: NASTY,
  text: NASTY,
  html: NASTY,
  created_at: '2026-01-06T06:00:00.000Z',
};

test('[V1.2.1-2] scripts in a mail are shown as text on the mailbox pages and never run', () => {
  for (const html of [mailboxPage([MAIL], 200), mailPage({ ...MAIL, reply_to: NASTY })]) {
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain('href="/mailbox');
    expect(html).not.toContain('a/b"c');
  }
});

test.each([
  [
    'a https://x.example/?a=1&b=2.',
    'a <a href="https://x.example/?a=1&amp;b=2" rel="noreferrer">https://x.example/?a=1&amp;b=2</a>.',
  ],
  ['(http://x.example/a)', '(<a href="http://x.example/a" rel="noreferrer">http://x.example/a</a>)'],
  ['javascript:alert(1) data:text/html,x', 'javascript:alert(1) data:text/html,x'],
  [
    'https://x.example/"onclick="x',
    '<a href="https://x.example/" rel="noreferrer">https://x.example/</a>&quot;onclick=&quot;x',
  ],
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
])('the Content-Security-Policy of a mail allows %s', (_, html, styles) => {
  expect(mailPolicy(html).split('; ')[1]).toBe(
    ["style-src 'unsafe-hashes'", ...styles.map(hashOf)].join(' '),
  );
});

test('the Content-Security-Policy of a mail blocks loading, scripts and forms, and lets only our own page frame the mail', () => {
  expect(mailPolicy('').split('; ')).toEqual([
    "default-src 'none'",
    "style-src 'unsafe-hashes'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ]);
});
