import { pagesOfSubmissions, type SubmissionFilter } from '#server/forms/stored-submissions.ts';
import { EXPORT_FORMATS, EXPORT_PAGE_SIZE, type ExportFormat } from '#server/forms/submissions-export.ts';
import { plural } from '#server/plural.ts';
import { writePrivateFile } from '#server/private-file.ts';
import { openAudited } from '../audit-deps.ts';
import type { OperatorDeps } from '../operator-deps.ts';

type ExportOptions = {
  readonly format: ExportFormat;
  /** Standard output when undefined. */
  readonly out: string | undefined;
  readonly replace: boolean;
};

/** `submissions export`: all that match, oldest first. */
export async function exportSubmissions(
  deps: OperatorDeps,
  filter: SubmissionFilter,
  { format, out, replace }: ExportOptions,
): Promise<void> {
  const db = await openAudited(deps, { action: 'submissions-exported', detail: format });
  let count = 0;
  const texts = EXPORT_FORMATS[format](async function* () {
    count = 0;
    for await (const page of pagesOfSubmissions(db, filter, EXPORT_PAGE_SIZE)) {
      count += page.length;
      yield page;
    }
  });
  if (out !== undefined) {
    await writePrivateFile(out, (file) => file.writeFile(texts), { replace });
    return deps.print(`${plural(count, 'submission')} in ${out}.`);
  }
  for await (const text of texts) {
    if (!(await deps.write(text))) return;
  }
}
