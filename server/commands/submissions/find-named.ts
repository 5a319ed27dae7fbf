import type { Db } from '#server/database/database.ts';
import { findSubmission, type StoredSubmission } from '#server/forms/stored-submissions.ts';

const SHORTEST = 6;

type Named = { readonly found: readonly StoredSubmission[]; readonly problems: readonly string[] };

/** The submissions that typed ids, or beginnings of ids, mean, each once; and a sentence for each that means none. */
export async function findNamed(db: Db, typed: readonly string[]): Promise<Named> {
  const found = new Map<string, StoredSubmission>();
  const problems: string[] = [];
  for (const text of new Set(typed)) {
    const submission = text.length < SHORTEST ? 'short' : await findSubmission(db, text);
    if (typeof submission === 'object') found.set(submission.id, submission);
    else problems.push(SENTENCES[submission](text));
  }
  return { found: [...found.values()], problems };
}

const SENTENCES = {
  short: (typed: string) => `“${typed}” is too short: type at least ${SHORTEST} characters of the id.`,
  missing: (typed: string) => `There is no submission ${typed}.`,
  ambiguous: (typed: string) => `Several submissions begin with ${typed}: type more of the id.`,
};

/** Ends a command that could not do everything. */
export function throwProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
