import { describe, expect, test } from 'vitest';
import { ACCOUNT_DELETED_MAIL, ACCOUNT_EXISTS_MAIL, VERIFY_MAIL } from '#content/features/accounts.ts';
import { NOTIFICATION_MAIL } from '#content/features/forms.ts';
import { MAILS } from '#content/features.ts';
import { type Mail, type MailWording, NOTICE_MAIL } from '#content/mails.ts';
import { escapeHtml, unescapeHtml } from '#server/html/html.ts';
import { compileMails } from './compile-mails.ts';

const templates = compileMails();
const compiled = (mail: Mail, wording: Partial<MailWording>) =>
  compileMails([{ ...mail, wording: { ...mail.wording, ...wording } }]);

describe.each(MAILS)('the mail $name', ({ name, values, wording }) => {
  const { subject, text, html } = templates[name] ?? { subject: '', text: '', html: '' };

  test('loads nothing from other servers', () => {
    expect(html).not.toMatch(/<img|<link|<script|@import|@font-face|url\(|\bsrc=/i);
    // The XHTML namespace is only a name, which clients never fetch.
    expect(html.replaceAll('http://www.w3.org/1999/xhtml', '')).not.toMatch(/https?:\/\//);
  });

  test('declares its language, supports light and dark themes, and has a preview text for the inbox', () => {
    expect(html).toContain('<html lang="en-IN"');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain(escapeHtml(wording.preview));
  });

  test('has every link in its plain text and its HTML, and shows the main link’s address as text in the HTML too', () => {
    for (const [name, value] of Object.entries(values)) {
      expect(`${subject}${text}`).toContain(`{${name}}`);
      expect(html.includes(`href="{${name}}"`)).toBe(value === 'link');
    }
    const main = wording.action?.link;
    if (main !== undefined) expect(html).toContain(`<span class="address">${main}</span>`);
  });

  test('has its texts in paragraphs, and shows the long URL of the button after all other texts', () => {
    const found = [...html.matchAll(/<p [^>]*>(.*?)<\/p>/gs)].map(([, inner = '']) =>
      unescapeHtml(inner.replaceAll(/<[^>]+>/g, '')),
    );
    const { paragraphs, quote = [], notes, action } = wording;
    expect(found).toEqual(expect.arrayContaining([paragraphs, quote, notes].flat()));
    // The link is in the last paragraph but one, because the last one names the sender.
    if (action) expect(found.at(-2)).toContain(action.link);
  });

  test('has a one-line subject of fewer than 60 characters and less than 20 kB of HTML, because mails are stored', () => {
    expect(subject).toMatch(/^.{1,59}$/);
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
  });
});

test('each mail has a unique name and a heading of its own', () => {
  expect(Object.keys(templates)).toHaveLength(MAILS.length);
  // Mails whose heading an operator types are left out.
  const headings = MAILS.map(({ wording }) => wording.heading).filter((heading) => heading !== '{subject}');
  expect(new Set(headings).size).toBe(headings.length);
});

test.each<[string, Mail, Partial<MailWording>, string]>([
  [
    'a placeholder that it never uses',
    ACCOUNT_EXISTS_MAIL,
    { otherAction: { label: 'Go', link: '{signInLink}' } },
    'never uses {resetLink}',
  ],
  ['an unknown placeholder', VERIFY_MAIL, { heading: 'Hello {name}' }, 'uses {name}, but it has {link}.'],
  ['a link in the subject', VERIFY_MAIL, { subject: '{link}' }, 'subject'],
  ['a text of several lines in the subject', NOTIFICATION_MAIL, { subject: '{letter}' }, 'subject'],
  [
    'a link to a text that a visitor wrote',
    NOTIFICATION_MAIL,
    { otherAction: { label: 'Go', link: '{sender}' } },
    'may only lead to a value that is a link',
  ],
])('a mail template with %s stops the build', (_, mail, wording, message) => {
  expect(() => compiled(mail, wording)).toThrow(message);
});

test('the button in a mail with a warning has a plain colour instead of the gradient of other buttons', () => {
  expect(templates[NOTICE_MAIL.name]?.html).toContain('<td class="button plain"');
  expect(templates[VERIFY_MAIL.name]?.html).toContain('<td class="button dawn"');
});

test('a visitor’s text in a mail has its own writing direction (dir="auto")', () => {
  const html = templates[NOTIFICATION_MAIL.name]?.html;
  expect(html).toContain('<span dir="auto">{sender}</span>');
  expect(html).toContain('<span dir="auto">{letter}</span>');
});

test('HTML tags in the wording of a mail are escaped and shown as text', () => {
  const templates = compiled(ACCOUNT_DELETED_MAIL, { heading: '<b>"Bye" & thanks</b>' });
  expect(templates['account-deleted']?.html).toContain('&lt;b&gt;&quot;Bye&quot; &amp; thanks&lt;/b&gt;');
});
