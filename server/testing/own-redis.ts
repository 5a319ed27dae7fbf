import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { reservePort } from './reserve-port.ts';

/**
 * True if tests should start a Redis of their own: only in test runs that also have a shared Redis, and only if `redis-server` is
 * installed. In CI it must be installed.
 */
export function canStartRedis(): boolean {
  if (process.env.TEST_REDIS_URL === undefined) return false;
  return process.env.CI === 'true' || spawnSync('redis-server', ['--version']).status === 0;
}

/** A Redis on a free loopback port that tests may kill or break. Stores nothing on disk. The caller must kill it. */
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
    const settings = `--port ${port} --bind 127.0.0.1 --appendonly no --save`.split(' ');
    child = spawn('redis-server', [...settings, ''], { stdio: 'ignore' });
    await once(child, 'spawn');
    await withClient((client) => client.ping(), 500);
  };
  await start();
  return {
    url,
    start,
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    /** Redis keeps its connections but answers nothing, until `speak` is called. */
    fallSilent: () => void child?.kill('SIGSTOP'),
    speak: () => void child?.kill('SIGCONT'),
    command: (name: string, ...args: readonly string[]) =>
      withClient((client) => client.call(name, ...args), 5),
  };
}
