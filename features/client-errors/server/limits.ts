import { rateLimits } from '#server/http/rate-limits.ts';

export const CLIENT_ERROR_RATES = rateLimits({
  /** Each is a line in the log, from whoever cares to send one. */
  clientErrorsPerIp: { points: 10, seconds: 60 },
});
