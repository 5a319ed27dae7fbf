import { expect, test } from 'vitest';
import { returnPathIn } from './auth-path.ts';

test('only a path of this site is accepted as the page to return to after the sign-in', () => {
  const pathOf = (next: string) => returnPathIn(new URLSearchParams({ next }));
  expect(pathOf('/pricing?period=yearly#faq')).toBe('/pricing?period=yearly#faq');
  expect(pathOf('/console/%2e%2e/profile')).toBe('/profile');
  expect(pathOf('//other.example')).toBeNull();
  expect(returnPathIn(new URLSearchParams('view=create')), 'without `next`').toBeNull();
});
