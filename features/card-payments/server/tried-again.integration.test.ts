import { afterEach, beforeEach, expect, test } from 'vitest';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { openPayingSite, type PayingSite } from '#features/card-payments/server/testing/paying-site.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { signedInPerson } from '#server/testing/people.ts';

let site: PayingSite;
beforeEach(async () => {
  site = await openPayingSite();
});
afterEach(() => site.close());

/** Stripe charges the card, and nobody hears of it. */
function loseTheAnswer(): void {
  site.stripe.breakNext('confirm', 'answer-lost');
  site.stripe.breakNext('retrieve', 'answer-lost', 2);
}

test.each([
  ['is signed out', ['in', 'out']],
  ['has signed in', ['out', 'in']],
])('somebody who tries again after an unknown payment, and %s then, pays once', async (_, tries) => {
  const { browser } = await signedInPerson(site);
  const letter = newMessage();
  const paid = { ...letter, paymentMethod: CARDS.visa.method };
  const pay = async (how: string | undefined) =>
    how === 'in'
      ? (await browser.post(pathFor(FORMS_API.submit, 'contact'), paid)).status
      : (await site.post(paid)).status;
  loseTheAnswer();
  expect(await pay(tries[0])).toBe(422);
  expect(await pay(tries[1])).toBe(200);
  expect(site.stripe.paid()).toHaveLength(1);
  expect((await site.rowsOf(letter)).map(({ state }) => state)).toEqual(['received']);
  expect(await site.mailsAbout(letter)).toHaveLength(1);
});

test('a payment without an address is refused', async () => {
  const { status, json } = await site.post(
    { message: 'Two seats', paymentMethod: CARDS.visa.method },
    'ticket',
  );
  expect({ status, errors: json.errors }).toEqual({
    status: 422,
    errors: [expect.objectContaining({ code: 'REQUIRED_FIELD_MISSING', field: 'email' })],
  });
  expect(site.stripe.calls()).toEqual([]);
});
