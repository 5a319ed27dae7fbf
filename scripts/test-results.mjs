import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {'ok' | 'failed' | 'not run'} state
 * @property {number} seconds
 * @property {Counts} [counts] absent where a step has no tests
 */

/** @type {Counts} */
const NONE = { passed: 0, failed: 0, skipped: 0 };

/**
 * Counts the tests in the report of Vitest's or Playwright's JSON reporter. A run that failed without a failed test
 * counts as one failure: a file did not load, a server did not start, or the run ended before its report.
 *
 * @param {string} file
 * @param {boolean} isGreen
 * @returns {Counts}
 */
export function countTests(file, isGreen) {
  const counts = read(file);
  return !isGreen && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * @param {string} file
 * @returns {Counts}
 */
function read(file) {
  try {
    const { stats, ...vitest } = JSON.parse(readFileSync(file, 'utf8'));
    if (stats !== undefined)
      return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped };
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = vitest;
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  } catch {
    return { ...NONE, failed: 1 };
  }
}

/** @param {Step} step */
export function lineOf({ name, state, seconds, counts }) {
  const tests = counts === undefined ? '' : `: ${shown(counts)}`;
  return `${state.padEnd(9)}${name}${tests}${state === 'not run' ? '' : ` (${seconds.toFixed(1)} s)`}`;
}

/**
 * The last lines that `npm test` prints. The very last line is for machines: `N passed, N failed, N skipped`.
 *
 * @param {readonly Step[]} steps
 * @param {readonly string[]} notes what was not run, and why
 */
export function summary(steps, notes) {
  const total = { ...NONE };
  for (const { counts = NONE } of steps) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  return [...steps.map(lineOf), '', ...notes.map((note) => `${note}\n`), shown(total)].join('\n');
}

/** @param {Counts} counts */
function shown({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
