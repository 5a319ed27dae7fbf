import type { FastifyReply, FastifyRequest } from 'fastify';
import { BODY_LIMITS } from '#contract/limits.ts';
import { isDatabaseAway } from '#server/database/is-away.ts';
import { RefusalError } from './refusal.ts';

/** Seconds after which asking again may help, when the database is away. */
export const STORAGE_RETRY_AFTER = 10;

/**
 * Answers whatever a handler threw: a refusal, an unreadable body, a database that is away (STORAGE_AWAY), anything
 * else as UNEXPECTED with the cause in the log only.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, detail } = refusalFor(error, request);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (detail.retryAfter !== undefined) reply.header('retry-after', String(detail.retryAfter));
  return reply.code(status).header('cache-control', 'no-store').send(body);
}

function refusalFor(error: unknown, request: FastifyRequest): RefusalError {
  if (error instanceof RefusalError) return error;
  const { code, statusCode } = error as { readonly code?: string; readonly statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = request.routeOptions.bodyLimit ?? BODY_LIMITS.json;
    return new RefusalError('BODY_TOO_LARGE', { values: { limit: `${limit / 1024} KiB` } });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new RefusalError('MEDIA_TYPE_NOT_SUPPORTED');
  // Before the database: a visitor who leaves breaks a connection off with the code that a lost database has.
  if (statusCode === 400) return new RefusalError('BODY_NOT_READABLE');
  if (isDatabaseAway(error)) return new RefusalError('STORAGE_AWAY', { retryAfter: STORAGE_RETRY_AFTER });
  return new RefusalError('UNEXPECTED');
}
