import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppEnv } from './app-env.ts';
import { RefusalError } from './refusal.ts';

/**
 * Turns whatever a handler threw into an answer: a refusal into its catalogue entry, anything else into UNEXPECTED
 * with the cause in the log only.
 */
export function answerError(error: Error, c: Context<AppEnv>): Response {
  const refusal = error instanceof RefusalError ? error : new RefusalError('UNEXPECTED');
  if (refusal.status >= 500) c.get('log').error({ err: error }, 'request failed');
  if (refusal.detail.retryAfter !== undefined) c.header('Retry-After', String(refusal.detail.retryAfter));
  c.header('Cache-Control', 'no-store');
  return c.json(refusal.body, refusal.status as ContentfulStatusCode);
}
