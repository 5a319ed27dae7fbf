import { rateLimits } from '#server/http/rate-limits.ts';

export const CONSOLE_LIMITS = rateLimits({
  /** Enough searches unmask an address letter by letter. Of each operator. */
  peopleSearches: { points: 60, seconds: 600 },
});
