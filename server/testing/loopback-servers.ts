import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';

/**
 * Returns a free port for a server that starts later. An open connection keeps the kernel from giving this port to programs that
 * ask for any free port. A program that asks for exactly this port may listen on it.
 */
export async function reservePort(): Promise<number> {
  const server = createServer((socket) => socket.unref()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = connect(port, '127.0.0.1').unref();
  await Promise.all([once(server, 'connection'), once(connection, 'connect')]);
  server.close();
  return port;
}

/** A proxy that can stop passing data on, like a network that loses packets. */
export async function startSilenceableProxy(target: string) {
  const there = new URL(target);
  const open = new Set<Socket>();
  const heard = new WeakSet<Socket>();
  const loss = Promise.withResolvers<void>();
  let silent = false;
  const proxy = createServer((near) => {
    const far = connect(Number(there.port || 5432), there.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      if (!silent) heard.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.on('data', (data) => {
        if (heard.has(from)) to.write(data);
        else loss.resolve();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    /** Keeps old and new connections open but passes no data on. */
    fallSilent: () => {
      silent = true;
      for (const socket of open) heard.delete(socket);
    },
    /** Resolves when data was sent that the proxy did not pass on. */
    lostSomething: loss.promise,
    /** Makes new connections work again. Earlier ones stay silent. */
    speak: () => {
      silent = false;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

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
