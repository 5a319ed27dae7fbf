import { connect } from 'node:net';
import fc from 'fast-check';
import { ROUTES } from '#server/testing/hostile-requests.ts';

/** The bytes of a request in the pieces in which they are written, and how the sender closes the connection. */
export type RawRequest = { readonly pieces: readonly string[]; readonly leaves: 'politely' | 'at once' };

const CLOSED_WITHIN_MS = 5_000;

/** Mostly chooses the right value, because a request with an error at its start is not parsed further. */
const mostly = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: wrong });

const METHODS = ['get', 'CONNECT', 'TRACE', 'PRI', '', 'G\u0000T', 'X'.repeat(300)];
const TARGETS = ['*', '', '//', 'http://evil.example/', '/\u0000', '/ä', '/a b', `/${'a'.repeat(20_000)}`];
const VERSIONS = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTP', ''];
const requestLine = fc
  .tuple(
    mostly(fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE'), fc.constantFrom(...METHODS)),
    mostly(fc.constantFrom(...ROUTES), fc.constantFrom(...TARGETS)),
    mostly(fc.constant('HTTP/1.1'), fc.constantFrom(...VERSIONS)),
  )
  .map((parts) => parts.join(' '));

const HEADERS = [
  'Content-Length: 5',
  'Content-Length: 0',
  'Content-Length: -1',
  'Content-Length: 5, 5',
  'Content-Length: 99999999999999999999',
  'Content-Length: 0x5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding : chunked',
  'Expect: 100-continue',
  'Expect: a cake',
  'Upgrade: h2c',
  'Connection: upgrade',
  'Connection: close',
  'Host:',
  'Host: evil.example',
  ' folded',
  'no colon',
  'a\u0000b: c',
  'X-Big: '.padEnd(20_000, 'x'),
  'Content-Type: application/json',
  'Content-Encoding: gzip',
  'Cookie: session=%',
];
const header = mostly(
  fc.constantFrom('Accept: text/html', 'Origin: http://site.localhost:3000'),
  fc.oneof(fc.constantFrom(...HEADERS), fc.string({ maxLength: 30 })),
);

const payload = fc.constantFrom(
  '',
  'hello',
  '{"email":',
  '5\r\nhello\r\n0\r\n\r\n',
  '5\r\nhel',
  'zz\r\nhello\r\n',
  '0\r\nX: y\r\n\r\n',
  'ffffffffffffffffff\r\n',
  'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
  '\u0000\u0001\u0002',
);

const message = fc
  .tuple(
    requestLine,
    fc.array(header, { maxLength: 5 }).map((all) => ['Host: site.test', ...all]),
    payload,
    fc.constantFrom('\r\n', '\r\n', '\r\n', '\n'),
  )
  .map(([line, headers, body, end]) => [line, ...headers, '', body].join(end));

/** Malformed HTTP: broken lines and lengths, truncated bodies, pipelined requests. */
export const rawRequest: fc.Arbitrary<RawRequest> = fc.record({
  pieces: fc.array(message, { minLength: 1, maxLength: 4 }),
  leaves: fc.constantFrom('politely', 'politely', 'at once'),
});

/**
 * Sends raw bytes over a new connection and returns the statuses that came back. The server may also close the connection:
 * that is no failure.
 */
export async function sendRaw(port: number, { pieces, leaves }: RawRequest): Promise<readonly number[]> {
  const socket = connect({ port, host: '127.0.0.1', timeout: CLOSED_WITHIN_MS }).setEncoding('latin1');
  let answer = '';
  socket.on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  socket.on('timeout', () => socket.destroy());
  for (const piece of pieces) socket.write(piece, 'latin1');
  if (leaves === 'at once') socket.destroySoon();
  else socket.end();
  await new Promise((resolve) => socket.once('close', resolve));
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}
