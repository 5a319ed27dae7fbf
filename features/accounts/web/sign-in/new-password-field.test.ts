import { expect, test } from 'vitest';
import { passwordStrength } from './new-password-field.tsx';

test.each(['', 'password', 'aaaaaaaaaaaa', 'abcdefghijkl', '123456789', 'Password123'])(
  'the password %j is rated as very easy to guess',
  (password) => {
    expect(passwordStrength(password)).toBe(0);
  },
);

test('the visitor’s own address in a password adds nothing to its strength', () => {
  expect(passwordStrength('asha.verma', 'asha.verma@example.com')).toBe(0);
  expect(passwordStrength('asha.verma')).toBeGreaterThan(0);
});

test('a longer and more varied password is rated as stronger', () => {
  const growing = ['mango', 'mangotree', 'mango-tree-7', 'mango-tree-slow-river-7'];
  const strengths = growing.map((password) => passwordStrength(password));
  expect(strengths).toEqual([...strengths].sort());
  expect(strengths.at(-1)).toBe(4);
});

test('a password of words in a script other than Latin is rated as strong too', () => {
  expect(passwordStrength('सुबह का सूरज नदी पर')).toBe(4);
});
