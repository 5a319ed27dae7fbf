import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import tls from 'node:tls';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ACCOUNT_API, OPERATIONS, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { CLIENT_ERRORS } from '#features/client-errors/contract.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import type { AppDeps } from '#server/feature.ts';
import { FEATURES } from '#server/features.ts';
import { canStartRedis, startOwnRedis, startSilenceableProxy } from '#server/testing/loopback-servers.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient, type TestAnswer, type TestClient } from '#server/testing/test-client.ts';
import { waitFor } from '#server/testing/test-process.ts';
import { createRateLimits } from './rate-limits.ts';
import { openRedis, type SharedRedis } from './redis.ts';

const AWAY = 'Redis is away: until it is back, each process counts limits alone';
const BACK = 'Redis is back';

describe.runIf(canStartRedis())('a site and its Redis', () => {
  let server: Awaited<ReturnType<typeof startOwnRedis>>;
  beforeAll(async () => {
    server = await startOwnRedis();
  });
  afterAll(() => server.kill());

  function open(url = server.url, origin = 'https://site.test') {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
    const redis = openRedis(url, origin, log);
    onTestFinished(redis.close);
    const told = () => lines.map((line): { msg: string; reason?: string } => JSON.parse(line));
    return {
      redis,
      text: () => lines.join(''),
      reasons: () => told().flatMap(({ reason }) => reason ?? []),
      messages: () => told().map(({ msg }) => msg),
      back: () => waitFor(() => expect(redis.isAway()).toBe(false)),
    };
  }
  const set = (client: Redis) => client.set('key', 'value', 'PX', 60_000);

  test('a Redis that stops answering delays only one command, and is used again once it answers', async () => {
    const proxy = await startSilenceableProxy(server.url);
    onTestFinished(proxy.close);
    const { redis, messages, reasons, back } = open(proxy.url);
    await back();
    proxy.fallSilent();
    const command = vi.fn(set);
    for (let i = 0; i < 20; i++) expect(await redis.ask(command)).toBeUndefined();
    expect(command).toHaveBeenCalledTimes(1);
    expect(reasons()).toEqual(['no answer within 250 ms']);
    proxy.speak();
    await back();
    expect(await redis.ask(set)).toBe('OK');
    expect(messages()).toEqual([AWAY, BACK]);
  });

  test.each([
    { state: 'a replica', begin: 'replicaof 127.0.0.1 1', end: 'replicaof no one', reason: /^READONLY / },
    {
      state: 'out of memory',
      begin: 'config set maxmemory 1',
      end: 'config set maxmemory 0',
      reason: /^OOM /,
    },
  ])(
    'a Redis server is not used while it is $state and refuses every write, and is used again afterwards',
    async ({ begin, end, reason }) => {
      const tell = (line: string) => {
        const [name = '', ...args] = line.split(' ');
        return server.command(name, ...args);
      };
      const { redis, messages, reasons, back } = open();
      await back();
      onTestFinished(async () => void (await tell(end)));
      await tell(begin);
      for (let i = 0; i < 5; i++) expect(await redis.ask(set)).toBeUndefined();
      expect(reasons()).toEqual([expect.stringMatching(reason)]);
      await tell(end);
      await back();
      expect(messages()).toEqual([AWAY, BACK]);
    },
  );

  test('keys in Redis begin with a prefix of the site, so that two sites can share one Redis server', async () => {
    const [one, other] = [open(), open(server.url, 'https://other.test')];
    await Promise.all([one.back(), other.back()]);
    expect(await one.redis.ask(set)).toBe('OK');
    const read = (client: Redis) => client.get('key');
    expect([await one.redis.ask(read), await other.redis.ask(read)]).toEqual(['value', null]);
  });

  test('a reached rate limit applies after Redis was emptied, and a refused /48 creates no keys of its /64 networks', async () => {
    await server.command('flushall');
    const { redis, back } = open();
    await back();
    const take = createRateLimits({ scale: 1, keyring: ['a secret that is long enough'], redis });
    const { signUpPerIp } = ACCOUNT_LIMITS;
    const { points } = signUpPerIp;
    const one = { address: '203.0.113.7', block: '203.0.113.7', site: undefined };
    for (let at = 0; at < points; at++) await take(signUpPerIp, one);
    await server.command('flushall');
    await expect(take(signUpPerIp, one)).rejects.toThrow('RATE_LIMITED');
    for (let at = 0; at < 15 * points; at++) {
      const prefix = `2001:db8:1:${at.toString(16)}`;
      const moving = { address: `${prefix}::1`, block: `${prefix}::/64`, site: '2001:db8:1::/48' };
      await take(signUpPerIp, moving).catch(() => {});
    }
    const keys = (await server.command('keys', '*signUpPerIp*')) as readonly string[];
    expect(keys.length).toBeLessThanOrEqual(10 * points + 2);
  });

  test('a Redis server that refuses the password is not used, and the log does not contain the password', async () => {
    const url = new URL(server.url);
    url.username = 'nobody';
    url.password = 'guessed';
    const { redis, text, reasons } = open(url.href);
    await waitFor(() => expect(reasons()).toEqual([expect.stringMatching(/^WRONGPASS /)]));
    expect(redis.isAway()).toBe(true);
    expect(text()).not.toContain('guessed');
  });

  test('[V12.3.1] with a rediss: URL, the connection uses TLS and requires a valid certificate', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const front = tls.createServer({ cert, key }, (near) => {
      const { hostname, port } = new URL(server.url);
      const far = connect(Number(port), hostname);
      near.on('error', () => far.destroy()).on('close', () => far.destroy());
      far.on('error', () => near.destroy()).on('close', () => near.destroy());
      near.pipe(far).pipe(near);
    });
    front.on('tlsClientError', () => {});
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    onTestFinished(() => void front.close());
    const url = `rediss://localhost:${(front.address() as AddressInfo).port}`;

    const suspicious = open(url);
    await waitFor(() => expect(suspicious.reasons()).toEqual([expect.stringMatching(/self.signed/)]));
    const usual = tls.getCACertificates('default');
    onTestFinished(() => tls.setDefaultCACertificates(usual));
    tls.setDefaultCACertificates([...usual, cert]);
    await open(url).back();
  });
});

const LIMITS = new Map(FEATURES.flatMap(({ limits = {} }) => Object.entries(limits)));

/**
 * A tenth of the real limits keeps the tests short. The tests check which requests share a limit, not the value of the limit.
 */
const SCALE = 0.1;
const budgetOf = (name: string) => Math.max(1, Math.round((LIMITS.get(name)?.points ?? 0) * SCALE));

let forged = 0;
const forgedHeaders = () => {
  const address = `203.0.113.${++forged % 250}`;
  return { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` };
};
let machines = 0;
const newIp = () => `192.0.2.${++machines % 250}`;
const always = (ip: string) => () => ip;
const newSite = () => `http://${randomUUID()}.test`;

const site = await openTestApp({ RATE_LIMIT_SCALE: String(SCALE) });
const person = await signedInPerson(site);
const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

type Try = (browser: TestClient) => Promise<TestAnswer>;
const report: Try = (browser) =>
  browser.post(CLIENT_ERRORS, { kind: 'error', message: 'x', path: '/story' }, forgedHeaders());
const askingFor = (...paths: readonly string[]): Try => {
  let asked = 0;
  return (browser) => browser.get(paths[asked++ % paths.length] ?? '', { ...forgedHeaders(), cookie });
};

const ROWS: readonly { readonly name: string; readonly next: Try; readonly nextIp: () => string }[] = [
  {
    name: 'apiPerSession',
    next: askingFor(pathFor(PRODUCT_API.user, person.record.id), AUTH_API.token),
    nextIp: newIp,
  },
  // Pages request the session automatically, so these requests are counted separately.
  { name: 'apiPerSession', next: askingFor(ACCOUNT_API.session), nextIp: newIp },
  { name: 'clientErrorsPerIp', next: report, nextIp: always(newIp()) },
];

/** @param siteOfKeys processes with the same value share their keys in Redis */
async function startProcess(url: string, others: Partial<AppDeps> = {}, siteOfKeys = newSite()) {
  const redis = openRedis(url, siteOfKeys, site.deps.log);
  onTestFinished(redis.close);
  await untilAway(false, redis);
  const app = await createApp(createDeps({ ...site.deps, ...others, redis }));
  return { redis, from: (ip: string) => createTestClient(app, TEST_ORIGIN, ip) };
}

const REDIS_URL = process.env.TEST_REDIS_URL ?? '';

async function startTwo(url: string) {
  const siteOfKeys = newSite();
  return [await startProcess(url, {}, siteOfKeys), await startProcess(url, {}, siteOfKeys)] as const;
}

async function startAlone() {
  const app = await createApp(site.deps);
  return [{ redis: undefined, from: (ip: string) => createTestClient(app, TEST_ORIGIN, ip) }] as const;
}

const untilAway = (away: boolean, ...all: readonly SharedRedis[]) =>
  waitFor(() => expect(all.map((redis) => redis.isAway())).toEqual(all.map(() => away)));

async function countTaken(
  processes: readonly { readonly from: (ip: string) => TestClient }[],
  tries: number,
  next: Try,
  nextIp: () => string,
): Promise<number> {
  let taken = 0;
  for (let i = 0; i < tries; i++) {
    const client = processes[i % processes.length]?.from(nextIp());
    if (client !== undefined && (await next(client)).status !== 429) taken += 1;
  }
  return taken;
}

const keysOf = ({ client }: SharedRedis) => client.keys(`${client.options.keyPrefix}limit:*`);

test.each(ROWS)(
  '[V2.4.1] the processes of a site share the counters of the limit $name, even if X-Forwarded-For is forged',
  async ({ name, next, nextIp }) => {
    const processes = REDIS_URL === '' ? await startAlone() : await startTwo(REDIS_URL);
    const budget = budgetOf(name);
    expect(await countTaken(processes, budget + 2, next, nextIp)).toBe(budget);
    const [{ redis }] = processes;
    if (redis !== undefined)
      expect(await keysOf(redis)).toContainEqual(expect.stringContaining(`:limit:${name}:`));
  },
);

test.runIf(REDIS_URL)(
  '[V1.3.8] a site stores only keyed hashes and numbers in Redis, each with an expiry time',
  async () => {
    const { redis, from } = await startProcess(REDIS_URL);
    const ip = newIp();
    for (const { next } of ROWS) await next(from(ip));
    const limits = [...LIMITS.keys()].join('|');
    const keys = await keysOf(redis);
    expect(keys.length).toBeGreaterThanOrEqual(ROWS.length);
    for (const key of keys) {
      expect(key).toMatch(new RegExp(`^site-[\\w-]{12}:limit:(?:${limits}):[\\w-]{43}$`));
      const bare = key.replace(/^site-[^:]*:/, '');
      const [value, milliseconds] = await Promise.all([redis.client.get(bare), redis.client.pttl(bare)]);
      expect(value).toMatch(/^\d+$/);
      expect(milliseconds).toBeGreaterThan(0);
      expect(milliseconds).toBeLessThanOrEqual(86_400_000);
    }
    // The keys depend on the secret. Without it, nobody can find an address by trying all addresses.
    const other = await startProcess(REDIS_URL, { keyring: ['another secret, long enough to pass'] });
    await report(other.from(ip));
    const hashes = (all: readonly string[]) => all.map((key) => key.split(':').at(-1));
    expect(hashes(keys)).not.toContain(hashes(await keysOf(other.redis))[0]);
  },
);

test.runIf(canStartRedis())(
  '[V16.5.2] while Redis is away, each process counts rate limits alone, and afterwards they share the counters again',
  async () => {
    const server = await startOwnRedis();
    onTestFinished(server.kill);
    const [one, other] = await startTwo(server.url);
    const budget = budgetOf('clientErrorsPerIp');
    const ip = always(newIp());
    expect(await countTaken([one], budget + 1, report, ip)).toBe(budget);

    await server.kill();
    await untilAway(true, one.redis, other.redis);
    expect(await countTaken([one], 2, report, ip)).toBe(0);
    expect(await countTaken([other], budget + 2, report, ip)).toBe(budget);
    const visitor = one.from(newIp());
    expect((await visitor.get(OPERATIONS.ready)).status).toBe(200);
    expect((await visitor.post(ACCOUNT_API.signIn, { email: newAddress(), password: PASSWORD })).status).toBe(
      401,
    );

    await server.start();
    await untilAway(false, one.redis, other.redis);
    expect(await countTaken([one, other], budget + 2, report, always(newIp()))).toBe(budget);
  },
);
