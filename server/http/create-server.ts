import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { HEADER_TOO_LONG, PATH_NOT_FOUND } from '#contract/errors.ts';
import { id } from '#contract/fields.ts';
import { BODY_LIMITS } from '#contract/limits.ts';
import { OPERATIONS } from '#contract/paths.ts';
import { takeJson } from './body.ts';
import { rememberClients } from './client-address.ts';
import { answerError, RefusalError } from './refusal.ts';
import { addSecurityHeaders, type SecurityHeaders } from './security-headers.ts';

type ServerOptions = {
  readonly log: Logger;
  readonly requests: RequestMetrics;
  /** Whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly securityHeaders: SecurityHeaders;
  readonly limits?: Partial<ConnectionLimits> | undefined;
  /** Hears of each connection that is refused because there are too many. */
  readonly onDrop: () => void;
};

/** Fastify with our limits, ids, headers and answers to errors; no route yet. What Node's parser refuses, Fastify answers. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, isTrustedProxy, securityHeaders } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const { maxHeaderSize, headersTimeout, connectionsCheckingInterval } = limits;
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: ({ headers }) => requestId(headers),
    bodyLimit: BODY_LIMITS.json,
    // An id is as long as its sender likes; the room that looks it up says that there is none.
    routerOptions: { maxParamLength: maxHeaderSize },
    // A body may have any key; the schemas take those that they know.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // Bodies are zod's. Fastify's own schemas would bring Ajv and its compilers: 4 to 8 MB at rest.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    trustProxy: isTrustedProxy,
    forceCloseConnections: 'idle',
    // Requests that were under way when the process was asked to stop are still answered.
    return503OnClosing: false,
    http: { maxHeaderSize, headersTimeout, connectionsCheckingInterval },
    connectionTimeout: limits.connectionTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    maxRequestsPerSocket: limits.maxRequestsPerSocket,
    // A path that cannot be decoded. No hook runs for it.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, ...securityHeaders(undefined) });
      answerError(new RefusalError(PATH_NOT_FOUND, { cause: error }), request, reply);
    },
  });
  app.server.maxConnections = limits.maxConnections;
  // Node would drop some silently, maybe those of a proxy. Their bytes are bounded.
  app.server.maxHeadersCount = 0;
  app.server.on('drop', options.onDrop);
  refuseAmbiguousBodies(app);
  logRequests(app, log, options.requests);
  addSecurityHeaders(app, securityHeaders);
  refuseLongHeaders(app);
  refuseOddIds(app);
  rememberClients(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  // A form of another site can send text without asking first, and JSON only after it has asked.
  app.removeContentTypeParser('text/plain');
  takeJson(app);
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  // Fastify says it to requests that come from then on; these were under way.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  return app;
}

/**
 * Headers that this server takes apart, and for which strangers pay nothing. Not `Cookie`, whose length other servers of
 * the same domain decide, nor `User-Agent`, which is cut where it is read.
 */
const READ_HEADERS = [
  'accept',
  'accept-encoding',
  'content-type',
  'host',
  'if-none-match',
  'origin',
  'x-forwarded-for',
  'x-forwarded-proto',
] as const;
/** Characters. Browsers and proxies send less in them; a longer one costs many times a page to take apart. */
const LONGEST_READ_HEADER = 500;

function refuseLongHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const isLong = READ_HEADERS.some((name) => (headers[name]?.length ?? 0) > LONGEST_READ_HEADER);
    done(isLong ? new RefusalError(HEADER_TOO_LONG) : undefined);
  });
}

/** A path leads nowhere by what cannot be an id; PostgreSQL would fail to look some of it up. */
function refuseOddIds(app: FastifyInstance): void {
  app.addHook('onRequest', ({ params }, reply, done) => {
    const isOdd = Object.entries(params ?? {}).some(
      ([name, value]) => name !== '*' && !id.safeParse(value).success,
    );
    if (isOdd) reply.callNotFound();
    else done();
  });
}

/**
 * Bodies whose end a proxy may see elsewhere than Node (RFC 9112 §6.1) are answered as what Node's parser refuses. Nothing
 * after them is read.
 */
function refuseAmbiguousBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers, httpVersion, socket } }, reply, done) => {
    const coding = headers['transfer-encoding'];
    if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0'))
      app.server.emit('clientError', new Error('The end of the body is ambiguous.'), socket);
    if (socket.destroyed) reply.hijack();
    else done();
  });
}

function noSchemas(): never {
  throw new Error('No route has a schema of Fastify: parse its body with zod, by `parseBody`.');
}

/** A proxy's own id of a request, which is kept. */
const GIVEN = /^[\w-]{8,64}$/;

function requestId({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && GIVEN.test(given) ? given : randomUUID();
}

/** Node's own limits of connections, in milliseconds. Limits per address are the proxy's: see `deploy/`. */
export const CONNECTION_LIMITS = {
  // To the end of the headers. A browser sends them in one packet; a client that drips them wants to keep the connection.
  headersTimeout: 10_000,
  // To the end of the body: the largest (256 KiB) at 70 kbit/s.
  requestTimeout: 30_000,
  // Without a byte in either direction while an answer is under way.
  connectionTimeout: 60_000,
  // Without a request. Longer than the 60 s of most proxies: the side that closes first must not be the one that is asked.
  keepAliveTimeout: 65_000,
  // How often the first two are looked at; each may come so much later.
  connectionsCheckingInterval: 1_000,
  // Bytes of the first line and all headers. Node's own limit, and that of most proxies; our cookies and links are below 1 KiB.
  maxHeaderSize: 16 * 1_024,
  maxRequestsPerSocket: 10_000,
  // About 20 KiB of memory each when idle; below the 4,096 descriptors that systems commonly allow at the least.
  maxConnections: 4_000,
};
export type ConnectionLimits = Readonly<typeof CONNECTION_LIMITS>;

/** Three of the four golden signals: traffic, errors, latency. */
export type RequestMetrics = {
  /** A request came; `answered` must follow. */
  readonly began: () => void;
  /**
   * Counts one answer.
   *
   * @param route a pattern out of the app's own list, never a path that was sent
   * @param seconds from the first look at the request until its answer was ready
   */
  readonly answered: (route: string, method: string, status: number, seconds: number) => void;
};

/** Proxies ask for these each second, and would write more lines than all visitors. */
const ASKED_EACH_SECOND: readonly string[] = [OPERATIONS.health, OPERATIONS.ready];

/** Counted and logged instead of a path that was sent: no route has it. */
const NO_ROUTE = '/*';

/** One line in the log for each answer, and its count and duration. */
export function logRequests(app: FastifyInstance, log: Logger, metrics: RequestMetrics): void {
  app.decorateRequest('file', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    metrics.began();
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onSend', ({ id: requestId, method, routeOptions, file }, reply, _payload, done) => {
    // The pattern of the route, not the address, because paths can carry ids.
    const route = file?.path ?? routeOptions.url ?? NO_ROUTE;
    const countedAs = file === undefined ? route : file.isPage ? 'page' : 'asset';
    const { statusCode: status, elapsedTime } = reply;
    metrics.answered(countedAs, method, status, elapsedTime / 1_000);
    const line = { requestId, method, route, status, ms: Math.round(elapsedTime) };
    if (ASKED_EACH_SECOND.includes(route)) log.debug(line, 'request');
    else log.info(line, 'request');
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of the site that is answered with. */
    file: { readonly path: string; readonly isPage: boolean } | undefined;
  }
}
