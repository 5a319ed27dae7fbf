import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_REFUSALS } from '#server/testing/contracts.ts';
import { ACCOUNT_ERRORS } from './account-errors.ts';
import { PAGE_ERRORS } from './page-errors.ts';

const ROOT = join(import.meta.dirname, '..');
const CODES = ALL_REFUSALS.map(({ code }) => code);

const PRODUCT = readFileSync(join(ROOT, 'docs/product.md'), 'utf8').replaceAll(/\s+/g, ' ');

test.each([
  ...'EMAIL_NOT_VERIFIED INVALID_EMAIL_OR_PASSWORD UNEXPECTED NO_USER_SIGNED_IN EMAIL_ALREADY_VERIFIED'.split(
    ' ',
  ),
  ...'MAX_VERIFICATION_ATTEMPTS VERIFICATION_TOO_SOON NAME_MISMATCH WRONG_PASSWORD'.split(' '),
  ...'RESEND_FAILED RESET_REQUEST_FAILED SAVE_FAILED'.split(' '),
])('docs/product.md quotes the text of the error message %s', (code) => {
  const ofPage = Object.entries({ ...PAGE_ERRORS, ...ACCOUNT_ERRORS }).find(([name]) => name === code)?.[1];
  const message = ofPage ?? ALL_REFUSALS.find((refusal) => refusal.code === code)?.message;
  expect(PRODUCT).toContain(`“${message}`);
});

test('every error message of the API has a unique code, an HTTP error status and a text', () => {
  expect(ALL_REFUSALS.length).toBeGreaterThan(30);
  for (const { code, status, message } of ALL_REFUSALS) {
    expect(code).toMatch(/^[A-Z_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).not.toBe('');
  }
  expect(CODES).toEqual([...new Set(CODES)]);
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
