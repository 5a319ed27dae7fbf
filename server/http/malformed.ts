import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './connection-limits.ts';
import type { Connections } from './connections.ts';
import type { RequestHead } from './request-head.ts';

/** What is answered to whoever does not speak HTTP as we take it; always the last on its connection. */
const SENTENCES = {
  400: 'This is not a request that we can read.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  431: 'The headers of the request are too large, or too many.',
  505: 'This server speaks HTTP/1.1.',
} as const;
type Status = keyof typeof SENTENCES;

const STATUS_OF: Readonly<Record<string, Status>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  Connection: 'close',
} as const;

/**
 * Refuses what Node's parser lets pass and another server on the way may read otherwise: the seam between two readings
 * is where requests are smuggled. Returns false, with nothing done, for a request that only reads one way.
 */
export function refuseAmbiguous(
  incoming: IncomingMessage,
  response: ServerResponse,
  head: RequestHead,
  { headers }: Pick<ConnectionLimits, 'headers'>,
): boolean {
  const status = statusOfAmbiguous(incoming, head, headers);
  if (status === undefined) return false;
  response.writeHead(status, { ...HEADERS, 'Content-Length': SENTENCES[status].length });
  response.end(SENTENCES[status]);
  return true;
}

function statusOfAmbiguous(
  { httpVersion, rawHeaders }: IncomingMessage,
  { hosts, transferEncoding }: RequestHead,
  mostHeaders: number,
): Status | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 505;
  if (rawHeaders.length > 2 * mostHeaders) return 431;
  const isOddCoding =
    transferEncoding !== undefined && (transferEncoding.toLowerCase() !== 'chunked' || httpVersion === '1.0');
  return hosts > 1 || isOddCoding ? 400 : undefined;
}

/**
 * Answers what the parser gave up on, or what did not arrive in time, and closes the connection. Without an answer where
 * it could be taken for that of another request, and where nothing was ever sent (a browser that connected ahead).
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  waiting: Connections['waiting'],
): void {
  const status = STATUS_OF[error.code ?? ''] ?? 400;
  const exchanges = waiting(socket);
  // What comes after a request that is the last is not heard. Its answer, and those before, are still given.
  if (error.code === 'HPE_CLOSED_CONNECTION' && exchanges.length > 0) return;
  const isOfAnother = exchanges.some(({ incoming, response }) => incoming.complete || response.headersSent);
  if (isOfAnother || !socket.writable || socket.bytesRead === 0 || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const head = Object.entries({ ...HEADERS, 'Content-Length': SENTENCES[status].length });
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head.map((pair) => pair.join(': '))];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${SENTENCES[status]}`, () => socket.destroy());
}
