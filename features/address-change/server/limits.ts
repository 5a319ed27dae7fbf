import { rateLimits } from '#server/http/rate-limits.ts';

export const ADDRESS_CHANGE_LIMITS = rateLimits({
  /** Each is a mail to an address that somebody signed in typed. */
  addressChangesPerAccount: { points: 5, seconds: 3_600 },
});
