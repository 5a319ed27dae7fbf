import { type Command, Option } from '@commander-js/extra-typings';
import { ACTION_NAMES, AUDITED_ACTIONS } from '#server/audit/actions.ts';
import { listAudit } from './audit/list.ts';
import type { Start } from './operator-deps.ts';
import { DATES_HELP, fromOption, limitOption, toOption } from './options.ts';

const WIDTH = Math.max(...ACTION_NAMES.map((name) => name.length));
const ACTIONS_HELP = `
Actions:
${ACTION_NAMES.map((name) => `  ${name.padEnd(WIDTH)}  ${AUDITED_ACTIONS[name]}`).join('\n')}`;

const formatOption = () => new Option('--format <format>').choices(['table', 'json']).default('table');

/** What was done, by whom in the eyes of somebody who knows whom to look for. */
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
}
