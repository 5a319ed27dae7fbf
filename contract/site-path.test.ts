import { expect, test } from 'vitest';
import { sitePath } from './site-path.ts';

test.each([
  ['/profile', '/profile'],
  ['/pricing?period=yearly#faq', '/pricing?period=yearly#faq'],
  ['/', '/'],
  // Resolved as a browser would do it.
  ['/console/../profile', '/profile'],
  ['/console/%2e%2e/profile', '/profile'],
  ['/console\\..\\profile', '/profile'],
  ['/console/\t../profile', '/profile'],
  // Refused.
  ['', null],
  ['profile', null],
  ['https://other.example/', null],
  ['//other.example', null],
  ['/\\other.example', null],
  ['/\t/other.example', null],
  ['/.//other.example', null],
  ['/a/..//other.example', null],
  ['javascript:alert(1)', null],
  [undefined, null],
  [['/profile'], null],
])('the address %j leads a visitor back to the page %j of this site', (given, opened) => {
  expect(sitePath(given)).toBe(opened);
});
