import Fastify, { type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createLoopbackCheck, createTrust, networkOf } from './client-address.ts';

const ONE = '10.0.0.1';
const ALL = '10.0.0.0/8';

test.each([
  ['no trusted proxy', '', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  ['one trusted proxy', ONE, ONE, '1.1.1.1', '1.1.1.1'],
  ['a value that a stranger put in front', ALL, ONE, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  ['a hidden address behind two proxies', ALL, ONE, '6.6.6.6, _hidden, 10.0.0.2', '10.0.0.2'],
  ['a plain number, which is no address', ALL, ONE, '3405803785', ONE],
  ['an address with a port', ALL, ONE, '203.0.113.9:51234', '203.0.113.9'],
  ['a proxy with a port', ALL, ONE, '203.0.113.9:51234, 10.0.0.2:443', '203.0.113.9'],
  ['an IPv6 address in brackets with a port', ALL, ONE, '[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['an IPv4 visitor in IPv6 form', ALL, ONE, '::ffff:203.0.113.9', '203.0.113.9'],
  ['an IPv6 address that only looks like IPv4', '', '::ffff:0:0:1', '1.1.1.1', '0:0:0:0::/64'],
  ['an empty header', ALL, ONE, ' , ', ONE],
  ['an IPv4 proxy in IPv6 form', ONE, '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
  ['IPv6 proxies', 'fd00::/8', 'fd00::1', '2001:db8::1', '2001:db8:0:0::/64'],
])(
  '[V4.1.3-2] the address of a visitor with %s (TRUSTED_PROXIES “%s”, socket address %s, X-Forwarded-For “%s”) is read as %s',
  async (_, trusted, remoteAddress, forwarded, expected) => {
    const app = Fastify({ trustProxy: createTrust(trusted === '' ? [] : [trusted]) });
    app.get('/', async (request) => networkOf(request).block);
    const headers = { 'x-forwarded-for': forwarded };
    expect((await app.inject({ url: '/', remoteAddress, headers })).payload).toBe(expected);
  },
);

test.each([
  ['203.0.113.9', '203.0.113.9', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['unknown', 'unknown', undefined],
  // The address is unknown after the connection was closed.
  [undefined, 'unknown', undefined],
])(
  'requests from the IP address %s count for the network %s and the wider network %s (undefined: none)',
  (ip, block, site) =>
    // Fastify's type ignores that the address is undefined after the connection was closed.
    expect(networkOf({ ips: [ip] as string[] })).toMatchObject({ block, site }),
);

const isLocal = createLoopbackCheck('http://site.localhost:3000');
test.each([
  ['127.0.0.1', {}, 'localhost:3000', true],
  ['::1', {}, '[::1]:3000', true],
  ['::ffff:127.0.0.1', {}, '127.0.0.1:3000', true],
  ['127.0.0.1', {}, 'site.localhost:3000', true],
  ['127.0.0.1', {}, 'rebound.example:3000', false],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 'localhost:3000', false],
  ['127.0.0.1', { forwarded: 'for=1.1.1.1' }, 'localhost:3000', false],
  ['203.0.113.9', {}, 'localhost:3000', false],
  [undefined, {}, 'localhost:3000', false],
])(
  'a request from %s with the headers %j to the host %s counts as coming from this machine: %s',
  (remoteAddress, headers, host, expected) => {
    const request = { headers: { host, ...headers }, socket: { remoteAddress } };
    expect(isLocal(request as unknown as FastifyRequest)).toBe(expected);
  },
);
