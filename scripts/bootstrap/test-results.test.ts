import { expect, it } from 'vitest';
import { countFile, countPlaywright, countVitest, summary } from './test-results.mjs';

it('a Vitest file that could not be loaded counts as one failed test', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };
  expect(countVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 3 });
});

it('a browser run that ended before its first test counts as failed', () => {
  const report = { stats: { expected: 0, unexpected: 0, skipped: 0 }, errors: [{ message: 'no server' }] };
  expect(countPlaywright(report)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it('a missing test report counts as one failed test', () => {
  expect(countFile('/nowhere/report.json', countVitest)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it('the summary of npm test lists what was not run and ends with the total numbers', () => {
  const text = summary(
    [
      { name: 'types', state: 'ok', seconds: 1.25 },
      { name: 'unit', state: 'failed', seconds: 2, counts: { passed: 10, failed: 1, skipped: 0 } },
      { name: 'browser', state: 'not run', seconds: 0 },
    ],
    ['NOT RUN browser: no Chromium'],
  );
  expect(text.split('\n')).toEqual([
    'ok       types (1.3 s)',
    'failed   unit: 10 passed, 1 failed, 0 skipped (2.0 s)',
    'not run  browser',
    '',
    'NOT RUN browser: no Chromium',
    '',
    '10 passed, 1 failed, 0 skipped',
  ]);
});
