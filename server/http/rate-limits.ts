import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { timeSpan } from '#content/link-hours.ts';
import { RATE_LIMITED } from '#contract/errors.ts';
import { type Keyring, sign } from '#server/settings/keyring.ts';
import { type Network, widestBlock } from './client-address.ts';
import type { SharedRedis } from './redis.ts';
import { refuse } from './refusal.ts';

/** Tries within a time window (docs/product.md, "Limits"). The name is written to metrics and the log. */
export type RateLimit = {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /**
   * The key of this limit belongs to one account, so a proxy that does not identify its visitors gets no more tries than one
   * visitor.
   */
  readonly neverWide?: true;
};

export function rateLimits<K extends string>(
  given: Readonly<Record<K, Omit<RateLimit, 'name'>>>,
): Readonly<Record<K, RateLimit>> {
  const named = Object.entries<Omit<RateLimit, 'name'>>(given).map(([name, limit]) => [
    name,
    { name, ...limit },
  ]);
  return Object.fromEntries(named);
}

/** A /48 network has this many times the tries of one block (docs/product.md, "Limits"). */
const SITE_FACTOR = 10;
/**
 * If a proxy does not identify its visitors, all of them together have this many times the tries of one block. So even a flood
 * through such a proxy is limited.
 */
const PROXY_FACTOR = 100;
/** The most counters of one limit in memory, about 700 bytes each. The least recently used are dropped first. */
export const MOST_KEYS = 10_000;

/** Takes a counted try back, if the try should not count. Does nothing after its window has ended. */
type GiveBack = () => Promise<void>;

/**
 * Counts one try. Refuses with RATE_LIMITED and `Retry-After`. A network is counted by its block and by its /48, which has
 * `SITE_FACTOR` times the tries. A proxy that does not identify visitors has `PROXY_FACTOR` times the tries, unless the limit is
 * `neverWide`.
 */
export type TakeFromLimit = (limit: RateLimit, ...key: readonly (string | Network)[]) => Promise<GiveBack>;

type RateLimitDeps = {
  readonly scale: number;
  /** The key of the hashes. Without a key, somebody could find an IP address by hashing all addresses. */
  readonly keyring: Keyring;
  /** The Redis that all processes share. Without it, each process counts alone. */
  readonly redis?: SharedRedis | undefined;
  readonly isTrustedProxy?: ((address: string) => boolean) | undefined;
  readonly onUnnamed?: (() => void) | undefined;
  readonly onRefusal?: ((name: string) => void) | undefined;
};

type Outcome = { readonly kind: 'taken' | 'refused'; readonly milliseconds: number };
type Taken = Outcome & { readonly giveBack: GiveBack };

/** In these last milliseconds of a window, no try is given back, because that might raise the limit of the next window. */
const REFUND_MARGIN_MS = 1_000;

/**
 * Counts every try in memory and in Redis. Refuses if either counter does. While Redis is away, each process counts alone. Keys
 * are keyed hashes that expire with their window.
 */
export function createRateLimits(deps: RateLimitDeps): TakeFromLimit {
  const { scale, keyring, redis, onRefusal, onUnnamed, isTrustedProxy = () => false } = deps;
  const limiters = new Map<string, Limiter>();
  const limiterOf = ({ name, points, seconds }: RateLimit, factor: number): Limiter =>
    limiters.getOrInsertComputed(`${name} ${factor}`, () => {
      const rule = {
        keyPrefix: `limit:${name}`,
        points: Math.max(1, Math.round(points * scale)) * factor,
        duration: seconds,
      };
      return {
        here: createMemoryCounter(rule),
        everywhere: redis && new RateLimiterRedis({ ...rule, storeClient: redis.client }),
      };
    });

  async function takeOne(limit: RateLimit, factor: number, hashed: string): Promise<Taken> {
    const { here, everywhere } = limiterOf(limit, factor);
    const started = performance.now();
    const lasts = ({ milliseconds }: Outcome) =>
      performance.now() - started < milliseconds - REFUND_MARGIN_MS;
    const own = await take(here, hashed);
    const shared = everywhere && (await redis?.ask(() => take(everywhere, hashed)));
    const giveBack = async () => {
      // Gives a try back only while its window lasts. Giving it back later would raise the limit of the next window.
      if (lasts(own)) await here.reward(hashed);
      if (everywhere && shared && lasts(shared)) await redis?.ask(() => everywhere.reward(hashed));
    };
    // The refusal by this process’s own counter is final, even after Redis was emptied.
    return { ...(own.kind === 'refused' ? own : (shared ?? own)), giveBack };
  }

  return async (limit, ...key) => {
    const { name } = limit;
    const hash = (parts: readonly string[]) => sign(keyring, 'limit', [name, ...parts].join('\n'));
    const taken: Taken[] = [];
    const networks = key.filter((part) => typeof part !== 'string');
    const isUnnamed = networks.some(({ address }) => address !== undefined && isTrustedProxy(address));
    if (isUnnamed) onUnnamed?.();
    const isWide = isUnnamed && limit.neverWide !== true;
    // The /48 is counted first: if the /48 is refused, its many blocks need no counters.
    if (!isUnnamed && networks.some(({ site }) => site !== undefined)) {
      const parts = key.map((part) => (typeof part === 'string' ? part : widestBlock(part)));
      taken.push(await takeOne(limit, SITE_FACTOR, hash(parts)));
    }
    if (taken.every(({ kind }) => kind === 'taken')) {
      const parts = key.map((part) => (typeof part === 'string' ? part : part.block));
      taken.push(await takeOne(limit, isWide ? PROXY_FACTOR : 1, hash(parts)));
    }
    const refusals = taken.filter(({ kind }) => kind === 'refused');
    if (refusals.length === 0) {
      return async () => {
        for (const { giveBack } of taken) await giveBack();
      };
    }
    onRefusal?.(name);
    const retryAfter = Math.max(1, ...refusals.map(({ milliseconds }) => Math.ceil(milliseconds / 1_000)));
    refuse(RATE_LIMITED, {
      limit: name,
      isOfNetwork: networks.length > 0,
      retryAfter,
      values: { wait: inWords(retryAfter) },
    });
  };
}

type Counter = Pick<RateLimiterMemory | RateLimiterRedis, 'consume' | 'reward'>;
type Limiter = { readonly here: Counter; readonly everywhere: Counter | undefined };

/** Drops the least recently used keys, so that a flood from many networks cannot fill the memory. */
function createMemoryCounter(rule: ConstructorParameters<typeof RateLimiterMemory>[0]): Counter {
  const limiter = new RateLimiterMemory(rule);
  const keys = new Set<string>();
  return {
    consume: (key: string) => {
      // The key is added again, so that the most recently used key is the last.
      keys.delete(key);
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > MOST_KEYS && oldest !== undefined) {
        keys.delete(oldest);
        void limiter.delete(oldest);
      }
      return limiter.consume(key);
    },
    reward: (key: string) => limiter.reward(key),
  };
}

async function take(limiter: Counter, key: string): Promise<Outcome> {
  try {
    const { consumedPoints, msBeforeNext } = await limiter.consume(key);
    if (!Number.isFinite(consumedPoints)) throw new Error('the counter of a limit did not return a number');
    return { kind: 'taken', milliseconds: msBeforeNext };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    return { kind: 'refused', milliseconds: rejection.msBeforeNext };
  }
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return timeSpan(seconds, 'second');
  return minutes < 60 ? timeSpan(minutes, 'minute') : timeSpan(Math.ceil(minutes / 60), 'hour');
}
