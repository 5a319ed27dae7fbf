import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { OperatorDeps } from '#server/commands/operator-deps.ts';
import { runOperator } from '#server/commands/operator-program.ts';
import { FEATURES } from '#server/features.ts';
import { readKeyring } from '#server/settings/keyring.ts';
import { COMPILED } from './server-process.ts';
import { settingsOf } from './settings-of.ts';
import type { TestApp } from './test-app.ts';

export type TestOperator = ReturnType<typeof operatorOf>;

export function createTestOperator({ db, deps }: TestApp, surroundings: Partial<OperatorDeps> = {}) {
  return operatorOf({
    ...deps,
    keyring: async () => deps.keyring,
    mails: () => deps.mails,
    openDb: async () => db,
    ...surroundings,
  });
}

/** Runs operator commands in this process, if they open the database themselves. Other commands throw an error. */
export function createSiteOperator(env: Readonly<Record<string, string>>) {
  const settings = settingsOf(env);
  const notHere = () => {
    throw new Error('not available in this test');
  };
  return operatorOf({
    settings,
    features: FEATURES,
    clock: () => new Date(),
    newId: () => randomUUID(),
    newToken: notHere,
    keyring: () => readKeyring(settings),
    mails: notHere,
    openDb: notHere,
  });
}

type Surroundings = Omit<OperatorDeps, 'print' | 'complain' | 'ask'>;

function operatorOf(deps: Surroundings & Partial<OperatorDeps>) {
  return {
    /** Runs `npm run operator -- <args>` in this process, without a terminal for questions, as in a script. */
    run: async (...args: readonly string[]) => {
      const [out, err]: [string[], string[]] = [[], []];
      const terminal = {
        print: (text: string) => void out.push(`${text}\n`),
        complain: (text: string) => void err.push(`${text}\n`),
        ask: undefined,
      };
      const code = await runOperator(args, () => ({ ...terminal, ...deps }), terminal, FEATURES);
      return { code, out: out.join(''), err: err.join('') };
    },
  };
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type ProcessLimits = {
  /** If false, standard output is closed after the first piece, as `| head` does. */
  readonly readsOn?: boolean;
  /** The largest size of a file in blocks of 512 bytes, to simulate a full disk. */
  readonly blocks?: number;
};

/** Runs `npm run operator` as a separate process that has only these settings. */
export function startOperator(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  { readsOn = true, blocks }: ProcessLimits = {},
) {
  const { PATH = '' } = process.env;
  // Node does not store compiled code if the size of files is limited, because those files could exceed the limit.
  const compiled = blocks === undefined ? COMPILED : {};
  const limit = blocks === undefined ? '' : `ulimit -f ${blocks}; `;
  const child = spawn(
    'sh',
    ['-c', `${limit}exec "$@"`, 'sh', process.execPath, 'server/commands/operator.ts', ...args],
    { cwd: ROOT, env: { PATH, ...compiled, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    out += piece;
    if (!readsOn) child.stdout.destroy();
  });
  const end = async () => {
    const [[code], err] = await Promise.all([once(child, 'close'), text(child.stderr)]);
    return { code: code as number | null, out, err };
  };
  return { end: end() };
}
