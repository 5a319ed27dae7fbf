import { expect, test, vi } from 'vitest';
import { exclusively, openChannel } from './between-tabs.ts';

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

test('openChannel() returns undefined if the browser refuses channels between tabs', () => {
  vi.stubGlobal('BroadcastChannel', refuse);
  expect(openChannel('session')).toBeUndefined();
});

test.each<[string, object]>([
  ['has no Web Locks API', {}],
  ['refuses access to Web Locks', { locks: { request: async () => refuse() } }],
])('in a browser that %s, exclusively() runs the given function once', async (_name, navigator) => {
  vi.stubGlobal('navigator', navigator);
  const work = vi.fn(async () => {});
  await exclusively('visit', work);
  expect(work).toHaveBeenCalledOnce();
});

test('exclusively() does not repeat a function that failed, nor run a waiting function once the page is left', async () => {
  vi.stubGlobal('navigator', { locks: { request: (_name: string, begin: () => Promise<void>) => begin() } });
  const work = vi.fn(async () => refuse());
  await expect(exclusively('visit', work)).rejects.toThrow('insecure');
  expect(work).toHaveBeenCalledOnce();
  const left = new DOMException('The page is left.', 'AbortError');
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(left) } });
  await expect(exclusively('visit', work)).rejects.toBe(left);
  expect(work).toHaveBeenCalledOnce();
});
