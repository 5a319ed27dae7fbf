import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionKeyOf } from './client-address.ts';
import type { ConnectionLimits } from './connection-limits.ts';

/** Why a connection was closed without an answer: too many in all, or from its address. */
export type DropReason = 'total' | 'address';

export type ConnectionRules = {
  readonly limits: ConnectionLimits;
  /** Whether an address stands for many visitors, and may have any number of connections. */
  readonly isManyVisitors: (address: string) => boolean;
  readonly onDrop: (reason: DropReason) => void;
};

type Exchange = {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly sinceCheck: number;
};

/** Kept at the socket: to look it up in a map costs more than all that is noted. */
const CONNECTION = Symbol('connection');
type KnownSocket = Socket & { [CONNECTION]?: Connection };

type Connection = {
  /** In the order of their answers, which is that of the requests. Those that are over are taken out when somebody looks. */
  readonly exchanges: Exchange[];
  requestsLeft: number;
  /** When it was last seen waiting for an answer, or to have sent something. */
  usedAtCheck: number;
  bytesRead: number;
  /** Whatever else comes on it is not heard. */
  isOver: boolean;
};

export type Connections = {
  /** Counts a request. False when it is not to be heard: its connection is over, or was closed. */
  readonly begin: (incoming: IncomingMessage, response: ServerResponse) => boolean;
  /** Notes it until its answer is over. */
  readonly note: (incoming: IncomingMessage, response: ServerResponse) => void;
  /** Hears nothing more on this connection: Node would go on with what was sent ahead, even after the last answer. */
  readonly end: (socket: Socket) => void;
  /** The requests of a connection that wait for the end of their answer. */
  readonly waiting: (socket: Socket) => readonly Exchange[];
  readonly allWaiting: () => readonly ServerResponse[];
  readonly stop: () => void;
};

/** Counts the connections of a server and the requests on each, and closes those that take too much. */
export function watchConnections(
  server: Server,
  { limits, isManyVisitors, onDrop }: ConnectionRules,
): Connections {
  const open = new Map<KnownSocket, Connection>();
  const perAddress = new Map<string, number>();
  let checks = 0;
  let opened = 0;

  server.maxConnections = limits.connections;
  server.on('drop', () => onDrop('total'));
  server.on('connection', (socket: KnownSocket) => {
    const requestsLeft = spread(limits.requestsPerConnection, opened);
    opened += 1;
    const connection: Connection = {
      exchanges: [],
      requestsLeft,
      usedAtCheck: checks,
      bytesRead: 0,
      isOver: false,
    };
    socket[CONNECTION] = connection;
    open.set(socket, connection);
    socket.once('close', () => {
      connection.isOver = true;
      open.delete(socket);
    });
    const address = socket.remoteAddress;
    if (address === undefined || isManyVisitors(address)) return;
    const key = connectionKeyOf(address);
    const count = (perAddress.get(key) ?? 0) + 1;
    perAddress.set(key, count);
    socket.once('close', () => {
      const left = (perAddress.get(key) ?? 1) - 1;
      if (left > 0) perAddress.set(key, left);
      else perAddress.delete(key);
    });
    if (count <= limits.connectionsPerAddress) return;
    socket.destroy();
    onDrop('address');
  });

  const checksUntilCut = Math.ceil(limits.answerWithin / limits.checkEvery);
  const checksUntilIdle = Math.ceil(limits.idleFor / limits.checkEvery);
  const check = () => {
    checks += 1;
    for (const [socket, connection] of open) {
      const oldest = oldestWaiting(connection.exchanges);
      const { bytesRead } = socket;
      if (oldest !== undefined || bytesRead !== connection.bytesRead) {
        connection.usedAtCheck = checks;
        connection.bytesRead = bytesRead;
      }
      const isLate = oldest !== undefined && checks - oldest.sinceCheck > checksUntilCut;
      if (isLate || checks - connection.usedAtCheck > checksUntilIdle) socket.destroy();
    }
    // Whoever waits between two requests makes room for whoever has none yet.
    if (open.size > 0.8 * limits.connections) server.closeIdleConnections();
  };
  const checking = setInterval(check, limits.checkEvery).unref();

  return {
    begin: (incoming, response) => {
      const socket: KnownSocket = incoming.socket;
      const connection = socket[CONNECTION];
      if (connection === undefined || connection.isOver) return false;
      const { exchanges } = connection;
      oldestWaiting(exchanges);
      if (exchanges.length >= limits.requestsAhead) {
        connection.isOver = true;
        socket.destroy();
        return false;
      }
      connection.requestsLeft -= 1;
      if (connection.requestsLeft <= 0) {
        connection.isOver = true;
        response.setHeader('Connection', 'close');
      }
      return true;
    },
    note: (incoming, response) => {
      exchangesOf(incoming.socket).push({ incoming, response, sinceCheck: checks });
    },
    end: (socket: KnownSocket) => {
      const connection = socket[CONNECTION];
      if (connection !== undefined) connection.isOver = true;
    },
    waiting: (socket) => exchangesOf(socket).filter(isWaiting),
    allWaiting: () =>
      [...open.values()].flatMap(({ exchanges }) =>
        exchanges.filter(isWaiting).map(({ response }) => response),
      ),
    stop: () => clearInterval(checking),
  };
}

/** Those of a proxy that are used in turn would all end at the same time, and everybody wait for the new ones. */
function spread(most: number, nth: number): number {
  const GOLDEN_RATIO = 0.618;
  return Math.ceil(most * (1 - ((nth * GOLDEN_RATIO) % 1) / 2));
}

function exchangesOf(socket: KnownSocket): Exchange[] {
  return socket[CONNECTION]?.exchanges ?? [];
}

/** Seen when somebody looks: to be told of each end takes a listener for each request, which costs as much as the rest. */
function isWaiting({ response }: Exchange): boolean {
  return !response.closed;
}

/** Forgets those that are over. */
function oldestWaiting(exchanges: Exchange[]): Exchange | undefined {
  while (exchanges[0] !== undefined && !isWaiting(exchanges[0])) exchanges.shift();
  return exchanges[0];
}
