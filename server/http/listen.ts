import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { type ConnectionRules, watchConnections } from './connections.ts';
import { refuseAmbiguous, refuseUnreadable } from './malformed.ts';
import { type RequestHead, readHead } from './request-head.ts';
import { WholeResponse } from './whole-answer.ts';

/** Requests still unanswered after this long are cut when the server closes. */
const LONGEST_GOODBYE = 10_000;
/** To close a connection on which a request is under way looks to its sender like a failure: those are heard first. */
const LAST_ARRIVALS = 50;

export type RunningServer = {
  readonly port: number;
  /** Takes no new connections, finishes the requests in flight, then resolves. */
  readonly close: () => Promise<void>;
};

/**
 * Answers a request and returns true, or leaves it alone. It answers as the app would, only sooner.
 *
 * @param toApp for one that took a request, and finds later that it is for the app
 */
export type Shortcut = (
  incoming: IncomingMessage,
  response: WholeResponse,
  head: RequestHead,
  toApp: () => void,
) => boolean;

type ListenOptions = Partial<Omit<ConnectionRules, 'limits'>> & {
  readonly limits?: Partial<ConnectionLimits>;
  /** Asked before the app, for whatever was taken as a request. */
  readonly shortcut?: Shortcut;
};

/** Listens on all interfaces. Rejects with a readable sentence when the port is taken. */
export function listen(
  app: Hono<AppEnv>,
  port: number,
  {
    limits: some,
    isManyVisitors = () => false,
    onDrop = () => {},
    shortcut = () => false,
  }: ListenOptions = {},
): Promise<RunningServer> {
  const { promise, resolve, reject } = Promise.withResolvers<RunningServer>();
  const limits = { ...CONNECTION_LIMITS, ...some };
  const handle = getRequestListener(app.fetch, { autoCleanupIncoming: true });
  const server = createServer({
    ServerResponse: WholeResponse,
    IncomingMessage,
    headersTimeout: limits.headersWithin,
    requestTimeout: limits.requestWithin,
    // `connections` sees to it: Node would set a timer after each answer, and another before each request.
    keepAliveTimeout: 0,
    connectionsCheckingInterval: limits.checkEvery,
    maxHeaderSize: limits.headerBytes,
    // Who sends no body needs none of what reads one.
    optimizeEmptyRequests: true,
  });
  // One more than are taken: Node drops the rest without a word, and what is dropped may be what forbids.
  server.maxHeadersCount = limits.headers + 1;
  const connections = watchConnections(server, { limits, isManyVisitors, onDrop });

  let closing = false;
  const leaveAfter = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
    response.once('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
  };
  server.on('request', (incoming, response) => {
    response._keepAliveTimeout = limits.idleFor;
    if (!connections.begin(incoming, response)) return;
    // Node itself would go on promising keep-alive: a busy client would hold the process, and be cut off in the end.
    if (closing) leaveAfter(response);
    const head = readHead(incoming.rawHeaders);
    if (refuseAmbiguous(incoming, response, head, limits)) connections.end(incoming.socket);
    else {
      const toApp = () => void handle(incoming, response);
      if (!shortcut(incoming, response, head, toApp)) toApp();
    }
    if (!response.isSent) connections.note(incoming, response);
  });
  // Node would say it at once, and of an answer that waits for its turn that is between the head and the body.
  server.on('checkContinue', (incoming, response) => {
    const goOn = () => {
      if (!response.headersSent) response.writeContinue();
    };
    if (response.socket === null) response.once('socket', goOn);
    else goOn();
    server.emit('request', incoming, response);
  });
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket as Socket, connections.waiting));
  server.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'EADDRINUSE'
        ? new Error(`Port ${port} is taken by another program. Please set PORT to a free one.`)
        : error.code === 'EACCES'
          ? new Error(`This user may not listen on port ${port}. Please set PORT to one from 1024 on.`)
          : error,
    ),
  );
  server.listen(port, () => {
    resolve({
      port: (server.address() as AddressInfo).port,
      close: () => {
        const closed = Promise.withResolvers<void>();
        closing = true;
        for (const response of connections.allWaiting()) leaveAfter(response);
        // Ends idle connections too.
        setTimeout(() => server.close(() => closed.resolve()), LAST_ARRIVALS);
        const cut = setTimeout(() => server.closeAllConnections(), LONGEST_GOODBYE);
        return closed.promise.finally(() => {
          clearTimeout(cut);
          connections.stop();
        });
      },
    });
  });
  return promise;
}
