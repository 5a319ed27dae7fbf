import { expect, test } from 'vitest';
import { mayCount } from './may-count.ts';

const pageOf = (navigator: object) => ({ navigator }) as Window;

test.each([
  [{ doNotTrack: '1' }],
  [{ doNotTrack: 'yes' }],
  [{ globalPrivacyControl: true }],
  [{ doNotTrack: null, globalPrivacyControl: true }],
  [{ doNotTrack: '1', globalPrivacyControl: false }],
])('%o is not counted', (navigator) => {
  expect(mayCount(pageOf(navigator))).toBe(false);
});

test.each([
  [{}],
  [{ doNotTrack: null }],
  [{ doNotTrack: '0', globalPrivacyControl: false }],
  [{ doNotTrack: 'unspecified' }],
])('%o is counted', (navigator) => {
  expect(mayCount(pageOf(navigator))).toBe(true);
});
