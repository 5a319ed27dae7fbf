import { Command, CommanderError, Option } from '@commander-js/extra-typings';
import { stringify } from 'csv-stringify/sync';
import { COOKIES, STORAGE_KEYS } from '#content/browser-register.ts';
import type { Entry } from '#content/data-facts.ts';
import { BACKUPS, LOG, REFUSED_CALLERS, TABLES } from '#content/data-register.ts';
import { MAILED } from '#content/mailed.ts';
import { CLOCK_ACCEPTED } from '#server/audit/core-actions.ts';
import { actionsOf, hashesOfAccount, linesInWords, listLines } from '#server/audit/lines.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { tablesLeftOutOfBackups, tablesOf } from '#server/database/tables.ts';
import { explainError } from '#server/explain-error.ts';
import type { Feature } from '#server/feature.ts';
import { betweenDays } from '#server/http/form-fields.ts';
import { acceptClock, clockJumpedFrom } from '#server/jobs/run-retention.ts';
import { printableJson, printableLine } from '#server/printable-text.ts';
import { describeRelease, readRelease } from '#server/release.ts';
import { toSecond } from '#server/time.ts';
import { addBackupCommand } from './backup.ts';
import { addCopyCommand } from './copy.ts';
import { addNotifyCommand } from './notify.ts';
import {
  BY,
  confirm,
  day,
  openSite,
  type Start,
  type Terminal,
  wholeNumber,
  yesOption,
} from './operator-deps.ts';
import { addRestoreCommand } from './restore.ts';

/** `failed`: the command was not carried out, or only in part. `usage`: the command line was invalid. */
export const EXIT_CODES = { done: 0, failed: 1, usage: 2 } as const;
type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** Runs `npm run operator -- <args>`. The operator sees the message of an error. */
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
  for (const { commands } of features) commands?.(program, start);
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

/**
 * Adds the command that confirms the clock. After a jump of the clock, no old data are removed until an operator confirms the
 * clock.
 */
function addAcceptClockCommand(program: Command, start: Start): void {
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

/** Adds the commands that read the audit log (docs/decisions/0052-audit-lines-are-copied-to-the-log.md). */
function addAuditCommand(program: Command, start: Start, features: readonly Feature[]): void {
  const names = actionsOf(features).map(({ name }) => name);
  const audit = program.command('audit').description('read what people and operators did');

  audit
    .command('list')
    .description('print the newest lines')
    .addOption(new Option('--action <action>', 'only this action').choices(names))
    .option('--from <day>', 'like 2026-11-21, in UTC', day)
    .option('--to <day>', 'the last day', day)
    .option('--account <address or id>', 'only lines by or about this account; give its id if it was deleted')
    .option('--limit <number>', 'how many', wholeNumber(1_000), 20)
    .option('--json', 'print the lines as they are stored')
    .action(async ({ action, from, to, account, limit, json = false }) => {
      const deps = start();
      const site = await openSite(deps);
      const hashes = account === undefined ? undefined : await hashesOfAccount(site, account);
      const lines = await listLines(site.db, { action, hashes, ...betweenDays({ from, to }), limit });
      if (json) return deps.print(printableJson(lines));
      if (lines.length === 0) return deps.print('No audit line matches.');
      for (const { at, who, what, why } of await linesInWords(site, lines, hashes))
        deps.print(printableLine(`${toSecond(at)} ${who}: ${what}${why === '' ? '' : ` (${why})`}`));
    });
}

const COLUMNS = ['where', 'name', 'fields', 'what', 'why', 'recipient', 'kept'];

/** Adds the command that prints a register of stored data, for the record of processing (GDPR, article 30). Needs no database. */
function addDataRegisterCommand(
  program: Command,
  features: readonly Feature[],
  print: (text: string) => void,
): void {
  program
    .command('data-register')
    .description('print as CSV what the site stores, and why')
    .action(() => print(registerCsv(features).trimEnd()));
}

function registerCsv(features: readonly Feature[]): string {
  const tables = tablesOf(features);
  const columnsOf = (name: string) =>
    [...(tables[name]?.shown ?? []), ...(tables[name]?.withheld ?? [])].join(' ');
  const row = (where: string, name: string, fields: string, { what, why, recipient, kept }: Entry) =>
    [where, name, fields, what, why, recipient, kept] as const;
  const leftOut = tablesLeftOutOfBackups(features);
  const inBrowser = { what: 'Kept in the browser', recipient: 'Nobody' };
  return stringify([
    COLUMNS,
    ...Object.entries(TABLES).map(([name, table]) => row('database', name, columnsOf(name), table)),
    row('log', 'standard output', LOG.fields, LOG),
    row('log', 'refused callers', REFUSED_CALLERS.fields, REFUSED_CALLERS),
    row(
      'backup',
      'backup',
      `every table${leftOut.length > 0 ? ` but ${leftOut.join(' and ')}` : ''}`,
      BACKUPS,
    ),
    ...Object.entries(MAILED).map(([name, mail]) => row('mail', name, '', mail)),
    ...Object.entries(COOKIES).map(([name, cookie]) => row('cookie', name, '', { ...inBrowser, ...cookie })),
    ...Object.entries(STORAGE_KEYS).map(([name, key]) => row(key.area, name, '', { ...inBrowser, ...key })),
  ]);
}
