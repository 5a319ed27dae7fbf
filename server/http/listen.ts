import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Requests still unanswered after this long are cut when the server closes. */
const LONGEST_GOODBYE = 10_000;

/** A client gets this long to send its headers, and this long for the whole request. */
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 30_000;

export type RunningServer = {
  readonly port: number;
  /** Takes no new connections, finishes the requests in flight, then resolves. */
  readonly close: () => Promise<void>;
};

/** Listens on all interfaces. Rejects with a readable sentence when the port is taken. */
export function listen(app: Hono<AppEnv>, port: number): Promise<RunningServer> {
  const { promise, resolve, reject } = Promise.withResolvers<RunningServer>();
  const server = serve({
    fetch: app.fetch,
    port,
    autoCleanupIncoming: true,
    serverOptions: { headersTimeout: HEADERS_TIMEOUT, requestTimeout: REQUEST_TIMEOUT },
  });
  server.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'EADDRINUSE'
        ? new Error(`Port ${port} is taken by another program. Please set PORT to a free one.`)
        : error,
    ),
  );
  const unanswered = new Set<ServerResponse>();
  let closing = false;
  // Node itself would go on promising keep-alive: a busy client would hold the process, and be cut off in the end.
  server.prependListener('request', (_request, response: ServerResponse) => {
    unanswered.add(response);
    if (closing) response.setHeader('Connection', 'close');
    response.once('close', () => {
      unanswered.delete(response);
      if (closing && 'closeIdleConnections' in server) server.closeIdleConnections();
    });
  });
  server.once('listening', () => {
    resolve({
      port: (server.address() as AddressInfo).port,
      close: () => {
        const closed = Promise.withResolvers<void>();
        closing = true;
        for (const response of unanswered) {
          if (!response.headersSent) response.setHeader('Connection', 'close');
        }
        // Ends idle connections too.
        server.close(() => closed.resolve());
        const cut = setTimeout(
          () => 'closeAllConnections' in server && server.closeAllConnections(),
          LONGEST_GOODBYE,
        );
        return closed.promise.finally(() => clearTimeout(cut));
      },
    });
  });
  return promise;
}
