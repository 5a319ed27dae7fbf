import { EXIT_CODES, type ExitCode, type OperatorCommand, type OperatorDeps } from './command.ts';
import { deleteSubmissions } from './submissions/delete.ts';
import { exportSubmissions } from './submissions/export.ts';
import { FILTER_USAGE } from './submissions/filter.ts';
import { listSubmissions } from './submissions/list.ts';
import { releaseSubmissions } from './submissions/release.ts';
import { showSubmission } from './submissions/show.ts';
import { explained, UsageError } from './usage-error.ts';

type Verb = (deps: OperatorDeps, args: readonly string[]) => Promise<ExitCode>;

const VERBS: Readonly<Record<string, Verb>> = {
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
export const submissionsCommand: OperatorCommand = {
  usage: USAGE,
  run: async (deps, [name = '', ...args]) => {
    if (name === '--help' || name === 'help' || args.includes('--help')) {
      deps.print(USAGE);
      return EXIT_CODES.done;
    }
    const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
    try {
      if (verb === undefined) {
        throw new UsageError(
          `${name === '' ? 'Say what to do' : `There is no “submissions ${name}”`}: ${Object.keys(VERBS).join(', ')}.`,
        );
      }
      return await verb(deps, args);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      deps.complain(explained(error, 'submissions'));
      return EXIT_CODES.usage;
    }
  },
};
