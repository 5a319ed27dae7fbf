import { moneyText } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { saveFile } from '#server/forms/save-file.ts';
import { readFile, type StoredSubmission } from '#server/forms/stored-submissions.ts';
import { submissionJson } from '#server/forms/submissions-json.ts';
import { printableJson, printableLine } from '#server/printable-text.ts';
import { toSecond } from '#server/time-text.ts';
import { openAudited } from '../audit-deps.ts';
import type { OperatorDeps } from '../operator-deps.ts';
import { factLines, indented } from '../table.ts';
import { findNamed, throwProblems } from './find-named.ts';

/** `submissions show`: everything about one; its files into a folder where asked for. */
export async function showSubmission(
  deps: OperatorDeps,
  typed: string,
  { json, save }: { readonly json: boolean; readonly save: string | undefined },
): Promise<void> {
  const { print, complain } = deps;
  const db = await deps.openDb();
  const {
    found: [submission],
    problems,
  } = await findNamed(db, [typed]);
  if (submission === undefined) return throwProblems(problems);
  await openAudited(deps, { action: 'submission-shown', subject: submission.id });
  print(
    json
      ? printableJson(submissionJson(submission))
      : describe(submission, await accountAddress(db, submission.user_id)),
  );
  if (save === undefined) return;
  // Standard output is for the program that reads the JSON.
  const tell = json ? complain : print;
  for (const { id, name } of submission.files) {
    const content = await readFile(db, id);
    if (content !== undefined) tell(`Saved ${printableLine(saveFile(save, name, content))}`);
  }
  if (submission.files.length === 0) tell('It came without files.');
}

/** The typed name and address may be anybody's; this one was confirmed. */
async function accountAddress(db: Db, userId: string | null): Promise<string | undefined> {
  if (userId === null) return undefined;
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email;
}

function describe(submission: StoredSubmission, account: string | undefined): string {
  const { payment_intent, amount, currency, fields, files } = submission;
  const facts: [label: string, value: string][] = [
    ['Submission', submission.id],
    ['When', `${toSecond(submission.created_at)} UTC`],
    ['Form', submission.form],
    ['State', submission.state],
    ['Name', submission.name],
    ['Email', submission.email],
    ['Account', account === undefined ? 'not signed in' : `signed in as ${account}`],
  ];
  if (amount !== null && currency !== null) {
    facts.push(['Payment', `${moneyText(amount, currency)} (${payment_intent ?? 'not begun'})`]);
  }
  if (submission.due_at !== null) {
    facts.push(['Answer by', submission.due_at.slice(0, 10)]);
    facts.push(['Answered', submission.done_at?.slice(0, 10) ?? 'no']);
  }
  for (const { field, name, type, size } of files) {
    facts.push(['File', `${name} (${type}, ${size.toLocaleString('en')} bytes, field “${field}”)`]);
  }
  const texts = [['Message', submission.message] as const, ...Object.entries(fields)];
  return [
    ...factLines(facts),
    ...texts.flatMap(([title, text]) => ['', printableLine(title), '', indented(text)]),
  ].join('\n');
}
