import { rateLimits } from '#server/http/rate-limits.ts';

export const SOCIAL_LIMITS = rateLimits({
  /** Each press opens a window at a provider, and each answer is a call to it. */
  socialPerIp: { points: 30, seconds: 60 },
});
