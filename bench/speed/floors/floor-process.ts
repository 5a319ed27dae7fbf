import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a file in a process of its own, which tells by messages what came of it. That file asks `isFloor`. */
export function startFloor(program: string, ...args: readonly string[]) {
  const child = fork(program, args, { execArgv: [] });
  return {
    send: (message: object | number) => void child.send(message),
    /** The next message from it. */
    told: async (): Promise<unknown> => (await once(child, 'message'))[0],
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

/** The same for a file that calls `tellPort`. */
export async function startFloorServer(program: string, ...args: readonly string[]) {
  const floor = startFloor(program, ...args);
  return { ...floor, url: `http://127.0.0.1:${await floor.told()}` };
}

/** Whether this process was started by `startFloor`; then it ends with the one that started it. */
export function isFloor(): boolean {
  process.once('disconnect', () => process.exit(0));
  return process.send !== undefined;
}

/** In that process: listens. */
export function tellPort(server: Server): void {
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
