import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type HTTPMethods,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { HEADER_TOO_LONG, METHOD_NOT_ALLOWED } from '#contract/errors.ts';
import { id } from '#contract/fields.ts';
import { BODY_LIMITS } from '#contract/limits.ts';
import { OPERATIONS } from '#contract/paths.ts';
import { addJsonParser, requestTarget } from './body.ts';
import { rememberClients } from './client-address.ts';
import { answerError, RefusalError, refuse } from './refusal.ts';
import { addSecurityHeaders, type SecurityHeaders } from './security-headers.ts';

type ServerOptions = {
  readonly log: Logger;
  readonly requests: RequestMetrics;
  readonly isTrustedProxy: (address: string) => boolean;
  readonly securityHeaders: SecurityHeaders;
  readonly limits?: Partial<ConnectionLimits> | undefined;
  readonly onDrop: () => void;
};

/** A Fastify server with our limits, request ids, headers and error answers, but without routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, isTrustedProxy, securityHeaders } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const { maxHeaderSize, headersTimeout, connectionsCheckingInterval } = limits;
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: ({ headers }) => requestId(headers),
    bodyLimit: BODY_LIMITS.json,
    // A long id in a path must reach its route, which answers 404. The limit is three times the header size, because
    // `decodable` makes some paths three times as long.
    routerOptions: { maxParamLength: 3 * maxHeaderSize },
    // Keys such as `__proto__` are removed, not refused. The schemas drop unknown keys anyway.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // Bodies are parsed with zod. The schema compilers of Fastify (Ajv) would take 4 to 8 MB of memory.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    trustProxy: isTrustedProxy,
    forceCloseConnections: 'idle',
    // Requests that arrived before the stop are still answered.
    return503OnClosing: false,
    http: { maxHeaderSize, headersTimeout, connectionsCheckingInterval },
    connectionTimeout: limits.connectionTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    maxRequestsPerSocket: limits.maxRequestsPerSocket,
    rewriteUrl: ({ url = '' }) => decodable(url),
  });
  app.server.maxConnections = limits.maxConnections;
  // The number of headers is unlimited, because Node would silently drop some. `maxHeaderSize` limits them.
  app.server.maxHeadersCount = 0;
  app.server.on('drop', options.onDrop);
  refuseAmbiguousBodies(app);
  logRequests(app, log, options.requests);
  addSecurityHeaders(app, securityHeaders);
  answerHeadersOverLimit(app);
  refuseLongHeaders(app);
  refuseInvalidIds(app);
  rememberClients(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  // Refuses text/plain, which a form of another site can send without a preflight request. JSON needs one.
  app.removeContentTypeParser('text/plain');
  addJsonParser(app);
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  // Closes each connection after an answer that is sent during the stop. Fastify itself does so only for requests that arrive after
  // the stop began.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  return app;
}

/**
 * The length of these headers is limited. `Cookie` may be longer, because other servers of the domain set it too. `User-Agent` is
 * cut when it is read.
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
/**
 * The maximum characters of one of these headers. Browsers and proxies send fewer. Parsing a longer header takes far longer than
 * serving a page.
 */
const LONGEST_READ_HEADER = 500;

function refuseLongHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const isLong = READ_HEADERS.some((name) => (headers[name]?.length ?? 0) > LONGEST_READ_HEADER);
    done(isLong ? new RefusalError(HEADER_TOO_LONG) : undefined);
  });
}

/** Answers before Fastify can, because Fastify's own answer would not have the format of our refusals. */
function answerHeadersOverLimit(app: FastifyInstance): void {
  app.server.prependListener('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code !== 'HPE_HEADER_OVERFLOW' || !socket.writable) return;
    const { status, code, message } = HEADER_TOO_LONG;
    const body = JSON.stringify({ success: false, code, message });
    const headers = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`);
    socket.destroy(error);
  });
}

/** Answers 404 for path parameters that cannot be ids. PostgreSQL would fail to look up some of them. */
function refuseInvalidIds(app: FastifyInstance): void {
  app.addHook('onRequest', ({ params }, reply, done) => {
    const isInvalid = Object.entries(params ?? {}).some(
      ([name, value]) => name !== '*' && !id.safeParse(value).success,
    );
    if (isInvalid) reply.callNotFound();
    else done();
  });
}

/** Refuses a body if a proxy and Node may disagree where it ends (request smuggling, RFC 9112 §6.1), and closes the connection. */
function refuseAmbiguousBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers, httpVersion, socket } }, reply, done) => {
    const coding = headers['transfer-encoding'];
    if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0'))
      app.server.emit('clientError', new Error('The end of the body is ambiguous.'), socket);
    if (socket.destroyed) reply.hijack();
    else done();
  });
}

/**
 * Returns a URL that Fastify can decode: in a path with a broken percent code, each `%` stands for itself. The server answers
 * such a path like any unknown path.
 */
function decodable(url: string): string {
  if (!url.includes('%')) return url;
  const { path, search } = requestTarget(url);
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + search;
}

function isDecodable(path: string): boolean {
  try {
    // The result is compared, because the bundler would remove a call whose result is unused.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

function noSchemas(): never {
  throw new Error('Routes have no Fastify schemas: parse the body with `parseBody`.');
}

const PROXY_REQUEST_ID = /^[\w-]{8,64}$/;

function requestId({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && PROXY_REQUEST_ID.test(given) ? given : randomUUID();
}

/** Limits of each connection, and the number of connections. Times are in milliseconds. */
export const CONNECTION_LIMITS = {
  // The time until the end of the headers, against slow clients. Browsers send them in one packet.
  headersTimeout: 10_000,
  // The time until the end of the body: enough for the largest (256 KiB) at 70 kbit/s.
  requestTimeout: 30_000,
  // The time without a byte in either direction during an answer.
  connectionTimeout: 60_000,
  // An idle connection stays longer than in most proxies (60 s), so that no proxy sends a request to a connection that is
  // closing.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  // Bytes of the first line and all headers, as in Node and most proxies. Our cookies and links need less than 1 KiB.
  maxHeaderSize: 16 * 1_024,
  maxRequestsPerSocket: 10_000,
  // The maximum is below 4,096, a common limit of file descriptors. An idle connection takes about 20 KiB of memory.
  maxConnections: 4_000,
};
export type ConnectionLimits = Readonly<typeof CONNECTION_LIMITS>;

/** Three of the four golden signals of monitoring: traffic, errors and latency. */
export type RequestMetrics = {
  /** Call `answered` after each call of `began`. */
  readonly began: () => void;
  /**
   * Called when the answer is ready.
   * @param route the pattern of the route, never the path of a request
   * @param seconds until the answer was ready
   */
  readonly answered: (route: string, method: string, status: number, seconds: number) => void;
};

/** Proxies request these paths each second, so they are logged only at the debug level. */
const HEALTH_PATHS: readonly string[] = [OPERATIONS.health, OPERATIONS.ready];

/** Requests for a path that matches no route are counted and logged under this name. */
const NO_ROUTE = '/*';

function logRequests(app: FastifyInstance, log: Logger, metrics: RequestMetrics): void {
  app.decorateRequest('file', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    metrics.began();
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onSend', ({ id: requestId, method, routeOptions, file }, reply, _payload, done) => {
    // Paths can contain ids, so the pattern of the route is logged.
    const route = file?.path ?? routeOptions.url ?? NO_ROUTE;
    const countedAs = file === undefined ? route : file.isPage ? 'page' : 'asset';
    const { statusCode: status, elapsedTime } = reply;
    metrics.answered(countedAs, method, status, elapsedTime / 1_000);
    const line = { requestId, method, route, status, ms: Math.round(elapsedTime) };
    if (HEALTH_PATHS.includes(route)) log.debug(line, 'request');
    else log.info(line, 'request');
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    file: { readonly path: string; readonly isPage: boolean } | undefined;
  }
}

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/**
 * Collects the methods of each route that is added after this call. Then `refuseOtherMethods` answers 405 with `Allow` to all other
 * methods of these routes: call it after the last route.
 * @param isFile whether a path is also a file of the site, so that GET and HEAD are allowed
 */
export function collectMethods(
  app: FastifyInstance,
  isFile: (path: string) => boolean = () => false,
): { readonly refuseOtherMethods: () => void } {
  const allowed = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const methods = allowed.getOrInsertComputed(url, () => new Set(isFile(url) ? ['GET', 'HEAD'] : []));
    for (const one of [method].flat()) methods.add(one);
  });
  return {
    refuseOtherMethods: () => {
      for (const [url, methods] of [...allowed]) {
        const allow = [...methods].sort().join(', ');
        app.route({
          url,
          method: METHODS.filter((method) => !methods.has(method)),
          exposeHeadRoute: false,
          config: { refusesMethods: true },
          // This hook refuses a request before its body is read.
          onRequest: async (_request, reply) => {
            reply.header('allow', allow);
            refuse(METHOD_NOT_ALLOWED);
          },
          handler: () => refuse(METHOD_NOT_ALLOWED),
        });
      }
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    refusesMethods?: true;
  }
}
