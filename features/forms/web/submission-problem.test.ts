import { SubmissionError } from '@formspree/core';
import { expect, test, vi } from 'vitest';
import { FORM_WORDS } from '#content/forms.ts';
import { FORM_ERRORS } from '#features/forms/refusals.ts';
import { submissionProblem } from './submission-problem.ts';

const labels = { name: 'Name', email: 'Email', message: 'Message' };
const problemOf = (...errors: ConstructorParameters<typeof SubmissionError>) =>
  submissionProblem(new SubmissionError(...errors), labels);

test('errors are shown below their fields in one sentence each, and errors of unknown fields above the form', () => {
  const problem = problemOf(
    { code: 'TYPE_EMAIL', field: 'email', message: 'should be an email' },
    { code: 'REQUIRED_FIELD_EMPTY', field: 'message', message: 'is required' },
    { code: 'TYPE_TEXT', field: 'message', message: 'should be text' },
    { field: 'telephone', message: 'is required' },
  );
  expect(problem).toEqual({
    fields: [
      { field: 'email', message: 'Email should be an email' },
      { field: 'message', message: 'Message is required, should be text' },
    ],
    detail: 'telephone is required',
  });
});

test.each([
  ['Error creating payment method', FORM_WORDS.cardNotTaken],
  ['Stripe SCA error', FORM_WORDS.cardNotConfirmed],
])('the Formspree library’s message “%s” is replaced by a sentence with a next step', (message, said) => {
  const error = new SubmissionError({ code: 'STRIPE_CLIENT_ERROR', field: 'paymentMethod', message });
  const { fields } = submissionProblem(error, { ...labels, paymentMethod: 'Card' });
  expect(fields).toEqual([{ field: 'paymentMethod', message: `Card ${said}` }]);
});

test('an error of the whole form is shown in the site’s words, or in the form service’s if its code is unknown', () => {
  for (const [code, sentence] of Object.entries(FORM_ERRORS))
    expect(problemOf({ code, message: code }).detail).toBe(sentence);
  const message = 'Too many attempts. Please wait 40 seconds and try again.';
  expect(problemOf({ message }).detail).toBe(message);
});

test('without a usable answer of the form service, the error says that the text is kept, or that the browser is offline', () => {
  for (const message of [
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
    'Unexpected response format',
  ])
    expect(problemOf({ message }).detail).toBe(FORM_WORDS.notReached);
  vi.stubGlobal('navigator', { onLine: false });
  expect(problemOf({ message: 'Failed to fetch' }).detail).toBe(FORM_WORDS.offline);
});
