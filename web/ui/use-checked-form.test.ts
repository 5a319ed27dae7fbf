import { expect, test } from 'vitest';
import { withoutProblem } from './use-checked-form.ts';

const problems = { email: 'Enter your email address.', name: 'Enter your name.' };

test('typing in a field removes the error of this field and no other', () => {
  expect(withoutProblem(problems, 'email')).toEqual({ name: problems.name });
  expect(withoutProblem(problems, 'message')).toEqual(problems);
});
