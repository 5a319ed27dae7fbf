import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refuse } from './refusal.ts';

/** Tries within a window of seconds (decisions §10). */
export const RATE_LIMITS = {
  signInPerAddressAndIp: { points: 10, seconds: 60 },
  signInPerAddress: { points: 100, seconds: 3_600 },
  signUpPerIp: { points: 20, seconds: 3_600 },
  resetPerAddress: { points: 5, seconds: 3_600 },
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

export type RateLimitName = keyof typeof RATE_LIMITS;

/** Counts one try; refuses with RATE_LIMITED and `Retry-After` when there were too many. */
export type TakeFromLimit = (name: RateLimitName, ...key: readonly string[]) => Promise<void>;

/**
 * Counters in this process. Keys are hashed: no address stands in memory dumps or shared stores.
 *
 * @param scale multiplies every limit (`RATE_LIMIT_SCALE`)
 */
export function createRateLimits(scale: number): TakeFromLimit {
  const limiters = new Map(
    Object.entries(RATE_LIMITS).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterMemory({
        keyPrefix: name,
        points: Math.max(1, Math.round(points * scale)),
        duration: seconds,
      }),
    ]),
  );
  return async (name, ...key) => {
    try {
      await limiters.get(name)?.consume(createHash('sha256').update(key.join('\n')).digest('base64url'));
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      const retryAfter = Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000));
      refuse('RATE_LIMITED', { retryAfter, values: { wait: inWords(retryAfter) } });
    }
  };
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
