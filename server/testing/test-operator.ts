import type { ExitCode, OperatorCommand, OperatorDeps } from '#server/commands/command.ts';
import type { TestApp } from './test-app.ts';

export type TestOperator = {
  /** Runs the command with these arguments, as a person at a terminal would, or a script. */
  readonly run: (...args: readonly string[]) => Promise<Said>;
};

type Said = { readonly code: ExitCode; readonly out: string; readonly err: string };

/** The people who run a test app: an operator's command on its database, with its clock. */
export function createTestOperator(
  { db, deps }: TestApp,
  command: OperatorCommand,
  surroundings: Partial<OperatorDeps> = {},
): TestOperator {
  return {
    run: async (...args) => {
      let out = '';
      let err = '';
      const code = await command.run(
        {
          db,
          settings: deps.settings,
          clock: deps.clock,
          newId: deps.newId,
          keyring: () => deps.keyring,
          mails: () => deps.mails,
          print: (text) => {
            out += `${text}\n`;
          },
          complain: (text) => {
            err += `${text}\n`;
          },
          write: async (text) => {
            out += text;
            return true;
          },
          columns: 80,
          ask: undefined,
          ...surroundings,
        },
        args,
      );
      return { code, out, err };
    },
  };
}
