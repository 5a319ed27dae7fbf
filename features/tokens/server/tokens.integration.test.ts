import { generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { expect, test, vi } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { PASSWORD, signedInPerson, withCookiesOf } from '#server/testing/people.ts';
import { removeOutlived } from '#server/testing/stored-rows.ts';
import { openTestApp, TEST_ORIGIN, TEST_START } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';

/**
 * `access-matrix.integration.test.ts` tests who gets no token; `sign-in.integration.test.ts` of the accounts tests when tokens
 * end.
 */
const DAY = 24 * 60 * 60 * 1_000;

const app = await openTestApp();

const tokenOf = async (browser: TestClient): Promise<string> =>
  (await browser.get(AUTH_API.token)).json.token;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const kidsAt = async (browser: TestClient): Promise<string[]> =>
  (await browser.get(AUTH_API.jwks)).json.keys.map(({ kid }: { kid: string }) => kid);

/** Verifies a token like an outside program, which knows only the site’s address. */
async function verify(browser: TestClient, token: string, currentDate = TEST_START) {
  const keys = createLocalJWKSet((await browser.get(AUTH_API.jwks)).json);
  const options = { issuer: TEST_ORIGIN, audience: TEST_ORIGIN, algorithms: ['EdDSA'], currentDate };
  return (await jwtVerify(token, keys, options)).payload;
}

test('[V9.2.3] a third party can verify whom a token identifies, and learns nothing else about that person', async () => {
  const { browser, record, email } = await signedInPerson(app);
  const token = await tokenOf(browser);
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA' });
  const payload = await verify(app.browser(), token);
  const session = await app.db.selectFrom('sessions').select('id').where('user_id', '=', record.id).execute();
  expect(payload).toEqual({
    sub: record.id,
    sid: session[0]?.id,
    iss: TEST_ORIGIN,
    aud: TEST_ORIGIN,
    iat: Math.floor(app.deps.clock().getTime() / 1_000),
    exp: Number(payload.iat) + 15 * 60,
    jti: expect.any(String),
  });
  expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toContain(email);
});

test('the response with a token is not cached; the response with the public keys may be, and has no private key', async () => {
  const { browser } = await signedInPerson(app);
  const [token, keys] = [await browser.get(AUTH_API.token), await app.browser().get(AUTH_API.jwks)];
  expect(token.headers.get('cache-control')).toBe('no-store');
  expect(keys.headers.get('cache-control')).toBe('public, max-age=300');
  for (const { headers } of [token, keys]) expect(headers.getSetCookie()).toEqual([]);
  for (const key of keys.json.keys)
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'x']);
});

test('[V11.1.1] a signing key is replaced after 90 days, and for some time the old and the new key are both published', async () => {
  const site = await openTestApp();
  const { browser, email } = await signedInPerson(site);
  const older = await tokenOf(browser);
  site.advance(90 * DAY - 60_000);
  await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  const last = await tokenOf(browser);
  expect(kidOf(last)).toBe(kidOf(older));
  const before = await kidsAt(site.browser());
  site.advance(60_000);
  const newer = await tokenOf(browser);
  expect(before).toEqual([kidOf(older), kidOf(newer)]);
  for (const token of [last, newer]) {
    await verify(site.browser(), token, site.deps.clock());
    expect((await browser.get(pathFor(PRODUCT_API.user, 'x'), bearer(token))).status).toBe(403);
  }

  site.advance(DAY - 1);
  await removeOutlived(site, site.deps.clock());
  expect(await kidsAt(browser)).toEqual([kidOf(older), kidOf(newer)]);
  // The clock moves past the ten seconds for which the server caches the public keys.
  site.advance(10_001);
  expect(await kidsAt(browser)).toEqual([kidOf(newer)]);
  await removeOutlived(site, site.deps.clock());
  expect(await site.db.selectFrom('jwks').select('id').execute()).toEqual([{ id: kidOf(newer) }]);
});

test('only one signing key is made when many people request the first token from several processes at once', async () => {
  const site = await openTestApp();
  const people = await Promise.all(Array.from({ length: 6 }, () => signedInPerson(site)));
  const other = await createApp(createDeps({ ...site.deps, db: site.anotherDb() }));
  const tokens = await Promise.all(
    people.flatMap(({ browser }, at) => {
      const elsewhere = withCookiesOf(browser, createTestClient(other, TEST_ORIGIN, `198.51.100.${at}`));
      return [browser, elsewhere, browser, elsewhere].map(tokenOf);
    }),
  );
  expect(await site.db.selectFrom('jwks').select('id').execute()).toHaveLength(1);
  await Promise.all(tokens.map((token) => verify(site.browser(), token)));
});

test('[V9.1.1] a forged, altered or unsigned token is refused with 401', async () => {
  const { browser, record } = await signedInPerson(app);
  const token = await tokenOf(browser);
  const [payload, kid = ''] = [decodeJwt(token), kidOf(token)];
  const { keys } = (await browser.get(AUTH_API.jwks)).json;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signed = (header: object) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', ...header }).sign(privateKey);
  const [head = '', body = '', signature = ''] = token.split('.');
  const other = Buffer.from(JSON.stringify({ ...payload, sid: randomUUID() })).toString('base64url');
  const forged = {
    'alg none': new UnsecuredJWT(payload).encode(),
    'alg none with our kid': `${Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url')}.${body}.AA`,
    'a foreign key under our kid': await signed({ kid }),
    'a foreign key that it brings along': await signed({ kid, jwk: await exportJWK(publicKey) }),
    'a foreign key by address': await signed({ kid, jku: 'https://evil.example/jwks.json' }),
    'an unknown kid': await signed({ kid: "' or 1=1 --" }),
    'a path for a kid': await signed({ kid: '../../../../dev/null' }),
    'our public key as a shared secret': await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(Buffer.from(JSON.stringify(keys[0]))),
    'another session under the same signature': `${head}.${other}.${signature}`,
    'no signature': `${head}.${body}.`,
  };
  const path = pathFor(PRODUCT_API.user, record.id);
  const stranger = app.browser();
  for (const [how, value] of Object.entries(forged)) {
    const { status } = await stranger.get(path, bearer(value));
    expect({ how, status }).toEqual({ how, status: 401 });
  }
  expect((await stranger.get(path, bearer(token))).status).toBe(200);
  expect(app.logLines().filter((line) => /"level":"error"/.test(line))).toEqual([]);
});

test('[V9.2.1] a token signed with the site’s own key is refused after 15 minutes, or when it was made for another site', async () => {
  const { browser, record } = await signedInPerson(app);
  const cookie = `session=${browser.cookies.get('session')}`;
  const path = pathFor(PRODUCT_API.user, record.id);
  const statusWith = async (given: Partial<typeof app.deps>) => {
    const other = await createApp(createDeps({ ...app.deps, ...given }));
    const { json } = await createTestClient(other, TEST_ORIGIN, '198.51.100.9').get(AUTH_API.token, {
      cookie,
    });
    expect(decodeProtectedHeader(json.token)).toMatchObject({ alg: 'EdDSA' });
    return (await app.browser().get(path, bearer(json.token))).status;
  };
  const minutesAgo = (minutes: number) => ({
    clock: () => new Date(app.deps.clock().getTime() - minutes * 60_000),
  });
  expect(await statusWith(minutesAgo(14))).toBe(200);
  expect(await statusWith(minutesAgo(15))).toBe(401);
  expect(await statusWith({ origin: 'http://another.test' })).toBe(401);
});

test('[V10.3.1] when token and cookie belong to different people, the token decides for the whole request', async () => {
  const [ann, bob] = [await signedInPerson(app), await signedInPerson(app)];
  const ofAnn = bearer(await tokenOf(ann.browser));
  const statusOf = async (id: string, headers: Record<string, string>) =>
    (await bob.browser.get(pathFor(PRODUCT_API.user, id), headers)).status;
  expect(await statusOf(bob.record.id, ofAnn)).toBe(403);
  expect(await statusOf(ann.record.id, ofAnn)).toBe(200);
  // A request with an invalid token is refused, even with a valid cookie.
  expect(await statusOf(bob.record.id, bearer('a.b.c'))).toBe(401);
});

test('after wrong tokens, a client is rate limited before its next token is checked; valid tokens do not count', async () => {
  const site = await openTestApp({ RATE_LIMIT_SCALE: '0.02' });
  const { browser, record } = await signedInPerson(site);
  const token = await tokenOf(browser);
  const path = pathFor(PRODUCT_API.user, record.id);
  const visitor = createTestClient(site.server, TEST_ORIGIN, '203.0.113.7');
  const ask = async (value: string) => (await visitor.get(path, bearer(value))).status;
  expect(await ask(token)).toBe(200);
  const forged = `${token.split('.').slice(0, 2).join('.')}.AAAA`;
  expect([await ask(forged), await ask(forged), await ask(forged)]).toEqual([401, 401, 429]);
  const checks = vi.spyOn(crypto.subtle, 'verify');
  expect([await ask(forged), checks.mock.calls.length]).toEqual([429, 0]);
});

test('CORS lets only pages of the site’s own origin send a token and an API key, and never a cookie', async () => {
  const { browser, record } = await signedInPerson(app);
  const ask = (origin: string, method: string, headers: Record<string, string>) =>
    app.browser().send(pathFor(PRODUCT_API.user, record.id), { method, headers: { origin, ...headers } });
  const asksFirst = { 'access-control-request-method': 'DELETE' };
  const { status, headers } = await ask(TEST_ORIGIN, 'OPTIONS', asksFirst);
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type, X-Api-Key');
  expect(headers.get('access-control-allow-methods')).toContain('DELETE');
  expect(headers.has('access-control-allow-credentials')).toBe(false);
  expect(headers.get('vary')).toBe('Origin');

  const shown = { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey, ...bearer(await tokenOf(browser)) };
  const requests = [
    ['OPTIONS', asksFirst, 204],
    ['GET', shown, 200],
    ['GET', {}, 401],
  ] as const;
  for (const [method, sent, expected] of requests)
    for (const origin of [TEST_ORIGIN, 'https://evil.example']) {
      const answer = await ask(origin, method, sent);
      const reader = answer.headers.get('access-control-allow-origin');
      expect([answer.status, reader]).toEqual([expected, origin === TEST_ORIGIN ? origin : null]);
    }
});

/** Server processes at each step of replacing `AUTH_SECRET` on a running site (docs/decisions/0025). */
const [OLD, NEW] = ['the secret for tests that was before', 'the secret for tests that comes after'];
const site = await openTestApp();
const startWith = (...keyring: [string, ...string[]]) =>
  createApp(createDeps({ ...site.deps, keyring, db: site.anotherDb() }));
const processes = {
  before: await startWith(OLD),
  first: await startWith(OLD, NEW),
  second: await startWith(NEW, OLD),
  third: await startWith(NEW),
};
const person = await signedInPerson(site);
const at = (step: keyof typeof processes) =>
  withCookiesOf(person.browser, createTestClient(processes[step], TEST_ORIGIN, '203.0.113.1'));

test('[V11.1.1-2] each site secret has its own signing key, and all are accepted while a secret is replaced', async () => {
  const tokens = [await tokenOf(at('first')), await tokenOf(at('second'))];
  const [ofOld = '', ofNew = ''] = tokens.map(kidOf);
  expect(ofOld).not.toBe(ofNew);
  const both = [ofOld, ofNew].sort();
  // The clock moves past the ten seconds for which each process caches its list of public keys.
  site.advance(10_001);
  for (const [step, kids] of [
    ['before', [ofOld]],
    ['first', both],
    ['second', both],
    ['third', [ofNew]],
  ] as const) {
    const stranger = createTestClient(processes[step], TEST_ORIGIN, '203.0.113.2');
    expect((await kidsAt(stranger)).sort()).toEqual(kids);
    const own = pathFor(PRODUCT_API.user, person.record.id);
    for (const token of tokens)
      expect((await stranger.get(own, bearer(token))).status, step).toBe(
        kids.includes(kidOf(token) ?? '') ? 200 : 401,
      );
  }
  // Each process signs with its own key, although the keys of both are in the database.
  const again = [await tokenOf(at('second')), await tokenOf(at('first'))];
  expect(again.map(kidOf)).toEqual([ofNew, ofOld]);
  const rows = await site.db.selectFrom('jwks').select('id').execute();
  expect(rows.map(({ id }) => id).sort()).toEqual(both);
});
