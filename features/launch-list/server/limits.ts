import { rateLimits } from '#server/http/rate-limits.ts';

export const LAUNCH_LIST_LIMITS = rateLimits({
  /** Each may mail somebody else's address. */
  launchListPerIp: { points: 20, seconds: 600 },
  launchListADayPerIp: { points: 200, seconds: 24 * 3_600 },
  /** Test mails of each operator. */
  launchTests: { points: 10, seconds: 24 * 3_600 },
});

/** Mails a day to one address, from all requesters together. Earlier links still work. */
export const LIST_MAILS_A_DAY = 3;
