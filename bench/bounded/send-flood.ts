import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { pause } from '../support/wait.ts';
import { FLOODS, type FloodRequest } from './floods.ts';

/** A thread of its own, so that sending does not delay the visitor whose waiting is measured. */
export type FloodOrder = {
  readonly name: string;
  readonly port: number;
  readonly seconds: number;
};

/** How many answers had each status. */
export type FloodAnswers = Readonly<Record<string, number>>;

const REQUESTS_A_SECOND = 200;

/** Each request from another /64 of one /48. */
const networkOf = (at: number) => `2001:db8:1:${(at % 65_536).toString(16)}::1`;

const { name, port, seconds } = workerData as FloodOrder;
const flood = FLOODS.find((one) => one.name === name);
if (flood === undefined) throw new Error(`there is no flood ${name}`);
parentPort?.postMessage(
  flood.unread === undefined
    ? await sendAtRate(flood.request)
    : await holdUnread(flood.request(0), flood.unread),
);

async function sendAtRate(requestAt: (at: number) => FloodRequest): Promise<FloodAnswers> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const answers: Record<string, number> = {};
  const count = (what: string) => {
    answers[what] = (answers[what] ?? 0) + 1;
  };
  const total = Math.max(1, Math.round(REQUESTS_A_SECOND * seconds));
  const started = performance.now();
  const answered = Array.from({ length: total }, async (_, at) => {
    await pause((at * 1_000) / REQUESTS_A_SECOND);
    const { method, path, headers, body } = requestAt(at);
    await new Promise<void>((resolve) => {
      const outgoing = request({
        port,
        host: '127.0.0.1',
        agent,
        method,
        path,
        headers: { ...headers, 'x-forwarded-for': networkOf(at), 'content-length': Buffer.byteLength(body) },
      });
      outgoing.on('response', (incoming) => {
        count(String(incoming.statusCode));
        incoming.resume().on('close', resolve);
      });
      outgoing.on('error', () => {
        count('cut');
        resolve();
      });
      outgoing.end(body);
    });
  });
  await Promise.all(answered);
  agent.destroy();
  await pause(Math.max(0, seconds * 1_000 - (performance.now() - started)));
  return answers;
}

async function holdUnread(
  { method, path }: FloodRequest,
  { connections, ahead }: { readonly connections: number; readonly ahead: number },
): Promise<FloodAnswers> {
  const bytes = `${method} ${path} HTTP/1.1\r\nHost: LOCALHOST\r\n\r\n`.repeat(ahead);
  const sockets: Socket[] = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => {});
    socket.write(bytes);
    return socket;
  });
  await pause(seconds * 1_000);
  for (const socket of sockets) socket.destroy();
  return {};
}
