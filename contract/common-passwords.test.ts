import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test('a common password is recognised in capitals and in full-width letters too', () => {
  expect(['password1', 'PassWord1', 'ｐａｓｓｗｏｒｄ１'].filter(isCommonPassword)).toHaveLength(3);
  expect(isCommonPassword('correct horse battery')).toBe(false);
});
