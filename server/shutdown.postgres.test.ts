import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { MESSAGES } from '#contract/messages.ts';
import { OPERATIONS } from '#contract/paths.ts';
import { EVENTS } from '#features/analytics/contract.ts';
import { findRows } from '#server/database/rows.ts';
import { startFakeSmtp } from '#server/testing/fake-mail.ts';
import { withDatabase } from '#server/testing/process-database.ts';
import { troubleIn, until } from '#server/testing/server-process.ts';
import { freePages, leaveFreePages, storeMailRow } from '#server/testing/stored-rows.ts';
import {
  answerTo,
  beginSignUp,
  newAgent,
  openTestPlace,
  startTestServer,
  waitFor,
} from '#server/testing/test-process.ts';
import { startSilenceableProxy } from './testing/loopback-servers.ts';
import { PROCESS_ORIGIN, type ProcessOptions, type ServerProcess } from './testing/server-process.ts';
import { UA } from './testing/visited-site.ts';

const HASTY = { stopWithin: 4_000 };
const SUCCESS = { code: 0, signal: null };
/** Tests whose result does not depend on the database run on SQLite only. */
const ON_POSTGRES = Boolean(process.env.TEST_DATABASE_URL);

test('after SIGTERM, the server finishes requests, refuses new ones, stores visits and audit lines, and exits with 0', async () => {
  const { server, place } = await startSite();
  expect((await get(server, OPERATIONS.ready)).status).toBe(200);
  const counted = await fetch(server.url + EVENTS, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: PROCESS_ORIGIN, 'user-agent': UA.phone },
    body: JSON.stringify({ events: [{ kind: 'view', path: PAGES.home }] }),
  });
  expect(counted.status).toBe(202);
  const emails = Array.from({ length: 12 }, (_, number) => `person-${number}@example.com`);
  const signUps = await Promise.all(emails.map((email) => signUpIn(server, email)));

  // When the signal arrives, the server is handling half of the requests, and is still reading the other half.
  const early = signUps.slice(0, 6).map(({ finish }) => finish());
  server.terminate();
  // `npm start` causes a second signal right after the first, which must be ignored.
  server.terminate();
  await until(() => refusesConnections(server));
  const late = signUps.slice(6).map(({ finish }) => finish());

  for (const { status, text } of await Promise.all([...early, ...late])) {
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ success: true, message: MESSAGES.checkYourEmail });
  }
  for (const { connection } of await Promise.all(late)) expect(connection).toBe('close');
  expect(await server.exit).toEqual(SUCCESS);
  expect(troubleIn(server.output())).toEqual([]);

  await withDatabase(place, async (db) => {
    const stored = await db.selectFrom('sign_ups').select('email').execute();
    expect(stored.map(({ email }) => email).sort()).toEqual(emails.sort());
    expect(await findRows(db, 'audit', ['id'], { seq: null })).toEqual([]);
    expect(await db.selectFrom('page_views').select('views').execute()).toEqual([{ views: 1 }]);
  });
});

test.skipIf(ON_POSTGRES).each(['SIGINT', 'SIGHUP'] as const)(
  '[P-093] %s ends the process with exit code 0, once each request is logged and deleted rows are cleared',
  async (signal) => {
    const { server, place } = await startSite({ LOG_LEVEL: 'info' });
    await withDatabase(place, leaveFreePages);
    for (let asked = 0; asked < 5; asked++) await get(server, PAGES.home);
    process.kill(server.pid, signal);
    expect(await server.exit).toEqual(SUCCESS);
    expect(server.output().match(/"method":"GET","route":"\/"/g)).toHaveLength(5);
    expect(await withDatabase(place, freePages)).toBe(0);
  },
);

test.skipIf(ON_POSTGRES)(
  'after SIGTERM, the process ends despite an endless request and a silent mail server, and keeps the unsent mail',
  async () => {
    const smtp = await startFakeSmtp();
    onTestFinished(smtp.close);
    smtp.answers.isSilent = true;
    const { server, place } = await startSite({ SMTP_URL: smtp.url }, HASTY);
    await withDatabase(place, (db) => storeMailRow(db, 'a-mail'));
    const { outgoing } = await signUpIn(server, 'slow@example.com');
    outgoing.on('error', () => {});
    await waitFor(() => expect(smtp.received).toHaveLength(1));
    server.terminate();
    expect(await server.exit).toEqual(SUCCESS);
    const mails = await withDatabase(place, (db) => findRows(db, 'outbox', ['state'], { id: 'a-mail' }));
    expect(mails).toEqual([{ state: 'waiting' }]);
  },
);

// This test needs PostgreSQL: a site on SQLite has no other process that could serve visitors during the stop.
test.runIf(ON_POSTGRES)(
  'after SIGTERM, a site behind a proxy is “not ready” at once, and serves until the proxy has noticed',
  async () => {
    const { server } = await startSite({ TRUSTED_PROXIES: '127.0.0.1' });
    const kept = newAgent();
    expect((await get(server, OPERATIONS.health, kept)).status).toBe(200);
    server.terminate();
    // Opens a new connection for each request. The test fails if a connection is refused.
    await until(async () => (await get(server, OPERATIONS.ready)).status === 503);

    const { finish } = await signUpIn(server, 'late@example.com');
    expect((await finish()).status).toBe(200);
    expect((await get(server, OPERATIONS.health, kept)).status).toBe(200);
    expect(await server.exit).toEqual(SUCCESS);
  },
);

// These tests need PostgreSQL: SQLite runs inside the process, so no network connection can fall silent.
describe.runIf(ON_POSTGRES)('stopping the server', () => {
  async function startSiteOfSilentDatabase() {
    const place = await openTestPlace();
    const proxy = await startSilenceableProxy(place.env.DATABASE_URL ?? '');
    onTestFinished(proxy.close);
    const server = await startTestServer({ ...place.env, DATABASE_URL: proxy.url }, HASTY);
    proxy.fallSilent();
    // This request queries the database. It is cut off when the server ends, so its failure is ignored.
    void fetch(`${server.url}${OPERATIONS.ready}`).catch(() => {});
    await proxy.lostSomething;
    return server;
  }

  test('if the database does not answer, SIGTERM still ends the process, with exit code 1 and an error in the log', async () => {
    const server = await startSiteOfSilentDatabase();
    server.terminate();
    expect(await server.exit).toEqual({ code: 1, signal: null });
    expect(server.output()).toContain('stopping took too long');
  });

  test('if the database does not answer, a second SIGTERM ends the process at once, unless it comes within a second of the first', async () => {
    const server = await startSiteOfSilentDatabase();
    const again = setInterval(() => server.terminate(), 50);
    const end = await server.exit.finally(() => clearInterval(again));
    expect(end).toEqual({ code: 1, signal: null });
    expect(server.output()).toContain('a second signal');
    expect(server.output()).not.toContain('stopping took too long');
  });
});

async function startSite(env: Readonly<Record<string, string>> = {}, options?: ProcessOptions) {
  const place = await openTestPlace();
  const server = await startTestServer({ ...place.env, RATE_LIMIT_SCALE: '1000000', ...env }, options);
  return { server, place };
}

function get(server: ServerProcess, path: string, agent = newAgent()) {
  return answerTo(request(`${server.url}${path}`, { agent }).end());
}

async function signUpIn(server: ServerProcess, email: string) {
  const sender = { origin: PROCESS_ORIGIN, email, agent: newAgent() };
  const { outgoing, body } = await beginSignUp(server.url, sender);
  outgoing.write(body.slice(0, 10));
  const finish = () => {
    outgoing.end(body.slice(10));
    return answerTo(outgoing);
  };
  return { outgoing, finish };
}

async function refusesConnections({ port }: ServerProcess): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isRefused = once(socket, 'connect').then(
    () => false,
    () => true,
  );
  return isRefused.finally(() => socket.destroy());
}
