import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test, vi } from 'vitest';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';

const app = await openTestApp();

test('[V9.1.1] a token that we did not sign, or not for this, opens nothing', async () => {
  const { browser, record } = await signedInPerson(app);
  const { token } = (await browser.get(AUTH_API.token)).json;
  const [payload, { kid = '' }] = [decodeJwt(token), decodeProtectedHeader(token)];
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
    const { status } = await stranger.get(path, { authorization: `Bearer ${value}` });
    expect({ how, status }).toEqual({ how, status: 401 });
  }
  expect((await stranger.get(path, { authorization: `Bearer ${token}` })).status).toBe(200);
  expect(app.logLines().filter((line) => /"level":"error"/.test(line))).toEqual([]);
});

test('[V9.2.1] a token of our own key opens nothing after 15 minutes, nor where it is from and for another site', async () => {
  const { browser, record } = await signedInPerson(app);
  const cookie = `session=${browser.cookies.get('session')}`;
  const path = pathFor(PRODUCT_API.user, record.id);
  const statusWith = async (given: Partial<typeof app.deps>) => {
    const giver = createTestClient(
      await createApp(createDeps({ ...app.deps, ...given })),
      TEST_ORIGIN,
      '198.51.100.9',
    );
    const { token } = (await giver.get(AUTH_API.token, { cookie })).json;
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA' });
    return (await app.browser().get(path, { authorization: `Bearer ${token}` })).status;
  };
  const minutesAgo = (minutes: number) => ({
    clock: () => new Date(app.deps.clock().getTime() - minutes * 60_000),
  });
  expect(await statusWith(minutesAgo(14))).toBe(200);
  expect(await statusWith(minutesAgo(15))).toBe(401);
  expect(await statusWith({ origin: 'http://another.test' })).toBe(401);
});

test('[V10.3.1] with a token and a cookie of different people, the token counts, for all of the request', async () => {
  const [ann, bob] = [await signedInPerson(app), await signedInPerson(app)];
  const { token } = (await ann.browser.get(AUTH_API.token)).json;
  const authorization = { authorization: `Bearer ${token}` };
  expect((await bob.browser.get(pathFor(PRODUCT_API.user, bob.record.id), authorization)).status).toBe(403);
  expect((await bob.browser.get(pathFor(PRODUCT_API.user, ann.record.id), authorization)).status).toBe(200);
  // A token that is no good does not fall back on the cookie.
  const bad = { authorization: 'Bearer a.b.c' };
  expect((await bob.browser.get(pathFor(PRODUCT_API.user, bob.record.id), bad)).status).toBe(401);
});

test('whoever tries tokens that are none of ours is refused before one is checked, and right ones are not counted', async () => {
  const site = await openTestApp({ RATE_LIMIT_SCALE: '0.02' });
  const { browser, record } = await signedInPerson(site);
  const { token } = (await browser.get(AUTH_API.token)).json;
  const path = pathFor(PRODUCT_API.user, record.id);
  const visitor = createTestClient(site.server, TEST_ORIGIN, '203.0.113.7');
  const ask = async (value: string) => (await visitor.get(path, { authorization: `Bearer ${value}` })).status;
  expect(await ask(token)).toBe(200);
  const forged = `${token.split('.').slice(0, 2).join('.')}.AAAA`;
  expect([await ask(forged), await ask(forged), await ask(forged)]).toEqual([401, 401, 429]);
  const checks = vi.spyOn(crypto.subtle, 'verify');
  expect([await ask(forged), checks.mock.calls.length]).toEqual([429, 0]);
});
