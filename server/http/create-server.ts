import { createServer as createNodeServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { BODY_LIMITS } from '#contract/limits.ts';
import { logRequests, type RequestMetrics } from './access-log.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { answerError } from './errors.ts';
import { guardProtocol } from './protocol-errors.ts';
import { RefusalError } from './refusal.ts';
import { requestId } from './request-id.ts';
import { addSecurityHeaders, type SecurityHeaders } from './security-headers.ts';

/** How the file that a request asks for is sent. */
export type FindFile = (request: IncomingMessage) => ((response: ServerResponse) => void) | undefined;

export type ServerOptions = {
  readonly log: Logger;
  readonly requests: RequestMetrics;
  /** Whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly securityHeaders: SecurityHeaders;
  readonly limits?: Partial<ConnectionLimits> | undefined;
  /** Tells how a request is answered without Fastify; undefined for any that is not for a file of the site. */
  readonly findFile: FindFile;
  /** Hears of each connection that is refused because there are too many. */
  readonly onDrop: () => void;
};

/**
 * Fastify with our limits, ids, headers and answers to errors; no route yet. Every request, also one that Node's parser
 * refuses, gets the same headers.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, isTrustedProxy, securityHeaders } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const protocol = guardProtocol(limits.maxHeadersCount, securityHeaders(undefined));
  let isClosing = false;
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: ({ headers }) => requestId(headers),
    bodyLimit: BODY_LIMITS.json,
    // An id is as long as its sender likes; the room that looks it up says that there is none.
    routerOptions: { maxParamLength: limits.maxHeaderSize },
    // A body may have any key; the schemas take those that they know.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // Bodies are zod's. Fastify's own schemas would bring Ajv and its compilers: 4 to 8 MB at rest.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    trustProxy: isTrustedProxy,
    forceCloseConnections: 'idle',
    // Requests that were under way when the process was asked to stop are still answered.
    return503OnClosing: false,
    serverFactory: (answerByRoute) => {
      const server = createNodeServer(
        {
          // `protocol-errors.ts` does, with the headers of every answer.
          requireHostHeader: false,
          headersTimeout: limits.headersTimeout,
          requestTimeout: limits.requestTimeout,
          keepAliveTimeout: limits.keepAliveTimeout,
          maxHeaderSize: limits.maxHeaderSize,
          connectionsCheckingInterval: limits.connectionsCheckingInterval,
        },
        (request, response) => {
          if (isClosing) response.shouldKeepAlive = false;
          const sendFile = options.findFile(request);
          if (sendFile !== undefined && protocol.isPlain(request, response)) sendFile(response);
          else answerByRoute(request, response);
        },
      );
      server.setTimeout(limits.connectionTimeout);
      server.maxRequestsPerSocket = limits.maxRequestsPerSocket;
      server.maxConnections = limits.maxConnections;
      // One more than are allowed: Node drops the rest silently, and a dropped header may be the one that forbids.
      server.maxHeadersCount = limits.maxHeadersCount + 1;
      return server.on('drop', options.onDrop);
    },
    clientErrorHandler: (error, socket) => protocol.onClientError(error, socket),
    // A path that cannot be decoded. No hook runs for it.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, ...securityHeaders(undefined) });
      answerError(new RefusalError('PATH_NOT_FOUND', { cause: error }), request, reply);
    },
  });
  protocol.dropAfterLast(app);
  logRequests(app, log, options.requests);
  addSecurityHeaders(app, securityHeaders);
  protocol.refuseAmbiguous(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  // A form of another site can send text without asking first, and JSON only after it has asked.
  app.removeContentTypeParser('text/plain');
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  // Of requests that were under way then.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  return app;
}

function noSchemas(): never {
  throw new Error('No route has a schema of Fastify: parse its body with zod, by `parseBody`.');
}
