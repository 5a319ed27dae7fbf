import { runRetention } from '#server/retention/run-retention.ts';
import type { TestApp } from './test-app.ts';

/** What the site does each hour, at a moment of the test's. Fails where a rule fails. */
export function removeOutlived({ deps }: TestApp, now: Date): Promise<Readonly<Record<string, number>>> {
  const log = {
    info: () => {},
    error: ({ err }: { err: unknown }) => {
      throw err;
    },
  };
  return runRetention({ ...deps, clock: () => now, log });
}
