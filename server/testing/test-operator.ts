import { randomUUID } from 'node:crypto';
import type { OperatorDeps } from '#server/commands/operator-deps.ts';
import { type ExitCode, runOperator } from '#server/commands/operator-program.ts';
import { readKeyring } from '#server/settings/keyring.ts';
import { readSettings } from '#server/settings/settings.ts';
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
    clock: deps.clock,
    newId: deps.newId,
    newToken: deps.newToken,
    keyring: () => deps.keyring,
    mails: () => deps.mails,
    openDb: async () => db,
    ...surroundings,
  });
}

/** An operator of the site with these settings, for commands that open the database by themselves. */
export function createSiteOperator(env: Readonly<Record<string, string>>): TestOperator {
  const read = readSettings(env);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  const { settings } = read;
  const notHere = () => {
    throw new Error('not available in this test');
  };
  return operatorOf({
    settings,
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
      const code = await runOperator(args, () => ({ ...terminal, ...deps }), terminal);
      return { code, out, err };
    },
  };
}
