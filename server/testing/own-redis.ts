import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { reservePort } from './reserve-port.ts';

export type OwnRedis = Awaited<ReturnType<typeof startOwnRedis>>;

/**
 * Whether tests with a Redis of their own run: beside the shared one (the second of the two runs), and where the program
 * `redis-server` is. Under CI it has to be.
 */
export function canStartRedis(): boolean {
  if (process.env.TEST_REDIS_URL === undefined) return false;
  return process.env.CI === 'true' || spawnSync('redis-server', ['--version']).status === 0;
}

/** A Redis that may be ended and spoilt, on a free loopback port; nothing is kept on disk. Whoever starts it kills it. */
export async function startOwnRedis() {
  const port = await reservePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const withClient = async <T>(use: (client: Redis) => Promise<T>, retries: number): Promise<T> => {
    const client = new Redis(url, { maxRetriesPerRequest: retries, retryStrategy: () => 20 });
    client.on('error', () => {});
    try {
      return await use(client);
    } finally {
      client.disconnect();
    }
  };
  const start = async () => {
    child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore' },
    );
    await once(child, 'spawn');
    await withClient((client) => client.ping(), 500);
  };
  await start();
  return {
    url,
    /** Starts it again, empty, at the same address. */
    start,
    /** Ends it at once. */
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    /** It keeps its connections and answers nothing, until `speak`. */
    fallSilent: () => void child?.kill('SIGSTOP'),
    speak: () => void child?.kill('SIGCONT'),
    /** Sends it a command by a connection of its own, as somebody who looks after it. */
    command: (name: string, ...args: readonly string[]) =>
      withClient((client) => client.call(name, ...args), 5),
  };
}
