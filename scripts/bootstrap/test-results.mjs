import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const NONE = { passed: 0, failed: 0, skipped: 0 };

/**
 * Counts the tests in the report of Vitest's JSON reporter. A test file that could not be loaded counts as one failed test.
 *
 * @param {any} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const unloaded = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Counts the tests in the report of Playwright's JSON reporter. An error outside any test (a file that does not load, a
 * server that does not start) counts as one failed test.
 *
 * @param {any} report
 * @returns {Counts}
 */
export function countPlaywright(report) {
  const { expected, unexpected, skipped } = report.stats;
  return { passed: expected, failed: unexpected === 0 ? report.errors.length : unexpected, skipped };
}

/**
 * Counts the tests of a step from its report file. A missing or unreadable report counts as one failed test, because the
 * step ended before its tests.
 *
 * @param {string} file
 * @param {(report: any) => Counts} count
 * @returns {Counts}
 */
export function countFile(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { ...NONE, failed: 1 };
  }
}

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {'ok' | 'failed' | 'not run'} state
 * @property {number} seconds
 * @property {Counts} [counts] absent where a step has no tests
 */

/**
 * @param {Step} step
 */
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
  for (const { counts = NONE } of steps)
    for (const kind of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[kind] += counts[kind];
  return [...steps.map(lineOf), '', ...notes.map((note) => `${note}\n`), shown(total)].join('\n');
}

/** @param {Counts} counts */
function shown({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
