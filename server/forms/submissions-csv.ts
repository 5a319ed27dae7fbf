import { csv } from '#server/csv.ts';
import type { StoredSubmission } from './stored-submissions.ts';

const COLUMNS = [
  ...(['id', 'created_at', 'form', 'state', 'name', 'email', 'message', 'user_id'] as const),
  ...(['payment_intent', 'amount', 'currency', 'due_at', 'done_at'] as const),
];

/** Anybody may send fields of any name. Those beyond this many names share one column, as JSON. */
const FIELD_COLUMNS_MOST = 50;

/**
 * Submissions as CSV for spreadsheets: no formulas, no unprintable characters. Further fields of the forms have
 * columns named `field:…`.
 *
 * @param pages called twice, for the columns and for the rows, so that only one page is in memory
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

/** The names of the first fields, in the order in which they came up. */
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
