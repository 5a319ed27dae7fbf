import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** What a client hears that does not speak HTTP as we read it; always the last answer on its connection. */
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

/**
 * Headers that this server looks into, and for which strangers pay nothing. Not `Cookie`, whose length other servers of
 * the same domain decide, nor `User-Agent`, which is cut where it is read.
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
/** Characters. What browsers and proxies send in them is shorter; a longer one costs many times a page to take apart. */
const LONGEST_READ_HEADER = 500;

/**
 * Refuses requests that another server on the way may parse differently (request smuggling), and closes a connection
 * after a request for an upgrade.
 *
 * @param headers of every answer
 */
export function guardProtocol(maxHeadersCount: number, headers: Readonly<Record<string, string>>) {
  const newest = new WeakMap<Socket, ServerResponse>();
  const ended = new WeakSet<Socket>();

  /**
   * Whether a request may be answered without the hooks below, which refuse it otherwise: it is unambiguous, and neither
   * the last nor after the last of its connection. Notes it as the newest one there.
   */
  const isPlain = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (ended.has(request.socket) || request.headers.upgrade !== undefined) return false;
    if (statusOfAmbiguous(request, maxHeadersCount) !== undefined) return false;
    newest.set(request.socket, response);
    return true;
  };

  /** The first hook. Node goes on with what was sent ahead on a connection that is about to be closed. */
  const dropAfterLast = (app: FastifyInstance) => {
    app.addHook('onRequest', ({ raw }, reply, done) => {
      if (ended.has(raw.socket)) {
        reply.hijack();
        return;
      }
      newest.set(raw.socket, reply.raw);
      done();
    });
  };

  /** The first hook after those that give every answer its headers. */
  const refuseAmbiguous = (app: FastifyInstance) => {
    app.addHook('onRequest', ({ raw }, reply, done) => {
      const status = statusOfAmbiguous(raw, maxHeadersCount);
      if (status !== undefined || raw.headers.upgrade !== undefined) {
        ended.add(raw.socket);
        reply.header('connection', 'close');
      }
      if (status === undefined) done();
      else sendRefusal(reply, status);
    });
  };

  /**
   * Answers what could not be parsed or did not arrive in time, and closes the connection. No answer where it could be
   * taken for that of another request, or where nothing was ever sent.
   */
  const onClientError = (error: NodeJS.ErrnoException, socket: Socket) => {
    const last = newest.get(socket);
    // What comes after the last request of a connection is not read. The answers before it are still given.
    if (error.code === 'HPE_CLOSED_CONNECTION' && last !== undefined && !last.closed) return;
    if (!socket.writable || socket.bytesRead === 0 || error.code === 'ECONNRESET' || isForAnother(last)) {
      socket.destroy();
      return;
    }
    const status = STATUS_OF[error.code ?? ''] ?? 400;
    const sentence = SENTENCES[status];
    const lines = Object.entries({ ...headers, ...headersOf(sentence), Connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${sentence}`, () =>
      socket.destroy(),
    );
  };
  return { isPlain, dropAfterLast, refuseAmbiguous, onClientError };
}

const headersOf = (sentence: string) => ({
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Length': String(sentence.length),
});

function sendRefusal(reply: FastifyReply, status: Status): void {
  const sentence = SENTENCES[status];
  reply.code(status).headers(headersOf(sentence)).send(sentence);
}

function statusOfAmbiguous(
  { httpVersion, rawHeaders, headers }: IncomingMessage,
  maxHeadersCount: number,
): Status | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 505;
  if (rawHeaders.length > 2 * maxHeadersCount) return 431;
  if (READ_HEADERS.some((name) => (headers[name]?.length ?? 0) > LONGEST_READ_HEADER)) return 431;
  const coding = headers['transfer-encoding']?.toLowerCase();
  if (coding !== undefined && (coding !== 'chunked' || httpVersion === '1.0')) return 400;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  // Health checks of proxies ask by HTTP/1.0, which needs no host.
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1') ? 400 : undefined;
}

/** Whether the next bytes on the connection would be read as the answer to a request that came whole. */
function isForAnother(last: ServerResponse | undefined): boolean {
  if (last === undefined || last.writableFinished) return false;
  // A response without a socket waits for those before it.
  return last.socket === null || last.req.complete || last.headersSent;
}
