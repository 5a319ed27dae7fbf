import { expect, test } from 'vitest';
import { answerIn, parseReport } from './social-report.ts';

const answer = (query: string) => answerIn(new URLSearchParams(query));

test('the callback address is read', () => {
  expect(answer('event=e1&outcome=signed-in&provider=google&mode=popup')).toEqual({
    event: 'e1',
    outcome: 'signed-in',
    provider: 'google',
    mode: 'popup',
  });
  expect(answer('event=e1&outcome=user-cancelled&provider=github&mode=redirect')).toEqual({
    event: 'e1',
    outcome: 'user-cancelled',
    provider: 'github',
    mode: 'redirect',
  });
});

test('the bare page has no answer', () => {
  expect(answer('')).toBeNull();
  expect(answer('provider=google')).toBeNull();
});

test('nothing of the address but what the catalogue knows gets through', () => {
  expect(answer('outcome=Call+us+now&provider=Evil&mode=else')).toEqual({
    event: '',
    outcome: 'internal-error',
    provider: null,
    mode: 'popup',
  });
  for (const name of ['toString', '__proto__', 'constructor', ''])
    expect(answer(`outcome=${name}`)?.outcome).toBe('internal-error');
});

test('a report keeps nothing that is not part of it', () => {
  const report = { event: 'e1', outcome: 'proved', provider: 'github', mode: 'redirect' } as const;
  expect(parseReport({ ...report, user: { id: 'somebody' } })).toEqual(report);
  expect(parseReport({ ...report, mode: undefined })).toEqual({ ...report, mode: 'popup' });
});
