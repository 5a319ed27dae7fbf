import { expect, test } from 'vitest';
import { withoutProblem } from './use-checked-form.ts';

const problems = { email: 'Enter your email address.', name: 'Enter your name.' };

test('typing in a field without an error keeps the same errors object, so that React renders nothing again', () => {
  expect(withoutProblem(problems, 'message')).toBe(problems);
  expect(withoutProblem({}, 'toString')).toEqual({});
});

test('typing in a field with an error removes this error and no other', () => {
  expect(withoutProblem(problems, 'email')).toEqual({ name: problems.name });
});
