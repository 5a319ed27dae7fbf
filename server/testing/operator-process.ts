import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { COMPILED } from './server-process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export type OperatorProcess = {
  readonly end: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
  /** Ends it between any two of its instructions. */
  readonly kill9: () => void;
};

type Surroundings = {
  /** False: the reader goes away after the first piece, as `| head` does. */
  readonly readsOn?: boolean;
  /** No file may get larger, as if there were no more room. In blocks of 512 bytes. */
  readonly blocks?: number;
};

/** Calls the command as `npm run operator` does, as a process of its own with no settings but these. */
export function startOperator(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  { readsOn = true, blocks }: Surroundings = {},
): OperatorProcess {
  const { PATH = '' } = process.env;
  // Where no file may get larger, none is kept of what was compiled.
  const compiled = blocks === undefined ? COMPILED : {};
  const limit = blocks === undefined ? '' : `ulimit -f ${blocks}; `;
  const child = spawn(
    'sh',
    ['-c', `${limit}exec "$@"`, 'sh', process.execPath, 'server/commands/operator.ts', ...args],
    { cwd: ROOT, env: { PATH, ...compiled, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (!readsOn) child.stdout.destroy();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return {
    end: new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err }))),
    kill9: () => void child.kill('SIGKILL'),
  };
}
