import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { countTests, summary } from './test-results.ts';

const VITEST = '{ "numPassedTests": 5, "numFailedTests": 0, "numPendingTests": 2, "numTodoTests": 1 }';
const PLAYWRIGHT = '{ "stats": { "expected": 4, "unexpected": 2, "skipped": 1 } }';

it.each<[string, string | undefined, boolean, object]>([
  ['of Vitest', VITEST, true, { passed: 5, failed: 0, skipped: 3 }],
  ['of Vitest, where a file did not load', VITEST, false, { passed: 5, failed: 1, skipped: 3 }],
  ['of Playwright', PLAYWRIGHT, false, { passed: 4, failed: 2, skipped: 1 }],
  ['that was cut short', '{"numPassed', false, { passed: 0, failed: 1, skipped: 0 }],
  ['that is missing', undefined, true, { passed: 0, failed: 1, skipped: 0 }],
])('npm test counts the passed, failed and skipped tests of a report %s', (_of, report, isGreen, counts) => {
  const file = join(makeTemporaryFolder(), 'report.json');
  if (report !== undefined) writeFileSync(file, report);
  expect(countTests(file, isGreen)).toEqual(counts);
});

it('the summary of npm test lists what was not run and ends with the numbers of all tests', () => {
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
