import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { OperatorDeps } from '#server/commands/operator-deps.ts';
import { type ExitCode, runOperator } from '#server/commands/operator-program.ts';
import { FEATURES } from '#server/features.ts';
import { readKeyring } from '#server/settings/keyring.ts';
import { COMPILED } from './server-process.ts';
import { settingsOf } from './settings-of.ts';
import type { TestApp } from './test-app.ts';

type Said = { readonly code: ExitCode; readonly out: string; readonly err: string };

export type TestOperator = {
  /** Runs `npm run operator -- <args>` in this process, as a script without a keyboard does. */
  readonly run: (...args: readonly string[]) => Promise<Said>;
};

/** An operator of a test app: on its database, with its clock. */
export function createTestOperator(
  { db, deps }: TestApp,
  surroundings: Partial<OperatorDeps> = {},
): TestOperator {
  return operatorOf({
    settings: deps.settings,
    features: deps.features,
    clock: deps.clock,
    newId: deps.newId,
    newToken: deps.newToken,
    keyring: async () => deps.keyring,
    mails: () => deps.mails,
    openDb: async () => db,
    ...surroundings,
  });
}

/** An operator of the site with these settings, for commands that open the database by themselves. */
export function createSiteOperator(env: Readonly<Record<string, string>>): TestOperator {
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

function operatorOf(deps: Surroundings & Partial<OperatorDeps>): TestOperator {
  return {
    run: async (...args) => {
      let out = '';
      let err = '';
      const terminal = {
        print: (text: string) => {
          out += `${text}\n`;
        },
        complain: (text: string) => {
          err += `${text}\n`;
        },
        ask: undefined,
      };
      const code = await runOperator(args, () => ({ ...terminal, ...deps }), terminal, FEATURES);
      return { code, out, err };
    },
  };
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export type OperatorProcess = {
  readonly end: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
  /** Ends it between any two of its instructions. */
  readonly kill9: () => void;
};

type ProcessLimits = {
  /** False: the reader goes away after the first piece, as `| head` does. */
  readonly readsOn?: boolean;
  /** No file may get larger, as if there were no more room. In blocks of 512 bytes. */
  readonly blocks?: number;
};

/** Calls the command as `npm run operator` does, as a process of its own with no settings but these. */
export function startOperator(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  { readsOn = true, blocks }: ProcessLimits = {},
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
