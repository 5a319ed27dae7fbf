import { describe, expect, test } from 'vitest';
import { ACCOUNT_DELETED_MAIL, ACCOUNT_EXISTS_MAIL, VERIFY_MAIL } from '#content/features/accounts.ts';
import { NOTIFICATION_MAIL } from '#content/features/forms.ts';
import { MAILS } from '#content/features.ts';
import type { Mail, MailWording } from '#content/mails.ts';
import { compileMails } from './compile-mails.ts';

const templates = compileMails();
/** One mail with other words. */
const compiled = (mail: Mail, wording: Partial<MailWording>) =>
  compileMails([{ ...mail, wording: { ...mail.wording, ...wording } }]);

describe.each(MAILS)('$name', ({ name, values, wording }) => {
  const { subject, text, html } = templates[name] ?? { subject: '', text: '', html: '' };

  test('loads nothing from elsewhere', () => {
    expect(html).not.toMatch(/<img|<link|<script|@import|@font-face|url\(|\bsrc=/i);
    const addresses = [...html.matchAll(/https?:\/\/[^"' <)]+/g)].map(([address]) => address);
    // The name of the XHTML namespace is never fetched.
    expect(addresses.filter((address) => address !== 'http://www.w3.org/1999/xhtml')).toEqual([]);
  });

  test('says its language, fits light and dark clients, and has a line for the inbox', () => {
    expect(html).toContain('<html lang="en-IN"');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain(wording.preview);
  });

  test('has each of its links in both bodies, in the HTML as words and as text', () => {
    for (const [name, value] of Object.entries(values)) {
      expect(`${subject}${text}`).toContain(`{${name}}`);
      expect(html.includes(`href="{${name}}"`)).toBe(value === 'link');
    }
    const main = wording.action?.link;
    if (main !== undefined) expect(html).toContain(`>${main}</a>`);
  });

  test('has a subject for one line', () => {
    expect(subject.length).toBeLessThan(60);
    expect(subject).not.toMatch(/[\r\n]/);
  });

  test('stays small: it is stored once per mail, and mail clients cut off at 100 kB', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
  });
});

test('each mail has a name of its own', () => {
  expect(Object.keys(templates)).toHaveLength(MAILS.length);
});

describe('wording with a mistake', () => {
  test('the build stops on an unknown placeholder', () => {
    expect(() => compiled(VERIFY_MAIL, { heading: 'Hello {name}' })).toThrow(
      'The mail verify-email uses {name}, but it has {link}.',
    );
  });

  test('the build stops on an unused placeholder', () => {
    const { otherAction: _, ...wording } = ACCOUNT_EXISTS_MAIL.wording;
    expect(() => compileMails([{ ...ACCOUNT_EXISTS_MAIL, wording }])).toThrow('never uses {resetLink}');
  });

  test('the build stops on a link or a text in a subject', () => {
    expect(() => compiled(VERIFY_MAIL, { subject: '{link}' })).toThrow('subject');
    expect(() => compiled(NOTIFICATION_MAIL, { subject: '{subject} {letter}' })).toThrow('subject');
  });

  test('the build stops on a link whose target a person wrote', () => {
    expect(() => compiled(NOTIFICATION_MAIL, { action: { label: 'Go', link: '{sender}' } })).toThrow(
      'may only lead to a value that is a link',
    );
  });
});

test('text that people wrote keeps its own direction, and does not turn ours', () => {
  const html = templates[NOTIFICATION_MAIL.name]?.html;
  expect(html).toContain('From: <span dir="auto">{sender}</span>.');
  expect(html).toContain('<div dir="auto">{letter}</div>');
});

test('wording is text: HTML in it is shown, not run', () => {
  const templates = compiled(ACCOUNT_DELETED_MAIL, { heading: '<b>"Bye" & thanks</b>' });
  expect(templates['account-deleted']?.html).toContain('&lt;b&gt;&quot;Bye&quot; &amp; thanks&lt;/b&gt;');
});
