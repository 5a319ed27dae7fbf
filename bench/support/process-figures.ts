import { readdirSync, readFileSync } from 'node:fs';
import { waitFor } from './wait.ts';

/** Of one server process at one moment. Bytes. */
export type ProcessSample = {
  /** Seconds since the first sample. */
  readonly second: number;
  readonly resident: number;
  /** What is in use after everything unused was given back. */
  readonly heap: number;
  readonly descriptors: number;
};

export type WatchedProcess = {
  readonly sample: () => Promise<ProcessSample>;
  readonly close: () => void;
};

/** A setting for a server process that is to be watched: Node tells its inspector's address on standard error. */
export const WATCHABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' } as const;

type Reply = { readonly id?: number; readonly result?: { readonly usedSize?: number } };

/**
 * Watches a process that was started with `WATCHABLE`, on Linux (`/proc`). Each sample collects garbage first, by the
 * inspector, so that growth is what is still held and not what has not been collected yet.
 */
export async function watchProcess(output: () => string): Promise<WatchedProcess> {
  const address = () => /Debugger listening on (ws:\S+)/.exec(output())?.[1];
  await waitFor('the inspector listens', 10_000, () => address() !== undefined);
  const socket = new WebSocket(address() ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id === undefined) return;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  let asked = 0;
  const ask = (method: string, params: object = {}) => {
    const id = ++asked;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    return promise;
  };
  const about = (await ask('Runtime.evaluate', { expression: 'process.pid' })) as {
    readonly result?: { readonly result?: { readonly value?: number } };
  };
  const pid = about.result?.result?.value;
  if (pid === undefined) throw new Error('the process did not tell its id');
  const from = performance.now();
  return {
    sample: async () => {
      await ask('HeapProfiler.collectGarbage');
      const { result } = await ask('Runtime.getHeapUsage');
      const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return {
        second: Math.round((performance.now() - from) / 1_000),
        resident: Number(kilobytes) * 1024,
        heap: result?.usedSize ?? 0,
        descriptors: readdirSync(`/proc/${pid}/fd`).length,
      };
    },
    close: () => socket.close(),
  };
}
