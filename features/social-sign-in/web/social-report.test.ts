import { expect, test } from 'vitest';
import { answerIn, parseReport } from './social-report.ts';

test.each<[string, string, string, string | null, string]>([
  ['event=e1&outcome=signed-in&provider=google&mode=redirect', 'e1', 'signed-in', 'google', 'redirect'],
  ['outcome=Call+us+now&provider=Evil&mode=else', '', 'internal-error', null, 'popup'],
  ['outcome=toString', '', 'internal-error', null, 'popup'],
  ['outcome=__proto__', '', 'internal-error', null, 'popup'],
  ['outcome=constructor', '', 'internal-error', null, 'popup'],
  ['outcome=', '', 'internal-error', null, 'popup'],
])(
  'the callback query “%s” is read with default values in place of unknown values',
  (query, event, outcome, provider, mode) => {
    expect(answerIn(new URLSearchParams(query))).toEqual({ event, outcome, provider, mode });
  },
);

test('a callback URL without an outcome is read as no report', () => {
  for (const query of ['', 'provider=google']) expect(answerIn(new URLSearchParams(query))).toBeNull();
});

test('[V3.5.5] unknown properties of a report are dropped', () => {
  const report = { event: 'e1', outcome: 'proved', provider: 'github' } as const;
  expect(parseReport({ ...report, mode: 'popup', user: { id: 'somebody' } })).toEqual(report);
});
