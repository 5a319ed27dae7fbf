import { csv, printableJson } from '#server/printable-text.ts';
import type { StoredSubmission } from './stored-submissions.ts';

export const EXPORT_FORMATS = { csv: csvOfSubmissions, json: jsonOfSubmissions } as const;
/** @public */
export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** The maximum number of submissions in memory at a time. Each has up to a quarter of a megabyte (`BODY_LIMITS.form`). @public */
export const EXPORT_PAGE_SIZE = 100;

const COLUMNS = [
  ...(['id', 'created_at', 'form', 'state', 'name', 'email', 'message', 'user_id'] as const),
  ...(['payment_intent', 'amount', 'currency', 'due_at', 'done_at'] as const),
];

/** The maximum number of columns for further fields. Senders may use any names. The remaining fields share one column, as JSON. */
const FIELD_COLUMNS_MOST = 50;

/**
 * CSV without formulas and control characters. Further fields have columns named `field:…`.
 * @param pages called twice, for the columns and the rows, so that only one page is in memory
 */
export async function* csvOfSubmissions(
  pages: () => AsyncIterable<readonly StoredSubmission[]>,
): AsyncGenerator<string> {
  const fields = await fieldNames(pages());
  yield csv([[...COLUMNS, 'files', ...fields.map((name) => `field:${name}`), 'further_fields']], true);
  for await (const page of pages()) {
    yield csv(
      page.map((submission) => [
        ...COLUMNS.map((column) => String(submission[column] ?? '')),
        submission.files.map(({ name, size }) => `${name} (${size} bytes)`).join('\n'),
        ...fieldCells(new Map(Object.entries(submission.fields)), fields),
      ]),
    );
  }
}

async function fieldNames(pages: AsyncIterable<readonly StoredSubmission[]>): Promise<string[]> {
  const names = new Set<string>();
  for await (const page of pages) {
    for (const name of page.flatMap(({ fields }) => Object.keys(fields))) names.add(name);
    if (names.size >= FIELD_COLUMNS_MOST) break;
  }
  return [...names].slice(0, FIELD_COLUMNS_MOST);
}

function fieldCells(fields: ReadonlyMap<string, string>, names: readonly string[]): string[] {
  const further = [...fields].filter(([name]) => !names.includes(name));
  return [
    ...names.map((name) => fields.get(name) ?? ''),
    further.length === 0 ? '' : JSON.stringify(Object.fromEntries(further)),
  ];
}

function submissionJson(submission: StoredSubmission) {
  // Leaves out who reads and answers a submission, because only the console shows this.
  const { payment_intent, amount, currency, files, read_at: _, assigned_to: __, ...rest } = submission;
  return {
    ...rest,
    payment: payment_intent === null ? null : { intent: payment_intent, amount, currency },
    files: files.map(({ field, name, type, size }) => ({ field, name, type, size })),
  };
}

async function* jsonOfSubmissions(
  pages: () => AsyncIterable<readonly StoredSubmission[]>,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages()) {
    yield separator + page.map((submission) => printableJson(submissionJson(submission))).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
