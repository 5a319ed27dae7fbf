import { expect, onTestFinished, test } from 'vitest';
import { startFakeStripe } from '#e2e/fakes/stripe.ts';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

const DESK = 'desk@example.com';
const WITHIN = 60_000;

/** A sender who tries again instead: `broken-payment.integration.test.ts`. */
test(
  'killed after Stripe has charged the card and before it heard of it, a server receives the message when it is back',
  async () => {
    const stripe = await startFakeStripe();
    onTestFinished(stripe.close);
    const place = await openTestPlace();
    const env = { ...place.env, ...stripe.settings, FORM_NOTIFY_TO: DESK };
    stripe.breakNext('confirm', 'no-answer');
    const server = await startTestServer(env);
    const body = new URLSearchParams({ ...newMessage(), paymentMethod: CARDS.visa.method });
    const post = fetch(`${server.url}/f/contact`, { method: 'POST', body });
    const cut = expect(post).rejects.toThrow('fetch failed');
    await stripe.whenPaid(1);
    await server.kill9();
    await cut;

    const db = place.open();
    onTestFinished(() => db.destroy());
    const rows = () => db.selectFrom('submissions').select(['state', 'payment_intent']).execute();
    const mails = () => db.selectFrom('outbox').select('id').where('recipient', '=', DESK).execute();
    const intent = stripe.paid()[0]?.id;
    expect([await rows(), await mails()]).toEqual([[{ state: 'unpaid', payment_intent: intent }], []]);

    // As if the machine had been away for a while.
    const earlier = new Date(Date.now() - 60 * 60_000).toISOString();
    await db.updateTable('submissions').set({ created_at: earlier }).execute();
    await startTestServer(env);
    await expect.poll(rows, { timeout: WITHIN / 2 }).toEqual([{ state: 'received', payment_intent: intent }]);
    expect(await mails()).toHaveLength(1);
    expect(stripe.paid()).toHaveLength(1);
  },
  WITHIN,
);
