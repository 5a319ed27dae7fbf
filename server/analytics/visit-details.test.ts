import { expect, test } from 'vitest';
import { missingPath, referrerHost } from './visit-details.ts';

test.each([
  ['/no/such/page', '/no/such/page'],
  ['/no/such/page/?q=words&token=SECRET#part', '/no/such/page/'],
  [`/${'long'.repeat(60)}`, `/${'long'.repeat(60)}`.slice(0, 100)],
  ['/asha@example.com/x', '/[address]/x'],
  ['/asha%40example.com', '/[address]'],
  ['/auth/verify/kJ3-aB7_cD9eF1gH5iJ2kL4mN6oP8qR0sT3uV5wX7yZ', '/auth/verify/[random]'],
  ['/a\u0000b\nc\u202ed', '/a?b?c?d'],
  ['/%E0%A4%85', '/%E0%A4%85'],
])('of the path %s that leads nowhere, %s is kept', (sent, kept) => {
  expect(missingPath(sent)).toBe(kept);
});

const OWN = ['www.tuesday.dev', 'tuesday.dev'];

test.each([
  ['news.example.com', 'news.example.com'],
  ['News.Example.COM', 'news.example.com'],
  ['com.google.android.gm', 'com.google.android.gm'],
  ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
])('a link on %s counts for %s', (sent, host) => {
  expect(referrerHost(sent, OWN)).toBe(host);
});

test.each([
  ['no referrer', undefined],
  ['the site itself', 'www.tuesday.dev'],
  ['another name of the site', 'Tuesday.dev'],
  ['an IPv4 address', '192.0.2.1'],
  ['an IPv6 address', '[2001:db8::1]'],
  ['a name inside a network', 'intranet'],
  ['a whole address', 'https://news.example.com/a?b'],
  ['an account', 'asha@example.com'],
  ['an endless name', `${'a.'.repeat(120)}com`],
  ['nothing', ''],
])('%s counts for no host', (_, sent) => {
  expect(referrerHost(sent, OWN)).toBeUndefined();
});
