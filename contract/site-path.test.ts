import { expect, test } from 'vitest';
import { sitePath } from './site-path.ts';

test.each(['/profile', '/pricing?period=yearly#faq', '/'])(
  'the path %s is accepted as a page of this site to which a visitor may return',
  (path) => {
    expect(sitePath(path)).toBe(path);
  },
);

test.each([
  ['/console/../profile', '/profile'],
  ['/console/%2e%2e/profile', '/profile'],
  ['/console\\..\\profile', '/profile'],
  ['/console/\t../profile', '/profile'],
])('the path %j is resolved to %j, as a browser would do', (given, opened) => {
  expect(sitePath(given)).toBe(opened);
});

test.each([
  '',
  'profile',
  'https://other.example/',
  '//other.example',
  '/\\other.example',
  '/\t/other.example',
  '/.//other.example',
  '/a/..//other.example',
  'javascript:alert(1)',
  undefined,
  ['/profile'],
])('%j is refused as the path of a page to which a visitor may return', (given) => {
  expect(sitePath(given)).toBeNull();
});
