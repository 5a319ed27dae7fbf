import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type StandIn = {
  /**
   * The URL of the stand-in. With the host 127.0.0.1, browsers treat it as another site than `localhost`, like a real provider.
   */
  readonly url: string;
  /** Stops the server: later connections are refused. */
  readonly close: () => Promise<void>;
};

/** The client id and the secret under which a provider has registered the site. */
export type SiteCredentials = { readonly id: string; readonly secret: string };

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Starts a loopback server that imitates an outside system. Rejects when the port is taken.
 *
 * @param port 0 for any free one
 * @param createHandler gets the URL of the started server
 */
export async function startStandIn(
  port: number,
  createHandler: (url: string) => Promise<Handler>,
): Promise<StandIn> {
  let handle: Handler = async (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      process.stderr.write(`A stand-in failed: ${error instanceof Error ? error.stack : error}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end('The stand-in itself failed; see its output.');
    });
  });
  const listening = await listen(server, '127.0.0.1', port);
  const url = `http://127.0.0.1:${listening.port}`;
  handle = await createHandler(url);

  return { url, close: listening.close };
}

/**
 * Starts a server on this machine. `close` also ends its open connections. Rejects when the port is taken.
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
