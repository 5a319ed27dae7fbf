import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SOCIAL_ERRORS } from '#features/social-sign-in/refusals.ts';
import { ALL_REFUSALS } from '#server/testing/all-refusals.ts';
import { PAGE_ERRORS } from './page-errors.ts';

const ROOT = join(import.meta.dirname, '..');
const CODES = ALL_REFUSALS.map(({ code }) => code);

test('the error messages have exactly the texts that docs/product.md gives', () => {
  expect(Object.fromEntries(ALL_REFUSALS.map(({ code, message }) => [code, message]))).toMatchObject({
    EMAIL_NOT_VERIFIED: 'Please verify your email before signing in.',
    INVALID_EMAIL_OR_PASSWORD: 'Invalid email or password',
    UNEXPECTED: 'An unexpected error occurred.',
    NO_USER_SIGNED_IN: 'No user is currently signed in',
    EMAIL_ALREADY_VERIFIED: 'Email is already verified',
    MAX_VERIFICATION_ATTEMPTS: 'Maximum verification attempts reached. Please contact support.',
    VERIFICATION_TOO_SOON: 'Please wait {minutes} minutes before requesting another verification email.',
    NAME_MISMATCH: 'Please type your name correctly to confirm deletion',
    WRONG_PASSWORD: 'Failed to delete account. Please check your password.',
  });
  expect(PAGE_ERRORS).toMatchObject({
    SOCIAL_SIGN_IN_FAILED: 'Failed to sign in with {provider}',
    RESEND_FAILED: 'Failed to resend verification email',
    RESET_REQUEST_FAILED: 'Failed to send password reset email',
    SAVE_FAILED: 'Failed to save user data',
  });
});

test('every error message of the API has a unique code, an HTTP error status and a text', () => {
  expect(ALL_REFUSALS.length).toBeGreaterThan(30);
  for (const { code, status, message } of ALL_REFUSALS) {
    expect(code).toMatch(/^[A-Z_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).not.toBe('');
  }
  expect(CODES).toEqual([...new Set(CODES)]);
  for (const sentence of Object.values(SOCIAL_ERRORS)) expect(sentence).toMatch(/^[A-Z].+\.$/);
});

test('every error code that browser code checks for is one that the API can send', () => {
  const pages = globSync('{web,pages,features/*/web}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !file.includes('.test.'),
  );
  const text = pages.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('');
  const asked = [...text.matchAll(/\bcode(?: ===|:) '([A-Z_]+)'/g)].map(([, code]) => code);
  expect(asked.length).toBeGreaterThan(3);
  expect(CODES).toEqual(expect.arrayContaining(asked));
});
