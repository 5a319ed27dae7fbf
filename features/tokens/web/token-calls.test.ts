import { expect, test, vi } from 'vitest';
import { createTokenSender, syncTarget } from './token-calls.ts';

test.each([
  ['https://sync.example.co.in/token?a=b', 'example.co.in'],
  ['https://a.b.example.co.in:8443/', 'example.co.in'],
  ['https://SYNC.Example.co.in/token', 'example.co.in'],
  ['https://localhost:9443/token', 'localhost'],
  ['https://127.0.0.1:9443/token', '127.0.0.1'],
])('tokens may be sent to %s from the domain %s', (url, domain) => {
  expect(syncTarget(url, domain)).toBe(new URL(url).href);
});

test.each([
  ['http://sync.example.co.in/token', 'example.co.in'],
  ['https://other.co.in/token', 'example.co.in'],
  ['https://co.in/', 'example.co.in'],
  ['https://badexample.co.in/', 'example.co.in'],
  ['https://example.co.in.evil.example/', 'example.co.in'],
  ['https://example.co.in@evil.example/', 'example.co.in'],
  ['https://user:word@example.co.in/', 'example.co.in'],
  ['https://example.co.in./', 'example.co.in'],
  ['https://evil.example/#.example.co.in', 'example.co.in'],
  ['https://evil.example/?.example.co.in', 'example.co.in'],
  ['https://evil.example\\.example.co.in/', 'example.co.in'],
  ['https://1.127.0.0.1.example/', '127.0.0.1'],
  ['/token', 'example.co.in'],
  ['https://example.com/', ''],
])('tokens may not be sent to %s from the domain %s', (url, domain) => {
  expect(syncTarget(url, domain)).toBeUndefined();
});

const TARGET = 'https://api.example.com/token';

test.each([
  [200, 'taken'],
  [204, 'taken'],
  [400, 'refused'],
  [408, 'failed'],
  [429, 'failed'],
  [500, 'failed'],
])(
  'a token whose request the other server answers with the status %i counts as “%s”',
  async (status, meaning) => {
    vi.stubGlobal('fetch', async () => new Response(null, { status }));
    expect(await createTokenSender(TARGET)('POST', 'a.b.c')).toBe(meaning);
  },
);

test('the request with a token has no cookies or referrer; without a response, the other server counts as unreachable', async () => {
  const fetched = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', fetched);
  expect(await createTokenSender(TARGET)('DELETE', 'a.b.c')).toBe('unreachable');
  const headers = { authorization: 'Bearer a.b.c' };
  const options = { headers, credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' };
  expect(fetched).toHaveBeenCalledWith(TARGET, expect.objectContaining(options));
});
