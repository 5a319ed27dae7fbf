import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['123456', 'qwerty123', 'Password1', 'ILOVEYOU'])(
  '%j counts as one of the most used passwords',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['', 'mango-tree-7', '123456 '])(
  '%j does not count as one of the most used passwords',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
