import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import tls from 'node:tls';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { generate } from 'selfsigned';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { canStartRedis, startOwnRedis } from '#server/testing/own-redis.ts';
import { startSilenceableProxy } from '#server/testing/silenceable-proxy.ts';
import { waitFor } from '#server/testing/test-process.ts';
import type { Network } from './client-address.ts';
import { createRateLimits } from './rate-limits.ts';
import { openRedis } from './redis.ts';

const ORIGIN = 'https://site.test';
const AWAY = 'Redis is away: until it is back, each process counts limits alone';
const BACK = 'Redis is back';

describe.runIf(canStartRedis())('a site and its Redis', () => {
  let server: Awaited<ReturnType<typeof startOwnRedis>>;
  beforeAll(async () => {
    server = await startOwnRedis();
  });
  afterAll(() => server.kill());

  function open(url = server.url, origin = ORIGIN) {
    const lines: string[] = [];
    const redis = openRedis(
      url,
      origin,
      pino({ level: 'trace' }, { write: (line) => void lines.push(line) }),
    );
    onTestFinished(redis.close);
    const told = () => lines.map((line) => JSON.parse(line) as { msg: string; reason?: string });
    return {
      redis,
      text: () => lines.join(''),
      reasons: () => told().flatMap(({ reason }) => reason ?? []),
      messages: () => told().map(({ msg }) => msg),
      away: () => waitFor(() => expect(redis.isAway()).toBe(true)),
      back: () => waitFor(() => expect(redis.isAway()).toBe(false)),
    };
  }
  const set = (client: Redis) => client.set('key', 'value', 'PX', 60_000);
  const STORED = { kind: 'answered', value: 'OK' };

  test('keys in Redis begin with a prefix of the site, so that two sites can share one Redis server', async () => {
    const [one, other] = [open(), open(server.url, 'https://other.test')];
    await Promise.all([one.back(), other.back()]);
    expect(await one.redis.ask(set)).toEqual(STORED);
    expect(await one.redis.ask((client) => client.get('key'))).toEqual({ kind: 'answered', value: 'value' });
    expect(await other.redis.ask((client) => client.get('key'))).toEqual({ kind: 'answered', value: null });
    expect(await server.command('keys', '*:key')).toEqual([expect.stringMatching(/^site-[\w-]{12}:key$/)]);
    expect(one.messages()).toEqual([]);
  });

  test('after Redis was killed, the site sends no commands until Redis restarts, and logs the end and the return once each', async () => {
    const { redis, messages, away, back } = open();
    await back();
    await server.kill();
    await away();
    const command = vi.fn(set);
    for (let i = 0; i < 20; i++) expect(await redis.ask(command)).toEqual({ kind: 'away' });
    expect(command).not.toHaveBeenCalled();
    expect(messages()).toEqual([AWAY]);
    await server.start();
    await back();
    expect(await redis.ask(set)).toEqual(STORED);
    expect(messages()).toEqual([AWAY, BACK]);
  });

  test('a Redis that stops answering delays only one command, and is used again through a new connection', async () => {
    const proxy = await startSilenceableProxy(server.url);
    onTestFinished(proxy.close);
    const { redis, messages, reasons, back } = open(proxy.url);
    await back();
    proxy.fallSilent();
    const command = vi.fn(set);
    for (let i = 0; i < 20; i++) expect(await redis.ask(command)).toEqual({ kind: 'away' });
    expect(command).toHaveBeenCalledTimes(1);
    expect(reasons()).toEqual(['no answer within 250 ms']);
    proxy.speak();
    await back();
    expect(await redis.ask(set)).toEqual(STORED);
    expect(messages()).toEqual([AWAY, BACK]);
  });

  describe('a Redis that answers every command with an error', () => {
    beforeEach(() => server.command('flushall'));
    afterEach(async () => {
      await server.kill();
      await server.start();
    });
    test.each([
      ['out of memory', ['config', 'set', 'maxmemory', '1'], ['config', 'set', 'maxmemory', '0'], /^OOM /],
      ['a replica', ['replicaof', '127.0.0.1', '1'], ['replicaof', 'no', 'one'], /^READONLY /],
    ])('is not used while it is %s, and is used again afterwards', async (_, spoil, mend, reason) => {
      const { redis, messages, reasons, back } = open();
      await back();
      await server.command(...(spoil as [string]));
      for (let i = 0; i < 5; i++) expect(await redis.ask(set)).toEqual({ kind: 'away' });
      expect(reasons()).toEqual([expect.stringMatching(reason)]);
      await server.command(...(mend as [string]));
      await back();
      expect(messages()).toEqual([AWAY, BACK]);
    });
  });

  test('a reached rate limit still holds after Redis is emptied; a refused /48 network creates no keys for its /64 networks', async () => {
    await server.command('flushall');
    const { redis, back } = open();
    await back();
    const take = createRateLimits({ scale: 1, keyring: ['a secret that is long enough'], redis });
    const refusals = async (networks: readonly Network[]) => {
      const all = await Promise.allSettled(
        networks.map((network) => take(ACCOUNT_LIMITS.signUpPerIp, network)),
      );
      return all.filter(({ status }) => status === 'rejected').length;
    };
    const { points } = ACCOUNT_LIMITS.signUpPerIp;
    const one = { address: '203.0.113.7', block: '203.0.113.7', site: undefined };
    expect(await refusals(Array(points).fill(one))).toBe(0);
    await server.command('flushall');
    expect(await refusals([one])).toBe(1);
    for (let at = 0; at < 15 * points; at++) {
      const prefix = `2001:db8:1:${at.toString(16)}`;
      await refusals([{ address: `${prefix}::1`, block: `${prefix}::/64`, site: '2001:db8:1::/48' }]);
    }
    const keys = (await server.command('keys', '*signUpPerIp*')) as readonly string[];
    expect(keys.length).toBeLessThanOrEqual(10 * points + 2);
  });

  test('a Redis that refuses the password is not used, and the password is not written to the log', async () => {
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
