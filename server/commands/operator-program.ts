import { Command, CommanderError } from '@commander-js/extra-typings';
import { CLOCK_ACCEPTED } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { explainError } from '#server/explain-error.ts';
import type { Feature } from '#server/feature.ts';
import { acceptClock, clockJumpedFrom } from '#server/jobs/run-retention.ts';
import { describeRelease, readRelease } from '#server/release.ts';
import { addAuditCommand } from './audit.ts';
import { addBackupCommand } from './backup.ts';
import { addCopyCommand } from './copy.ts';
import { addDataRegisterCommand } from './data-register.ts';
import { addNotifyCommand } from './notify.ts';
import { BY, confirm, openSite, type Start, type Terminal, yesOption } from './operator-deps.ts';
import { addRestoreCommand } from './restore.ts';

/** `failed`: the command was not done, or only in part; `usage`: the command line was not valid. */
export const EXIT_CODES = { done: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** Runs `npm run operator -- <args>`. A command fails by throwing an error whose message is shown to the operator. */
export async function runOperator(
  args: readonly string[],
  start: Start,
  { print, complain }: Pick<Terminal, 'print' | 'complain'>,
  features: readonly Feature[],
): Promise<ExitCode> {
  const program = new Command('npm run operator --')
    .description('Commands that work without the console; the site may run.')
    .version(describeRelease(readRelease()))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => complain(text.trimEnd()),
    })
    .showHelpAfterError('Add --help for help.')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed or done in part, 2 invalid command line.');
  for (const { commands } of features) commands?.(program, start, features);
  addAuditCommand(program, start, features);
  addNotifyCommand(program, start);
  addDataRegisterCommand(program, features, print);
  addAcceptClockCommand(program, start);
  addBackupCommand(program, start);
  addRestoreCommand(program, start);
  addCopyCommand(program, start);
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      complain(explainError(error));
      return EXIT_CODES.failed;
    }
    return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
  }
}

/** Adds the command that confirms the clock. After a jump of the clock, no old data are removed until an operator confirms it. */
export function addAcceptClockCommand(program: Command, start: Start): void {
  program
    .command('accept-clock')
    .description('confirm the clock after a jump of more than a day')
    .addOption(yesOption())
    .action(async ({ yes = false }) => {
      const deps = start();
      const site = await openSite(deps);
      const now = deps.clock();
      const before = await clockJumpedFrom(site.db, now);
      if (before === undefined) return deps.print('The clock has not jumped.');
      deps.print(`The clock shows ${now.toISOString()}; old data was last removed at ${before}.`);
      await confirm(deps, 'Is the clock right? Data that is too old by this clock will be removed.', yes);
      await acceptClock(site.db, now);
      await recordAlone(site, { ...BY, action: CLOCK_ACCEPTED });
      deps.print('The site will remove old data again within an hour.');
    });
}
