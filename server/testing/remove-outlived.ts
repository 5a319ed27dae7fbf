import { acceptClock, runRetention } from '#server/jobs/run-retention.ts';
import type { TestApp } from './test-app.ts';

/** What the site does each hour, at a moment of the test's, with a clock that is trusted. Fails where a rule fails. */
export async function removeOutlived(
  { deps }: TestApp,
  now: Date,
): Promise<Readonly<Record<string, number>>> {
  const log = {
    info: () => {},
    error: ({ err }: { err: unknown }) => {
      throw err;
    },
  };
  await acceptClock(deps.db, now);
  return runRetention({ ...deps, clock: () => now, log });
}
