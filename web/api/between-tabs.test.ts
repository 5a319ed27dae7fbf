import { expect, test, vi } from 'vitest';
import { openChannel } from './between-tabs.ts';

test('openChannel() returns undefined if the browser refuses channels between tabs', () => {
  vi.stubGlobal('BroadcastChannel', () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(openChannel('session')).toBeUndefined();
});
