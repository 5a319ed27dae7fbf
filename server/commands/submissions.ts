import type { OperatorCommand } from './command.ts';
import { commandOfVerbs } from './command-of-verbs.ts';
import { deleteSubmissions } from './submissions/delete.ts';
import { exportSubmissions } from './submissions/export.ts';
import { FILTER_USAGE } from './submissions/filter.ts';
import { listSubmissions } from './submissions/list.ts';
import { releaseSubmissions } from './submissions/release.ts';
import { showSubmission } from './submissions/show.ts';

const VERBS: Readonly<Record<string, OperatorCommand['run']>> = {
  list: listSubmissions,
  show: showSubmission,
  export: (deps, args) => exportSubmissions(deps, args),
  release: releaseSubmissions,
  delete: deleteSubmissions,
};

const USAGE = `submissions: what people sent through the forms
  submissions list [filters] [--limit N] [--json]
      The newest, one line each.
  submissions show ID [--json] [--save FOLDER]
      Everything about one; its files into a folder.
  submissions export [filters] --format csv|json [--out FILE [--force]]
      All of them, oldest first. CSV is fit for spreadsheets, JSON has the exact texts.
  submissions release ID…
      What the trap for robots caught wrongly is received after all, and its notification is sent.
  submissions delete ID… [--yes]
  submissions delete --state STATE --before DATE [--form FORM] [--yes]
      For good, with files.
Filters:
${FILTER_USAGE}
An ID may be shortened to its first six characters or more. Exit codes: 0 done, 1 not (all) done, 2 not understood.`;

/** What people sent: to read, hand on, release and delete (decisions §5). */
export const submissionsCommand = commandOfVerbs('submissions', USAGE, VERBS);
