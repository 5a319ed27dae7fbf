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
  audit verify [--format table|json]
      Whether a line was removed, changed or put in since. Compare the end that it names with what the site logged.
Dates: 2026-11-21 is that whole day (UTC); 2026-11-21T09:30Z is a moment.
Exit codes: 0 done, 1 something is wrong with the log, 2 not understood. Actions:
${ACTION_NAMES.map((name) => `  ${name.padEnd(WIDTH)}  ${AUDITED_ACTIONS[name]}`).join('\n')}`;

/** What was done, by whom in the eyes of somebody who knows whom to look for (docs/decisions/0027-a-chained-audit-log.md). */
export const auditCommand = commandOfVerbs('audit', USAGE, VERBS);
