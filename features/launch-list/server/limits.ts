import { rateLimits } from '#server/http/rate-limits.ts';

export const LAUNCH_LIST_LIMITS = rateLimits({
  /** Limited, because each request may send a mail to another person's address. */
  launchListPerIp: { points: 20, seconds: 600 },
  launchListADayPerIp: { points: 200, seconds: 24 * 3_600 },
  launchTests: { points: 10, seconds: 24 * 3_600 },
});

/** Mails a day to one address, from all requesters together. Over the limit, the links of earlier mails still work. */
export const LIST_MAILS_A_DAY = 3;
