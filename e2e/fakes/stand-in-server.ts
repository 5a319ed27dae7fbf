import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** `url` has the host 127.0.0.1, so that browsers treat it as another site than `localhost`, like a real provider. */
export type StandIn = { readonly url: string; readonly close: () => Promise<void> };

/** The client id and the secret under which a provider has registered the site. */
export type SiteCredentials = { readonly id: string; readonly secret: string };

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Starts a loopback server that imitates an outside system. Port 0 stands for any free port. */
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

/** Starts a server on this machine, and rejects when the port is taken. `close` also ends open connections. */
export async function listen(server: Server, host: '127.0.0.1' | 'localhost', port = 0) {
  await once(server.listen(port, host), 'listening');
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

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await text(request));
}

/** Sends a text as an HTML page, and anything else as JSON. */
export function send(response: ServerResponse, body: unknown, status = 200): void {
  const [type, sent] =
    typeof body === 'string' ? ['text/html', body] : ['application/json', JSON.stringify(body)];
  response
    .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
    .end(sent);
}
