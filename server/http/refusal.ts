import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  BODY_NOT_READABLE,
  BODY_TOO_LARGE,
  type FieldProblem,
  MEDIA_TYPE_NOT_SUPPORTED,
  type Refusal,
  type RefusalAnswer,
  STORAGE_AWAY,
  UNEXPECTED,
} from '#contract/errors.ts';
import { BODY_LIMITS } from '#contract/limits.ts';
import type { AcceptedAnswer } from '#contract/messages.ts';
import { type ErrorValues, filled } from '#contract/page-errors.ts';
import { isDatabaseAway } from '#server/database/errors.ts';

type RefusalDetail = {
  readonly values?: ErrorValues;
  readonly fields?: readonly FieldProblem[];
  readonly retryAfter?: number;
  readonly limit?: string;
  /** True if the limit counts what comes from a network, and not only what happens to an account or an address. */
  readonly isOfNetwork?: boolean;
  readonly cause?: unknown;
  readonly withoutData?: true;
};

export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly refusal: Refusal;
  readonly detail: RefusalDetail;

  constructor(refusal: Refusal, detail: RefusalDetail = {}) {
    super(refusal.code, { cause: detail.cause });
    this.refusal = refusal;
    this.detail = detail;
  }

  get code(): string {
    return this.refusal.code;
  }

  get body(): RefusalAnswer {
    const { values, fields, retryAfter, withoutData } = this.detail;
    return {
      success: false,
      code: this.code,
      message: filled(this.refusal.message, values ?? {}),
      ...(fields === undefined ? {} : { fields }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(withoutData === undefined ? {} : { data: null }),
    };
  }
}

export function refuse(refusal: Refusal, detail?: RefusalDetail): never {
  throw new RefusalError(refusal, detail);
}

export const STORAGE_RETRY_AFTER = 10;

/**
 * Turns an error into the answer of a request: a refusal, BODY_NOT_READABLE, STORAGE_AWAY or UNEXPECTED. The cause of a server
 * error is only logged.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { refusal, body, detail } = refusalFor(error, request);
  // Refusals are not logged as errors, because a flood of them would fill the log.
  if (refusal.status >= 500 && !(error instanceof RefusalError))
    request.log.error({ err: error }, 'request failed');
  if (detail.retryAfter !== undefined) reply.header('retry-after', String(detail.retryAfter));
  return reply.code(refusal.status).header('cache-control', 'no-store').send(body);
}

function refusalFor(error: unknown, request: FastifyRequest): RefusalError {
  if (error instanceof RefusalError) return error;
  const { code, statusCode } = error as { readonly code?: string; readonly statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = request.routeOptions.bodyLimit ?? BODY_LIMITS.json;
    return new RefusalError(BODY_TOO_LARGE, { values: { limit: `${limit / 1024} KiB` } });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new RefusalError(MEDIA_TYPE_NOT_SUPPORTED);
  // This check comes before the check for database errors, because a visitor who disconnects causes the same error code.
  if (statusCode === 400) return new RefusalError(BODY_NOT_READABLE);
  if (isDatabaseAway(error)) return new RefusalError(STORAGE_AWAY, { retryAfter: STORAGE_RETRY_AFTER });
  return new RefusalError(UNEXPECTED);
}

export function accepted(message: string): AcceptedAnswer {
  return { success: true, message };
}

export function answered<Fields extends object>(fields: Fields): Fields & { readonly success: true } {
  return { success: true, ...fields };
}
