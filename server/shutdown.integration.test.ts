import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, OPERATIONS, PAGES } from '#contract/paths.ts';
import { makeThrowAwayPlace } from './testing/process-database.ts';
import { PROCESS_ORIGIN, type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { startSilenceableProxy } from './testing/silenceable-proxy.ts';

const LIMIT = 60_000;

test(
  'SIGTERM: what is in flight is answered, what is new refused; the process ends with 0',
  async () => {
    const { server, place } = await startSite();
    const idle = newBrowser();
    expect((await get(server, idle, OPERATIONS.ready)).status).toBe(200);
    const emails = Array.from({ length: 12 }, (_, number) => `person-${number}@example.com`);
    const signUps = await Promise.all(emails.map((email) => beginSignUp(server, newBrowser(), email)));

    // Half of them are being worked on when the signal comes, half have not even been read to the end.
    const early = signUps.slice(0, 6).map(({ finish }) => finish());
    server.terminate();
    // Together with the first, as through `npm start`: only a later one means "at once".
    server.terminate();
    await refusesConnections(server);
    const late = signUps.slice(6).map(({ finish }) => finish());

    for (const { status, text } of await Promise.all([...early, ...late])) {
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual({ success: true, message: MESSAGES.checkYourEmail });
    }
    for (const { connection } of await Promise.all(late)) expect(connection).toBe('close');
    expect(await server.exit).toEqual({ code: 0, signal: null });
    expect(server.output()).not.toContain('"level":');

    const db = place.open();
    onTestFinished(() => db.destroy());
    const stored = await db.selectFrom('sign_ups').select('email').execute();
    expect(stored.map(({ email }) => email).sort()).toEqual(emails.sort());
  },
  LIMIT,
);

test.each(['SIGINT', 'SIGHUP'] as const)(
  '%s ends it as well, with the line of every request in the log',
  async (signal) => {
    const { server } = await startSite({ LOG_LEVEL: 'info' });
    for (let asked = 0; asked < 5; asked++) await get(server, newBrowser(), PAGES.home);
    process.kill(server.pid, signal);
    expect(await server.exit).toEqual({ code: 0, signal: null });
    expect(server.output().match(/"method":"GET","route":"\/"/g)).toHaveLength(5);
  },
  LIMIT,
);

test(
  'a request that was half sent when the server began to stop learns that it is not ready',
  async () => {
    const { server } = await startSite();
    const socket = await openSocket(server);
    const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: site.test\r\n`;
    // In one piece: once the first is answered, the server has read the beginning of the second as well.
    socket.write(`${head(OPERATIONS.health)}\r\n${head(OPERATIONS.ready)}`);
    expect(await textUntil(socket, '"ok"}')).toMatch(/^HTTP\/1\.1 200 /);

    server.terminate();
    await refusesConnections(server);
    socket.write('\r\n');
    const answer = await textUntil(socket, '"stopping"}');
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(await server.exit).toEqual({ code: 0, signal: null });
  },
  LIMIT,
);

test(
  'a client that never finishes its request does not keep the process',
  async () => {
    const { server } = await startSite();
    const browser = newBrowser();
    const { outgoing } = await beginSignUp(server, browser, 'slow@example.com');
    outgoing.on('error', () => {});
    server.terminate();
    expect(await server.exit).toEqual({ code: 0, signal: null });
  },
  LIMIT,
);

// On SQLite there is no other process to serve visitors meanwhile.
test.runIf(process.env.TEST_DATABASE_URL)(
  'SIGTERM behind a proxy: it says that it is not ready, and serves on until the proxy has had time to hear it',
  async () => {
    const { server } = await startSite({ TRUSTED_PROXIES: '127.0.0.1' });
    const kept = newBrowser();
    expect((await get(server, kept, OPERATIONS.health)).status).toBe(200);
    server.terminate();
    await saysThatItIsStopping(server);

    const { finish } = await beginSignUp(server, newBrowser(), 'late@example.com');
    expect((await finish()).status).toBe(200);
    expect((await get(server, kept, OPERATIONS.health)).status).toBe(200);
    expect(await server.exit).toEqual({ code: 0, signal: null });
  },
  LIMIT,
);

// SQLite is in the process itself: nothing on the way can fall silent.
describe.runIf(process.env.TEST_DATABASE_URL)('while the database is silent', () => {
  async function startSiteOfSilentDatabase() {
    const place = await makeThrowAwayPlace();
    onTestFinished(place.remove);
    const proxy = await startSilenceableProxy(place.env.DATABASE_URL ?? '');
    onTestFinished(proxy.close);
    const server = await startServerProcess({ ...place.env, DATABASE_URL: proxy.url });
    onTestFinished(() => server.kill9().then(() => {}));
    proxy.fallSilent();
    // Asks the database, and is cut off with the server.
    void fetch(`${server.url}${OPERATIONS.ready}`).catch(() => {});
    return server;
  }

  test(
    'SIGTERM ends the process all the same, with 1, and the log says so',
    async () => {
      const server = await startSiteOfSilentDatabase();
      server.terminate();
      expect(await server.exit).toEqual({ code: 1, signal: null });
      expect(server.output()).toContain('could not finish in time');
    },
    LIMIT,
  );

  test(
    'a second SIGTERM, other than one that comes with the first, ends it at once',
    async () => {
      const server = await startSiteOfSilentDatabase();
      const again = setInterval(() => server.terminate(), 50);
      const end = await server.exit.finally(() => clearInterval(again));
      expect(end).toEqual({ code: 1, signal: null });
      expect(server.output()).toContain('asked to stop again');
      expect(server.output()).not.toContain('could not finish in time');
    },
    LIMIT,
  );
});

async function startSite(env: Readonly<Record<string, string>> = {}) {
  const place = await makeThrowAwayPlace();
  onTestFinished(place.remove);
  const server = await startServerProcess({ ...place.env, RATE_LIMIT_SCALE: '1000000', ...env });
  onTestFinished(() => server.kill9().then(() => {}));
  return { server, place };
}

/** One connection, kept open between requests. */
function newBrowser(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return agent;
}

type Answer = {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly text: string;
};

async function answerTo(outgoing: ClientRequest): Promise<Answer> {
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const text = await incoming.setEncoding('utf8').reduce((all: string, part: string) => all + part, '');
  return { status: incoming.statusCode, connection: incoming.headers.connection, text };
}

function get(server: ServerProcess, agent: Agent, path: string): Promise<Answer> {
  return answerTo(request(`${server.url}${path}`, { agent }).end());
}

/** A sign-up that the server has begun to read and cannot answer before `finish` sends the rest. */
async function beginSignUp(server: ServerProcess, agent: Agent, email: string) {
  const body = JSON.stringify({ email, password: 'correct horse' });
  const outgoing = request(`${server.url}${ACCOUNT_API.signUp}`, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      origin: PROCESS_ORIGIN,
      // The server's "go on" is the proof that the request is in flight.
      expect: '100-continue',
    },
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  outgoing.write(body.slice(0, 10));
  const finish = () => {
    outgoing.end(body.slice(10));
    return answerTo(outgoing);
  };
  return { outgoing, finish };
}

async function openSocket(server: ServerProcess): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** What came since the last call, up to `end`. Throws when the other side closes before. */
async function textUntil(socket: Socket, end: string): Promise<string> {
  let text = '';
  while (!text.includes(end)) {
    const [part] = await Promise.race([
      once(socket, 'data'),
      once(socket, 'close').then(() => Promise.reject(new Error(`closed after: ${text}`))),
    ]);
    text += part;
  }
  return text;
}

async function refusesConnections(server: ServerProcess): Promise<void> {
  for (;;) {
    const socket = connect(server.port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Asks on new connections. Rejects when those are refused. */
async function saysThatItIsStopping(server: ServerProcess): Promise<void> {
  while ((await get(server, newBrowser(), OPERATIONS.ready)).status !== 503) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
