import { rateLimits } from '#server/http/rate-limits.ts';

export const FORM_LIMITS = rateLimits({
  formsPerIp: { points: 5, seconds: 60 },
  formsADayPerIp: { points: 200, seconds: 24 * 3_600 },
});

/** From one receipt to the next to one address. It tells strangers nothing but that there was a message. */
export const HOURS_BETWEEN_RECEIPTS = 24;
