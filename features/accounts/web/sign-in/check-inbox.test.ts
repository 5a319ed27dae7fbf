import { expect, test } from 'vitest';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { VERIFICATION } from '#contract/limits.ts';
import { filled } from '#contract/page-errors.ts';
import { MAX_VERIFICATION_ATTEMPTS } from '#features/accounts/refusals.ts';
import { clockText, resendHint } from './check-inbox.tsx';

const { resendNow, resendIn, resendInAMinute } = AUTH_WORDS.inbox;

test('the hint says when another mail can be requested, then offers it, or says that no more are allowed', () => {
  for (let elapsed = 0; elapsed < VERIFICATION.minutesBetween * 60; elapsed++) {
    const minutes = Math.max(1, VERIFICATION.minutesBetween - Math.floor(elapsed / 60));
    const said = minutes === 1 ? resendInAMinute : filled(resendIn, { minutes });
    expect(resendHint(VERIFICATION.minutesBetween * 60 - elapsed)).toBe(said);
  }
  expect(resendHint(0)).toBe(resendNow);
  expect(resendHint(null)).toBe(MAX_VERIFICATION_ATTEMPTS.message);
});

test('the countdown is written as minutes and seconds', () => {
  expect([300, 299, 60, 9].map(clockText)).toEqual(['5:00', '4:59', '1:00', '0:09']);
});
