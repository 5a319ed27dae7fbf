import { expect, test } from 'vitest';
import { CONSOLE } from '#features/console/contract.ts';
import { FORM_DEFINITIONS } from '#features/forms/server/form-definitions.ts';
import { formDataOf, SAMPLE_FORMS, sendAsBrowser } from '#server/testing/form-site.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { openTestApp } from '#server/testing/test-app.ts';

const app = await openTestApp({}, { forms: [...FORM_DEFINITIONS, SAMPLE_FORMS.files] });
const owner = await operatorInside(app, 'owner');

const CONTENT = '<script>alert(1)</script>';
/** A name of 255 bytes, the longest that a file system allows. */
const LONG = 'क'.repeat(85);

/** The two file names of RFC 6266: one in ASCII for all programs, and one in Unicode, encoded as in RFC 8187. */
const DISPOSITION =
  /^attachment; filename="([\w. ()-]+)"; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[\da-f]{2})+)$/i;

/** Texts of strangers are in `<bdi>` elements. They are decoded as in a browser. */
const textsOf = (page: string) => {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
  return [...page.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, text = '']) =>
    text.replaceAll(/&(\w+|#39);/g, (sign, name: string) => entities[name] ?? sign),
  );
};

test.each([
  // Columns: the file name as sent, as stored, and as used for the download.
  ['../../x', 'x', 'x'],
  ['a\r\nset-cookie: b=1.html', 'a set-cookie: b=1.html', 'a set-cookie_ b=1.html'],
  ["it's (1)*.html", "it's (1)*.html", 'it_s (1)_.html'],
  [LONG, LONG, 'क'.repeat(50)],
  ['<script>alert(1)<', '<script>alert(1)<', '_script_alert(1)_'],
])(
  '[V5.4.1] a file named %j is listed with its name as plain text, and can only be downloaded, never opened as a page',
  async (called, kept, saved) => {
    await app.db.deleteFrom('submissions').execute();
    const upload = new File([CONTENT], called, { type: 'text/html' });
    const data = formDataOf({ message: `With ${called.length} letters`, upload });
    const sent = await sendAsBrowser(app.browser(), '/f/files', data);
    expect(sent.status, sent.text).toBe(303);

    const list = await owner.get(CONSOLE.inbox);
    const [link = ''] = /\/console\/message\/[\w-]+/.exec(list.text) ?? [];
    const message = await owner.get(link);
    expect(textsOf(message.text)).toContain(kept.replace('\u202e', ''));
    for (const { text } of [list, message])
      expect(text).not.toMatch(/<script(?! src="\/console)|<img|\u202e/);

    const [file = ''] = /\/console\/file\/[\w-]+/.exec(message.text) ?? [];
    const { headers, text } = await owner.get(file);
    expect(text).toBe(CONTENT);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('set-cookie')).toBeNull();
    const [, plain = '', encoded = ''] = DISPOSITION.exec(headers.get('content-disposition') ?? '') ?? [];
    expect(decodeURIComponent(encoded)).toBe(saved);
    expect(plain).toBe(saved.replaceAll(/[^\w. ()-]/g, '_'));
  },
);
