import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedRedis } from '#server/redis/redis.ts';
import { type Keyring, sign } from '#server/settings/keyring.ts';
import { refuse } from './refusal.ts';

/** Tries within a window of seconds (decisions §10). */
export const RATE_LIMITS = {
  signInPerAddressAndIp: { points: 10, seconds: 60 },
  signInPerAddress: { points: 100, seconds: 3_600 },
  /** Beyond decisions §10: one password tried at ever other accounts; right ones are given back (docs/decisions/0034). */
  signInPerIp: { points: 60, seconds: 600 },
  signUpPerIp: { points: 20, seconds: 3_600 },
  /** Verification, resend and reset: guesses at a link, or a flood of mails to ever new addresses. */
  linkPerIp: { points: 30, seconds: 60 },
  /** Beyond decisions §10: each press opens a window at a provider, and each answer is a call to it. */
  socialPerIp: { points: 30, seconds: 60 },
  formsPerIp: { points: 5, seconds: 60 },
  eventsPerIp: { points: 60, seconds: 60 },
  apiPerSession: { points: 120, seconds: 60 },
  /** Beyond decisions §10: each is a line in the log, from whoever cares to send one. */
  clientErrorsPerIp: { points: 10, seconds: 60 },
} as const satisfies Record<string, { points: number; seconds: number }>;

/**
 * Account mails that reach one address, whoever asks for them. Nobody is refused by these: what is too much for an hour
 * waits, or for a reset is not sent, as links already mailed go on working (decisions §3.3 and §10).
 */
export const MAILS_PER_ADDRESS = {
  resetsAnHour: 5,
  confirmationsAnHour: 10,
  /** The rest of the hour's is for networks that ask once: a crowd of sign-ups must not use up the owner's. */
  confirmationsOfCrowds: 5,
  confirmationsAtOnce: 3,
  /** Later ones keep this distance. */
  secondsBetween: 45,
} as const;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** Uncounts the try, which turned out to be one that nobody wants to limit. Does nothing once its window is over. */
type GiveBack = () => Promise<void>;

/** Counts one try; refuses with RATE_LIMITED and `Retry-After` when there were too many. */
export type TakeFromLimit = (name: RateLimitName, ...key: readonly string[]) => Promise<GiveBack>;

type RateLimitDeps = {
  /** Multiplies every limit (`RATE_LIMIT_SCALE`). */
  readonly scale: number;
  /** Keys are hashed with it: an address cannot be found again by trying all that there are. */
  readonly keyring: Keyring;
  /** Where the processes of the site count together; without it, this process counts alone. */
  readonly redis?: SharedRedis | undefined;
  /** Hears of each refusal, for whoever looks at the site as a whole. */
  readonly onRefusal?: ((name: RateLimitName) => void) | undefined;
};

/** With the milliseconds to the end of the window. */
type Outcome = { readonly kind: 'taken' | 'refused'; readonly milliseconds: number };

/** So long before its end, in milliseconds, a window counts as over: what is given back must not reach the next one. */
const LATE = 1_000;

/**
 * Counters of all processes in Redis, and of this one in memory. Those in memory count always and decide only while
 * Redis is away: then a caller has the budget once for each process it can reach, and what it has spent at a process
 * stays spent there. Nobody is let through uncounted, and nobody is refused because Redis is away.
 *
 * Each key is a keyed hash and ends with its window: no address stands in a memory dump or in Redis.
 */
export function createRateLimits({ scale, keyring, redis, onRefusal }: RateLimitDeps): TakeFromLimit {
  const limiters = new Map(
    Object.entries(RATE_LIMITS).map(([name, { points, seconds }]) => {
      const rule = {
        keyPrefix: `limit:${name}`,
        points: Math.max(1, Math.round(points * scale)),
        duration: seconds,
      };
      return [
        name,
        {
          here: new RateLimiterMemory(rule),
          everywhere: redis && new RateLimiterRedis({ ...rule, storeClient: redis.client }),
        },
      ];
    }),
  );
  return async (name, ...key) => {
    const limiter = limiters.get(name);
    if (limiter === undefined) throw new Error(`there is no limit called ${name}`);
    const hashed = sign(keyring, 'limit', [name, ...key].join('\n'));
    const { here, everywhere } = limiter;
    const started = performance.now();
    const lasts = ({ milliseconds }: Outcome) => performance.now() - started < milliseconds - LATE;
    const own = await take(here, hashed);
    const answer = everywhere && (await redis?.ask(() => take(everywhere, hashed)));
    const shared = answer?.kind === 'answered' ? answer.value : undefined;
    const outcome = shared ?? own;
    if (outcome.kind === 'taken') {
      return async () => {
        // Otherwise whoever lets right passwords end with the window could make the next one wider.
        if (lasts(own)) await here.reward(hashed);
        if (everywhere && shared && lasts(shared)) await redis?.ask(() => everywhere.reward(hashed));
      };
    }
    onRefusal?.(name);
    const retryAfter = Math.max(1, Math.ceil(outcome.milliseconds / 1_000));
    refuse('RATE_LIMITED', { retryAfter, values: { wait: inWords(retryAfter) } });
  };
}

/** Rejects only when the counter itself failed, or does not count. */
async function take(limiter: RateLimiterMemory | RateLimiterRedis, key: string): Promise<Outcome> {
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
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
