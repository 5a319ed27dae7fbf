import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** What a test may change about a whole stand-in while it runs; what goes wrong in one visit only is chosen on its form. */
type Mood = {
  /** Answers everything with 503. */
  readonly isDown: boolean;
};

export type StandIn = {
  /** Scheme, host and port. Always 127.0.0.1: to a site on `localhost` it is another site, as the real one would be. */
  readonly url: string;
  readonly setMood: (mood: Mood) => void;
  /** From then on, connections are refused. */
  readonly close: () => Promise<void>;
};

/** What a provider knows the site by. */
export type SiteCredentials = { readonly id: string; readonly secret: string };

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A browser that sends this header gets pages that cut the link to the window that opened theirs. */
export const CUTS_OPENER = 'x-cuts-opener';

/**
 * A server on loopback that plays somebody else's. Rejects when the port is taken.
 *
 * @param port 0 for any free one
 * @param createHandler gets the address under which it is reached
 */
export async function startStandIn(
  port: number,
  createHandler: (url: string) => Promise<Handler>,
): Promise<StandIn> {
  let mood: Mood = { isDown: false };
  let handle: Handler | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (mood.isDown || handle === undefined) {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('down');
    } else {
      if (request.headers[CUTS_OPENER] !== undefined)
        response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      await handle(request, response);
    }
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      process.stderr.write(`A stand-in failed: ${error instanceof Error ? error.stack : error}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end('The stand-in itself failed; see its output.');
    });
  });
  const listening = await listen(server, '127.0.0.1', port);
  const url = `http://127.0.0.1:${listening.port}`;
  handle = await createHandler(url);

  return {
    url,
    setMood: (next) => {
      mood = next;
    },
    close: listening.close,
  };
}

/**
 * Starts a server on this machine. `close` ends its connections too. Rejects when the port is taken.
 *
 * @param port 0 for any free one
 */
export async function listen(
  server: Server,
  host: '127.0.0.1' | 'localhost',
  port = 0,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port could be had');
  return {
    port: address.port,
    close: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

export function sendPage(response: ServerResponse, html: string, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(html);
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
