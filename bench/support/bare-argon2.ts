import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** So many at any time, and no new one after so long. With 0 milliseconds: each once. */
export type HashOrder = { readonly milliseconds: number; readonly atOnce: number };
export type HashesDone = { readonly count: number; readonly milliseconds: number };

export type BareArgon2 = {
  readonly run: (order: HashOrder) => Promise<HashesDone>;
  readonly close: () => Promise<void>;
};

/** A Node process of its own that does nothing but argon2id with the site's parameters, in the thread pool as Node sets it. */
export async function startBareArgon2(): Promise<BareArgon2> {
  const child = fork(fileURLToPath(new URL('./bare-argon2-process.ts', import.meta.url)), { execArgv: [] });
  const ended = once(child, 'exit');
  await once(child, 'spawn');
  return {
    run: async (order) => {
      child.send(order);
      const [done] = (await once(child, 'message')) as [HashesDone];
      return done;
    },
    close: async () => {
      child.disconnect();
      await ended;
    },
  };
}
