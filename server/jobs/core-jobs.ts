import { logNewLines } from '#server/audit/lines.ts';
import { fillSearch } from '#server/database/search.ts';
import type { createFileRewriter } from '#server/database/sqlite-file.ts';
import type { Job } from '#server/feature.ts';
import { runRetention } from './run-retention.ts';

const HOUR = 60 * 60_000;

/** What the core repeats, after the jobs of the features. */
export function createCoreJobs(
  rewrite: Pick<ReturnType<typeof createFileRewriter>, 'daily'>,
): readonly Job[] {
  return [
    {
      // An announcement that another process was told of, or that begins or ends.
      name: 'changes of pages',
      every: 10_000,
      run: ({ live }) => live.refresh(),
    },
    {
      name: 'what has outlived its purpose',
      every: HOUR,
      run: async (deps, { signal }) => {
        await runRetention(deps, undefined, () => signal.aborted);
        await rewrite.daily();
      },
    },
    // Rows that another transaction had locked are filled an hour later.
    { name: 'making old rows searchable', every: HOUR, run: ({ db }) => fillSearch(db) },
    // Last: whatever ends before may still write lines.
    { name: 'writing audit lines to the log', every: 1_000, runsAtStop: true, run: logNewLines },
  ];
}
