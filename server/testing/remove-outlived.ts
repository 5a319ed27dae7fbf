import { acceptClock, runRetention } from '#server/jobs/run-retention.ts';
import type { TestApp } from './test-app.ts';

/** Runs the hourly retention of the site at a given time, with a trusted clock. Fails when a rule fails. */
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
