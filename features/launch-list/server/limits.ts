import { rateLimits } from '#server/http/rate-limits.ts';

export const LAUNCH_LIST_LIMITS = rateLimits({
  /** Each request may send a mail to somebody else's address. */
  launchListPerIp: { points: 20, seconds: 600 },
  launchListADayPerIp: { points: 200, seconds: 24 * 3_600 },
  /** Test mails per operator. */
  launchTests: { points: 10, seconds: 24 * 3_600 },
});

/** Mails a day to one address, over all requesters together. Past the limit, the links of earlier mails still work. */
export const LIST_MAILS_A_DAY = 3;
