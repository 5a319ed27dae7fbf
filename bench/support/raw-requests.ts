import { connect } from 'node:net';
import fc from 'fast-check';
import { ROUTES } from '#server/testing/hostile-requests.ts';

/** Bytes for a connection, in the pieces in which they are written, and how the sender leaves. */
export type RawRequest = { readonly pieces: readonly string[]; readonly leaves: 'politely' | 'at once' };

export type RawAnswer = {
  readonly statuses: readonly number[];
  /** Whether the server closed the connection, or the sender gave up waiting. */
  readonly isClosed: boolean;
};

const CLOSED_WITHIN_MS = 5_000;

/** Mostly right: what is wrong at its first word gets no further. */
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

const header = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom('Accept: text/html', 'Origin: http://site.localhost:3000', 'Accept: */*'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...['Content-Length: 5', 'Content-Length: 0', 'Content-Length: -1', 'Content-Length: 5, 5'],
      ...['Content-Length: 99999999999999999999', 'Content-Length: 0x5', 'Transfer-Encoding: chunked'],
      ...[
        'Transfer-Encoding: gzip, chunked',
        'Transfer-Encoding: chunked, identity',
        'Transfer-Encoding : chunked',
      ],
      ...[
        'Expect: 100-continue',
        'Expect: a cake',
        'Connection: upgrade',
        'Upgrade: h2c',
        'Upgrade: websocket',
      ],
      ...['Connection: close', 'Connection: keep-alive', 'Host:', 'Host: a b', 'Host: evil.example'],
      ...[
        ' folded',
        'no colon',
        ': no name',
        'a\u0000b: c',
        'X-Big: '.padEnd(20_000, 'x'),
        'Range: bytes=0-0',
      ],
      ...[
        'Content-Type: application/json',
        'Content-Encoding: gzip',
        'Cookie: session=%',
        'X-Forwarded-For: ::1',
      ],
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
);

const payload = fc.constantFrom(
  ...[
    '',
    'hello',
    '{"email":',
    '{}',
    '5\r\nhello\r\n0\r\n\r\n',
    '5\r\nhel',
    'zz\r\nhello\r\n',
    '0\r\nX: y\r\n\r\n',
  ],
  ...[
    'ffffffffffffffffff\r\n',
    'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
    '\u0000\u0001\u0002',
    '\r\n\r\n\r\n',
  ],
);

const message = fc
  .tuple(
    requestLine,
    fc.array(header, { maxLength: 5 }).map((all) => ['Host: site.test', ...all]),
    payload,
    fc.constantFrom('\r\n', '\r\n', '\r\n', '\n'),
  )
  .map(([line, headers, body, end]) => [line, ...headers, '', body].join(end));

/** HTTP as nobody should speak it: broken lines and lengths, bodies that break off, requests behind one another. */
export const rawRequest: fc.Arbitrary<RawRequest> = fc.record({
  pieces: fc.array(message, { minLength: 1, maxLength: 4 }),
  leaves: fc.constantFrom('politely', 'politely', 'at once'),
});

/** Sends it over a connection of its own; what the server does with the connection is no failure. */
export async function sendRaw(port: number, { pieces, leaves }: RawRequest): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  const closed = new Promise<true>((resolve) => socket.once('close', () => resolve(true)));
  for (const piece of pieces) socket.write(piece, 'latin1');
  if (leaves === 'at once') socket.destroySoon();
  else socket.end();
  const waited = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => waited.resolve(false), CLOSED_WITHIN_MS);
  const isClosed = await Promise.race([closed, waited.promise]);
  clearTimeout(timer);
  socket.destroy();
  const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  return { statuses, isClosed };
}
