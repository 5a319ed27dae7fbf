import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRedis } from '#server/redis/redis.ts';
import { canStartRedis, startOwnRedis } from '#server/testing/own-redis.ts';
import { startSilenceableProxy } from '#server/testing/silenceable-proxy.ts';
import { CACHE_FILL_MS, CACHE_LIFE_MS, type KnownSession, type SessionCache } from './session-cache.ts';
import { createSharedSessionCache } from './shared-session-cache.ts';

const sessionOf = (userId: string): KnownSession => ({
  sessionId: `session-of-${userId}`,
  userId,
  expiresAt: '2026-12-21T12:00:00.000Z',
});
const [ANN, BOB] = [sessionOf('ann'), sessionOf('bob')];
const SECRETS = { secret: 'the current one', acceptedSecrets: [] };
const until = (look: () => void | Promise<void>) => vi.waitFor(look, { timeout: 10_000 });

describe.runIf(canStartRedis())('sessions kept in Redis', () => {
  let server: Awaited<ReturnType<typeof startOwnRedis>>;
  let elapsed = 0;
  let leases = 0;
  beforeAll(async () => {
    server = await startOwnRedis();
  });
  afterAll(() => server.kill());
  beforeEach(() => server.command('flushall'));

  /** The cache as one process has it. */
  async function startProcess(
    secrets: typeof SECRETS | { secret: string; acceptedSecrets: string[] } = SECRETS,
    url = server.url,
  ) {
    const redis = openRedis(url, 'https://site.test', pino({ level: 'silent' }));
    onTestFinished(redis.close);
    await until(() => expect(redis.isAway()).toBe(false));
    const cache = createSharedSessionCache({
      ...secrets,
      redis,
      clock: () => new Date(1_800_000_000_000 + elapsed),
      newToken: () => `${++leases}`,
      now: () => elapsed,
    });
    return { ...cache, redis };
  }
  /** What the cache answers when the database has this session, and whether it asked. */
  async function look({ find }: SessionCache, value: string, there: KnownSession | undefined) {
    let asked = false;
    const answer = await find('token', value, async () => {
      asked = true;
      return there;
    });
    return { answer, asked };
  }
  const FROM_CACHE = { answer: ANN, asked: false };
  const GONE = { answer: undefined, asked: true };
  const keysLike = async (pattern: string) => (await server.command('keys', pattern)) as string[];

  test('what one process kept another finds, by each of the two names apart', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    expect(await look(one, 'a', ANN)).toEqual({ answer: ANN, asked: true });
    expect(await look(other, 'a', undefined)).toEqual(FROM_CACHE);
    expect(await other.find('id', 'a', async () => BOB)).toEqual(BOB);
    expect(await look(one, 'b', undefined)).toEqual(GONE);
    expect(await look(one, 'b', BOB)).toEqual({ answer: BOB, asked: true });
  });

  test('what was ended in one is asked for in all, and not kept for a minute; other accounts are', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    for (const value of ['a', 'a2']) await look(one, value, ANN);
    await look(one, 'b', BOB);
    await one.ending('ann', async () => {
      // The deletion is under way: the database still answers from before.
      expect(await look(other, 'a', ANN)).toEqual({ answer: ANN, asked: true });
    });
    for (const process of [one, other]) {
      expect(await look(process, 'a', undefined)).toEqual(GONE);
      expect(await look(process, 'a2', ANN)).toEqual({ answer: ANN, asked: true });
      expect(await look(process, 'a2', undefined)).toEqual(GONE);
      expect(await look(process, 'b', undefined)).toEqual({ answer: BOB, asked: false });
    }
  });

  test('a slow reader cannot put back what was ended meanwhile, nor one whose lease is over', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const slow = Promise.withResolvers<KnownSession | undefined>();
    const asked = vi.fn(() => slow.promise);
    const reading = one.find('token', 'a', asked);
    await until(() => expect(asked).toHaveBeenCalled());
    await other.ending('ann', async () => {});
    slow.resolve(ANN);
    await reading;
    expect(await look(other, 'a', undefined)).toEqual(GONE);

    const slower = Promise.withResolvers<KnownSession | undefined>();
    const askedAgain = vi.fn(() => slower.promise);
    const readingAgain = one.find('token', 'b', askedAgain);
    await until(() => expect(askedAgain).toHaveBeenCalled());
    // As after their time: no lease, and no mark either.
    await server.command('flushall');
    slower.resolve(BOB);
    await readingAgain;
    expect(await keysLike('*:session:*')).toEqual([]);
  });

  test('of two readers at once, the one that came first keeps its answer', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const slow = Promise.withResolvers<KnownSession | undefined>();
    const asked = vi.fn(() => slow.promise);
    const reading = one.find('token', 'a', asked);
    await until(() => expect(asked).toHaveBeenCalled());
    expect(await look(other, 'a', ANN)).toEqual({ answer: ANN, asked: true });
    expect(await look(other, 'a', ANN)).toEqual({ answer: ANN, asked: true });
    slow.resolve(ANN);
    await reading;
    expect(await look(other, 'a', undefined)).toEqual(FROM_CACHE);
  });

  test('an ending that failed ends what is kept all the same', async () => {
    const one = await startProcess();
    await look(one, 'a', ANN);
    await expect(one.ending('ann', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await look(one, 'a', undefined)).toEqual(GONE);
  });

  test('Redis holds hashes, ids and times, neither tokens nor accounts in its keys, and nothing for long', async () => {
    const one = await startProcess();
    await look(one, 'a-token', ANN);
    await look(one, 'another-token', undefined);
    await one.ending('bob', async () => {});
    const lives = { session: CACHE_LIFE_MS, lease: CACHE_FILL_MS, '1': 60_000 };
    const keys = [...(await keysLike('*:session:*')), ...(await keysLike('*:ended:*'))];
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key).toMatch(/^site-[\w-]{12}:(session|ended):[\w-]{43}$/);
      const value = String(await server.command('get', key));
      expect(value).not.toContain('token');
      const kind = value.split(' ')[0] as keyof typeof lives;
      const life = Number(await server.command('pttl', key));
      expect(life).toBeGreaterThan(0);
      expect(life).toBeLessThanOrEqual(lives[kind]);
    }
  });

  describe('is not believed', () => {
    const [SESSIONS, ENDED] = ['*:session:*', '*:ended:*'];
    async function kept() {
      const one = await startProcess();
      await look(one, 'b', BOB);
      const [ofBob = ''] = await keysLike(SESSIONS);
      await look(one, 'a', ANN);
      const ofAnn = (await keysLike(SESSIONS)).find((key) => key !== ofBob) ?? '';
      const textOf = async (key: string) => String(await server.command('get', key));
      return { one, ofAnn, ann: await textOf(ofAnn), bob: await textOf(ofBob) };
    }
    test.each<[string, (ann: string, bob: string) => string]>([
      ['somebody else’s value under this key', (_, bob) => bob],
      ['another account in it', (ann) => ann.replace(' ann ', ' bob ')],
      ['another session in it', (ann) => ann.replace('session-of-ann', 'session-of-bob')],
      ['a longer life', (ann) => ann.replace(/ (\d{13}) /, (_, until) => ` ${Number(until) + 60_000} `)],
      ['a later expiry', (ann) => ann.replace('2026-12-21', '2027-12-21')],
      ['no signature', (ann) => ann.split(' ').slice(0, -1).join(' ')],
      ['an empty signature', (ann) => `${ann.split(' ').slice(0, -1).join(' ')} `],
      ['something behind it', (ann) => `${ann} x`],
      ['nothing of ours', () => '{"userId":"bob"}'],
    ])('%s', async (_, changed) => {
      const { one, ofAnn, ann, bob } = await kept();
      expect(await look(one, 'a', undefined)).toEqual(FROM_CACHE);
      const value = changed(ann, bob);
      expect(value).not.toBe(ann);
      await server.command('set', ofAnn, value);
      expect(await look(one, 'a', undefined)).toEqual(GONE);
    });

    test('what is set again after its time', async () => {
      const { one, ofAnn, ann } = await kept();
      elapsed += CACHE_LIFE_MS;
      await server.command('set', ofAnn, ann);
      expect(await look(one, 'a', undefined)).toEqual(GONE);
    });

    test('what another secret signed, unless it is accepted', async () => {
      await kept();
      const changed = { secret: 'the next one', acceptedSecrets: [SECRETS.secret] };
      expect(await look(await startProcess(changed), 'a', undefined)).toEqual(FROM_CACHE);
      const stranger = await startProcess({ ...changed, acceptedSecrets: [] });
      expect(await look(stranger, 'a', undefined)).toEqual(GONE);
    });

    test('a key that holds something else; the database answers', async () => {
      const { one, ofAnn } = await kept();
      await server.command('del', ofAnn);
      await server.command('lpush', ofAnn, 'x');
      expect(await look(one, 'a', ANN)).toEqual({ answer: ANN, asked: true });
      expect(await keysLike(ENDED)).toEqual([]);
    });
  });

  describe('while Redis is away', () => {
    test('the database is asked, and what Redis held meanwhile is not believed until it is over', async () => {
      const proxies = [await startSilenceableProxy(server.url), await startSilenceableProxy(server.url)];
      for (const { close } of proxies) onTestFinished(close);
      const [one, other] = await Promise.all(proxies.map(({ url }) => startProcess(SECRETS, url)));
      if (one === undefined || other === undefined) throw new Error('two were started');
      await look(one, 'a', ANN);
      await look(one, 'b', BOB);
      for (const { fallSilent } of proxies) fallSilent();
      for (const process of [one, other])
        expect(await look(process, 'b', BOB)).toEqual({ answer: BOB, asked: true });
      await one.ending('ann', async () => {});
      expect(await keysLike('*:ended:*')).toEqual([]);
      for (const { speak } of proxies) speak();
      await until(() => expect([one.redis.isAway(), other.redis.isAway()]).toEqual([false, false]));
      expect(await look(other, 'a', undefined)).toEqual(GONE);
      await until(async () => expect(await keysLike('*:ended:*')).toHaveLength(1));
      elapsed += CACHE_FILL_MS + CACHE_LIFE_MS;
      expect(await look(other, 'a', undefined)).toEqual(GONE);
      // It is used again afterwards.
      await look(other, 'c', BOB);
      expect(await look(one, 'c', undefined)).toEqual({ answer: BOB, asked: false });
    });

    test('for the process that ends a session only: the others learn of it as soon as it can tell', async () => {
      const proxy = await startSilenceableProxy(server.url);
      onTestFinished(proxy.close);
      const [cutOff, other] = [await startProcess(SECRETS, proxy.url), await startProcess()];
      await look(other, 'a', ANN);
      proxy.fallSilent();
      await cutOff.ending('ann', async () => {});
      expect(await look(cutOff, 'a', undefined)).toEqual(GONE);
      // Half a minute at most: this is what cannot be had (docs/decisions/0026).
      expect(await look(other, 'a', undefined)).toEqual(FROM_CACHE);
      proxy.speak();
      await until(async () => expect(await look(other, 'a', undefined)).toEqual(GONE));
    });

    test('a restart in between is noticed, also by who asked nothing meanwhile', async () => {
      const one = await startProcess();
      await look(one, 'a', ANN);
      const [key = ''] = await keysLike('*:session:*');
      const value = String(await server.command('get', key));
      await server.kill();
      await server.start();
      // As a server does that keeps its data on disk, an older state of them.
      await server.command('set', key, value);
      await until(() => expect(one.redis.isAway()).toBe(false));
      expect(await look(one, 'a', undefined)).toEqual(GONE);
    });
  });
});
