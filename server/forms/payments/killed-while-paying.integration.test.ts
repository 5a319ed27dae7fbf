import { expect, onTestFinished, test } from 'vitest';
import { startFakeStripe } from '#e2e/fakes/stripe.ts';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { newMessage } from '#server/testing/form-samples.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';

const DESK = 'desk@example.com';
/** Two starts of the whole server each. */
const WITHIN = 60_000;

/**
 * The one moment that matters: Stripe has charged the card, and the server that asked for it is gone before it heard
 * the answer. Needs the built pages and mails, as every test with a process of its own.
 */
async function chargedByProcessThatIsKilled() {
  const stripe = await startFakeStripe();
  onTestFinished(stripe.close);
  const place = await makeThrowAwayPlace();
  onTestFinished(place.remove);
  const env = { ...place.env, ...stripe.settings, FORM_NOTIFY_TO: DESK };
  const letter = newMessage();
  const fields = new URLSearchParams({ ...letter, paymentMethod: CARDS.visa.method });

  stripe.breakNext('confirm', 'no-answer');
  const server = await startServerProcess(env);
  onTestFinished(async () => void (await server.kill9()));
  const post = (url: string) =>
    fetch(`${url}/f/contact`, { method: 'POST', body: fields, headers: { accept: 'application/json' } });
  const cut = expect(post(server.url)).rejects.toThrow('fetch failed');
  await stripe.whenPaid(1);
  await server.kill9();
  await cut;

  const db = place.open();
  onTestFinished(() => db.destroy());
  const rows = () => db.selectFrom('submissions').select(['state', 'payment_intent']).execute();
  const mails = () => db.selectFrom('outbox').select('id').where('recipient', '=', DESK).execute();
  expect(await rows()).toEqual([{ state: 'unpaid', payment_intent: stripe.paid()[0]?.id }]);
  expect(await mails()).toEqual([]);

  const restart = async () => {
    const next = await startServerProcess(env);
    onTestFinished(async () => void (await next.kill9()));
    return next;
  };
  return { stripe, db, rows, mails, restart, post, intent: stripe.paid()[0]?.id };
}

test(
  'killed between charge and store: a sender who tries again is heard, and pays once',
  async () => {
    const { stripe, rows, mails, restart, post, intent } = await chargedByProcessThatIsKilled();
    const server = await restart();
    const answer = await post(server.url);
    expect(await answer.json()).toMatchObject({ ok: true });
    expect(await rows()).toEqual([{ state: 'received', payment_intent: intent }]);
    expect(await mails()).toHaveLength(1);
    expect(stripe.paid()).toHaveLength(1);
  },
  WITHIN,
);

test(
  'killed between charge and store: a sender who never comes back is heard as well',
  async () => {
    const { stripe, db, rows, mails, restart, intent } = await chargedByProcessThatIsKilled();
    // As if the machine had been away for a while.
    const earlier = new Date(Date.now() - 60 * 60_000).toISOString();
    await db.updateTable('submissions').set({ created_at: earlier }).execute();
    await restart();
    await expect.poll(rows, { timeout: WITHIN / 2 }).toEqual([{ state: 'received', payment_intent: intent }]);
    expect(await mails()).toHaveLength(1);
    expect(stripe.paid()).toHaveLength(1);
  },
  WITHIN,
);
