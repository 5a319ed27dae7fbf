import { acceptClock, runRetention } from '#server/jobs/run-retention.ts';
import type { TestApp } from './test-app.ts';

/** Runs the hourly retention at a given time, with a trusted clock. Fails if a rule fails. */
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
