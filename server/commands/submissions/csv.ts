import { stringify } from 'csv-stringify/sync';
import type { Pages, StoredSubmission } from './read-submissions.ts';

const COLUMNS: Readonly<Record<string, (submission: StoredSubmission) => string | number | null>> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  form: ({ form }) => form,
  state: ({ state }) => state,
  name: ({ name }) => name,
  email: ({ email }) => email,
  message: ({ message }) => message,
  user_id: ({ user_id }) => user_id,
  payment_intent: ({ payment_intent }) => payment_intent,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  files: ({ files }) => files.map(({ name, size }) => `${name} (${size} bytes)`).join('\n'),
};

/** Anybody may send fields of any name. Beyond this many names, the rest is one column of JSON: nothing is lost. */
const FIELD_COLUMNS_MOST = 50;

/**
 * Submissions as CSV for spreadsheets, a page at a time (all are read twice, for the columns and for the rows): UTF-8 with its mark, CRLF, every cell quoted and fit for a
 * spreadsheet. The further fields of the forms have columns of their own, `field:` before their names.
 */
export async function* csvOfSubmissions(pages: Pages): AsyncGenerator<string> {
  const fields = await fieldNames(pages);
  yield csv([[...Object.keys(COLUMNS), ...fields.map((name) => `field:${name}`), 'further_fields']], true);
  for await (const page of pages()) {
    yield csv(
      page.map((submission) => [
        ...Object.values(COLUMNS).map((column) => String(column(submission) ?? '')),
        ...fieldCells(submission.fields, fields),
      ]),
    );
  }
}

/** The names of the first fields, in the order in which they came up. */
async function fieldNames(pages: Pages): Promise<string[]> {
  const names = new Set<string>();
  for await (const page of pages()) {
    for (const name of page.flatMap(({ fields }) => Object.keys(fields))) {
      if (names.size === FIELD_COLUMNS_MOST) return [...names];
      names.add(name);
    }
  }
  return [...names];
}

function fieldCells(fields: Readonly<Record<string, string>>, names: readonly string[]): string[] {
  const further = Object.entries(fields).filter(([name]) => !names.includes(name));
  return [
    ...names.map((name) => (Object.hasOwn(fields, name) ? (fields[name] ?? '') : '')),
    further.length === 0 ? '' : JSON.stringify(Object.fromEntries(further)),
  ];
}

function csv(rows: readonly (readonly string[])[], bom = false): string {
  return stringify(
    rows.map((row) => row.map(spreadsheetText)),
    // Quoted throughout: a spreadsheet that splits at semicolons keeps `a;=1+1` in one cell, too. The library's own
    // `escape_formulas` looks at the first character only.
    { bom, quoted: true, record_delimiter: 'windows' },
  );
}

/** Whether a spreadsheet might take it for a formula, given that some overlook what cannot be seen before it. */
const FORMULA = /^[=+\-@\u2212]/;
const UNSEEN_BEFORE = /^[\s\p{C}\p{Z}]+/u;
const LINE_OR_TAB_BEFORE = /^[\t\r\n]/;
/** Never in a text on purpose, and a terminal that shows the file would obey them. */
const CONTROL = /(?!\r\n)\p{Cc}(?<![\t\n])/gu;

/** As a spreadsheet may have it: never a formula (then it begins with an apostrophe), no control characters. */
export function spreadsheetText(text: string): string {
  const harmless = text.replace(CONTROL, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
  const seen = harmless.replace(UNSEEN_BEFORE, '').slice(0, 4).normalize('NFKC');
  return FORMULA.test(seen) || LINE_OR_TAB_BEFORE.test(harmless) ? `'${harmless}` : harmless;
}
