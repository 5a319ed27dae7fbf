import { printableJson } from '#server/printable-text.ts';
import type { StoredSubmission } from './stored-submissions.ts';

/** A submission as programs get it: the exact texts. */
export function submissionJson(submission: StoredSubmission) {
  // Who reads and answers it is for the console.
  const { payment_intent, amount, currency, files, read_at: _, assigned_to: __, ...rest } = submission;
  return {
    ...rest,
    payment: payment_intent === null ? null : { intent: payment_intent, amount, currency },
    files: files.map(({ field, name, type, size }) => ({ field, name, type, size })),
  };
}

/** Submissions as one JSON array, a page at a time. */
export async function* jsonOfSubmissions(
  pages: () => AsyncIterable<readonly StoredSubmission[]>,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages()) {
    yield separator + page.map((submission) => printableJson(submissionJson(submission))).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
