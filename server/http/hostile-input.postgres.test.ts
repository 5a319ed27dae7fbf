import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp } from '#server/app.ts';
import { hostileRequest, problemWith, ROUTES } from '#server/testing/hostile-requests.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { testSeed } from '#server/testing/random.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { waitFor } from '#server/testing/test-process.ts';
import { listen } from './listen.ts';

/** These tests send hostile input: every answer must be a plain refusal, and the log must contain no error. */
const app = await openTestApp();

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

test('JSON in another encoding than UTF-8 is refused, instead of being stored with wrong characters', async () => {
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

test('[V1.5.2] a JSON body that is too deep, is not an object or has keys such as __proto__ is refused, and changes no prototype', async () => {
  const browser = app.browser();
  const json = { 'content-type': 'application/json', origin: app.deps.origin };
  const nested = `{"email":${'['.repeat(15_000)}${']'.repeat(15_000)}}`;
  const noObjects = ['[]', '[[]]', '1', 'null', '"x"', 'true'];
  const polluting = [
    '{"__proto__":{"email":"a@example.com"}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
  ];
  for (const body of [nested, ...noObjects, ...polluting]) {
    const answer = await browser.send(ACCOUNT_API.signUp, { method: 'POST', body, headers: json });
    expect(answer.status).toBe(422);
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(errorsLogged()).toEqual([]);
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

/** Sends some of the random requests that `npm run bench -- fuzz` sends over real connections. */
test('[V1.4.2] responses to random requests follow the API contract on every route, without an error in the log', async () => {
  expect(ROUTES.length).toBeGreaterThan(40);
  let { browser } = await signedInPerson(app);
  const send = async (request: Parameters<typeof problemWith>[0], client: TestClient) => {
    const { method, path, headers, body } = request;
    const answer = await client.send(path, { method, headers, ...(body === undefined ? {} : { body }) });
    return problemWith(request, { ...answer, header: (name) => answer.headers.get(name) ?? undefined });
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostileRequest(app.deps.origin), { minLength: 1, maxLength: 20 }),
      async (all) => {
        if (!browser.cookies.has('session')) browser = (await signedInPerson(app)).browser;
        const problems = await Promise.all(
          all.map((request) => send(request, request.isSignedIn ? browser : app.browser())),
        );
        expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
      },
    ),
    { seed: testSeed(), numRuns: 80 },
  );
  expect(errorsLogged()).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
}, 60_000);
