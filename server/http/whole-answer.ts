import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { REQUEST_ID_LENGTH } from './request-id.ts';
import { wallTime } from './wall-time.ts';

/** Longer answers may not fit into what the system takes at once, and gain nothing: sending them is the work. Bytes. */
const LONGEST = 64 * 1_024;
const DATE_LENGTH = 29;

/** An answer as the bytes that go over the connection, with room for what differs each time. */
export type WholeAnswer = {
  readonly status: number;
  /** Names and values in turn. The request id and what Node adds come after them. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
  /** Made when it is first sent; made anew when the system has not yet taken the last one. */
  bytes?:
    | { readonly all: Buffer; readonly idAt: number; readonly dateAt: number; second: number }
    | undefined;
};

/**
 * Node's response that can also send an answer whose bytes are known. Node validates each header and joins them all for
 * each answer, which for ours costs more than everything else together.
 */
export class WholeResponse extends ServerResponse {
  /** Milliseconds that Node promises in `Keep-Alive`; the same for all answers of a server. Its name for it is no public one. */
  declare _keepAliveTimeout: number;
  /** The system has all of it. */
  isSent = false;

  /**
   * Sends the very bytes that `writeHead` and `end` would send, in one write and without a copy, or does nothing and
   * returns false: for the last answer on a connection, one that waits for others before it, one that is too long, a
   * request with a body, an id of another length, or headers set before.
   *
   * @param at now, as `performance.now()` tells
   */
  sendWhole(incoming: IncomingMessage, answer: WholeAnswer, requestId: string, at: number): boolean {
    const socket = this.#socketAtRest(incoming);
    if (socket === undefined || requestId.length !== REQUEST_ID_LENGTH) return false;
    if ((answer.body?.length ?? 0) > LONGEST) return false;
    answer.bytes ??= compose(answer, this._keepAliveTimeout);
    const { bytes } = answer;
    bytes.all.write(requestId, bytes.idAt);
    const { second, text } = dateAt(at);
    if (second !== bytes.second) {
      bytes.second = second;
      bytes.all.write(text, bytes.dateAt);
    }
    socket.write(bytes.all);
    // The system still reads these bytes, so nobody may write into them.
    if (socket.writableLength > 0) answer.bytes = undefined;
    this.#finishWith(socket);
    return true;
  }

  /**
   * Sends a text as `writeHead` and `end` would, in one write where that can be done.
   *
   * @param headers the request id, the length, and what Node adds come after them; the same object for the same headers
   */
  sendText(
    incoming: IncomingMessage,
    { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
    requestId: string,
    body: string,
  ): void {
    const length = Buffer.byteLength(body);
    const socket = this.#socketAtRest(incoming);
    if (socket === undefined || length > LONGEST) {
      this.writeHead(status, { ...headers, 'x-request-id': requestId, 'Content-Length': length });
      this.end(body);
      return;
    }
    const ofThisAnswer = `x-request-id: ${requestId}\r\nContent-Length: ${length}\r\nDate: ${dateAt(performance.now()).text}\r\n`;
    socket.write(startOf(status, linesOf(headers)) + ofThisAnswer + endOfHead(this._keepAliveTimeout) + body);
    this.#finishWith(socket);
  }

  /** The connection, where this answer is the next on it and not the last, and its request has come whole. */
  #socketAtRest(incoming: IncomingMessage): Socket | undefined {
    const { socket } = this;
    if (socket === null || socket.destroyed || socket.writableLength > 0) return undefined;
    if (!this.shouldKeepAlive || incoming.httpVersion !== '1.1' || !incoming.readableEnded) return undefined;
    return this.getHeaderNames().length > 0 ? undefined : socket;
  }

  /** Node's server listens to this event: the next answer's turn, the time that an idle connection has, the limits. */
  #finishWith(socket: Socket): void {
    if (socket.writableLength > 0) {
      // What is written next is taken after what waits.
      socket.write('', (error) => error == null && this.emit('finish'));
    } else if (!socket.destroyed) {
      this.isSent = true;
      this.emit('finish');
    }
  }
}

const linesKept = new WeakMap<object, string>();

function linesOf(headers: Readonly<Record<string, string>>): string {
  let lines = linesKept.get(headers);
  if (lines === undefined) {
    lines = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    linesKept.set(headers, lines);
  }
  return lines;
}

const startOf = (status: number, lines: string) => `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}`;

const endOfHead = (idleFor: number) =>
  `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(idleFor / 1_000)}\r\n\r\n`;

/** Written anew once a second. */
const date = { second: Number.NaN, text: '' };

/** @param at a moment of `performance.now()` */
function dateAt(at: number): { readonly second: number; readonly text: string } {
  const second = Math.floor(wallTime(at) / 1_000);
  if (second !== date.second) Object.assign(date, { second, text: new Date(second * 1_000).toUTCString() });
  return date;
}

function compose({ status, headers, body }: WholeAnswer, idleFor: number) {
  const lines = Array.from(
    { length: headers.length / 2 },
    (_, i) => `${headers[2 * i]}: ${headers[2 * i + 1]}\r\n`,
  );
  const beforeId = `${startOf(status, lines.join(''))}x-request-id: `;
  const beforeDate = `${beforeId}${' '.repeat(REQUEST_ID_LENGTH)}\r\nDate: `;
  const head = `${beforeDate}${' '.repeat(DATE_LENGTH)}\r\n${endOfHead(idleFor)}`;
  return {
    all: Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]),
    idAt: beforeId.length,
    dateAt: beforeDate.length,
    second: Number.NaN,
  };
}
