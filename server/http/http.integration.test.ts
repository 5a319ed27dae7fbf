import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RATE_LIMITED } from '#contract/errors.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API, FORMS_API, OPERATIONS, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { EVENTS } from '#features/analytics/contract.ts';
import { MAILBOX } from '#features/mailbox/contract.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { openDatabase } from '#server/database/database.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient, inject, type TestClient } from '#server/testing/test-client.ts';
import { answerTo, newAgent, waitFor } from '#server/testing/test-process.ts';
import { listen } from './listen.ts';

const app = await openTestApp();

const signUp = (browser: TestClient, headers: Record<string, string> = {}) =>
  browser.post(ACCOUNT_API.signUp, { email: newAddress(), password: PASSWORD }, headers);
const signIn = (browser: TestClient, email: string, headers: Record<string, string> = {}) =>
  browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD }, headers);

describe('every response', () => {
  test('has a request id: the id that a proxy sent, if its format is safe, and otherwise a new id', async () => {
    const idOf = async (path: string, headers: Record<string, string> = {}) =>
      (await app.browser().get(path, headers)).headers.get('x-request-id');
    for (const path of ['/', '/nowhere', '/api/nowhere', OPERATIONS.health])
      expect(await idOf(path)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf('/', { 'x-request-id': 'from-the-proxy-1' })).toBe('from-the-proxy-1');
    expect(await idOf('/', { 'x-request-id': 'a"b\\c ' })).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('[V4.1.1] has the status 404 for an unknown or invalid path, with a page for browsers and JSON for programs', async () => {
    for (const path of ['/no/such/page', '/%E0%A4%A', '/blog/%', '/%61bout%?q=%41']) {
      const { status, headers } = await app.browser().get(path);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    for (const path of ['/api/no-such-call', '/api/%'])
      expect((await app.browser().get(path)).json).toMatchObject({ success: false, code: 'PATH_NOT_FOUND' });
    expect((await app.browser().post('/no/such/form')).json.code).toBe('PATH_NOT_FOUND');
    const long = await app.browser().get(`/api/user/${'%'.repeat(15_000)}`);
    expect(long.json).toMatchObject({ success: false });
  });

  test('has the status 405 and the Allow header if the method of the request is wrong', async () => {
    const reading = await app.browser().get(ACCOUNT_API.signUp);
    expect([reading.status, reading.headers.get('allow')]).toEqual([405, 'POST']);
    expect(reading.json.code).toBe('METHOD_NOT_ALLOWED');
    const writing = await app.browser().post(ACCOUNT_API.session);
    expect([writing.status, writing.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

test('[P-051] the log has one line per request, without ids of people, addresses or query strings', async () => {
  const { email, record, browser } = await signedInPerson(app);
  await browser.get(`/api/user/${record.id}?email=${email}`);
  const line = { method: 'GET', route: PRODUCT_API.user, status: 200, requestId: expect.any(String) };
  expect(JSON.parse(app.logLines().at(-1) ?? '')).toMatchObject(line);
  for (const secret of [email, record.id, PASSWORD]) expect(app.logLines().join('')).not.toContain(secret);
});

test('/healthz and /readyz answer 200; /readyz answers 503 while the site stops or has no database', async () => {
  expect((await app.browser().get(OPERATIONS.health)).json).toEqual({ status: 'ok' });
  expect((await app.browser().get(OPERATIONS.ready)).status).toBe(200);
  const stopping = await createApp(createDeps({ ...app.deps, isStopping: () => true }));
  const asked = await inject(stopping, TEST_ORIGIN + OPERATIONS.ready);
  expect([asked.status, asked.json]).toEqual([503, { status: 'stopping' }]);
  const other = await openTestApp();
  await other.close();
  expect((await other.browser().get(OPERATIONS.ready)).status).toBe(503);
  expect((await other.browser().get(OPERATIONS.health)).status).toBe(200);
  const failed = await signIn(other.browser(), newAddress());
  const told = { success: false, code: 'UNEXPECTED', message: 'An unexpected error occurred.' };
  expect(failed.json).toEqual(told);
});

describe('rate limits', () => {
  const limited = (env: Record<string, string> = {}) => openTestApp({ RATE_LIMIT_SCALE: '1', ...env });
  const behindProxy = async (RATE_LIMIT_SCALE: string) => {
    const site = await limited({ TRUSTED_PROXIES: '198.51.100.0/24', RATE_LIMIT_SCALE });
    const proxy = site.browser();
    const statusFor = async (visitor?: string) =>
      (await signUp(proxy, visitor === undefined ? {} : { 'x-forwarded-for': visitor })).status;
    return { site, statusFor };
  };

  test('[V4.1.3] count behind a trusted proxy by the IP address that it reports, and not by a forged one', async () => {
    const { statusFor } = await behindProxy('0.1');
    for (let i = 0; i < 2; i++) await statusFor('203.0.113.1');
    expect(await statusFor('203.0.113.1')).toBe(429);
    expect(await statusFor('9.9.9.9, 203.0.113.1')).toBe(429);
    expect(await statusFor('203.0.113.2')).toBe(200);
  });

  test.each(['203.0.113.9, unknown', undefined])(
    'are shared, a hundred times as high, by visitors whose proxy reports %j, with one warning in the log',
    async (visitor) => {
      const { site, statusFor } = await behindProxy('0.05');
      const statuses: number[] = [];
      for (let visitors = 0; visitors < 101; visitors++) statuses.push(await statusFor(visitor));
      expect([statuses.indexOf(429), statuses.filter((status) => status === 200).length]).toEqual([100, 100]);
      expect(site.logLines().filter((line) => line.includes('X-Forwarded-For'))).toHaveLength(1);
    },
  );

  test('[A-01] refuse sign-ins after 10 tries a minute with one address and IP address, also simultaneous ones and other spellings', async () => {
    const browser = (await limited()).browser();
    const spelled = ['k@example.com', 'K@EXAMPLE.com', ' k@example.com\u00a0', '\u212a@example.com'];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => {
        const forged = { 'x-forwarded-for': `203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}` };
        return signIn(browser, spelled[i % spelled.length] ?? '', forged);
      }),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const { status, json, headers } = await signIn(browser, 'k@example.com');
    expect([status, json.code, json.retryAfter]).toEqual([429, 'RATE_LIMITED', expect.any(Number)]);
    expect(json.message).toMatch(new RegExp(`^${filled(RATE_LIMITED.message, { wait: '\\w+ \\w+' })}$`));
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(browser, newAddress())).status).toBe(401);
  });
});

const errorsLogged = () => app.logLines().filter((line) => /"level":"(error|fatal)"/.test(line));

test('[V7.2.3] cookies and tokens that the site did not make are ignored', async () => {
  const { browser, record } = await signedInPerson(app);
  const user = pathFor(PRODUCT_API.user, record.id);
  const session = browser.cookies.get('session') ?? '';
  const odd = ['%', '%E0%A4%A', '.', '..', 'a.', '.b', 'x'.repeat(8_000)];
  for (const value of [...odd, session.slice(0, -4), `x${session}`]) {
    const cookie = `session=${value}; pending_verification=${value}`;
    const asked = await app.browser().get(ACCOUNT_API.session, { cookie });
    expect(asked.json).toEqual({ success: true, data: null });
    for (const path of [user, AUTH_API.token])
      expect((await app.browser().get(path, { cookie })).status).toBe(401);
    expect((await browser.get(user, { authorization: `Bearer ${value}` })).status).toBe(401);
  }
  expect(errorsLogged()).toEqual([]);
});

test('JSON in an encoding other than UTF-8 is refused, because wrong characters would be stored', async () => {
  const { browser, record } = await signedInPerson(app);
  const headers = {
    'content-type': 'application/json; charset=iso-8859-1',
    origin: TEST_ORIGIN,
    'x-api-key': app.deps.settings.publicApiKey,
  };
  const body = Buffer.from('{"name":"Jos\u00e9"}', 'latin1');
  const answer = await browser.send(PRODUCT_API.saveUser, { method: 'POST', body, headers });
  expect(answer.json.code).toBe('BODY_NOT_READABLE');
  expect((await browser.get(pathFor(PRODUCT_API.user, record.id))).json.data.name).toBe(record.name);
});

async function listening() {
  const server = await listen(await createApp(app.deps), 0);
  onTestFinished(server.close);
  return server;
}

test.each([ACCOUNT_API.signUp, '/f/contact'])(
  'a request to %s that breaks off in the middle of its body is logged as refused, not as an error',
  async (path) => {
    const { port } = await listening();
    const before = app.logLines().length;
    const head = [`POST ${path} HTTP/1.1`, 'Host: site', 'Content-Type: application/json'];
    const socket = connect(port, '127.0.0.1');
    const begun = [...head, 'Content-Length: 20', '', '{"email":'].join('\r\n');
    socket.write(begun, () => socket.destroy());
    await waitFor(() => {
      const lines = app
        .logLines()
        .slice(before)
        .map((line) => JSON.parse(line));
      expect(lines).toContainEqual(expect.objectContaining({ method: 'POST', status: 400 }));
    });
    expect(errorsLogged()).toEqual([]);
  },
);

test('[V14.2.2] responses with data of a person forbid caches to store them', async () => {
  const { browser, record } = await signedInPerson(app);
  const answers = [
    await browser.get(ACCOUNT_API.session),
    await browser.get(AUTH_API.token),
    await browser.get(pathFor(PRODUCT_API.user, record.id)),
    await browser.post(PRODUCT_API.saveUser, {}),
    await signIn(browser, record.email),
    await signUp(app.browser()),
  ];
  for (const { status, headers } of answers)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
});

test('[V13.4.5-3] the page that shows sent mails to developers does not exist on a site with a mail server', async () => {
  const sending = await openTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
  expect((await sending.browser().get(MAILBOX.messages)).status).toBe(404);
});

describe('a header of 15,000 characters', () => {
  const PATHS = ['/', '/nowhere', EVENTS, pathFor(FORMS_API.submit, 'contact')];
  const send = (path: string, headers: Record<string, string>) => {
    const given = { 'content-type': 'application/json', origin: TEST_ORIGIN, ...headers };
    const write = { method: 'POST', body: '{}', headers: given };
    return app.browser().send(path, ['/', '/nowhere'].includes(path) ? { headers } : write);
  };

  const READ =
    'accept accept-encoding content-type host if-none-match origin x-forwarded-for x-forwarded-proto';
  test.each(READ.split(' '))(
    'is refused with 431 before the server parses it, if its name is %s',
    async (name) => {
      // Separators, text that looks like credentials, and invalid escapes take longest to parse.
      for (const path of PATHS)
        for (const unit of [',', ';', '://', 'W/"",', 'a=%;', 'a;q=1,']) {
          const { status } = await send(path, { [name]: unit.repeat(15_000 / unit.length) });
          expect(status, `${unit} to ${path}`).toBe(431);
        }
    },
  );

  test('is accepted if browsers may send such a long header, for example a cookie', async () => {
    for (const path of PATHS) {
      const usual = (await send(path, {})).status;
      for (const name of ['cookie', 'referer', 'user-agent', 'authorization']) {
        const { status } = await send(path, { [name]: 'x'.repeat(15_000) });
        expect([usual, 401], `${name} to ${path}`).toContain(status);
      }
    }
  });
});

async function openConnection() {
  const { port } = await listening();
  const agent = newAgent();
  return (method: string, path: string, body?: Buffer, headers: Record<string, string> = {}) => {
    const outgoing = request(`http://127.0.0.1:${port}${path}`, {
      agent,
      method,
      headers: { origin: TEST_ORIGIN, 'content-type': 'application/json', ...headers },
    });
    outgoing.end(body);
    return answerTo(outgoing);
  };
}

test.each([
  ['with a Content-Length header', {}],
  ['in chunks, without a Content-Length header', { 'transfer-encoding': 'chunked' }],
])(
  '[V15.1.3] an oversized body %s is refused, and the next request on the connection is answered',
  async (_, headers) => {
    const ask = await openConnection();
    // The largest body exceeds the socket buffers, so the client is still sending it when the server answers.
    for (const size of [65 * 1024, 300_000, 3_000_000, 65 * 1024]) {
      const { status, text } = await ask('POST', ACCOUNT_API.signIn, Buffer.alloc(size, 'x'), headers);
      expect([size, status, JSON.parse(text).code]).toEqual([size, 413, 'BODY_TOO_LARGE']);
      expect((await ask('GET', OPERATIONS.health)).status).toBe(200);
    }
  },
);

test('[V15.1.3-2] a body of exactly the largest allowed size reaches the handler of its route', async () => {
  const body = Buffer.from(JSON.stringify({ email: 'x'.repeat(64 * 1024 - 12) }));
  expect(body).toHaveLength(64 * 1024);
  const ask = await openConnection();
  expect((await ask('POST', ACCOUNT_API.signIn, body)).status).toBe(422);
});

test('[V16.3.4] without a database every write is answered with 503 and Retry-After', async () => {
  const db = openDatabase({ kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' }, () => {});
  onTestFinished(() => db.destroy());
  const server = await createApp(createDeps({ ...app.deps, db }));
  const browser = createTestClient(server, TEST_ORIGIN, '198.51.100.9');
  const refused = await signUp(browser);
  expect(refused.json).toMatchObject({ success: false, code: 'STORAGE_AWAY', retryAfter: 10 });
  const form = await browser.post(pathFor(FORMS_API.submit, 'contact'), newMessage());
  expect(form.json.errors).toHaveLength(1);
  for (const { status, headers } of [refused, form])
    expect([status, headers.get('retry-after')]).toEqual([503, '10']);
});
