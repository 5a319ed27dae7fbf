import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { RATE_LIMITED } from '#contract/errors.ts';
import { type Keyring, sign } from '#server/settings/keyring.ts';
import { plural } from '#server/time.ts';
import { type Network, widestBlock } from './client-address.ts';
import type { SharedRedis } from './redis.ts';
import { refuse } from './refusal.ts';

/** Tries within a window of seconds (docs/product.md, "Limits"), under a name that stands in metrics and in the log. */
export type RateLimit = {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Also for visitors whom a proxy does not tell apart: the key is of one account. */
  readonly neverWide?: true;
};

/** Gives each limit of a feature its name. */
export function rateLimits<K extends string>(
  given: Readonly<Record<K, Omit<RateLimit, 'name'>>>,
): Readonly<Record<K, RateLimit>> {
  const named = Object.entries<Omit<RateLimit, 'name'>>(given).map(([name, limit]) => [
    name,
    { name, ...limit },
  ]);
  return Object.fromEntries(named);
}

/** Times the points of a block, for all blocks of one /48 together (docs/product.md, "Limits"). */
const SITE_FACTOR = 10;
/**
 * Times the points of a block, for all visitors of a proxy that does not tell them apart: whatever it writes or leaves out, its
 * visitors are many. Guesses and floods stay bounded.
 */
const PROXY_FACTOR = 100;
/** Counters of one limit in memory, some 700 bytes each; the oldest go first. */
export const MOST_KEYS = 10_000;

/** Uncounts the try, which turned out to be one that nobody wants to limit. Does nothing once its window is over. */
type GiveBack = () => Promise<void>;

/**
 * Counts one try; refuses with RATE_LIMITED and `Retry-After` when there were too many. A network counts as its block
 * and, ten times wider, as the /48 around it. A proxy that names no visitor counts a hundred times wider, but where the key is
 * of one account.
 */
export type TakeFromLimit = (limit: RateLimit, ...key: readonly (string | Network)[]) => Promise<GiveBack>;

type RateLimitDeps = {
  /** Multiplies every limit (`RATE_LIMIT_SCALE`). */
  readonly scale: number;
  /** Keys are hashed with it: an address cannot be found again by trying all that there are. */
  readonly keyring: Keyring;
  /** Where the processes of the site count together; without it, this process counts alone. */
  readonly redis?: SharedRedis | undefined;
  /** Whose own address stands for many visitors. */
  readonly isTrustedProxy?: ((address: string) => boolean) | undefined;
  /** Hears of each try of a visitor whom a proxy does not name. */
  readonly onUnnamed?: (() => void) | undefined;
  /** Hears of each refusal, for whoever looks at the site as a whole. */
  readonly onRefusal?: ((name: string) => void) | undefined;
};

/** With the milliseconds to the end of the window. */
type Outcome = { readonly kind: 'taken' | 'refused'; readonly milliseconds: number };

/** So long before its end, in milliseconds, a window counts as over: what is given back must not reach the next one. */
const LATE = 1_000;

/**
 * Counts every try in Redis and in memory, and refuses where either does; Redis counts for all processes. While it is away, a
 * caller has one budget for each process, and what it spent at a process stays spent. Keys are keyed hashes that end with their window.
 */
export function createRateLimits(deps: RateLimitDeps): TakeFromLimit {
  const { scale, keyring, redis, onRefusal, onUnnamed, isTrustedProxy = () => false } = deps;
  const limiters = new Map<string, LimitersOf>();
  const limitersOf = ({ name, points, seconds }: RateLimit): LimitersOf => {
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const createLimiter = (factor: number): Limiter => {
      const rule = {
        keyPrefix: `limit:${name}`,
        points: Math.max(1, Math.round(points * scale)) * factor,
        duration: seconds,
      };
      return {
        here: createMemoryCounter(rule),
        everywhere: redis && new RateLimiterRedis({ ...rule, storeClient: redis.client }),
      };
    };
    const made = {
      ofBlocks: createLimiter(1),
      ofSites: createLimiter(SITE_FACTOR),
      ofProxies: createLimiter(PROXY_FACTOR),
    };
    limiters.set(name, made);
    return made;
  };

  async function takeOne(
    { here, everywhere }: Limiter,
    hashed: string,
  ): Promise<Outcome & { giveBack: GiveBack }> {
    const started = performance.now();
    const lasts = ({ milliseconds }: Outcome) => performance.now() - started < milliseconds - LATE;
    const own = await take(here, hashed);
    const answer = everywhere && (await redis?.ask(() => take(everywhere, hashed)));
    const shared = answer?.kind === 'answered' ? answer.value : undefined;
    const giveBack = async () => {
      // A refund after the window ended would raise the next window’s budget.
      if (lasts(own)) await here.reward(hashed);
      if (everywhere && shared && lasts(shared)) await redis?.ask(() => everywhere.reward(hashed));
    };
    // What this process counted itself stands, also where Redis was emptied.
    return { ...(own.kind === 'refused' ? own : (shared ?? own)), giveBack };
  }

  return async (limit, ...key) => {
    const { name } = limit;
    const limiter = limitersOf(limit);
    const hash = (parts: readonly string[]) => sign(keyring, 'limit', [name, ...parts].join('\n'));
    const taken: Awaited<ReturnType<typeof takeOne>>[] = [];
    const networks = key.filter((part) => typeof part !== 'string');
    const isUnnamed = networks.some(({ address }) => address !== undefined && isTrustedProxy(address));
    if (isUnnamed) onUnnamed?.();
    const isWide = isUnnamed && limit.neverWide !== true;
    // The wider block first: where it is refused, its many small blocks leave no key each.
    if (!isUnnamed && networks.some(({ site }) => site !== undefined)) {
      const parts = key.map((part) => (typeof part === 'string' ? part : widestBlock(part)));
      taken.push(await takeOne(limiter.ofSites, hash(parts)));
    }
    if (taken.every(({ kind }) => kind === 'taken')) {
      const parts = key.map((part) => (typeof part === 'string' ? part : part.block));
      taken.push(await takeOne(isWide ? limiter.ofProxies : limiter.ofBlocks, hash(parts)));
    }
    const refusals = taken.filter(({ kind }) => kind === 'refused');
    if (refusals.length === 0) {
      return async () => {
        for (const { giveBack } of taken) await giveBack();
      };
    }
    onRefusal?.(name);
    const retryAfter = Math.max(1, ...refusals.map(({ milliseconds }) => Math.ceil(milliseconds / 1_000)));
    refuse(RATE_LIMITED, { limit: name, retryAfter, values: { wait: inWords(retryAfter) } });
  };
}

type Counter = Pick<RateLimiterMemory | RateLimiterRedis, 'consume' | 'reward'>;
type Limiter = { readonly here: Counter; readonly everywhere: Counter | undefined };
type LimitersOf = Readonly<Record<'ofBlocks' | 'ofSites' | 'ofProxies', Limiter>>;

/** Forgets the keys that were unused for longest where there are too many: a flood from ever new networks fills no memory. */
function createMemoryCounter(rule: ConstructorParameters<typeof RateLimiterMemory>[0]): Counter {
  const limiter = new RateLimiterMemory(rule);
  const keys = new Set<string>();
  return {
    consume: (key: string) => {
      // The newest key stands last.
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

/** Rejects only when the counter itself failed, or does not count. */
async function take(limiter: Counter, key: string): Promise<Outcome> {
  try {
    const { consumedPoints, msBeforeNext } = await limiter.consume(key);
    if (!Number.isFinite(consumedPoints))
      throw new Error('a limit was answered with something else than a number');
    return { kind: 'taken', milliseconds: msBeforeNext };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    return { kind: 'refused', milliseconds: rejection.msBeforeNext };
  }
}

function inWords(seconds: number): string {
  return seconds < 90 ? plural(seconds, 'second') : plural(Math.ceil(seconds / 60), 'minute');
}
