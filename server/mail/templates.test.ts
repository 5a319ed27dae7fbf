import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACCOUNT_EXISTS_MAIL, RESET_MAIL, VERIFY_MAIL } from '#content/features/accounts.ts';
import { NOTIFICATION_MAIL } from '#content/features/forms.ts';
import { SAMPLE_MAILS } from '#server/testing/fake-mail.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { loadMailTemplates, type MailTemplates, renderMail } from './templates.ts';

const LINK = '<style>a{color:red}</style><a href="{link}">{link}</a>';
const TEMPLATE = { subject: 'Hello', text: 'Go to {link}', html: LINK };
const LETTER = { subject: '{subject}', text: '{sender}\n{letter}', html: '<p>{sender}</p><p>{letter}</p>' };
const TEMPLATES: MailTemplates = {
  ...SAMPLE_MAILS,
  'verify-email': TEMPLATE,
  'reset-password': { ...TEMPLATE, subject: 'A {link}\r\nBcc: x@example.com' },
  'form-notification': LETTER,
};

test('[V1.1.2] values are inserted into a mail, with HTML characters escaped in the HTML body', () => {
  const link = 'https://www.example.com/?a=1&b="<i>';
  expect(renderMail(TEMPLATES, VERIFY_MAIL, { link })).toEqual({
    subject: 'Hello',
    text: `Go to ${link}`,
    html: '<style>a{color:red}</style><a href="https://www.example.com/?a=1&amp;b=&quot;&lt;i&gt;">https://www.example.com/?a=1&amp;b=&quot;&lt;i&gt;</a>',
  });
});

test('[V1.3.7] a value that looks like a placeholder or a replacement pattern is inserted into a mail unchanged', () => {
  const values = { signInLink: '{resetLink} $& $1', resetLink: 'b' };
  expect(renderMail(TEMPLATES, ACCOUNT_EXISTS_MAIL, values).text).toBe('{resetLink} $& $1 b');
});

test('[A-18] a line break in a value cannot add a header through the subject of a mail', () => {
  const { subject } = renderMail(TEMPLATES, RESET_MAIL, { link: 'x\nBcc: y@example.com\u0000' });
  expect(subject).toBe('A x Bcc: y@example.com Bcc: x@example.com');
});

test('a quoted message keeps its line breaks, is escaped in the HTML, and has > before each line of plain text', () => {
  const letter = 'Dear all,\r\n<b>one</b>\rtwo\n\n{sender} & $1';
  const values = { ...NOTIFICATION_MAIL.values, sender: 's', letter };
  const { text, html } = renderMail(TEMPLATES, NOTIFICATION_MAIL, values);
  expect(text).toBe('s\n> Dear all,\n> <b>one</b>\n> two\n>\n> {sender} & $1');
  expect(html).toBe('<p>s</p><p>Dear all,<br>&lt;b&gt;one&lt;/b&gt;<br>two<br><br>{sender} &amp; $1</p>');
});

test.each([
  ['{}', /out of date/],
  [JSON.stringify({ ...TEMPLATES, 'verify-email': { subject: 'a' } }), /out of date/],
  ['{ not json', /cannot be read/],
  [undefined, /cannot be read/],
])(
  'the server does not start without a new build if the mail templates contain %s (undefined: no file)',
  (content, message) => {
    const file = join(makeTemporaryFolder(), 'mails.json');
    if (content !== undefined) writeFileSync(file, content);
    expect(() => loadMailTemplates(file)).toThrow(message);
    expect(() => loadMailTemplates(file)).toThrow(/npm run build/);
  },
);
