import { parseArgs } from 'node:util';
import { recordAlone } from '#server/audit/record-action.ts';
import { auditDeps } from '../audit-deps.ts';
import { EXIT_CODES, type ExitCode, type OperatorDeps } from '../command.ts';
import { UsageError, understand } from '../usage-error.ts';
import { csvOfSubmissions } from './csv.ts';
import { beginExportFile } from './export-file.ts';
import { FILTER_FLAGS, parseFilter } from './filter.ts';
import { pagesOfSubmissions } from './read-submissions.ts';
import { countOf } from './sentences.ts';
import { jsonOfSubmissions } from './submission-json.ts';

const FORMATS = { csv: csvOfSubmissions, json: jsonOfSubmissions };
/** A submission has up to a quarter of a megabyte (`BODY_LIMITS.form`). */
const PAGE_SIZE = 100;

/**
 * `submissions export`: all that match, oldest first, on standard output or into a file.
 *
 * @param pageSize how many submissions are in memory at a time
 */
export async function exportSubmissions(
  deps: OperatorDeps,
  args: readonly string[],
  pageSize = PAGE_SIZE,
): Promise<ExitCode> {
  const { db, print, complain, write } = deps;
  const { format, out, replace, filter } = parseExport(args);
  // Before the first of them leaves: whoever reads may go away half-way.
  await recordAlone(
    { ...auditDeps(deps), db },
    { action: 'submissions-exported', actor: 'operator', detail: format },
  );
  let count = 0;
  async function* pages() {
    count = 0;
    for await (const page of pagesOfSubmissions(db, filter, pageSize)) {
      count += page.length;
      yield page;
    }
  }
  const texts = FORMATS[format](pages);
  if (out === undefined) {
    await pour(texts, write);
    return EXIT_CODES.done;
  }
  if (!(await pourIntoFile(texts, out, replace))) {
    complain(`${out} is there already. Choose another name, or add --force to replace it.`);
    return EXIT_CODES.failed;
  }
  print(`${countOf(count)} in ${out}.`);
  return EXIT_CODES.done;
}

function parseExport(args: readonly string[]) {
  const { values } = understand(() =>
    parseArgs({
      args: [...args],
      options: {
        ...FILTER_FLAGS,
        format: { type: 'string' },
        out: { type: 'string' },
        force: { type: 'boolean' },
      },
    }),
  );
  const { format, out, force = false } = values;
  if (format !== 'csv' && format !== 'json') {
    throw new UsageError(`--format must be csv or json${format === undefined ? '' : `, not “${format}”`}.`);
  }
  if (out === '') throw new UsageError('--out needs the name of a file.');
  if (force && out === undefined) throw new UsageError('--force goes with --out.');
  return { format, out, replace: force, filter: parseFilter(values) } as const;
}

/** Stops, without an error, when nobody takes the text any longer. */
async function pour(texts: AsyncIterable<string>, write: (text: string) => Promise<boolean>): Promise<void> {
  for await (const text of texts) {
    if (!(await write(text))) return;
  }
}

/** False when the file must not be replaced. On every failure nothing of ours is left. */
async function pourIntoFile(texts: AsyncIterable<string>, name: string, replace: boolean): Promise<boolean> {
  const file = await beginExportFile(name, { replace });
  if (file === undefined) return false;
  try {
    await pour(texts, file.write);
    return await file.keep();
  } finally {
    await file.discard();
  }
}
