import { expect, test } from 'vitest';
import { returnPathIn } from './return-path.ts';

const pathOf = (next: string) => returnPathIn(new URLSearchParams({ next }));

test.each(['/profile', '/pricing?period=yearly#faq', '/'])('%s is a way back', (path) => {
  expect(pathOf(path)).toBe(path);
});

test.each([
  '',
  'profile',
  'https://other.example/',
  '//other.example',
  '/\\other.example',
  '\\\\other.example',
  '/\t/other.example',
  '/.//other.example',
  '/..//other.example',
  '/a/..//other.example',
  '/%2e//other.example',
  'javascript:alert(1)',
  ' //other.example',
])('%j leads nowhere', (path) => {
  expect(pathOf(path)).toBeNull();
});

test('without a way back there is none', () => {
  expect(returnPathIn(new URLSearchParams('view=create'))).toBeNull();
});
