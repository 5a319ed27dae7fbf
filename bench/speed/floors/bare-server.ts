import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { undoneAtExit } from '../../support/leave-nothing.ts';

export type BareServer = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Starts a floor that is a server, in a process of its own.
 *
 * @param program a file that calls `tellPort`
 */
export async function startBareServer(program: string, args: readonly string[]): Promise<BareServer> {
  const child = fork(program, args, { execArgv: [] });
  const gone = undoneAtExit(() => child.kill('SIGKILL'));
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
      gone();
    },
  };
}

/** In that process: listens, and ends with whoever started it. */
export function tellPort(server: Server): void {
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit(0));
}
