import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { OPERATIONS } from '#contract/paths.ts';

const LOOK_EACH_MS = 200;
const READY_WITHIN_MS = 2_000;

/** The header that marks an answer as the proxy's own. */
export const ANSWERED_BY = 'x-answered-by';

/**
 * A minimal round-robin proxy: takes turns among the processes whose last `/readyz` answered 200, and opens a
 * connection for each request. A request whose connection was refused is sent to the next process, whatever its method,
 * because nothing was sent. A request that was sent is repeated only if its method is safe to repeat.
 *
 * @param ports of the processes that run at the moment
 */
export async function startRoundRobin(ports: () => readonly number[]) {
  let ready: readonly number[] = [];
  let turn = 0;

  const forward = (
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    tried: readonly number[],
  ) => {
    const untried = ready.filter((port) => !tried.includes(port));
    const port = untried[turn++ % untried.length];
    if (port === undefined) {
      response.writeHead(503, { [ANSWERED_BY]: 'proxy' }).end('No process is ready.');
      return;
    }
    const { method = 'GET', url, headers, socket } = incoming;
    const sent = { ...headers, 'x-forwarded-for': socket.remoteAddress, connection: 'close' };
    const outgoing = request({ port, method, path: url, host: '127.0.0.1', agent: false, headers: sent });
    let wasConnected = false;
    outgoing.on('socket', (connection) => connection.once('connect', () => (wasConnected = true)));
    outgoing.on('response', (answer) => {
      const { connection: _, ...passedOn } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passedOn);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    outgoing.on('error', () => {
      if (response.headersSent) response.destroy();
      else if (!wasConnected || method === 'GET') forward(incoming, body, response, [...tried, port]);
      else response.writeHead(502, { [ANSWERED_BY]: 'proxy' }).end('The process went away.');
    });
    outgoing.end(body);
  };
  const server = createServer((incoming, response) => {
    buffer(incoming).then(
      (body) => forward(incoming, body, response, []),
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const isReady = async (port: number) => {
    const signal = AbortSignal.timeout(READY_WITHIN_MS);
    const answer = await fetch(`http://127.0.0.1:${port}${OPERATIONS.ready}`, { signal }).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    return answer?.status === 200;
  };
  const look = async () => {
    const all = ports();
    const answers = await Promise.all(all.map(isReady));
    ready = all.filter((_, at) => answers[at]);
  };
  const looking = setInterval(() => void look(), LOOK_EACH_MS);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of processes that receive requests at the moment. */
    readyCount: () => ready.length,
    close: () => {
      clearInterval(looking);
      server.closeAllConnections();
      server.close();
    },
  };
}
