import { rateLimits } from '#server/http/rate-limits.ts';

export const LAUNCH_LIST_LIMITS = rateLimits({
  /** Each may become a mail to somebody else's address. */
  launchListPerIp: { points: 20, seconds: 600 },
  launchListADayPerIp: { points: 200, seconds: 24 * 3_600 },
  /** Test mails of the launch list, of each operator, to themselves. */
  launchTests: { points: 10, seconds: 24 * 3_600 },
});

/** Mails to one address a day, whoever requests them. Links already mailed still work. */
export const LIST_MAILS_A_DAY = 3;
