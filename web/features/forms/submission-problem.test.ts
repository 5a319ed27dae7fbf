import { SubmissionError } from '@formspree/core';
import { describe, expect, test } from 'vitest';
import { submissionProblem } from './submission-problem.ts';

const labels = { name: 'Name', email: 'Email', message: 'Message' };
const problemOf = (...errors: ConstructorParameters<typeof SubmissionError>) =>
  submissionProblem(new SubmissionError(...errors), labels);

test('a field error stands under its field, behind its label', () => {
  expect(problemOf({ code: 'TYPE_EMAIL', field: 'email', message: 'should be an email' })).toEqual({
    fields: [{ field: 'email', message: 'Email should be an email' }],
    detail: '',
  });
});

test('two errors of one field become one sentence', () => {
  const { fields } = problemOf(
    { code: 'REQUIRED_FIELD_EMPTY', field: 'message', message: 'is required' },
    { code: 'TYPE_TEXT', field: 'message', message: 'should be text' },
  );
  expect(fields).toEqual([{ field: 'message', message: 'Message is required, should be text' }]);
});

test.each([
  ['Error creating payment method', 'Card was not accepted, and nothing was charged.'],
  ['Stripe SCA error', 'Card was not charged: your bank did not confirm the payment.'],
])('what the library says about a card (%s) is told kindly', (message, said) => {
  const error = new SubmissionError({ code: 'STRIPE_CLIENT_ERROR', field: 'paymentMethod', message });
  const { fields } = submissionProblem(error, { ...labels, paymentMethod: 'Card' });
  expect(fields).toEqual([{ field: 'paymentMethod', message: expect.stringContaining(said) }]);
});

test('an error of a field that the page does not have is told as a whole', () => {
  expect(problemOf({ field: 'telephone', message: 'is required' })).toEqual({
    fields: [],
    detail: 'telephone is required',
  });
});

describe('an error of the whole form', () => {
  test.each([
    ['BLOCKED', /does not take messages from here/],
    ['EMPTY', /nothing in the message/],
    ['FILES_TOO_BIG', /too big/],
    ['FORM_NOT_FOUND', /not connected yet/],
    ['INACTIVE', /switched off/],
    ['NO_FILE_UPLOADS', /takes no files/],
    ['PROJECT_NOT_FOUND', /not connected yet/],
    ['TOO_MANY_FILES', /too many files/],
  ])('%s has a sentence of its own', (code, sentence) => {
    expect(problemOf({ code, message: code }).detail).toMatch(sentence);
  });

  test('of an unknown code is told in the words of the service', () => {
    const message = 'Too many tries. Please wait 40 seconds and try again.';
    expect(problemOf({ message }).detail).toBe(message);
  });

  test.each([
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
    'Unexpected response format',
  ])('that is no answer of the service (%s) says that nothing is lost', (message) => {
    expect(problemOf({ message }).detail).toMatch(/What you wrote is still here/);
  });
});
