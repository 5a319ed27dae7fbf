import { expect, test, vi } from 'vitest';
import { createTokenSender } from './send-token.ts';

const TARGET = 'https://api.example.com/token';

test.each([
  [200, 'taken'],
  [204, 'taken'],
  [400, 'refused'],
  [401, 'refused'],
  [408, 'failed'],
  [429, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
])('a token that the other server answers with %i counts as “%s”', async (status, meaning) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status }));
  expect(await createTokenSender(TARGET)('POST', 'a.b.c')).toBe(meaning);
});

test('a token is sent without cookies or referrer, follows no redirect, and counts as unreachable if there is no answer', async () => {
  const fetched = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', fetched);
  expect(await createTokenSender(TARGET)('DELETE', 'a.b.c')).toBe('unreachable');
  const headers = { authorization: 'Bearer a.b.c' };
  const options = { headers, credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' };
  expect(fetched).toHaveBeenCalledWith(TARGET, expect.objectContaining(options));
});
