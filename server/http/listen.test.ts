import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { settingsOf } from '#server/testing/test-app.ts';
import { type ConnectionLimits, createServer } from './create-server.ts';
import { listen } from './listen.ts';
import { siteHeaders } from './security-headers.ts';

/** The tests use unusual clients over real connections. Short time limits keep them fast. */
const HOST = 'Host: site.test\r\n';
const PATIENT = { timeout: 5_000 };
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;
const post = (headers: string, body = '') => `POST / HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;
const LARGE = Buffer.alloc(32 * 1_024 * 1_024, 'x');

async function openServer(limits: Partial<ConnectionLimits> = {}, host?: string) {
  const onDrop = vi.fn();
  const heard: string[] = [];
  const later = Promise.withResolvers<void>();
  const largeAnswer = Promise.withResolvers<{ readonly isWhole: boolean }>();
  const app = createServer({
    log: pino({ level: 'silent' }),
    requests: { began: () => {}, answered: () => {} },
    isTrustedProxy: () => false,
    securityHeaders: siteHeaders(settingsOf({}), []),
    limits,
    onDrop,
  });
  app.addHook('onRequest', async ({ method, url }) => void heard.push(`${method} ${url}`));
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.get('/', async () => 'hello');
  app.post('/', async () => 'thanks');
  app.get('/later', async () => {
    await later.promise;
    return 'late';
  });
  app.get('/large', async (_request, { raw }) => {
    raw.once('close', () => largeAnswer.resolve({ isWhole: raw.writableFinished }));
    return LARGE;
  });
  const server = await listen(app, 0, host);
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    later.resolve();
    for (const socket of sockets) socket.destroy();
    await server.close();
  });

  const open = (text: string) => {
    const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
    sockets.push(socket);
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('error', () => {});
    socket.write(text, 'latin1');
    // This does not use `once` of node:events, which rejects if the server cuts off a client that is still writing.
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
    return {
      socket,
      closed,
      has: (part: string) => vi.waitFor(() => expect(answer).toContain(part), PATIENT),
    };
  };
  const say = (text: string) => open(text).closed;
  return { server, open, say, onDrop, heard, answerLater: later.resolve, largeAnswer: largeAnswer.promise };
}

const statusesIn = (answer: string) => answer.match(/HTTP\/1\.1 \d{3}/g);

test.runIf(process.platform === 'linux')(
  'with HOST set, the server listens only at that address',
  async () => {
    const reach = async (host?: string) => {
      const { server } = await openServer({}, host);
      const socket = connect(server.port, '127.0.0.2');
      onTestFinished(() => void socket.destroy());
      return new Promise((resolve) => {
        socket.once('connect', () => resolve('reached'));
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      });
    };
    expect([await reach(), await reach('127.0.0.1')]).toEqual(['reached', 'ECONNREFUSED']);
  },
);

describe('slow clients', () => {
  async function expectTimeout(begin: string, drop: string): Promise<void> {
    const limits = { headersTimeout: 150, requestTimeout: 150, connectionsCheckingInterval: 50 };
    const { socket, closed } = (await openServer(limits)).open(begin);
    const drip = setInterval(() => socket.writable && socket.write(drop), 10);
    expect(statusesIn(await closed.finally(() => clearInterval(drip)))).toEqual(['HTTP/1.1 408']);
  }

  test('[A-16] a client that sends its headers byte by byte (slowloris) is refused with 408', () =>
    expectTimeout(`GET / HTTP/1.1\r\n${HOST}X-Slow: `, 'x'));

  test.each([
    ['with a Content-Length header', 'Content-Length: 50000\r\n', 'x'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n', '1\r\nx\r\n'],
  ])('[V15.2.2] a client that sends its body byte by byte, %s, is refused with 408', (_, header, drop) =>
    expectTimeout(post(header), drop),
  );

  test('[A-17] a client that never reads the response is disconnected', async () => {
    const { open, largeAnswer } = await openServer({ connectionTimeout: 200 });
    const { socket, closed } = open(get('/large'));
    socket.pause();
    expect(await largeAnswer).toEqual({ isWhole: false });
    socket.resume();
    expect((await closed).length).toBeLessThan(LARGE.length);
  });

  test('an idle connection is closed after the server’s keep-alive time', async () => {
    const { say } = await openServer({ keepAliveTimeout: 50 });
    expect(await say(get('/'))).toMatch(/^HTTP\/1.1 200 .*hello$/s);
  });
});

test.each([
  ['a header', `GET / HTTP/1.1\r\n${HOST}X-Large: ${'x'.repeat(17_000)}\r\n\r\n`],
  ['a URL', get(`/${'x'.repeat(17_000)}`)],
])('a request with %s of 17,000 characters is refused with 431', async (_, text) => {
  const { say, heard } = await openServer();
  const answer = await say(text);
  expect(statusesIn(answer)).toEqual(['HTTP/1.1 431']);
  expect(answer).toMatch(/\r\n\r\n\{"success":false,"code":"HEADER_TOO_LONG","message":"[^"]+"\}$/);
  expect(heard).toEqual([]);
});

test('[V2.4.1-2] the server accepts no more connections at a time than its limit', async () => {
  const { open, say, onDrop } = await openServer({ maxConnections: 1 });
  const { socket } = open(get('/later'));
  await vi.waitFor(() => expect(socket.readyState).toBe('open'), PATIENT);
  expect(await say('')).toBe('');
  expect(onDrop).toHaveBeenCalledTimes(1);
});

const CHUNKED = 'Transfer-Encoding: chunked\r\n';
/**
 * Node’s parser refuses many more requests. The first four cases show that no check of the parser is turned off. The last case
 * is a check of our own.
 */
test.each([
  ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['both Content-Length and chunks', post(`Content-Length: 4\r\n${CHUNKED}`, '0\r\n\r\n')],
  ['two Content-Length headers', post('Content-Length: 4\r\nContent-Length: 5\r\n', 'abcd')],
  ['a folded header', post('X-Fold: a\r\n b\r\n')],
  ['another transfer coding', post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n')],
])(
  '[V4.2.1] an ambiguous or malformed request is refused, and no later request on its connection is handled: %s',
  async (_, text) => {
    const { say, heard } = await openServer();
    expect(statusesIn(await say(`${text}${get('/smuggled')}`))).toEqual(['HTTP/1.1 400']);
    // A request with an invalid body may reach the handler. The request after it must not.
    expect(heard.filter((request) => request !== 'POST /')).toEqual([]);
  },
);

test('[V4.3.1] a request to upgrade to another protocol is answered as a normal HTTP/1.1 request', async () => {
  const { say } = await openServer();
  for (const protocol of ['websocket', 'h2c', 'TLS/1.3']) {
    const headers = `${HOST}Connection: Upgrade, close\r\nUpgrade: ${protocol}\r\n`;
    expect(await say(`GET / HTTP/1.1\r\n${headers}\r\n`)).toMatch(/^HTTP\/1.1 200 .*hello$/s);
  }
});

test('an HTTP/1.0 request without a Host header is answered, because health checks of proxies send it', async () => {
  const { say } = await openServer();
  expect(await say('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 .*hello$/s);
});

test('a server that shuts down answers the requests in progress, and then closes their connections', async () => {
  const { open, server, heard, answerLater } = await openServer();
  const { socket, closed, has } = open(get('/'));
  await has('hello');
  socket.write(get('/later'));
  await vi.waitFor(() => expect(heard).toContain('GET /later'), PATIENT);
  const closing = server.close();
  answerLater();
  expect(await closed).toMatch(/\r\n\r\nlate$/);
  await closing;
});
