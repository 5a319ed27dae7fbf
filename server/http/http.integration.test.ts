import { describe, expect, test } from 'vitest';
import { sentenceOf } from '#contract/errors.ts';
import { ACCOUNT_API, OPERATIONS, PRODUCT_API } from '#contract/paths.ts';
import { createApp } from '#server/app.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openOwnApp, openSharedApp, openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { inject } from '#server/testing/test-client.ts';

const app = await openSharedApp();

describe('every answer', () => {
  test('carries a request id, the one of a proxy where it is harmless', async () => {
    for (const path of ['/', '/nowhere', '/api/nowhere', OPERATIONS.health])
      expect((await app.browser().get(path)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const given = await app.browser().get('/', { 'x-request-id': 'from-the-proxy-1' });
    expect(given.headers.get('x-request-id')).toBe('from-the-proxy-1');
    const forged = await app.browser().get('/', { 'x-request-id': 'a"b\\c ' });
    expect(forged.headers.get('x-request-id')).not.toContain('"');
  });

  test('[V4.1.1] to an unknown path is 404: a page for people, JSON for programs', async () => {
    const page = await app.browser().get('/no/such/page');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const program = await app.browser().get('/api/no-such-call');
    expect(program.json).toMatchObject({ success: false, code: 'PATH_NOT_FOUND' });
    expect((await app.browser().post('/no/such/form')).json.code).toBe('PATH_NOT_FOUND');
  });

  test('to a known path by another method is 405 with Allow', async () => {
    const answer = await app.browser().get(ACCOUNT_API.signUp);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(answer.json.code).toBe('METHOD_NOT_ALLOWED');
    const session = await app.browser().post(ACCOUNT_API.session);
    expect([session.status, session.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

test('[P-051] the log has a line per request, without ids, addresses or queries', async () => {
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

test('the log has no line of information for each time that a proxy asks whether the site is ready', async () => {
  await app.browser().get(OPERATIONS.ready);
  const line = app.logLines().find((text) => text.includes(OPERATIONS.ready));
  expect(line === undefined || line.includes('"level":"debug"')).toBe(true);
});

test('healthz and readyz answer; readyz says no when the site stops or its database is away', async () => {
  expect((await app.browser().get(OPERATIONS.health)).json).toEqual({ status: 'ok' });
  expect((await app.browser().get(OPERATIONS.ready)).status).toBe(200);
  const stopping = await createApp({ ...app.deps, isStopping: () => true });
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

describe('limits (decisions §10)', () => {
  const limited = (env: Record<string, string> = {}) => openOwnApp({ RATE_LIMIT_SCALE: '1', ...env });

  test('[V6.3.1] a sign-in is tried at most 10 times a minute per address and IP, and the refusal has Retry-After', async () => {
    const site = await limited();
    const [browser, email] = [site.browser(), newAddress()];
    const tryOnce = (address: string) =>
      browser.post(ACCOUNT_API.signIn, { email: address, password: PASSWORD });
    for (let i = 0; i < 10; i++) expect((await tryOnce(email)).status).toBe(401);
    const refused = await tryOnce(email.toUpperCase());
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    expect(refused.json.message).toMatch(
      new RegExp(`^${sentenceOf('RATE_LIMITED', { wait: '\\d+ \\w+' })}$`),
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await tryOnce(newAddress())).status).toBe(401);
  });

  test('[V4.1.3] behind a trusted proxy the visitor in front of it is counted', async () => {
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

  test('[A-01] tries at once, and the address spelled in other ways, count like any', async () => {
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

  test('nobody who is not signed in is limited in looking at who is', async () => {
    const stranger = (await openOwnApp({ RATE_LIMIT_SCALE: '0.01' })).browser();
    for (let time = 0; time < 3; time++) expect((await stranger.get(ACCOUNT_API.session)).status).toBe(200);
  });
});

test('[V13.4.5-3] there is no mailbox where mails are sent', async () => {
  const sending = await openOwnApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
  expect((await sending.browser().get(OPERATIONS.mailboxMessages)).status).toBe(404);
});
