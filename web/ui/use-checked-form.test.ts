import { expect, test } from 'vitest';
import { withoutProblem } from './use-checked-form.ts';

const problems = { email: 'Enter your email address.', name: 'Enter your name.' };

test('a key pressed in a field without a problem makes no new object, so that React draws nothing', () => {
  expect(withoutProblem(problems, 'message')).toBe(problems);
  expect(withoutProblem({}, 'toString')).toEqual({});
});

test('a key pressed in a field with a problem takes that problem away, and no other', () => {
  expect(withoutProblem(problems, 'email')).toEqual({ name: problems.name });
});
