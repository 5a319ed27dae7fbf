import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const NONE = { passed: 0, failed: 0, skipped: 0 };

/**
 * Reads what Vitest's JSON reporter wrote. A file that could not even be loaded counts as one failed test.
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
 * Reads what Playwright's JSON reporter wrote. A test that passed only on a second try counts as failed; an error
 * outside any test (a file that does not load, a server that does not start) counts as one failed test.
 *
 * @param {any} report
 * @returns {Counts}
 */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: failed === 0 ? report.errors.length : failed, skipped };
}

/**
 * Counts the tests of a step. A report that is missing or unreadable counts as one failed test: the step never got
 * to its tests.
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
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export function sum(all) {
  return all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    NONE,
  );
}

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {'ok' | 'failed' | 'not run'} state
 * @property {number} seconds
 * @property {Counts} [counts] absent where a step has no tests
 */

/**
 * The closing table; its last line is read by machines: `N passed, N failed, N skipped`.
 *
 * @param {readonly Step[]} steps
 * @param {readonly string[]} notes what was not run, and why
 */
export function summary(steps, notes) {
  const rows = [
    ['Step', 'Result', 'Passed', 'Failed', 'Skipped', 'Seconds'],
    ...steps.map(({ name, state, seconds, counts }) => [
      name,
      state,
      ...(counts === undefined ? ['', '', ''] : [counts.passed, counts.failed, counts.skipped].map(String)),
      state === 'not run' ? '' : seconds.toFixed(1),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const table = rows.map((row) =>
    row
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const { passed, failed, skipped } = sum(steps.map(({ counts }) => counts ?? NONE));
  return [
    ...table,
    '',
    ...notes,
    ...(notes.length > 0 ? [''] : []),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n');
}
