import { rateLimits } from '#server/http/rate-limits.ts';

export const PASSKEY_LIMITS = rateLimits({
  /** Each is a row for five minutes, and every visit of the sign-in page asks for one. */
  passkeyOptionsPerIp: { points: 60, seconds: 60 },
});
