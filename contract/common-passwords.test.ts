import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['123456', 'qwerty123', 'Password1', 'ILOVEYOU'])('%j is one of the most used', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['', 'mango-tree-7', '123456 '])('%j is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
