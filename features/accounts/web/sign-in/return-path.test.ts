import { expect, test } from 'vitest';
import { returnPathIn } from './return-path.ts';

const pathOf = (next: string) => returnPathIn(new URLSearchParams({ next }));

test('the path to return to is a path of this site, or none', () => {
  expect(pathOf('/pricing?period=yearly#faq')).toBe('/pricing?period=yearly#faq');
  expect(pathOf('/console/%2e%2e/profile')).toBe('/profile');
  expect(pathOf('//other.example')).toBeNull();
});

test('without a way back there is none', () => {
  expect(returnPathIn(new URLSearchParams('view=create'))).toBeNull();
});
