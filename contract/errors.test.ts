import { expect, test } from 'vitest';
import { SOCIAL_ERRORS } from '#features/social-sign-in/refusals.ts';
import { ALL_ERRORS, type ErrorCode, isErrorCode, sentenceOf } from './errors.ts';
import { PAGE_ERRORS } from './page-errors.ts';

test('the sentences that docs/product.md fixes are exact', () => {
  expect(sentenceOf('EMAIL_NOT_VERIFIED')).toBe('Please verify your email before signing in.');
  expect(sentenceOf('INVALID_EMAIL_OR_PASSWORD')).toBe('Invalid email or password');
  expect(PAGE_ERRORS).toMatchObject({
    SOCIAL_SIGN_IN_FAILED: 'Failed to sign in with {provider}',
    RESEND_FAILED: 'Failed to resend verification email',
    RESET_REQUEST_FAILED: 'Failed to send password reset email',
    SAVE_FAILED: 'Failed to save user data',
  });
  expect(sentenceOf('UNEXPECTED')).toBe('An unexpected error occurred.');
  expect(sentenceOf('NO_USER_SIGNED_IN')).toBe('No user is currently signed in');
  expect(sentenceOf('EMAIL_ALREADY_VERIFIED')).toBe('Email is already verified');
  expect(sentenceOf('MAX_VERIFICATION_ATTEMPTS')).toBe(
    'Maximum verification attempts reached. Please contact support.',
  );
  expect(sentenceOf('VERIFICATION_TOO_SOON', { minutes: 1 })).toBe(
    'Please wait 1 minutes before requesting another verification email.',
  );
  expect(sentenceOf('NAME_MISMATCH')).toBe('Please type your name correctly to confirm deletion');
  expect(sentenceOf('WRONG_PASSWORD')).toBe('Failed to delete account. Please check your password.');
});

test('every entry is a refusal with a sentence', () => {
  for (const [code, { status, message }] of Object.entries(ALL_ERRORS)) {
    expect(code).toMatch(/^[A-Z_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).not.toBe('');
  }
  for (const sentence of Object.values(SOCIAL_ERRORS)) expect(sentence).toMatch(/^[A-Z].+\.$/);
});

test('only codes of the catalogue count as codes', () => {
  expect(isErrorCode('UNEXPECTED' satisfies ErrorCode)).toBe(true);
  for (const value of ['toString', '__proto__', 'unexpected', 7, null])
    expect(isErrorCode(value)).toBe(false);
});
