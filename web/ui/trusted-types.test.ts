import { expect, test, vi } from 'vitest';
import { inertMarkup, markupPolicy } from './trusted-types.ts';

test.each(['', ' ', '{}', '{"@type":"Article","name":"a \\u003c b"}', '<script></script>', 'a > b & c'])(
  'the default Trusted Types policy allows the text %j',
  (text) => expect(inertMarkup(text)).toBe(text),
);

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<script></script><img>',
  ' <script></script>',
  '<SCRIPT></SCRIPT>',
  '</script>',
  '<!--',
  '{}<',
])('the default Trusted Types policy refuses the text %j', (text) => expect(inertMarkup(text)).toBeNull());

test('in a browser without Trusted Types, our policy returns the text unchanged', () => {
  expect(markupPolicy('any', () => null)('<b>as it is</b>')).toBe('<b>as it is</b>');
});

test('in a browser with Trusted Types, the browser’s policy creates the markup', () => {
  const createPolicy = (name: string, { createHTML }: { createHTML: (text: string) => string | null }) => ({
    createHTML: (text: string) => ({ made: `${name}: ${createHTML(text)}` }),
  });
  vi.stubGlobal('trustedTypes', { createPolicy });
  expect(markupPolicy('own', (text) => text.toUpperCase())('a')).toEqual({ made: 'own: A' });
});
