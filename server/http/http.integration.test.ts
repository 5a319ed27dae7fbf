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
import { answerTo, newAgent } from '#server/testing/raw-requests.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient, inject } from '#server/testing/test-client.ts';
import { waitFor } from '#server/testing/test-process.ts';
import { listen } from './listen.ts';

const app = await openTestApp();

describe('every response', () => {
  test('has a request id, which is the id that a proxy sent if the format of that id is safe', async () => {
    for (const path of ['/', '/nowhere', '/api/nowhere', OPERATIONS.health])
      expect((await app.browser().get(path)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const given = await app.browser().get('/', { 'x-request-id': 'from-the-proxy-1' });
    expect(given.headers.get('x-request-id')).toBe('from-the-proxy-1');
    const forged = await app.browser().get('/', { 'x-request-id': 'a"b\\c ' });
    expect(forged.headers.get('x-request-id')).not.toContain('"');
  });

  test('[V4.1.1] to a request for an unknown path is 404: a page for browsers, JSON for programs', async () => {
    const page = await app.browser().get('/no/such/page');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const program = await app.browser().get('/api/no-such-call');
    expect(program.json).toMatchObject({ success: false, code: 'PATH_NOT_FOUND' });
    expect((await app.browser().post('/no/such/form')).json.code).toBe('PATH_NOT_FOUND');
  });

  test('to a request for a path with invalid percent-encoding is 404 too: a page for browsers, JSON for programs', async () => {
    for (const path of ['/%E0%A4%A', '/blog/%', '/%61bout%?q=%41']) {
      const page = await app.browser().get(path, { accept: 'text/html' });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect((await app.browser().get('/api/%')).json.code).toBe('PATH_NOT_FOUND');
    const long = await app.browser().get(`/api/user/${'%'.repeat(15_000)}`);
    expect(long.json).toMatchObject({ success: false });
  });

  test('to a request with a wrong method is 405 with the Allow header', async () => {
    const answer = await app.browser().get(ACCOUNT_API.signUp);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(answer.json.code).toBe('METHOD_NOT_ALLOWED');
    const session = await app.browser().post(ACCOUNT_API.session);
    expect([session.status, session.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

test('[P-051] the log has one line per request, without ids of people, addresses or query strings', async () => {
  const { email, record, browser } = await signedInPerson(app);
  await browser.get(`/api/user/${record.id}?email=${email}`);
  const lines = app.logLines().map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({
    method: 'GET',
    route: PRODUCT_API.user,
    status: 200,
    requestId: expect.any(String),
  });
  for (const secret of [email, record.id, PASSWORD]) expect(app.logLines().join('')).not.toContain(secret);
});

test('/healthz and /readyz answer 200, but /readyz answers 503 if the site is stopping or cannot reach its database', async () => {
  expect((await app.browser().get(OPERATIONS.health)).json).toEqual({ status: 'ok' });
  expect((await app.browser().get(OPERATIONS.ready)).status).toBe(200);
  const stopping = await createApp(createDeps({ ...app.deps, isStopping: () => true }));
  const asked = await inject(stopping, TEST_ORIGIN + OPERATIONS.ready);
  expect([asked.status, asked.json]).toEqual([503, { status: 'stopping' }]);
  const other = await openTestApp();
  await other.close();
  expect((await other.browser().get(OPERATIONS.ready)).status).toBe(503);
  expect((await other.browser().get(OPERATIONS.health)).status).toBe(200);
  const failed = await other.browser().post(ACCOUNT_API.signIn, { email: newAddress(), password: PASSWORD });
  expect(failed.json).toEqual({
    success: false,
    code: 'UNEXPECTED',
    message: 'An unexpected error occurred.',
  });
});

describe('rate limits', () => {
  const limited = (env: Record<string, string> = {}) => openTestApp({ RATE_LIMIT_SCALE: '1', ...env });

  test('[V6.3.1] more than 10 sign-in tries a minute with one email address and IP are refused with Retry-After', async () => {
    const site = await limited();
    const [browser, email] = [site.browser(), newAddress()];
    const tryOnce = (address: string) =>
      browser.post(ACCOUNT_API.signIn, { email: address, password: PASSWORD });
    for (let i = 0; i < 10; i++) expect((await tryOnce(email)).status).toBe(401);
    const refused = await tryOnce(email.toUpperCase());
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    expect(refused.json.message).toMatch(
      new RegExp(`^${filled(RATE_LIMITED.message, { wait: '\\d+ \\w+' })}$`),
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await tryOnce(newAddress())).status).toBe(401);
  });

  test('[V4.1.3] behind a trusted proxy, requests are counted by the address that the proxy reports, not by a forged one', async () => {
    const site = await limited({ TRUSTED_PROXIES: '198.51.100.0/24', RATE_LIMIT_SCALE: '0.1' });
    const proxy = site.browser();
    const signUp = (visitor: string) =>
      proxy.post(
        ACCOUNT_API.signUp,
        { email: newAddress(), password: PASSWORD },
        { 'x-forwarded-for': visitor },
      );
    for (let i = 0; i < 2; i++) await signUp('203.0.113.1');
    expect((await signUp('203.0.113.1')).status).toBe(429);
    expect((await signUp('9.9.9.9, 203.0.113.1')).status).toBe(429);
    expect((await signUp('203.0.113.2')).status).toBe(200);
  });

  test.each(['203.0.113.9, unknown', undefined])(
    'visitors whose address the proxy reports as %j share a hundred times the limit, and the log warns once',
    async (visitor) => {
      const site = await limited({ TRUSTED_PROXIES: '198.51.100.0/24', RATE_LIMIT_SCALE: '0.05' });
      const proxy = site.browser();
      const headers = visitor === undefined ? {} : { 'x-forwarded-for': visitor };
      const signUp = () =>
        proxy.post(ACCOUNT_API.signUp, { email: newAddress(), password: PASSWORD }, headers);
      const statuses: number[] = [];
      for (let visitors = 0; visitors < 101; visitors++) statuses.push((await signUp()).status);
      expect([statuses.indexOf(429), statuses.filter((status) => status === 200).length]).toEqual([100, 100]);
      expect(site.logLines().filter((line) => line.includes('X-Forwarded-For'))).toHaveLength(1);
    },
  );

  test('[A-01] simultaneous tries and other spellings of an email address count towards the same limit', async () => {
    const site = await limited();
    const browser = site.browser();
    const spelled = ['k@example.com', 'K@EXAMPLE.com', ' k@example.com\u00a0', '\u212a@example.com'];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        browser.post(
          ACCOUNT_API.signIn,
          { email: spelled[i % spelled.length], password: PASSWORD },
          { 'x-forwarded-for': `203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}` },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });
});

const errorsLogged = () => app.logLines().filter((line) => /"level":"(error|fatal)"/.test(line));

test('[V7.2.3] cookies and tokens that the site did not make are ignored', async () => {
  const { browser, record } = await signedInPerson(app);
  const session = browser.cookies.get('session') ?? '';
  const odd = ['%', '%E0%A4%A', '.', '..', 'a.', '.b', 'x'.repeat(8_000)];
  for (const value of [...odd, session.slice(0, -4), `x${session}`]) {
    const cookie = `session=${value}; pending_verification=${value}`;
    expect((await app.browser().get(pathFor(PRODUCT_API.user, record.id), { cookie })).status).toBe(401);
    expect((await app.browser().get(ACCOUNT_API.session, { cookie })).json).toEqual({
      success: true,
      data: null,
    });
    expect((await app.browser().get(AUTH_API.token, { cookie })).status).toBe(401);
    const authorization = `Bearer ${value}`;
    expect((await browser.get(pathFor(PRODUCT_API.user, record.id), { authorization })).status).toBe(401);
  }
  expect(errorsLogged()).toEqual([]);
});

test('JSON in another encoding than UTF-8 is refused, because its characters would be stored wrong', async () => {
  const { browser, record } = await signedInPerson(app);
  const body = Buffer.from('{"name":"Jos\u00e9"}', 'latin1');
  const headers = { 'content-type': 'application/json; charset=iso-8859-1', origin: app.deps.origin };
  const key = { 'x-api-key': app.deps.settings.publicApiKey };
  const answer = await browser.send(PRODUCT_API.saveUser, {
    method: 'POST',
    body,
    headers: { ...headers, ...key },
  });
  expect(answer.json.code).toBe('BODY_NOT_READABLE');
  expect((await browser.get(pathFor(PRODUCT_API.user, record.id))).json.data.name).toBe(record.name);
});

test.each([ACCOUNT_API.signUp, '/f/contact'])(
  'a request to %s that breaks off in the middle of its body is logged as refused, not as an error',
  async (path) => {
    const server = await listen(await createApp(app.deps), 0);
    onTestFinished(server.close);
    const before = app.logLines().length;
    const head = [`POST ${path} HTTP/1.1`, 'Host: site.localhost:3000', 'Content-Type: application/json'];
    const socket = connect(server.port, '127.0.0.1');
    const begun = [...head, 'Content-Length: 20', '', '{"email":'].join('\r\n');
    socket.write(begun, () => socket.destroy());
    await waitFor(() => {
      const lines = app.logLines().slice(before);
      expect(lines.some((line) => line.includes('"method":"POST"') && line.includes('"status":400'))).toBe(
        true,
      );
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
    await browser.post(ACCOUNT_API.signIn, { email: record.email, password: PASSWORD }),
    await app.browser().post(ACCOUNT_API.signUp, { email: newAddress(), password: PASSWORD }),
  ];
  for (const { status, headers } of answers) {
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('[V13.4.5-3] the page that shows sent mails to developers does not exist on a site with a mail server', async () => {
  const sending = await openTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
  expect((await sending.browser().get(MAILBOX.messages)).status).toBe(404);
});

const NODES_LIMIT = 15_000;
/** The parts of header values that take longest to parse: separators, text that looks like credentials, and invalid escapes. */
const WORST = [',', ';', '://', 'W/"",', 'a=%;', 'a;q=1,'];
const PATHS = ['/', '/nowhere', EVENTS, pathFor(FORMS_API.submit, 'contact')];
const LONG_IN_BROWSERS = ['cookie', 'referer', 'user-agent', 'authorization'];

const send = (path: string, headers: Record<string, string>) => {
  const reads = path === '/' || path === '/nowhere';
  const given = { 'content-type': 'application/json', origin: TEST_ORIGIN, ...headers };
  const init = reads ? { headers } : { method: 'POST', body: '{}', headers: given };
  return app.browser().send(path, init);
};

const SHORT_IN_BROWSERS = [
  ...['accept', 'accept-encoding', 'content-type', 'host', 'if-none-match', 'origin'],
  ...['x-forwarded-for', 'x-forwarded-proto'],
];

test.each(SHORT_IN_BROWSERS)('a long %s header is refused with 431 before it is parsed', async (name) => {
  for (const path of PATHS) {
    for (const unit of WORST) {
      const { status } = await send(path, { [name]: unit.repeat(NODES_LIMIT / unit.length) });
      expect(status, `${unit} to ${path}`).toBe(431);
    }
  }
});

test.each(LONG_IN_BROWSERS)('a long %s header is accepted, because browsers may send one', async (name) => {
  for (const path of PATHS) {
    const expected = (await send(path, {})).status;
    const { status } = await send(path, { [name]: 'x'.repeat(NODES_LIMIT) });
    expect([expected, 401], path).toContain(status);
  }
});

/**
 * Sizes of bodies that are too large. The largest exceeds the socket buffers, so the client is still sending it when the server
 * answers.
 */
const LARGE = [65 * 1024, 300_000, 3_000_000];

async function openSite() {
  const app = await openTestApp();
  const server = await listen(await createApp(app.deps), 0);
  onTestFinished(server.close);
  const agent = newAgent();
  const ask = async (method: string, path: string, body?: Buffer, headers: Record<string, string> = {}) => {
    const outgoing = request(`http://127.0.0.1:${server.port}${path}`, {
      agent,
      method,
      headers: { origin: TEST_ORIGIN, 'content-type': 'application/json', ...headers },
    });
    outgoing.end(body);
    return answerTo(outgoing);
  };
  return { ask };
}

test.each([
  ['with a Content-Length header', {}],
  ['in chunks, without a Content-Length header', { 'transfer-encoding': 'chunked' }],
])(
  '[V15.1.3] an oversized body %s is refused, and the next request on the connection is answered',
  async (_, headers) => {
    const { ask } = await openSite();
    for (let round = 0; round < 2; round++) {
      for (const size of LARGE) {
        const refused = await ask('POST', ACCOUNT_API.signIn, Buffer.alloc(size, 'x'), headers);
        expect({ size, status: refused.status, code: JSON.parse(refused.text).code }).toEqual({
          size,
          status: 413,
          code: 'BODY_TOO_LARGE',
        });
        expect((await ask('GET', OPERATIONS.health)).status).toBe(200);
      }
    }
  },
);

test('[V15.1.3-2] a body of exactly the largest allowed size reaches the handler of its route', async () => {
  const { ask } = await openSite();
  const body = Buffer.from(JSON.stringify({ email: 'x'.repeat(64 * 1024 - 12) }));
  expect(body).toHaveLength(64 * 1024);
  expect((await ask('POST', ACCOUNT_API.signIn, body)).status).toBe(422);
});

test('[V16.3.4] without a database every write is answered with 503 and Retry-After', async () => {
  const app = await openTestApp();
  const db = openDatabase({ kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' }, () => {});
  onTestFinished(() => db.destroy());
  const server = await createApp(createDeps({ ...app.deps, db }));
  const browser = createTestClient(server, app.deps.origin, '198.51.100.9');
  const refused = await browser.post(ACCOUNT_API.signUp, { email: newAddress(), password: PASSWORD });
  expect(refused.json).toMatchObject({ success: false, code: 'STORAGE_AWAY', retryAfter: 10 });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  const form = await browser.post(pathFor(FORMS_API.submit, 'contact'), newMessage());
  expect(form.json.errors).toHaveLength(1);
  expect([form.status, form.headers.get('retry-after')]).toEqual([503, '10']);
  expect((await browser.get(OPERATIONS.ready)).status).toBe(503);
});
