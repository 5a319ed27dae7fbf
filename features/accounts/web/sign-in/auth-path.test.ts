import { expect, test } from 'vitest';
import { returnPathIn } from './auth-path.ts';

const pathOf = (next: string) => returnPathIn(new URLSearchParams({ next }));

test('only a path of this site is accepted as the page to return to after the sign-in', () => {
  expect(pathOf('/pricing?period=yearly#faq')).toBe('/pricing?period=yearly#faq');
  expect(pathOf('/console/%2e%2e/profile')).toBe('/profile');
  expect(pathOf('//other.example')).toBeNull();
});

test('a sign-in page whose URL has no `next` parameter has no page to return to', () => {
  expect(returnPathIn(new URLSearchParams('view=create'))).toBeNull();
});
