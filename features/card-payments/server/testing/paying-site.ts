import { type Config, createClient, isSubmissionError, type SubmissionOptions } from '@formspree/core';
import { expect } from 'vitest';
import { startFakeStripe } from '#e2e/fakes/stripe.ts';
import { CARDS } from '#e2e/fakes/stripe-payments.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { settleDeps, settlePayments } from '#features/card-payments/server/settle.ts';
import { createApp } from '#server/app.ts';
import { listen } from '#server/http/listen.ts';
import { openFormSite } from '#server/testing/form-site.ts';
import { whenOver } from '#server/testing/test-database.ts';

export type Letter = Readonly<Record<string, string>>;
type Card = keyof typeof CARDS;

export const problem = (why: keyof typeof PAYMENT_ERRORS) => [
  { ...PAYMENT_ERRORS[why], field: 'paymentMethod' },
];

export type PayingSite = Awaited<ReturnType<typeof openPayingSite>>;

export async function openPayingSite(settings: Letter = {}) {
  const stripe = await startFakeStripe();
  whenOver(stripe.close);
  const app = await openFormSite({ ...stripe.settings, ...settings });
  const server = await listen(await createApp(app.deps), 0);
  whenOver(server.close);
  const url = `http://127.0.0.1:${server.port}`;

  /**
   * A fake of the browser's Stripe object, with the parts that the form library uses. `answer`: what the cardholder answers each
   * time the bank asks.
   */
  const bankOf = (answer: 'agrees' | 'refuses') =>
    ({
      handleCardAction: async (secret: string) => {
        stripe.authenticate(secret, answer === 'agrees');
        return answer === 'agrees'
          ? { paymentIntent: { id: secret.split('_secret_')[0] } }
          : { error: { type: 'invalid_request_error', message: 'The bank said no.' } };
      },
    }) as unknown as NonNullable<Config['stripe']>;
  const methodOf = (card: Card) =>
    (async () => ({ paymentMethod: { id: CARDS[card].method } })) as unknown as NonNullable<
      SubmissionOptions['createPaymentMethod']
    >;

  async function post(fields: Letter, form = 'contact', headers: Letter = {}) {
    const answer = await fetch(`${url}/f/${form}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { accept: 'application/json', ...headers },
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
    const json: any = await answer.json();
    return { status: answer.status, json };
  }

  return {
    ...app,
    stripe,
    /** Sends a message with a card through the published form library. `bank`: the cardholder's answer if the bank asks. */
    pay: async (
      letter: Letter,
      card: Card,
      bank: 'agrees' | 'refuses' = 'agrees',
      form = 'contact',
    ): Promise<{ readonly code?: string; readonly message?: string }> => {
      const result = await createClient({ stripe: bankOf(bank) }).submitForm<Record<string, string>>(
        form,
        { ...letter },
        { endpoint: url, createPaymentMethod: methodOf(card) },
      );
      if (!isSubmissionError(result)) return {};
      const [first] = [...result.getFieldErrors('paymentMethod'), ...result.getFormErrors()];
      return { code: first?.code ?? '', message: first?.message ?? '' };
    },
    post,
    /** Sends a message with a card, without the form library. */
    postCard: (letter: Letter, { method }: { readonly method: string } = CARDS.visa, headers: Letter = {}) =>
      post({ ...letter, paymentMethod: method }, 'contact', headers),
    /** Checks open payments as the job does. Returns how many messages were received. */
    settle: (everything = false) => settlePayments(settleDeps(app.deps), { everything }),
    callsOf: (sought: string) => stripe.calls().filter(({ operation }) => operation === sought).length,
    expectPaidOnce: async (letter: Letter) => {
      const [row, ...more] = await app.rowsOf(letter);
      expect(more).toEqual([]);
      expect(row).toMatchObject({ state: 'received' });
      expect(stripe.paid().map(({ id }) => id)).toEqual([row?.payment_intent]);
      expect(await app.mailsAbout(letter)).toHaveLength(1);
    },
    expectUnpaid: async (letter: Letter) => {
      expect((await app.rowsOf(letter)).map(({ state }) => state)).toEqual(['unpaid']);
      expect(await app.mailsAbout(letter)).toEqual([]);
    },
  };
}
