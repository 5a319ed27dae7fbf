import { SubmissionError } from '@formspree/core';
import { expect, test, vi } from 'vitest';
import { FORM_WORDS } from '#content/forms.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { OUR_FORM_ERRORS } from '#features/forms/refusals.ts';
import { paymentProblem, paymentTaken } from './payment-answer.ts';

const labels = { name: 'Name', email: 'Email', message: 'Message', paymentMethod: 'Card' };
const problemOf = (...errors: ConstructorParameters<typeof SubmissionError>) =>
  paymentProblem(new SubmissionError(...errors), labels);
const refused = (why: keyof typeof PAYMENT_ERRORS) =>
  problemOf({ ...PAYMENT_ERRORS[why], field: 'paymentMethod' });

test.each([
  ['https://a.example/contact/thanks?payment=taken', 'taken'],
  ['https://a.example/contact/thanks?payment=none', 'none'],
  ['https://a.example/contact/thanks', 'not-told'],
  ['https://forms.example/thanks?payment=perhaps', 'not-told'],
  ['/thanks', 'not-told'],
])('the payment result is read from the address of the next page, %s: %s', (next, taken) => {
  expect(paymentTaken(next)).toBe(taken);
});

test.each([
  ['online', true],
  ['offline', false],
])(
  'if the answer to a message with a payment is lost while the browser is %s, the page says that the result is unknown',
  (_, onLine) => {
    vi.stubGlobal('navigator', { onLine });
    expect(problemOf({ message: 'Failed to fetch' })).toEqual({
      fields: [],
      detail: FORM_WORDS.paymentNotKnown,
      isKnown: false,
      works: true,
    });
  },
);

test('a payment’s result counts as unknown after the errors NOT_KNOWN and NOT_KNOWN_BEFORE, and as known after a refused card', () => {
  expect(refused('NOT_KNOWN').isKnown).toBe(false);
  expect(refused('NOT_KNOWN_BEFORE').isKnown).toBe(false);
  expect(refused('CARD_NOT_USABLE')).toMatchObject({ isKnown: true, works: true });
});

test.each([
  ['a server error', { message: OUR_FORM_ERRORS.UNEXPECTED }],
  ['too many tries', { message: 'Too many attempts.' }],
  ['a field that is not valid', { code: 'TYPE_EMAIL' as const, field: 'email', message: 'is not valid' }],
  [
    'a card that Stripe’s library does not accept',
    {
      code: 'STRIPE_CLIENT_ERROR' as const,
      field: 'paymentMethod',
      message: 'Error creating payment method',
    },
  ],
])('after %s the payment’s result is unknown, so the page keeps the attempt’s id', (_, error) => {
  expect(problemOf(error).isKnown).toBe(false);
});

test.each(['NOT_WORKING', 'NOT_SET_UP'] as const)(
  'when payments do not work (%s), the payment section closes and its error is shown above the form',
  (why) => {
    expect(refused(why)).toEqual({
      fields: [],
      detail: `Card ${PAYMENT_ERRORS[why].message}`,
      isKnown: true,
      works: false,
    });
  },
);
