import { rateLimits } from '#server/http/rate-limits.ts';

export const PAYMENT_LIMITS = rateLimits({
  /** Cards that Stripe refuses, of the whole site: somebody tries which of the stolen ones work. */
  refusedCards: { points: 60, seconds: 3_600 },
});
