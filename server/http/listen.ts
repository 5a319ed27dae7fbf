import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { type ConnectionRules, watchConnections } from './connections.ts';
import { refuseAmbiguous, refuseUnreadable } from './malformed.ts';

/** Requests still unanswered after this long are cut when the server closes. */
const LONGEST_GOODBYE = 10_000;

export type RunningServer = {
  readonly port: number;
  /** Takes no new connections, finishes the requests in flight, then resolves. */
  readonly close: () => Promise<void>;
};

type ListenOptions = Partial<Omit<ConnectionRules, 'limits'>> & {
  readonly limits?: Partial<ConnectionLimits>;
};

/** Listens on all interfaces. Rejects with a readable sentence when the port is taken. */
export function listen(
  app: Hono<AppEnv>,
  port: number,
  { limits: some, isManyVisitors = () => false, onDrop = () => {} }: ListenOptions = {},
): Promise<RunningServer> {
  const { promise, resolve, reject } = Promise.withResolvers<RunningServer>();
  const limits = { ...CONNECTION_LIMITS, ...some };
  const handle = getRequestListener(app.fetch, { autoCleanupIncoming: true });
  const server = createServer({
    headersTimeout: limits.headersWithin,
    requestTimeout: limits.requestWithin,
    keepAliveTimeout: limits.idleFor,
    connectionsCheckingInterval: limits.checkEvery,
    maxHeaderSize: limits.headerBytes,
  });
  // One more than are taken: Node drops the rest without a word, and what is dropped may be what forbids.
  server.maxHeadersCount = limits.headers + 1;
  const connections = watchConnections(server, { limits, isManyVisitors, onDrop });

  let closing = false;
  server.on('request', (incoming, response) => {
    if (!connections.begin(incoming, response)) return;
    // Node itself would go on promising keep-alive: a busy client would hold the process, and be cut off in the end.
    if (closing) response.setHeader('Connection', 'close');
    response.once('close', () => {
      if (closing) server.closeIdleConnections();
    });
    if (refuseAmbiguous(incoming, response, limits)) connections.end(incoming.socket);
    else void handle(incoming, response);
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
        for (const response of connections.allWaiting()) {
          if (!response.headersSent) response.setHeader('Connection', 'close');
        }
        // Ends idle connections too.
        server.close(() => closed.resolve());
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
