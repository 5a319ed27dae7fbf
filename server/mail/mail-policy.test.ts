import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { mailPolicy } from './mail-policy.ts';

const hashOf = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

test('a mail may use the styles that it came with, each once', () => {
  const html =
    '<style type="text/css">p { margin: 0 }</style><p style="color:red">a</p><p style="color:red">b</p>';
  const [, styles] = mailPolicy(html).split('; ');
  expect(styles).toBe(`style-src 'unsafe-hashes' ${hashOf('p { margin: 0 }')} ${hashOf('color:red')}`);
});

test('an attribute counts as the browser reads it', () => {
  expect(mailPolicy('<p style="font-family:&quot;Inter&quot;, a&amp;b">')).toContain(
    hashOf('font-family:"Inter", a&b'),
  );
});

test('what only other mail programs read is left out', () => {
  const policy = mailPolicy('<!--[if mso]><style>p { color: red }</style><![endif]-->');
  expect(policy.split('; ')).toContain("style-src 'unsafe-hashes'");
});

test('nothing loads, runs, is sent or embedded, and only our own page frames it', () => {
  expect(mailPolicy('').split('; ')).toEqual([
    "default-src 'none'",
    "style-src 'unsafe-hashes'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ]);
});
