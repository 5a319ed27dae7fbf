import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATIONS } from '#contract/paths.ts';

export type RoundRobin = {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Which ports there are; one that is new gets requests once it says it is ready. */
  readonly setPorts: (ports: readonly number[]) => void;
  /** How many processes get requests at the moment. */
  readonly readyCount: () => number;
  /** How often a request went to another process because the first could not be reached. */
  readonly retries: () => number;
  readonly close: () => Promise<void>;
};

const CHECK_EACH_MS = 200;
const CHECK_WITHIN_MS = 2_000;
/** A process that says no is believed at once; one that says nothing may only be busy. */
const SILENCES_UNTIL_AWAY = 3;

/**
 * What a proxy in front of several processes does, and no more: takes turns among those whose `/readyz` answered 200
 * last, and opens a connection for each request. A request that reached nobody (the connection was refused) goes to the
 * next one, whatever its method: nothing was sent. One that was sent is asked again only if asking twice does no harm.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  const ready = new Map<number, boolean>();
  let turn = 0;
  let retries = 0;

  const next = (tried: ReadonlySet<number>): number | undefined => {
    const ports = [...ready].filter(([port, isReady]) => isReady && !tried.has(port)).map(([port]) => port);
    return ports[turn++ % Math.max(1, ports.length)];
  };

  const forward = (incoming: IncomingMessage, body: Buffer, response: ServerResponse, tried: Set<number>) => {
    const port = next(tried);
    if (port === undefined) {
      response.writeHead(503, { 'content-type': 'text/plain', 'x-answered-by': 'proxy' });
      response.end('No process is ready.');
      return;
    }
    tried.add(port);
    const { method = 'GET', url, headers, socket } = incoming;
    let wasConnected = false;
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path: url,
      agent: false,
      headers: { ...headers, 'x-forwarded-for': socket.remoteAddress, connection: 'close' },
    });
    outgoing.on('socket', (connection) => connection.once('connect', () => (wasConnected = true)));
    outgoing.on('response', (answer) => {
      const { connection: _, ...passedOn } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passedOn);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    outgoing.on('error', () => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      if (!wasConnected) ready.set(port, false);
      if (!wasConnected || ['GET', 'HEAD'].includes(method)) {
        retries++;
        forward(incoming, body, response, tried);
        return;
      }
      response.writeHead(502, { 'content-type': 'text/plain', 'x-answered-by': 'proxy' });
      response.end('The process went away.');
    });
    outgoing.end(body);
  };

  const server = createServer((incoming, response) => {
    incoming.toArray().then(
      (chunks) => forward(incoming, Buffer.concat(chunks), response, new Set()),
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const silences = new Map<number, number>();
  const underWay = new Set<number>();
  const check = async (port: number) => {
    if (underWay.has(port)) return;
    underWay.add(port);
    const answer = await fetch(`http://127.0.0.1:${port}${OPERATIONS.ready}`, {
      signal: AbortSignal.timeout(CHECK_WITHIN_MS),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    underWay.delete(port);
    const silent = answer === undefined ? (silences.get(port) ?? 0) + 1 : 0;
    silences.set(port, silent);
    if (!ready.has(port) || (silent > 0 && silent < SILENCES_UNTIL_AWAY)) return;
    ready.set(port, answer?.status === 200);
  };
  const timer = setInterval(() => {
    for (const port of ready.keys()) void check(port);
  }, CHECK_EACH_MS);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setPorts: (ports) => {
      for (const port of ready.keys()) if (!ports.includes(port)) ready.delete(port);
      for (const port of ports) {
        if (!ready.has(port)) ready.set(port, false);
        void check(port);
      }
    },
    readyCount: () => [...ready.values()].filter((isReady) => isReady).length,
    retries: () => retries,
    close: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
