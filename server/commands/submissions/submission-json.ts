import { harmlessJson } from '../harmless-text.ts';
import type { Pages, StoredSubmission } from './read-submissions.ts';

/** A submission as programs get it: the exact texts; what the site keeps for itself is left out. */
export function submissionJson(submission: StoredSubmission) {
  const { payment_intent, amount, currency, files, ...rest } = submission;
  return {
    ...rest,
    payment: payment_intent === null ? null : { intent: payment_intent, amount, currency },
    files: files.map(({ field, name, type, size }) => ({ field, name, type, size })),
  };
}

/** Submissions as one JSON array, a page at a time. */
export async function* jsonOfSubmissions(pages: Pages): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages()) {
    yield before + page.map((submission) => harmlessJson(submissionJson(submission))).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
