import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isDatabaseAway } from '#server/database/is-away.ts';
import type { AppEnv } from './app-env.ts';
import { RefusalError } from './refusal.ts';

/**
 * Turns whatever a handler threw into an answer: a refusal into its catalogue entry, a database that cannot work at the
 * moment into STORAGE_AWAY, anything else into UNEXPECTED, with the cause in the log only.
 */
export function answerError(error: Error, c: Context<AppEnv>): Response {
  const refusal = error instanceof RefusalError ? error : unexpected(error);
  if (refusal.status >= 500) c.get('log').error({ err: error }, 'request failed');
  if (refusal.detail.retryAfter !== undefined) c.header('Retry-After', String(refusal.detail.retryAfter));
  c.header('Cache-Control', 'no-store');
  return c.json(refusal.body, refusal.status as ContentfulStatusCode);
}

/** Seconds after which asking again may help, when the database is away. */
export const STORAGE_RETRY_AFTER = 10;

function unexpected(error: Error): RefusalError {
  return isDatabaseAway(error)
    ? new RefusalError('STORAGE_AWAY', { retryAfter: STORAGE_RETRY_AFTER })
    : new RefusalError('UNEXPECTED');
}
