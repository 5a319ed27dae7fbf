import { expect, test } from 'vitest';
import { returnPathIn } from './return-path.ts';

const pathOf = (next: string) => returnPathIn(new URLSearchParams({ next }));

test('only a path of this site is accepted as the page to return to after the sign-in', () => {
  expect(pathOf('/pricing?period=yearly#faq')).toBe('/pricing?period=yearly#faq');
  expect(pathOf('/console/%2e%2e/profile')).toBe('/profile');
  expect(pathOf('//other.example')).toBeNull();
});

test('there is no path to return to after the sign-in when the address has no `next`', () => {
  expect(returnPathIn(new URLSearchParams('view=create'))).toBeNull();
});
