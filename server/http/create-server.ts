import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { BODY_LIMITS } from '#contract/limits.ts';
import { logRequests, type RequestMetrics } from './access-log.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { answerError } from './errors.ts';
import { guardProtocol } from './protocol-errors.ts';
import { RefusalError } from './refusal.ts';
import { addSecurityHeaders, type SecurityHeaders } from './security-headers.ts';

export type ServerOptions = {
  readonly log: Logger;
  readonly requests: RequestMetrics;
  /** Whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly securityHeaders: SecurityHeaders;
  readonly limits?: Partial<ConnectionLimits> | undefined;
  /** Hears of each connection that is refused because there are too many. */
  readonly onDrop: () => void;
};

/** A proxy's own id of a request, which is kept. */
const REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * Fastify with our limits, ids, headers and answers to errors; no route yet. Every request, also one that Node's parser
 * refuses, gets the same headers.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, isTrustedProxy, securityHeaders } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID().replaceAll('-', '');
    },
    bodyLimit: BODY_LIMITS.json,
    // An id is as long as its sender likes; the room that looks it up says that there is none.
    routerOptions: { maxParamLength: limits.maxHeaderSize },
    // A body may have any key; the schemas take those that they know.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    trustProxy: isTrustedProxy,
    connectionTimeout: limits.connectionTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    requestTimeout: limits.requestTimeout,
    maxRequestsPerSocket: limits.maxRequestsPerSocket,
    forceCloseConnections: 'idle',
    // Requests that were under way when the process was asked to stop are still answered.
    return503OnClosing: false,
    http: {
      // `protocol-errors.ts` does, with the headers of every answer.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeout,
      maxHeaderSize: limits.maxHeaderSize,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
    },
    clientErrorHandler: (error, socket) => protocol.onClientError(error, socket),
    // A path that cannot be decoded. No hook runs for it.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, ...securityHeaders(undefined) });
      answerError(new RefusalError('PATH_NOT_FOUND', { cause: error }), request, reply);
    },
  });
  app.server.maxConnections = limits.maxConnections;
  // One more than are allowed: Node drops the rest silently, and a dropped header may be the one that forbids.
  app.server.maxHeadersCount = limits.maxHeadersCount + 1;
  app.server.on('drop', options.onDrop);
  const protocol = guardProtocol(limits.maxHeadersCount, securityHeaders(undefined));
  protocol.dropAfterLast(app);
  logRequests(app, options.requests);
  addSecurityHeaders(app, securityHeaders);
  protocol.refuseAmbiguous(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  // A form of another site can send text without asking first, and JSON only after it has asked.
  app.removeContentTypeParser('text/plain');
  closeAfterAnswers(app);
  return app;
}

/** Tells clients whose request was under way when the server began to close that their connection ends too. */
function closeAfterAnswers(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
}
