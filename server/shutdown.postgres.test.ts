import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, OPERATIONS } from '#contract/paths.ts';
import { EVENTS } from '#features/analytics/contract.ts';
import { troubleIn } from '#server/testing/server-process.ts';
import { freePages, leaveFreePages } from '#server/testing/stored-messages.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';
import { PROCESS_ORIGIN, type ProcessOptions, type ServerProcess } from './testing/server-process.ts';
import { startSilenceableProxy } from './testing/silenceable-proxy.ts';
import { UA } from './testing/visited-site.ts';

const LIMIT = 60_000;
/** What waits for the end of a process that does not answer need not wait as long as a real site. */
const HASTY = { stopWithin: 4_000 };
/** There each stop takes seconds longer, so that a proxy hears of it: what SQLite has shown is not shown again. */
const ON_POSTGRES = Boolean(process.env.TEST_DATABASE_URL);

test(
  'after SIGTERM running requests are answered, new ones refused, audit lines logged and visits stored, and the process ends with 0',
  async () => {
    const { server, place } = await startSite();
    const idle = newBrowser();
    expect((await get(server, idle, OPERATIONS.ready)).status).toBe(200);
    const counted = await fetch(server.url + EVENTS, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: PROCESS_ORIGIN, 'user-agent': UA.phone },
      body: JSON.stringify({ events: [{ kind: 'view', path: PAGES.home }] }),
    });
    expect(counted.status).toBe(202);
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
    expect(troubleIn(server.output())).toEqual([]);

    const db = place.open();
    onTestFinished(() => db.destroy());
    const stored = await db.selectFrom('sign_ups').select('email').execute();
    expect(stored.map(({ email }) => email).sort()).toEqual(emails.sort());
    expect(await db.selectFrom('audit').select('id').where('seq', 'is', null).execute()).toEqual([]);
    expect(await db.selectFrom('page_views').select('views').execute()).toEqual([{ views: 1 }]);
  },
  LIMIT,
);

test.skipIf(ON_POSTGRES).each(['SIGINT', 'SIGHUP'] as const)(
  '[P-093] %s ends the process as well, with the line of every request in the log, and nothing of deleted rows in the file',
  async (signal) => {
    const { server, place } = await startSite({ LOG_LEVEL: 'info' });
    const db = place.open();
    onTestFinished(() => db.destroy());
    await leaveFreePages(db);
    for (let asked = 0; asked < 5; asked++) await get(server, newBrowser(), PAGES.home);
    process.kill(server.pid, signal);
    expect(await server.exit).toEqual({ code: 0, signal: null });
    expect(server.output().match(/"method":"GET","route":"\/"/g)).toHaveLength(5);
    expect(await freePages(db)).toBe(0);
  },
  LIMIT,
);

test.skipIf(ON_POSTGRES)(
  'a client that never finishes its request does not keep the process',
  async () => {
    const { server } = await startSite({}, HASTY);
    const browser = newBrowser();
    const { outgoing } = await beginSignUp(server, browser, 'slow@example.com');
    outgoing.on('error', () => {});
    server.terminate();
    expect(await server.exit).toEqual({ code: 0, signal: null });
  },
  LIMIT,
);

// On SQLite there is no other process to serve visitors meanwhile.
test.runIf(ON_POSTGRES)(
  'after SIGTERM the site behind a proxy says that it is not ready, and serves until the proxy has had time to notice',
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
describe.runIf(ON_POSTGRES)('while the database is silent', () => {
  async function startSiteOfSilentDatabase() {
    const place = await openTestPlace();
    const proxy = await startSilenceableProxy(place.env.DATABASE_URL ?? '');
    onTestFinished(proxy.close);
    const server = await startTestServer({ ...place.env, DATABASE_URL: proxy.url }, HASTY);
    proxy.fallSilent();
    // Asks the database, and is cut off with the server.
    void fetch(`${server.url}${OPERATIONS.ready}`).catch(() => {});
    await proxy.lostSomething;
    return server;
  }

  test(
    'SIGTERM still ends the process, with 1, and the log says so',
    async () => {
      const server = await startSiteOfSilentDatabase();
      server.terminate();
      expect(await server.exit).toEqual({ code: 1, signal: null });
      expect(server.output()).toContain('stopping took too long');
    },
    LIMIT,
  );

  test(
    'a second SIGTERM ends the process at once, unless it comes together with the first',
    async () => {
      const server = await startSiteOfSilentDatabase();
      const again = setInterval(() => server.terminate(), 50);
      const end = await server.exit.finally(() => clearInterval(again));
      expect(end).toEqual({ code: 1, signal: null });
      expect(server.output()).toContain('a second signal');
      expect(server.output()).not.toContain('stopping took too long');
    },
    LIMIT,
  );
});

async function startSite(env: Readonly<Record<string, string>> = {}, options?: ProcessOptions) {
  const place = await openTestPlace();
  const server = await startTestServer({ ...place.env, RATE_LIMIT_SCALE: '1000000', ...env }, options);
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
