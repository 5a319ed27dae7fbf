import { expect, test, vi } from 'vitest';
import { mayCount } from './may-count.ts';

const pageOf = (navigator: object) => ({ navigator }) as Window;

test.each([
  [{}, null, true],
  [{ doNotTrack: '0', globalPrivacyControl: false }, null, true],
  [{ doNotTrack: 'unspecified' }, null, true],
  [{ doNotTrack: '1' }, null, false],
  [{ globalPrivacyControl: true }, null, false],
  [{ doNotTrack: null, globalPrivacyControl: true }, null, false],
  [{}, 'true', false],
])('[P-144] with the signals %o and the choice %o, a visit is counted: %o', (navigator, wish, isCounted) => {
  const localStorage = { getItem: (key: string) => (key === 'doNotCount' ? wish : null) };
  vi.stubGlobal('window', { localStorage });
  expect(mayCount(pageOf(navigator))).toBe(isCounted);
});
