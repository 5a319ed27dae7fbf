import { readFileSync } from 'node:fs';

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };
export type Step = {
  readonly name: string;
  readonly state: 'ok' | 'failed' | 'not run';
  readonly seconds: number;
  /** The numbers of tests by result. Absent for a step without tests. */
  readonly counts?: Counts;
};

/**
 * Counts the tests in the report of Vitest's or Playwright's JSON reporter. A run that failed without a failed test
 * counts as one failure: a file did not load, a server did not start, or the run ended before its report.
 */
export function countTests(file: string, isGreen: boolean): Counts {
  const counts = read(file);
  return !isGreen && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function read(file: string): Counts {
  try {
    const { stats, ...vitest } = JSON.parse(readFileSync(file, 'utf8'));
    if (stats !== undefined)
      return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped };
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = vitest;
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

export function lineOf({ name, state, seconds, counts }: Step): string {
  const tests = counts === undefined ? '' : `: ${shown(counts)}`;
  return `${state.padEnd(9)}${name}${tests}${state === 'not run' ? '' : ` (${seconds.toFixed(1)} s)`}`;
}

/**
 * The last lines that `npm test` prints. The very last line is for machines: `N passed, N failed, N skipped`.
 *
 * @param notes what was not run, and why
 */
export function summary(steps: readonly Step[], notes: readonly string[]): string {
  const sumOf = (kind: keyof Counts) => steps.reduce((sum, { counts }) => sum + (counts?.[kind] ?? 0), 0);
  const total = { passed: sumOf('passed'), failed: sumOf('failed'), skipped: sumOf('skipped') };
  return [...steps.map(lineOf), '', ...notes.map((note) => `${note}\n`), shown(total)].join('\n');
}

const shown = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
