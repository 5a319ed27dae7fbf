import { describe, expect, test } from 'vitest';
import { MAIL_KINDS, MAIL_VALUES, MAILS } from '#content/mails.ts';
import { compileMails } from './compile-mails.ts';

const templates = await compileMails();

describe.each(MAIL_KINDS)('%s', (kind) => {
  const { subject, text, html } = templates[kind];

  test('loads nothing from anywhere', () => {
    expect(html).not.toMatch(/<img|<link|<script|@import|@font-face|url\(|\bsrc=/i);
    const addresses = [...html.matchAll(/https?:\/\/[^"' <)]+/g)].map(([address]) => address);
    // The name of the XHTML namespace is never fetched.
    expect(addresses.filter((address) => address !== 'http://www.w3.org/1999/xhtml')).toEqual([]);
  });

  test('says its language, fits light and dark clients, and has a line for the inbox', () => {
    expect(html).toContain('<html lang="en-IN"');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain(MAILS[kind].preview);
  });

  test('has each of its links in both bodies, in the HTML as words and as text', () => {
    for (const [name, value] of Object.entries(MAIL_VALUES[kind])) {
      expect(`${subject}${text}`).toContain(`{${name}}`);
      expect(html.includes(`href="{${name}}"`)).toBe(value === 'link');
    }
    const main = MAILS[kind].action?.link;
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

describe('wording with a mistake', () => {
  test('the build stops on a placeholder that the mail does not have', async () => {
    const mails = { ...MAILS, 'verify-email': { ...MAILS['verify-email'], heading: 'Hello {name}' } };
    await expect(compileMails(mails)).rejects.toThrow(
      'The mail verify-email uses {name}, but it has {link} (MAIL_VALUES in content/mails.ts).',
    );
  });

  test('the build stops on a placeholder that is never used', async () => {
    const { otherAction: _, ...withoutReset } = MAILS['account-exists'];
    await expect(compileMails({ ...MAILS, 'account-exists': withoutReset })).rejects.toThrow(
      'never uses {resetLink}',
    );
  });

  test('the build stops on a link or a text in a subject', async () => {
    const withLink = { ...MAILS, 'verify-email': { ...MAILS['verify-email'], subject: '{link}' } };
    await expect(compileMails(withLink)).rejects.toThrow('subject');
    const notification = { ...MAILS['form-notification'], subject: '{subject} {letter}' };
    await expect(compileMails({ ...MAILS, 'form-notification': notification })).rejects.toThrow('subject');
  });

  test('the build stops on a link that leads to what somebody wrote', async () => {
    const notification = { ...MAILS['form-notification'], action: { label: 'Go', link: '{sender}' } };
    await expect(compileMails({ ...MAILS, 'form-notification': notification })).rejects.toThrow(
      'may only lead to a value that is a link',
    );
  });
});

test('what people wrote keeps its own direction, and turns no word of ours', () => {
  const { html } = templates['form-notification'];
  expect(html).toContain('From: <span dir="auto">{sender}</span>.');
  expect(html).toContain('<div dir="auto">{letter}</div>');
});

test('wording is text: signs of HTML in it are shown, not run', async () => {
  const mails = {
    ...MAILS,
    'account-deleted': { ...MAILS['account-deleted'], heading: '<b>"Bye" & thanks</b>' },
  };
  expect((await compileMails(mails))['account-deleted'].html).toContain(
    '&lt;b&gt;&quot;Bye&quot; &amp; thanks&lt;/b&gt;',
  );
});
