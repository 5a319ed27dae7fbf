import { rateLimits } from '#server/http/rate-limits.ts';

export const PASSKEY_LIMITS = rateLimits({
  /** Beyond decisions §10: each is a row for five minutes, and every visit of the sign-in page asks for one. */
  passkeyOptionsPerIp: { points: 60, seconds: 60 },
});
