import { ACTION_NAMES, AUDITED_ACTIONS } from '#server/audit/actions.ts';
import { listAudit } from './audit/list.ts';
import { verifyAudit } from './audit/verify.ts';
import type { OperatorCommand } from './command.ts';
import { commandOfVerbs } from './command-of-verbs.ts';

const VERBS: Readonly<Record<string, OperatorCommand['run']>> = { list: listAudit, verify: verifyAudit };

const WIDTH = Math.max(...ACTION_NAMES.map((name) => name.length));

const USAGE = `audit: what people and operators did, without saying who
  audit list [--action ACTION] [--from DATE] [--to DATE] [--account EMAIL|ID] [--limit N] [--format table|json]
      The newest lines. --account finds those of one account, by its address or, when it is gone, by its id.
  audit verify [--seal PLACE:LINK] [--log FILE] [--format table|json]
      Whether a line was removed, changed or put in since. That the newest lines were cut, or all were put back, shows
      only against seals: the site logs one each time that it seals lines ("seal"). --seal is one of them, --log a file
      with lines of that log, kept where nobody who can change the database can change it.
Dates: 2026-11-21 is that whole day (UTC); 2026-11-21T09:30Z is a moment.
Exit codes: 0 done, 1 something is wrong with the log, 2 not understood. Actions:
${ACTION_NAMES.map((name) => `  ${name.padEnd(WIDTH)}  ${AUDITED_ACTIONS[name]}`).join('\n')}`;

/** What was done, by whom in the eyes of somebody who knows whom to look for (docs/decisions/0052-audit-lines-are-sealed-each-second.md). */
export const auditCommand = commandOfVerbs('audit', USAGE, VERBS);
