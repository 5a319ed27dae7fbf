import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createManyVisitorsCheck } from './client-address.ts';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import { watchConnections } from './connections.ts';

/** Connections from addresses that a test machine does not have. */
function openCounter(connectionsPerAddress: number, trustedProxies: readonly string[] = []) {
  const server = new EventEmitter();
  const { stop } = watchConnections(server as Server, {
    limits: { ...CONNECTION_LIMITS, connectionsPerAddress },
    isManyVisitors: createManyVisitorsCheck(trustedProxies),
    onDrop: () => {},
  });
  onTestFinished(stop);
  return (remoteAddress: string | undefined) => {
    let isOpen = true;
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroy: () => {
        isOpen = false;
        socket.emit('close');
      },
    });
    server.emit('connection', socket);
    return { isOpen: () => isOpen, end: socket.destroy };
  };
}

test.each([
  ['one IPv4 address', ['203.0.113.7', '203.0.113.7'], false],
  ['the same as IPv6 writes it', ['203.0.113.7', '::ffff:203.0.113.7'], false],
  ['two IPv4 addresses', ['203.0.113.7', '203.0.113.8'], true],
  ['one customer’s IPv6 addresses', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'], false],
  ['two customers’ IPv6 addresses', ['2001:db8:1:2::1', '2001:db8:1:3::1'], true],
  ['this machine', ['127.0.0.1', '127.0.0.1'], true],
  ['a proxy that is trusted', ['10.1.2.3', '10.1.2.3'], true],
  ['connections that are gone already', [undefined, undefined], true],
])('%s: a second connection', (_, [first, second], isTaken) => {
  const connect = openCounter(1, ['10.0.0.0/8']);
  expect(connect(first).isOpen()).toBe(true);
  expect(connect(second).isOpen()).toBe(isTaken);
});

test('what was closed is counted no more, nor is what was refused', () => {
  const connect = openCounter(2);
  const [one, two] = [connect('203.0.113.7'), connect('203.0.113.7')];
  for (let i = 0; i < 10; i++) expect(connect('203.0.113.7').isOpen()).toBe(false);
  one.end();
  expect(connect('203.0.113.7').isOpen()).toBe(true);
  expect(two.isOpen()).toBe(true);
});

test('connections that are used in turn do not all end at the same time', () => {
  const most = 1_000;
  const server = new EventEmitter();
  const limits = { ...CONNECTION_LIMITS, requestsPerConnection: most };
  const { begin, stop } = watchConnections(server as Server, {
    limits,
    isManyVisitors: () => true,
    onDrop: () => {},
  });
  onTestFinished(stop);
  const requestsUntilEnd = () => {
    const socket = new EventEmitter();
    server.emit('connection', socket);
    for (let requests = 1; ; requests++) {
      let isLast = false;
      const response = { closed: true, setHeader: () => (isLast = true) };
      begin({ socket } as unknown as IncomingMessage, response as unknown as ServerResponse);
      if (isLast) return requests;
    }
  };
  const ends = Array.from({ length: 50 }, requestsUntilEnd);
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(most / 2);
  expect(Math.max(...ends)).toBeLessThanOrEqual(most);
  expect(new Set(ends).size).toBe(50);
});
