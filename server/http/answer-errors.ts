import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import type { Refusal } from '#contract/errors.ts';
import { isDatabaseAway } from '#server/database/is-away.ts';
import type { AppEnv } from './app-env.ts';
import { RefusalError } from './refusal.ts';

/**
 * Turns whatever a handler threw into an answer: a refusal into its catalogue entry, a database that cannot work at the
 * moment into STORAGE_AWAY, anything else into UNEXPECTED, with the cause in the log only.
 */
export function answerError(error: Error, c: Context<AppEnv>): Response {
  const { status, headers, body } = describeFailure(error, c.get('log'));
  for (const [name, value] of headers) c.header(name, value);
  return c.json(body, status as ContentfulStatusCode);
}

type FailureAnswer = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Refusal;
};

/** What `answerError` answers, and it is logged here where somebody has to know of it. */
export function describeFailure(error: Error, log: () => Logger): FailureAnswer {
  const refusal = error instanceof RefusalError ? error : unexpected(error);
  const { status, body } = refusal;
  const { retryAfter } = refusal.detail;
  if (status >= 500) log().error({ err: error }, 'request failed');
  const wait = retryAfter === undefined ? [] : [['Retry-After', String(retryAfter)] as const];
  return { status, headers: [...wait, ['Cache-Control', 'no-store']], body };
}

/** Seconds after which asking again may help, when the database is away. */
export const STORAGE_RETRY_AFTER = 10;

function unexpected(error: Error): RefusalError {
  return isDatabaseAway(error)
    ? new RefusalError('STORAGE_AWAY', { retryAfter: STORAGE_RETRY_AFTER })
    : new RefusalError('UNEXPECTED');
}
