import { expect, test } from 'vitest';
import { answerIn, parseReport } from './social-report.ts';

const answer = (query: string) => answerIn(new URLSearchParams(query));

test('the query of the callback URL is read into event, outcome, provider and mode', () => {
  expect(answer('event=e1&outcome=signed-in&provider=google&mode=popup')).toEqual({
    event: 'e1',
    outcome: 'signed-in',
    provider: 'google',
    mode: 'popup',
  });
});

test('a callback URL without an outcome is read as no report', () => {
  expect(answer('')).toBeNull();
  expect(answer('provider=google')).toBeNull();
});

test('unknown values in the callback URL are replaced by defaults', () => {
  expect(answer('outcome=Call+us+now&provider=Evil&mode=else')).toEqual({
    event: '',
    outcome: 'internal-error',
    provider: null,
    mode: 'popup',
  });
  for (const name of ['toString', '__proto__', 'constructor', ''])
    expect(answer(`outcome=${name}`)?.outcome).toBe('internal-error');
});

test('[V3.5.5] unknown properties of a report are dropped', () => {
  const report = { event: 'e1', outcome: 'proved', provider: 'github' } as const;
  expect(parseReport({ ...report, mode: 'popup', user: { id: 'somebody' } })).toEqual(report);
});
