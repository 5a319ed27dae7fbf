import { expect, test, vi } from 'vitest';
import { mayCount } from './may-count.ts';

const pageOf = (navigator: object) => ({ navigator }) as Window;

test.each([
  [{ doNotTrack: '1' }],
  [{ doNotTrack: 'yes' }],
  [{ globalPrivacyControl: true }],
  [{ doNotTrack: null, globalPrivacyControl: true }],
  [{ doNotTrack: '1', globalPrivacyControl: false }],
])('a visitor whose browser has %o is not counted', (navigator) => {
  expect(mayCount(pageOf(navigator))).toBe(false);
});

test.each([
  [{}],
  [{ doNotTrack: null }],
  [{ doNotTrack: '0', globalPrivacyControl: false }],
  [{ doNotTrack: 'unspecified' }],
])('a visitor whose browser has %o is counted', (navigator) => {
  expect(mayCount(pageOf(navigator))).toBe(true);
});

test.each([
  ['true', false],
  [null, true],
] as const)('when the stored “do not count” choice is %o, counting is allowed: %o', (wish, isCounted) => {
  const localStorage = { getItem: (key: string) => (key === 'doNotCount' ? wish : null) };
  vi.stubGlobal('window', { localStorage });
  expect(mayCount(pageOf({}))).toBe(isCounted);
});
