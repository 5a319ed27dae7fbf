import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ACCOUNT_API, AUTH_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { createApp } from '#server/app.ts';
import { openRedis, type SharedRedis } from '#server/redis/redis.ts';
import { canStartRedis, startOwnRedis } from '#server/testing/own-redis.ts';
import { PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { createProcessSessionCache, type SessionCache } from './session-cache.ts';
import { createSharedSessionCache } from './shared-session-cache.ts';

/** A session that was ended in one process is ended in all, at once (decisions §3.8, docs/decisions/0026). */
let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

const redisServers = new Set<Awaited<ReturnType<typeof startOwnRedis>>>();
afterAll(() => Promise.all([...redisServers].map((server) => server.kill())));

type Two = {
  readonly caches: readonly [SessionCache, SessionCache];
  readonly redis: readonly SharedRedis[];
};

/** In the run that has a Redis: two processes on it; in the other: one process, twice. */
const ON_REDIS = canStartRedis();

async function startTwo(): Promise<Two> {
  if (ON_REDIS) return startTwoOnRedis();
  const cache = createProcessSessionCache(() => performance.now());
  return { caches: [cache, cache], redis: [] };
}

async function startTwoOnRedis(): Promise<Two> {
  const server = await startOwnRedis();
  redisServers.add(server);
  const redis = [1, 2].map(() => openRedis(server.url, TEST_ORIGIN, pino({ level: 'silent' })));
  await vi.waitFor(() => expect(redis.some(({ isAway }) => isAway())).toBe(false), { timeout: 10_000 });
  const [one, other] = redis.map((each) =>
    createSharedSessionCache({ ...site.deps, redis: each, now: () => performance.now() }),
  );
  if (one === undefined || other === undefined) throw new Error('two were started');
  return { caches: [one, other], redis };
}

type Ending = {
  /** At the first process. */
  readonly end: (person: Person) => Promise<unknown>;
  /** The others in the same browser, or the same account, go on. */
  readonly spares?: 'other sessions';
};
type Person = {
  readonly email: string;
  readonly name: string;
  readonly id: string;
  readonly browser: TestClient;
};

const ENDINGS: Record<string, Ending> = {
  'signing out': { end: ({ browser }) => browser.post(ACCOUNT_API.signOut), spares: 'other sessions' },
  'signing in again': {
    end: ({ browser, email }) => browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD }),
    spares: 'other sessions',
  },
  'a new password': {
    end: async ({ browser, email }) => {
      site.advance(1_000);
      await browser.post(ACCOUNT_API.requestReset, { email });
      const token = await site.tokenMailedTo(email);
      return browser.post(ACCOUNT_API.reset, { token, password: 'another password' });
    },
  },
  'deleting the account': {
    end: async ({ browser, id, name }) => {
      await browser.post(ACCOUNT_API.deletionProof, { name, password: PASSWORD });
      return browser.delete(pathFor(PRODUCT_API.user, id));
    },
  },
};

describe(ON_REDIS ? 'two processes on one Redis' : 'one process', () => {
  let two: Two;
  let apps: readonly ReturnType<typeof createApp>[];
  beforeAll(async () => {
    two = await startTwo();
    apps = two.caches.map((sessionCache) => createApp({ ...site.deps, sessionCache, db: site.anotherDb() }));
  });
  afterAll(() => Promise.all(two.redis.map((each) => each.close())));

  function at(process: 0 | 1, from?: TestClient): TestClient {
    const app = apps[process];
    if (app === undefined) throw new Error('two were started');
    const browser = createTestClient(app, TEST_ORIGIN, '203.0.113.9');
    for (const [name, value] of from?.cookies ?? []) browser.cookies.set(name, value);
    return browser;
  }
  async function person(): Promise<Person & { elsewhere: TestClient }> {
    const { email, record } = await signedInPerson(site);
    const [browser, elsewhere] = [at(0), at(0)];
    for (const each of [browser, elsewhere])
      await each.post(ACCOUNT_API.signIn, { email, password: PASSWORD, rememberDevice: true });
    return { email, name: record.name, id: record.id, browser, elsewhere };
  }
  const statusOf = async (browser: TestClient, id: string, headers?: Record<string, string>) =>
    (await browser.get(pathFor(PRODUCT_API.user, id), headers)).status;
  const token = async (browser: TestClient) => ({
    authorization: `Bearer ${(await browser.get(AUTH_API.token)).json.token}`,
  });

  test.each(Object.keys(ENDINGS))('%s ends it everywhere, for its cookie and its tokens', async (name) => {
    const { end, spares } = ENDINGS[name] ?? { end: () => Promise.reject() };
    const one = await person();
    const [before, elsewhere] = [at(1, one.browser), at(1, one.elsewhere)];
    const bearer = await token(one.browser);
    // So that every process has it as fresh as can be.
    for (const process of [0, 1] as const) {
      expect(await statusOf(at(process, before), one.id)).toBe(200);
      expect(await statusOf(at(process), one.id, bearer)).toBe(200);
      expect(await statusOf(at(process, elsewhere), one.id)).toBe(200);
    }
    await end(one);
    for (const process of [1, 0] as const) {
      expect(await statusOf(at(process, before), one.id)).toBe(401);
      expect(await statusOf(at(process), one.id, bearer)).toBe(401);
      expect(await statusOf(at(process, elsewhere), one.id)).toBe(spares === undefined ? 401 : 200);
    }
  });

  test('nobody gets somebody else’s session, however often both are asked for', async () => {
    const [ann, bob] = [await person(), await person()];
    for (let round = 0; round < 3; round++) {
      for (const process of [0, 1] as const) {
        expect(await statusOf(at(process, ann.browser), ann.id)).toBe(200);
        expect(await statusOf(at(process, ann.browser), bob.id)).toBe(403);
        expect(await statusOf(at(process, bob.browser), bob.id)).toBe(200);
        expect(await statusOf(at(process, bob.browser), ann.id)).toBe(403);
      }
    }
  });

  test('a proof made in one process counts in the other, for five minutes and no longer', async () => {
    const one = await person();
    const remove = () => at(1, one.browser).delete(pathFor(PRODUCT_API.user, one.id));
    expect((await remove()).json.code).toBe('PROOF_MISSING');
    const prove = () => one.browser.post(ACCOUNT_API.deletionProof, { name: one.name, password: PASSWORD });
    expect((await prove()).status).toBe(200);
    site.advance(5 * 60_000 + 1);
    expect((await remove()).json.code).toBe('PROOF_MISSING');
    await prove();
    expect((await remove()).status).toBe(200);
  });

  test('one whose time is over is not signed in any more, and one that slid on still is', async () => {
    const one = await person();
    expect(await statusOf(at(1, one.browser), one.id)).toBe(200);
    const setExpiry = (milliseconds: number) =>
      site.db
        .updateTable('sessions')
        .set({ expires_at: new Date(site.deps.clock().getTime() + milliseconds).toISOString() })
        .where('user_id', '=', one.id)
        .execute();
    const days = 24 * 60 * 60_000;
    await setExpiry(60 * days);
    site.advance(31 * days);
    expect(await statusOf(at(1, one.browser), one.id)).toBe(200);
    await setExpiry(-1);
    site.advance(30 * days);
    expect(await statusOf(at(1, one.browser), one.id)).toBe(401);
    site.advance(-61 * days);
  });

  test.runIf(ON_REDIS)(
    'when Redis is killed and back, everybody is still signed in, and who signed out stays so',
    async () => {
      const [server] = redisServers;
      if (server === undefined) throw new Error('one was started');
      const [ann, bob] = [await person(), await person()];
      for (const { browser, id } of [ann, bob]) expect(await statusOf(at(1, browser), id)).toBe(200);
      const [annBefore, bobBefore] = [at(1, ann.browser), at(1, bob.browser)];
      const away = (isAway: boolean) =>
        vi.waitFor(() => expect(two.redis.map((each) => each.isAway())).toEqual([isAway, isAway]), {
          timeout: 10_000,
        });
      await server.kill();
      await ann.browser.post(ACCOUNT_API.signOut);
      expect(await statusOf(at(1, annBefore), ann.id)).toBe(401);
      expect(await statusOf(at(1, bobBefore), bob.id)).toBe(200);
      await away(true);
      await server.start();
      await away(false);
      expect(await statusOf(at(1, annBefore), ann.id)).toBe(401);
      expect(await statusOf(at(0, bobBefore), bob.id)).toBe(200);
    },
  );
});

test('the cache is asked first: the database answers once for many calls', async () => {
  const asked = vi.fn();
  const cache = createProcessSessionCache(() => performance.now());
  const sessionCache: SessionCache = {
    ...cache,
    find: (by, value, ask) =>
      cache.find(by, value, () => {
        asked();
        return ask();
      }),
  };
  const { browser, record } = await signedInPerson(site);
  const app = createTestClient(createApp({ ...site.deps, sessionCache }), TEST_ORIGIN, '203.0.113.9');
  for (const [name, value] of browser.cookies) app.cookies.set(name, value);
  for (let call = 0; call < 5; call++)
    expect((await app.get(pathFor(PRODUCT_API.user, record.id))).status).toBe(200);
  expect(asked).toHaveBeenCalledTimes(1);
});
