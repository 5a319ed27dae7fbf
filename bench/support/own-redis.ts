import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '#server/testing/server-process.ts';
import { undoneAtExit } from './leave-nothing.ts';
import { waitFor } from './wait.ts';

export type OwnRedis = {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Ends it; what it held is gone. */
  readonly stop: () => Promise<void>;
  /** It keeps its connections and answers nothing, until `speak`. */
  readonly fallSilent: () => void;
  readonly speak: () => void;
};

/** A Redis of our own on a loopback port, keeping nothing on disk. Needs `redis-server` on the PATH. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    const started = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore' },
    );
    child = started;
    await once(started, 'spawn');
    await waitFor('Redis answers', 10_000, () => answersPing(port));
  };
  await start();
  undoneAtExit(() => void child?.kill('SIGKILL'));
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop: async () => {
      const ending = child;
      child = undefined;
      if (ending === undefined || ending.exitCode !== null) return;
      const ended = once(ending, 'exit');
      // A stopped process hears SIGTERM only when it goes on.
      ending.kill('SIGCONT');
      ending.kill('SIGTERM');
      await ended;
    },
    fallSilent: () => void child?.kill('SIGSTOP'),
    speak: () => void child?.kill('SIGCONT'),
  };
}

async function answersPing(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [answer] = await once(socket, 'data');
    return String(answer).startsWith('+PONG');
  } finally {
    socket.destroy();
  }
}
