import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SOCIAL_ERRORS } from '#features/social-sign-in/refusals.ts';
import { ALL_REFUSALS } from '#server/testing/all-refusals.ts';
import { sentenceOf, UNEXPECTED } from './errors.ts';
import { PAGE_ERRORS } from './page-errors.ts';

const ROOT = join(import.meta.dirname, '..');
const CODES = ALL_REFUSALS.map(({ code }) => code);

test('the sentences that the spec gives are exact (spec §5, §8)', () => {
  expect(sentenceOf('EMAIL_NOT_VERIFIED')).toBe('Please verify your email before signing in.');
  expect(sentenceOf('INVALID_EMAIL_OR_PASSWORD')).toBe('Invalid email or password');
  expect(PAGE_ERRORS).toMatchObject({
    SOCIAL_SIGN_IN_FAILED: 'Failed to sign in with {provider}',
    RESEND_FAILED: 'Failed to resend verification email',
    RESET_REQUEST_FAILED: 'Failed to send password reset email',
    SAVE_FAILED: 'Failed to save user data',
  });
  expect(UNEXPECTED.message).toBe('An unexpected error occurred.');
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

test('every refusal has a code of its own, a status and a sentence', () => {
  expect(ALL_REFUSALS.length).toBeGreaterThan(40);
  for (const { code, status, message } of ALL_REFUSALS) {
    expect(code).toMatch(/^[A-Z_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).not.toBe('');
  }
  expect(CODES).toEqual([...new Set(CODES)]);
  for (const sentence of Object.values(SOCIAL_ERRORS)) expect(sentence).toMatch(/^[A-Z].+\.$/);
});

test('pages ask only for codes that there are', () => {
  const pages = globSync('web/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !file.includes('.test.'));
  const text = pages.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('');
  const asked = [...text.matchAll(/\bcode(?: ===|:) '([A-Z_]+)'/g)].map(([, code]) => code);
  expect(asked.length).toBeGreaterThan(5);
  expect(CODES).toEqual(expect.arrayContaining(asked));
});
