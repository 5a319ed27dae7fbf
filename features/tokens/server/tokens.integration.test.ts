import { createRemoteJWKSet, customFetch, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { PASSWORD, signedInPerson, withCookiesOf } from '#server/testing/people.ts';
import { removeOutlived } from '#server/testing/remove-outlived.ts';
import { openTestApp, TEST_ORIGIN, TEST_START } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';

/** To whom no token is given: `access-matrix.integration.test.ts`; when it ends: `ended-sessions.integration.test.ts`. */
const DAY = 24 * 60 * 60 * 1_000;

const app = await openTestApp();

/** What a program elsewhere does that knows nothing but the site's address. */
function verifierOf(browser: TestClient, currentDate = TEST_START): (token: string) => Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(AUTH_API.jwks, TEST_ORIGIN), {
    [customFetch]: async () => {
      const { text, status } = await browser.get(AUTH_API.jwks);
      return new Response(text, { status });
    },
  });
  return async (token) => {
    const options = { issuer: TEST_ORIGIN, audience: TEST_ORIGIN, algorithms: ['EdDSA'], currentDate };
    return (await jwtVerify(token, keys, options)).payload;
  };
}

const tokenOf = async (browser: TestClient): Promise<string> =>
  (await browser.get(AUTH_API.token)).json.token;

test('[V9.2.3] a third party can verify who a token speaks of, and learns nothing else about them', async () => {
  const { browser, record, email } = await signedInPerson(app);
  const token = await tokenOf(browser);
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA' });
  const payload = await verifierOf(app.browser())(token);
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

test('no cache keeps a token; the public keys may be kept for minutes, and only the public half is there', async () => {
  const { browser } = await signedInPerson(app);
  const token = await browser.get(AUTH_API.token);
  expect(token.headers.get('cache-control')).toBe('no-store');
  expect(token.headers.getSetCookie()).toEqual([]);
  const keys = await app.browser().get(AUTH_API.jwks);
  expect(keys.headers.get('cache-control')).toBe('public, max-age=300');
  expect(keys.headers.getSetCookie()).toEqual([]);
  for (const key of keys.json.keys)
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'x']);
  expect((await browser.send(AUTH_API.jwks, { method: 'HEAD' })).status).toBe(200);
  expect((await browser.post(AUTH_API.token)).status).toBe(405);
});

test('[V11.1.1] a key gives way after 90 days and stays published until its last token is long over', async () => {
  const site = await openTestApp();
  const { browser, email } = await signedInPerson(site);
  const older = await tokenOf(browser);
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;
  const published = async () =>
    (await site.browser().get(AUTH_API.jwks)).json.keys.map(({ kid }: { kid: string }) => kid);

  site.advance(90 * DAY - 60_000);
  await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  const last = await tokenOf(browser);
  expect(kidOf(last)).toBe(kidOf(older));
  site.advance(60_000);
  const newer = await tokenOf(browser);
  expect(kidOf(newer)).not.toBe(kidOf(older));
  for (const token of [last, newer]) {
    await verifierOf(site.browser(), site.deps.clock())(token);
    const own = { authorization: `Bearer ${token}` };
    expect((await browser.get(pathFor(PRODUCT_API.user, 'x'), own)).status).toBe(403);
  }

  site.advance(DAY - 1);
  await removeOutlived(site, site.deps.clock());
  expect(await published()).toEqual([kidOf(newer), kidOf(older)]);
  // The keys are answered from memory for ten seconds.
  site.advance(10_001);
  expect(await published()).toEqual([kidOf(newer)]);
  await removeOutlived(site, site.deps.clock());
  expect(await site.db.selectFrom('jwks').select('id').execute()).toEqual([{ id: kidOf(newer) }]);
});

test('one key is made, however many ask for the first token at once, in however many processes', async () => {
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
  const verify = verifierOf(site.browser());
  await Promise.all(tokens.map(verify));
});

test('whoever asks for the public keys again and again is answered from memory, for ten seconds', async () => {
  const site = await openTestApp();
  const published = async () => (await site.browser().get(AUTH_API.jwks)).json.keys;
  const first = await published();
  await site.db.deleteFrom('jwks').execute();
  site.advance(10_000);
  expect(await published()).toEqual(first);
  site.advance(1);
  expect(await published()).not.toEqual(first);
});
