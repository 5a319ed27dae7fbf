import type { Context } from 'hono';
import { describe, expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { createClientAddress, createLoopbackCheck, limitKeyOf } from './client-address.ts';

function request(
  remoteAddress: string | undefined,
  headers: Record<string, string> = {},
  url = 'http://localhost:3000/',
) {
  const env = remoteAddress === undefined ? {} : { incoming: { socket: { remoteAddress } } };
  return { env, req: { url, header: (name: string) => headers[name] } } as unknown as Context<AppEnv>;
}

describe('the address of a visitor', () => {
  test.each([
    ['no proxy is trusted: the socket counts', [], '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['one trusted proxy', ['10.0.0.1'], '10.0.0.1', '1.1.1.1', '1.1.1.1'],
    [
      'what a stranger wrote in front does not count',
      ['10.0.0.0/8'],
      '10.0.0.1',
      '6.6.6.6, 1.1.1.1',
      '1.1.1.1',
    ],
    ['a chain of trusted proxies', ['10.0.0.0/8'], '10.0.0.1', '1.1.1.1, 10.0.0.2', '1.1.1.1'],
    ['only proxies in the chain', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.3', '10.0.0.3'],
    ['nonsense ends the chain', ['10.0.0.0/8'], '10.0.0.1', 'unknown', '10.0.0.1'],
    ['an IPv4 address in IPv6 form', ['10.0.0.1'], '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['IPv6 proxies', ['fd00::/8'], 'fd00::1', '2001:db8::1', '2001:db8::1'],
  ])('%s', (_, trusted, socket, forwarded, expected) => {
    expect(createClientAddress(trusted)(request(socket, { 'x-forwarded-for': forwarded }))).toBe(expected);
  });

  test('a proxy setting that is no address is refused at start', () => {
    expect(() => createClientAddress(['my-proxy'])).toThrow();
  });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, 'unknown'],
])('limits count %s as %s', (address, key) => expect(limitKeyOf(address)).toBe(key));

describe('a request from this machine', () => {
  const isLocal = createLoopbackCheck('http://site.localhost:3000');
  test.each([
    ['127.0.0.1', {}, 'http://localhost:3000/', true],
    ['::1', {}, 'http://[::1]:3000/', true],
    ['::ffff:127.0.0.1', {}, 'http://127.0.0.1:3000/', true],
    ['127.0.0.1', {}, 'http://site.localhost:3000/', true],
    ['127.0.0.1', {}, 'http://rebound.example:3000/', false],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 'http://localhost:3000/', false],
    ['127.0.0.1', { forwarded: 'for=1.1.1.1' }, 'http://localhost:3000/', false],
    ['203.0.113.9', {}, 'http://localhost:3000/', false],
    [undefined, {}, 'http://localhost:3000/', false],
  ])('%s %j %s: %s', (address, headers, url, expected) =>
    expect(isLocal(request(address, headers, url))).toBe(expected),
  );
});
