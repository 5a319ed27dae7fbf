import { expect, test } from 'vitest';
import { answerIn, parseReport } from './social-report.ts';

test.each<[string, string, string, string | null]>([
  ['event=e1&outcome=signed-in&provider=google&mode=popup', 'e1', 'signed-in', 'google'],
  ['outcome=Call+us+now&provider=Evil&mode=else', '', 'internal-error', null],
  ['outcome=toString', '', 'internal-error', null],
  ['outcome=__proto__', '', 'internal-error', null],
  ['outcome=constructor', '', 'internal-error', null],
  ['outcome=', '', 'internal-error', null],
])('unknown values in the callback query “%s” become defaults', (query, event, outcome, provider) => {
  const answer = answerIn(new URLSearchParams(query));
  expect(answer).toEqual({ event, outcome, provider, mode: 'popup' });
});

test('a callback URL without an outcome is read as no report', () => {
  for (const query of ['', 'provider=google']) expect(answerIn(new URLSearchParams(query))).toBeNull();
});

test('[V3.5.5] unknown properties of a report are dropped', () => {
  const report = { event: 'e1', outcome: 'proved', provider: 'github' } as const;
  expect(parseReport({ ...report, mode: 'popup', user: { id: 'somebody' } })).toEqual(report);
});
