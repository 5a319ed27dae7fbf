import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AppEnv } from './app-env.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { listen } from './listen.ts';
import { REQUEST_ID_LENGTH } from './request-id.ts';
import type { WholeAnswer } from './whole-answer.ts';

const BODY = Buffer.alloc(60_000, 'x');
const ANSWER: WholeAnswer = { status: 200, headers: ['content-length', String(BODY.length)], body: BODY };
const GET = 'GET / HTTP/1.1\r\nHost: site.test\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n';
const idOf = (number: number) => String(number).padStart(REQUEST_ID_LENGTH, '0');

async function openServer(limits: Partial<ConnectionLimits>) {
  let asked = 0;
  let whole = 0;
  const server = await listen(new Hono<AppEnv>(), 0, {
    limits,
    shortcut: (incoming, response) => {
      const id = idOf(asked++);
      if (response.sendWhole(incoming, ANSWER, id, performance.now())) whole += 1;
      else response.writeHead(200, [...ANSWER.headers, 'x-request-id', id]).end(BODY);
      return true;
    },
  });
  onTestFinished(server.close);
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return { server, socket, count: () => ({ asked, whole }) };
}

test('who reads late gets each answer as it was, though the next ones were made meanwhile', async () => {
  const many = 400;
  const { socket, count } = await openServer({ requestsAhead: many + 1, requestsPerConnection: many + 2 });
  socket.pause();
  // Not all at once: what waits for another answer is not sent whole.
  for (let sent = 0; sent < many; sent++) {
    socket.write(GET);
    if (sent % 4 === 0) await sleep(1);
  }
  socket.write(LAST);
  await sleep(50);
  const all = await text(socket);
  expect(count().asked).toBe(many + 1);
  expect(count().whole).toBeGreaterThan(10);
  const answers = all.split('HTTP/1.1 200 OK\r\n').slice(1);
  expect(answers.map((answer) => /x-request-id: (\d+)/.exec(answer)?.[1])).toEqual(
    Array.from({ length: many + 1 }, (_, number) => idOf(number)),
  );
  for (const answer of answers) expect(answer.split('\r\n\r\n')[1]).toBe(BODY.toString());
});

test('who never takes an answer is cut off', async () => {
  const { socket } = await openServer({
    requestsAhead: 2_000,
    answerWithin: 300,
    checkEvery: 50,
    requestsPerConnection: 2_000,
  });
  socket.pause();
  socket.write(GET.repeat(500));
  await sleep(1_000);
  const all = await text(socket).catch(() => '');
  expect(all.length).toBeLessThan(500 * BODY.length);
});

test('an idle connection is promised the time that this server gives it', async () => {
  const { socket, count } = await openServer({ idleFor: 5_000 });
  socket.write(GET);
  await vi.waitFor(() => expect(count().whole).toBe(1));
  socket.write(LAST);
  expect((await text(socket)).match(/^Keep-Alive: .*(?=\r$)/gm)).toEqual(['Keep-Alive: timeout=5']);
});

test('the last answer, and one of HTTP/1.0, are left to Node', async () => {
  const { socket, count } = await openServer({});
  socket.write(LAST);
  expect(await text(socket)).toMatch(/^Connection: close\r$/m);
  expect(count()).toEqual({ asked: 1, whole: 0 });
});

test('requests that are on their way when the server begins to stop are answered, as the last', async () => {
  const { server, count } = await openServer({});
  const sockets = [1, 2, 3].map(() => connect(server.port, '127.0.0.1').setEncoding('latin1'));
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  for (const socket of sockets) socket.write(GET);
  await vi.waitFor(() => expect(count().whole).toBe(3));
  for (const socket of sockets) socket.write(GET);
  const stopped = server.close();
  // The end of the first must not be that of the others.
  for (const answers of await Promise.all(sockets.map((socket) => text(socket)))) {
    expect(answers.match(/^Connection: .*(?=\r$)/gm)).toEqual([
      'Connection: keep-alive',
      'Connection: close',
    ]);
  }
  await stopped;
});
