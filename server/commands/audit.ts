import { type Command, Option } from '@commander-js/extra-typings';
import { ACTION_NAMES, AUDITED_ACTIONS } from '#server/audit/actions.ts';
import { listAudit } from './audit/list.ts';
import { parseSeal, readSeals, verifyAudit } from './audit/verify.ts';
import type { Start } from './operator-deps.ts';
import { DATES_HELP, fromOption, limitOption, toOption } from './options.ts';

const WIDTH = Math.max(...ACTION_NAMES.map((name) => name.length));
const ACTIONS_HELP = `
Actions:
${ACTION_NAMES.map((name) => `  ${name.padEnd(WIDTH)}  ${AUDITED_ACTIONS[name]}`).join('\n')}`;

const formatOption = () => new Option('--format <format>').choices(['table', 'json']).default('table');

/** What was done, by whom in the eyes of somebody who knows whom to look for (docs/decisions/0052-audit-lines-are-sealed-each-second.md). */
export function addAuditCommand(program: Command, start: Start): void {
  const audit = program.command('audit').description('what people and operators did, without saying who');

  audit
    .command('list')
    .description('the newest lines')
    .addOption(new Option('--action <action>', 'of one kind').choices(ACTION_NAMES))
    .addOption(fromOption())
    .addOption(toOption())
    .option('--account <email or id>', 'of one account, by its address or, when it is gone, by its id')
    .addOption(limitOption())
    .addOption(formatOption())
    .addHelpText('after', DATES_HELP + ACTIONS_HELP)
    .action(({ action, from, to, account, limit, format }) =>
      listAudit(start(), { action, from: from?.from, before: to?.until, account, limit }, format),
    );

  audit
    .command('verify')
    .description('whether a line was removed, changed, put in or put back')
    .option(
      '--seal <place:link>',
      'a seal that the site logged: only one kept elsewhere shows that all is there',
      parseSeal,
    )
    .option('--log <file>', 'the log of the site, for all seals in it')
    .addOption(formatOption())
    .action(async ({ seal, log, format }, command) => {
      const logged = log === undefined ? [] : await readSeals(log);
      // Not 1, which would say that the audit log is damaged.
      if (log !== undefined && logged.length === 0) command.error(`${log} has no line with a seal.`);
      await verifyAudit(start(), seal === undefined ? logged : [seal, ...logged], format);
    });
}
