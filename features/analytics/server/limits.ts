import { rateLimits } from '#server/http/rate-limits.ts';

export const ANALYTICS_LIMITS = rateLimits({
  eventsPerIp: { points: 60, seconds: 60 },
  /** One batch of events can hold 50 page views. */
  pageViewsPerIp: { points: 120, seconds: 60 },
});
