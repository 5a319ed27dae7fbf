import { recordAlone } from '#server/audit/record-action.ts';
import {
  countSubmissions,
  newestSubmissions,
  type StoredSubmission,
  type SubmissionFilter,
} from '#server/forms/stored-submissions.ts';
import { auditDeps } from '../audit-deps.ts';
import type { OperatorDeps } from '../operator-deps.ts';
import { plural } from '../plural.ts';
import { printableJson, printableLine } from '../printable-text.ts';
import { cut, tableLines } from '../table.ts';
import { submissionJson } from './json.ts';

const SHORT_ID = 8;

/** `submissions list`: the newest that match, two lines each, and how many there are. */
export async function listSubmissions(
  deps: OperatorDeps,
  filter: SubmissionFilter,
  { limit, json }: { readonly limit: number; readonly json: boolean },
): Promise<void> {
  const { print, columns } = deps;
  const db = await deps.openDb();
  await recordAlone({ ...auditDeps(deps), db }, { action: 'submissions-listed', actor: 'operator' });
  const total = await countSubmissions(db, filter);
  const submissions = await newestSubmissions(db, filter, limit);
  if (json) return print(printableJson({ total, submissions: submissions.map(submissionJson) }));
  if (total === 0) return print('No submission is like that.');
  const [titles = '', ...lines] = tableLines(
    ['ID', 'WHEN (UTC)', 'FORM', 'STATE', 'FROM'],
    submissions.map(({ id, created_at, form, state, email }) => [
      id.slice(0, SHORT_ID),
      created_at.slice(0, 16).replace('T', ' '),
      form,
      state,
      email,
    ]),
    columns,
  );
  const words = submissions.map((submission) => cut(`  ${firstWords(submission)}`, columns));
  print([titles, ...lines.flatMap((line, at) => [line, words[at]])].join('\n'));
  print(
    `\n${total > submissions.length ? `The newest ${submissions.length} of ` : ''}${plural(total, 'submission')}.`,
  );
}

function firstWords({ name, message }: StoredSubmission): string {
  return printableLine(name === '' ? message : `${name}: ${message}`);
}
