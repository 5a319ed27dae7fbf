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
])('from the address of the next page, %s, the payment result is read as “%s”', (next, taken) => {
  expect(paymentTaken(next)).toBe(taken);
});

test.each([true, false])(
  'if the server’s response is lost, the page says that the result of the payment is unknown (browser online: %s)',
  (onLine) => {
    vi.stubGlobal('navigator', { onLine });
    expect(problemOf({ message: 'Failed to fetch' })).toEqual({
      fields: [],
      detail: FORM_WORDS.paymentNotKnown,
      isKnown: false,
      works: true,
    });
  },
);

const ofCard = { code: 'STRIPE_CLIENT_ERROR', field: 'paymentMethod' } as const;

test.each<[string, ConstructorParameters<typeof SubmissionError>[0]]>([
  ['the error NOT_KNOWN', { ...PAYMENT_ERRORS.NOT_KNOWN, ...ofCard }],
  ['the error NOT_KNOWN_BEFORE', { ...PAYMENT_ERRORS.NOT_KNOWN_BEFORE, ...ofCard }],
  ['a server error', { message: OUR_FORM_ERRORS.UNEXPECTED }],
  ['too many tries', { message: 'Too many attempts.' }],
  ['a field that is not valid', { code: 'TYPE_EMAIL', field: 'email', message: 'is not valid' }],
  ['a card that Stripe’s library refuses', { ...ofCard, message: 'Error creating payment method' }],
])('after %s, the result of the payment counts as unknown', (_, error) => {
  expect(problemOf(error).isKnown).toBe(false);
});

test('after a refused card, the result of the payment counts as known, and another card can be tried', () => {
  expect(refused('CARD_NOT_USABLE')).toMatchObject({ isKnown: true, works: true });
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
