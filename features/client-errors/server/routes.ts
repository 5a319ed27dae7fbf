import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BODY_LIMITS, CLIENT_ERROR_LIMITS } from '#contract/limits.ts';
import { CLIENT_ERRORS } from '#features/client-errors/contract.ts';
import type { AppDeps } from '#server/feature.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { counter } from '#server/metrics/series.ts';

export const CLIENT_ERROR_RATES = rateLimits({
  /** Each report writes a line to the log, so reports of one network are limited. */
  clientErrorsPerIp: { points: 10, seconds: 60 },
});

const KINDS = ['error', 'rejection', 'recovered'] as const;

export const CLIENT_ERROR_REPORTS = counter(
  'site_client_errors_total',
  'Errors that pages reported from browsers.',
  { kind: KINDS },
);

/** `POST /api/client-errors` logs one warning per report. It stores nothing, and logs nothing that identifies the visitor. */
export function clientErrorRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { metrics } = deps;
  const route = declareRoutes(app, deps);
  const ofReport = {
    does: 'Logs an error that a browser reports.',
    body: clientErrorReport,
    bodyLimit: BODY_LIMITS.clientErrors,
    limits: [CLIENT_ERROR_RATES.clientErrorsPerIp],
    answers: { 204: 'text/plain' },
  } as const;
  route.post(CLIENT_ERRORS, ofReport, async ({ request, reply, body }) => {
    const client = loggable(body);
    request.log.warn({ client }, 'an error in a browser');
    metrics.count(CLIENT_ERROR_REPORTS, { kind: client.kind });
    return reply.code(204).send();
  });
}

const { message, source, stack } = CLIENT_ERROR_LIMITS;

const text = (longest: number) => z.string().max(longest, `Please send at most ${longest} characters.`);
const place = z.int('Please send a whole number.').min(0).max(1_000_000_000);

/** Unknown fields of a report are ignored. */
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

/**
 * Removes the queries and fragments of URLs from a report. The log itself removes email addresses from everything that it
 * writes.
 */
function loggable(report: ClientErrorReport): ClientErrorReport {
  return {
    ...report,
    message: harmless(report.message),
    source: harmless(report.source),
    stack: harmless(report.stack),
    path: harmless(report.path),
  };
}

/**
 * These patterns match the query and the fragment of a URL, even without the URL before them. Both may contain a token from a
 * mail.
 */
const AFTER_PATH = /(\/[^\s?#]*)[?#][^\s)"']*/g;
const QUERY = /[?&#][\w%.~-]+=[^\s)"']*/g;

function harmless(value: string): string {
  return value.toWellFormed().replace(AFTER_PATH, '$1').replace(QUERY, '');
}
