import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { recordOf, signedInPerson, withCookiesOf } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';

/** The secrets at each step of replacing `AUTH_SECRET` on a running site (docs/decisions/0025). */
const [OLD, NEW] = ['the secret for tests that was before', 'the secret for tests that comes after'];
const STEPS = {
  before: [OLD],
  first: [OLD, NEW],
  second: [NEW, OLD],
  third: [NEW],
} as const;
type Step = keyof typeof STEPS;

const site = await openTestApp();
const person = await signedInPerson(site);
const started = (step: Step) =>
  createApp(createDeps({ ...site.deps, keyring: STEPS[step], db: site.anotherDb() }));
const apps: Record<Step, FastifyInstance> = {
  before: await started('before'),
  first: await started('first'),
  second: await started('second'),
  third: await started('third'),
};
let ip = 0;

/** A browser whose requests go to a server process at this step. */
function at(step: Step, from?: TestClient): TestClient {
  const browser = createTestClient(apps[step], TEST_ORIGIN, `203.0.113.${(ip++ % 250) + 1}`);
  return from === undefined ? browser : withCookiesOf(from, browser);
}

const tokenAt = async (step: Step): Promise<string> =>
  (await at(step, person.browser).get(AUTH_API.token)).json.token;

async function statusWith(step: Step, token: string): Promise<number> {
  const own = pathFor(PRODUCT_API.user, person.record.id);
  return (await at(step).get(own, { authorization: `Bearer ${token}` })).status;
}

async function verifies(step: Step, token: string): Promise<boolean> {
  // Each process caches its list of public keys for ten seconds.
  site.advance(10_001);
  const { json } = await at(step).get(AUTH_API.jwks);
  const options = { issuer: TEST_ORIGIN, currentDate: site.deps.clock() };
  return jwtVerify(token, createLocalJWKSet(json), options).then(
    () => true,
    () => false,
  );
}

test.each([
  ['before', 'first'],
  ['first', 'second'],
  ['second', 'third'],
] as const)(
  'while the site secret is replaced, processes at the steps “%s” and “%s” accept and can verify the same access tokens',
  async (earlier, later) => {
    const steps = [earlier, later] as const;
    // At the third step, tokens made with the old secret are no longer in use.
    for (const made of later === 'third' ? [later] : steps) {
      const token = await tokenAt(made);
      for (const step of steps) {
        expect(await statusWith(step, token)).toBe(200);
        expect(await verifies(step, token)).toBe(true);
      }
    }
  },
);

test('replacing the site secret signs nobody out, even when the old secret is no longer accepted', async () => {
  for (const step of ['before', 'first', 'second', 'third'] as const) {
    expect((await recordOf(at(step, person.browser))).id).toBe(person.record.id);
  }
});

test('[V11.1.1-2] each site secret has its own signing key; both public keys are published while both secrets are known', async () => {
  const kidAt = async (step: Step) => decodeProtectedHeader(await tokenAt(step)).kid;
  const kids = [await kidAt('first'), await kidAt('second')];
  expect(new Set(kids).size).toBe(2);
  site.advance(10_001);
  const published = async (step: Step) =>
    (await at(step).get(AUTH_API.jwks)).json.keys.map(({ kid }: { kid: string }) => kid).sort();
  expect(await published('first')).toEqual([...kids].sort());
  expect(await published('second')).toEqual([...kids].sort());
  expect(await published('third')).toEqual([kids[1]]);
  expect(await published('before')).toEqual([kids[0]]);
  // The database has the keys of both processes, but each signs with its own.
  expect([await kidAt('second'), await kidAt('first')]).toEqual([kids[1], kids[0]]);
  const rows = await site.db.selectFrom('jwks').select('id').execute();
  expect(rows.map(({ id }) => id).sort()).toEqual([...kids].sort());
});
