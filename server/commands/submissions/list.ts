import { referenceOf } from '#server/forms/reference.ts';
import {
  countSubmissions,
  newestSubmissions,
  type SubmissionFilter,
} from '#server/forms/stored-submissions.ts';
import { submissionJson } from '#server/forms/submissions-json.ts';
import { plural } from '#server/plural.ts';
import { printableJson } from '#server/printable-text.ts';
import { toMinute } from '#server/time-text.ts';
import { openAudited } from '../audit-deps.ts';
import type { OperatorDeps } from '../operator-deps.ts';
import { table } from '../table.ts';

/** `submissions list`: the newest that match, two lines each, and how many there are. */
export async function listSubmissions(
  deps: OperatorDeps,
  filter: SubmissionFilter,
  { limit, json }: { readonly limit: number; readonly json: boolean },
): Promise<void> {
  const { print, columns } = deps;
  const db = await openAudited(deps, { action: 'submissions-listed' });
  const total = await countSubmissions(db, filter);
  const submissions = await newestSubmissions(db, filter, limit);
  if (json) return print(printableJson({ total, submissions: submissions.map(submissionJson) }));
  if (total === 0) return print('No submission matches.');
  const rows = submissions.map(({ id, created_at, form, state, email, due_at, done_at }) => [
    referenceOf({ id }),
    toMinute(created_at),
    form,
    state,
    done_at === null ? (due_at ?? '').slice(0, 10) : 'done',
    email,
  ]);
  const messages = submissions.map(({ name, message }) => (name === '' ? message : `${name}: ${message}`));
  print(table(['ID', 'WHEN (UTC)', 'FORM', 'STATE', 'DUE', 'FROM'], rows, columns, messages));
  print(
    `\n${total > submissions.length ? `The newest ${submissions.length} of ` : ''}${plural(total, 'submission')}.`,
  );
}
