import { type Command, Option } from '@commander-js/extra-typings';
import type { SubmissionState } from '#server/database/schema.ts';
import { FORM_DEFINITIONS } from '#server/forms/form-definitions.ts';
import type { Start } from './operator-deps.ts';
import { DATES_HELP, fromOption, limitOption, parseSpan, toOption, yesOption } from './options.ts';
import { deleteMatching, deleteNamed } from './submissions/delete.ts';
import { markDone } from './submissions/done.ts';
import { exportSubmissions } from './submissions/export.ts';
import { listSubmissions } from './submissions/list.ts';
import { releaseSubmissions } from './submissions/release.ts';
import { showSubmission } from './submissions/show.ts';

const STATES = ['received', 'quarantined', 'unpaid'] as const satisfies readonly SubmissionState[];
const FORM_NAMES = FORM_DEFINITIONS.map(({ name }) => name);
const formOption = () => new Option('--form <form>', 'of one form').choices(FORM_NAMES);
const fromAddressOption = () => new Option('--from-address <address>', 'sent from that address');
const stateOption = () => new Option('--state <state>', 'of one state').choices(STATES);

/** What people sent through the forms (decisions §5). */
export function addSubmissionsCommand(program: Command, start: Start): void {
  const submissions = program
    .command('submissions')
    .description('what people sent through the forms')
    .addHelpText('after', '\nAn ID may be shortened to its first six characters or more.');

  submissions
    .command('list')
    .description('show the newest, two lines each')
    .addOption(formOption())
    .addOption(stateOption())
    .addOption(fromOption())
    .addOption(toOption())
    .addOption(fromAddressOption())
    .addOption(limitOption())
    .option('--json', 'as JSON')
    .addHelpText('after', DATES_HELP)
    .action(({ form, state, from, to, fromAddress, limit, json = false }) =>
      listSubmissions(
        start(),
        { form, state, from: from?.from, before: to?.until, fromAddress },
        { limit, json },
      ),
    );

  submissions
    .command('show')
    .argument('<id>')
    .description('show everything about one')
    .option('--json', 'as JSON')
    .option('--save <folder>', 'save its files')
    .action((id, { json = false, save }) => showSubmission(start(), id, { json, save }));

  submissions
    .command('export')
    .description('write all of them, the oldest first')
    .addOption(formOption())
    .addOption(stateOption())
    .addOption(fromOption())
    .addOption(toOption())
    .addOption(fromAddressOption())
    .addOption(
      new Option('--format <format>', 'csv is for spreadsheets, json has the exact texts')
        .choices(['csv', 'json'])
        .default('csv'),
    )
    .option('--out <file>', 'into a file, instead of standard output')
    .option('--force', 'replace that file')
    .addHelpText('after', DATES_HELP)
    .action(({ form, state, from, to, fromAddress, format, out, force = false }) =>
      exportSubmissions(
        start(),
        { form, state, from: from?.from, before: to?.until, fromAddress },
        { format, out, replace: force },
      ),
    );

  submissions
    .command('release')
    .argument('<id...>')
    .description('accept what the spam trap caught, and send its notification')
    .action((ids) => releaseSubmissions(start(), ids));

  submissions
    .command('done')
    .argument('<id...>')
    .description('mark requests about personal data as answered: you are not reminded of them')
    .action((ids) => markDone(start(), ids));

  submissions
    .command('delete')
    .argument('[id...]')
    .description('delete for good, with files: those named, or all of a state that came before a date')
    .addOption(formOption())
    .addOption(stateOption())
    .addOption(new Option('--before <date>', 'that came before it').argParser(parseSpan))
    .addOption(yesOption())
    .addHelpText('after', DATES_HELP)
    .action((ids, { form, state, before, yes = false }, command) => {
      const isFiltered = form !== undefined || state !== undefined || before !== undefined;
      if (ids.length > 0) {
        if (isFiltered) command.error('Name submissions by their ids, or say which by options; not both.');
        return deleteNamed(start(), ids, yes);
      }
      if (state === undefined || before === undefined) {
        return command.error('Name submissions by their ids, or say which: --state and --before, both.');
      }
      return deleteMatching(start(), { form, state, before: before.from }, yes);
    });
}
