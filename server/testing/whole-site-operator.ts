import { randomUUID } from 'node:crypto';
import type { ExitCode, WholeSiteCommand, WholeSiteDeps } from '#server/commands/command.ts';
import { readKeyring } from '#server/settings/keyring.ts';
import { readSettings } from '#server/settings/settings.ts';

type Said = { readonly code: ExitCode; readonly out: string; readonly err: string };

/**
 * A command on the whole site of these settings, in this process, as a person at a terminal would call it. Where the
 * command throws, it ends as the process would: what is thrown is said, and it failed.
 */
export async function callOnWholeSite(
  command: WholeSiteCommand,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  surroundings: Partial<WholeSiteDeps> = {},
): Promise<Said> {
  const read = readSettings(env);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  const { settings } = read;
  let out = '';
  let err = '';
  const deps: WholeSiteDeps = {
    settings,
    clock: () => new Date(),
    newId: () => randomUUID(),
    keyring: () => readKeyring(settings),
    mails: () => {
      throw new Error('no mails here');
    },
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
  };
  try {
    return { code: await command.runOnWholeSite(deps, args), out, err };
  } catch (error) {
    return { code: 1, out, err: `${err}${error instanceof Error ? error.message : error}\n` };
  }
}
