import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BODY_LIMITS, CLIENT_ERROR_LIMITS } from '#contract/limits.ts';
import { CLIENT_ERRORS } from '#features/client-errors/contract.ts';
import { parseBody } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import { rateLimits, type TakeFromLimit } from '#server/http/rate-limits.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { counter } from '#server/metrics/series.ts';

export const CLIENT_ERROR_RATES = rateLimits({
  /** Each is a line in the log, from whoever cares to send one. */
  clientErrorsPerIp: { points: 10, seconds: 60 },
});

const KINDS = ['error', 'rejection', 'recovered'] as const;

export const CLIENT_ERROR_REPORTS = counter(
  'site_client_errors_total',
  'Errors that pages reported from browsers.',
  { kind: KINDS },
);

type ClientErrorDeps = { readonly takeFromLimit: TakeFromLimit; readonly metrics: Metrics };

/**
 * `POST /api/client-errors` (docs/product.md, "Client errors") logs one warning per report and answers 204. Nothing is stored, and nobody
 * is named.
 */
export function clientErrorRoutes(app: FastifyInstance, { takeFromLimit, metrics }: ClientErrorDeps): void {
  app.post(CLIENT_ERRORS, { bodyLimit: BODY_LIMITS.clientErrors }, async (request, reply) => {
    await takeFromLimit(CLIENT_ERROR_RATES.clientErrorsPerIp, networkOf(request));
    const client = loggable(parseBody(request, clientErrorReport));
    request.log.warn({ client }, 'an error in a browser');
    metrics.count(CLIENT_ERROR_REPORTS, { kind: client.kind });
    return reply.code(204).send();
  });
}

const { message, source, stack } = CLIENT_ERROR_LIMITS;

const text = (longest: number) => z.string().max(longest, `Please send at most ${longest} characters.`);
const place = z.int('Please send a whole number.').min(0).max(1_000_000_000);

/** An error in a visitor's browser, as its page reports it. Other fields are dropped. */
const clientErrorReport = z.object({
  kind: z.enum(KINDS, 'Please send "error", "rejection" or "recovered".'),
  message: text(message),
  source: text(source).default(''),
  line: place.default(0),
  column: place.default(0),
  stack: text(stack).default(''),
  path: text(source),
});

type ClientErrorReport = z.infer<typeof clientErrorReport>;

/** The report as it may stand in the log: every text harmless and without what belongs to a person. */
function loggable(report: ClientErrorReport): ClientErrorReport {
  return {
    ...report,
    message: harmless(report.message),
    source: harmless(report.source),
    stack: harmless(report.stack),
    path: harmless(report.path),
  };
}

/** The rest of an address after its path, where mailed tokens are; and queries that stand alone. */
const AFTER_PATH = /(\/[^\s?#]*)[?#][^\s)"']*/g;
const QUERY = /[?&#][\w%.~-]+=[^\s)"']*/g;
/** Messages of parsers quote what they could not parse, and that may be a cached record. */
const ADDRESS = /[^\s@"<>():]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+/gu;

function harmless(value: string): string {
  return value.toWellFormed().replace(AFTER_PATH, '$1').replace(QUERY, '').replace(ADDRESS, '[address]');
}
