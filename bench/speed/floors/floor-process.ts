import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a file as a separate process that reports results by messages. The file calls `isFloor` to detect this. */
export function startFloor(program: string, ...args: readonly string[]) {
  const child = fork(program, args, { execArgv: [] });
  return {
    send: (message: object | number) => void child.send(message),
    /** The next message from the process. */
    told: async (): Promise<unknown> => (await once(child, 'message'))[0],
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

/** Starts a file that calls `tellPort`, and waits until that file has sent its port. */
export async function startFloorServer(program: string, ...args: readonly string[]) {
  const floor = startFloor(program, ...args);
  return { ...floor, url: `http://127.0.0.1:${await floor.told()}` };
}

/** True if `startFloor` started this process; then it also ends when its parent ends. */
export function isFloor(): boolean {
  process.once('disconnect', () => process.exit(0));
  return process.send !== undefined;
}

/** Called in the floor's process: listens and sends the port to the parent. */
export function tellPort(server: Server): void {
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
