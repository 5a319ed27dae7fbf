import { parseArgs } from 'node:util';
import { moneyText } from '#contract/money.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';
import { auditDeps } from '../audit-deps.ts';
import { EXIT_CODES, type ExitCode, type OperatorDeps } from '../command.ts';
import { harmless, harmlessJson, harmlessLine } from '../harmless-text.ts';
import { UsageError, understand } from '../usage-error.ts';
import { findNamed, notFoundSentence } from './named-submissions.ts';
import { findSubmission, readFile, type StoredSubmission } from './read-submissions.ts';
import { saveFile } from './save-file.ts';
import { submissionJson } from './submission-json.ts';

/** `submissions show`: everything about one; its files into a folder where asked for. */
export async function showSubmission(deps: OperatorDeps, args: readonly string[]): Promise<ExitCode> {
  const { db, print, complain } = deps;
  const { values, positionals } = understand(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean' }, save: { type: 'string' } },
    }),
  );
  if (positionals.length !== 1) throw new UsageError('Name one submission by its id.');
  if (values.save === '') throw new UsageError('--save needs the name of a folder.');
  const [named] = await findNamed(db, positionals);
  if (named?.kind !== 'found') {
    if (named !== undefined) complain(notFoundSentence(named));
    return EXIT_CODES.failed;
  }
  const submission = await findSubmission(db, named.id);
  if (submission === undefined) {
    complain(notFoundSentence({ kind: 'missing', typed: named.id }));
    return EXIT_CODES.failed;
  }
  await recordAlone(
    { ...auditDeps(deps), db },
    { action: 'submission-shown', actor: 'operator', subject: submission.id },
  );
  print(
    values.json
      ? harmlessJson(submissionJson(submission))
      : describe(submission, await accountAddress(db, submission.user_id)),
  );
  if (values.save === undefined) return EXIT_CODES.done;
  // Beside JSON on standard output, words would be in the way of a program.
  const tell = values.json ? complain : print;
  for (const file of submission.files) {
    const content = await readFile(db, file.id);
    if (content !== undefined) tell(`Saved ${harmlessLine(saveFile(values.save, file.name, content))}`);
  }
  if (submission.files.length === 0) tell('It came without files.');
  return EXIT_CODES.done;
}

/** What was typed may be anybody's name and address; this one was confirmed. */
async function accountAddress(db: Db, userId: string | null): Promise<string | undefined> {
  if (userId === null) return undefined;
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email;
}

function describe(submission: StoredSubmission, account: string | undefined): string {
  const { payment_intent, amount, currency, fields, files } = submission;
  const facts: (readonly [string, string])[] = [
    ['Submission', submission.id],
    ['When', `${submission.created_at.slice(0, 19).replace('T', ' ')} UTC`],
    ['Form', submission.form],
    ['State', submission.state],
    ['Name', submission.name],
    ['Email', submission.email],
  ];
  facts.push(['Account', account === undefined ? 'not signed in' : `signed in as ${account}`]);
  if (amount !== null && currency !== null) {
    facts.push(['Payment', `${moneyText(amount, currency)} (${payment_intent ?? 'not begun'})`]);
  }
  for (const { field, name, type, size } of files) {
    facts.push(['File', `${name} (${type}, ${size.toLocaleString('en')} bytes, field “${field}”)`]);
  }
  const width = Math.max(...facts.map(([label]) => label.length));
  const lines = facts.map(([label, value]) => `${label.padEnd(width)}  ${harmlessLine(value)}`);
  const texts = [['Message', submission.message] as const, ...Object.entries(fields)];
  return [...lines, ...texts.flatMap(([title, text]) => ['', harmlessLine(title), '', indented(text)])].join(
    '\n',
  );
}

/** So that no line of a stranger's text looks like one of ours. */
function indented(text: string): string {
  return harmless(text.trimEnd())
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}
