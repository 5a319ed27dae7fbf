import { expect, test } from 'vitest';
import { sitePath } from './site-path.ts';

test.each([
  ['/profile', '/profile'],
  ['/pricing?period=yearly#faq', '/pricing?period=yearly#faq'],
  ['/', '/'],
  // These paths are resolved as a browser resolves them.
  ['/console/../profile', '/profile'],
  ['/console/%2e%2e/profile', '/profile'],
  ['/console\\..\\profile', '/profile'],
  ['/console/\t../profile', '/profile'],
])('a visitor who is sent to the return address %j gets to the page %j of this site', (given, opened) => {
  expect(sitePath(given)).toBe(opened);
});

test.each([
  [''],
  ['profile'],
  ['https://other.example/'],
  ['//other.example'],
  ['/\\other.example'],
  ['/\t/other.example'],
  ['/.//other.example'],
  ['/a/..//other.example'],
  ['javascript:alert(1)'],
  [undefined],
  [['/profile']],
])('the return address %j is refused, because it is not the path of a page of this site', (given) => {
  expect(sitePath(given)).toBeNull();
});
