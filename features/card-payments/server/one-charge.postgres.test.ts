import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Mishap } from '#e2e/fakes/stripe.ts';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { openPayingSite, type PayingSite } from '#features/card-payments/server/testing/paying-site.ts';
import { deleteSubmissions } from '#features/forms/server/delete-submissions.ts';
import { createApp, createDeps } from '#server/app.ts';
import { listen } from '#server/http/listen.ts';
import { newMessage, TEST_FORMS } from '#server/testing/form-site.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { readPayment, updatePayment } from './payment.ts';
import { paymentProblems } from './settings.ts';
import { askStripe, cancelPayment, settleDeps, settlePayments } from './settle.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

type Letter = Readonly<Record<string, string>>;

let site: PayingSite;
beforeEach(async () => {
  site = await openPayingSite();
});

const pay = (letter: Letter, headers: Letter = {}, { method }: { method: string } = CARDS.visa) =>
  site.post({ ...letter, paymentMethod: method }, 'contact', headers);
const problem = (why: keyof typeof PAYMENT_ERRORS) => [{ ...PAYMENT_ERRORS[why], field: 'paymentMethod' }];
const depsOfSite = () => settleDeps({ ...site.deps, forms: TEST_FORMS });
const settle = () => settlePayments(depsOfSite(), { everything: false });

/** Stripe charges the next card, and is away before anybody hears of it. */
function loseTheAnswer(): void {
  site.stripe.breakNext('confirm', 'answer-lost');
  void site.stripe.whenPaid(site.stripe.paid().length + 1).then(() => site.stripe.setAway(true));
}

/** A letter whose card was charged, and whose sender was told that it is not known. */
async function pending(headers: Letter = {}, card: { method: string } = CARDS.visa) {
  const letter = newMessage();
  loseTheAnswer();
  const { json } = await pay(letter, headers, card);
  expect(json.errors).toEqual(problem('NOT_KNOWN'));
  expect(site.stripe.paid()).toHaveLength(1);
  site.stripe.mend();
  return letter;
}

/** Each charge has its message, and each message its one mail. */
async function expectOneChargeAMessage(letter: Letter, charges: number): Promise<void> {
  const rows = await site.rowsOf(letter);
  const received = rows.filter(({ state, amount }) => state === 'received' && amount !== null);
  expect(site.stripe.paid()).toHaveLength(charges);
  expect(received.map(({ payment_intent }) => payment_intent).sort()).toEqual(
    site.stripe
      .paid()
      .map(({ id }) => id)
      .sort(),
  );
}

/** The same letter, as a sender changes it who is not sure that it went through. */
const CHANGES: readonly (readonly [string, (letter: Letter) => Letter, Letter])[] = [
  ['with a word corrected', (letter) => ({ ...letter, message: `${letter.message} Thanks` }), {}],
  [
    'with other words, under the same key',
    (letter) => ({ ...letter, message: 'Other words' }),
    { 'idempotency-key': 'a-key' },
  ],
  [
    'with another address, under the same key',
    (letter) => ({ ...letter, email: `x-${letter.email}` }),
    { 'idempotency-key': 'a-key' },
  ],
];

test.each(CHANGES)(
  'a message whose payment is pending, sent again %s, settles the first once Stripe answers, and charges nothing more',
  async (_, change, headers) => {
    const letter = await pending(headers);
    site.stripe.setAway(true);
    expect((await pay(change(letter), headers)).json.errors).toEqual(problem('NOT_KNOWN_BEFORE'));
    site.stripe.setAway(false);
    expect((await pay(change(letter), headers)).json.errors).toEqual(problem('PAID_BEFORE'));
    await expectOneChargeAMessage(letter, 1);
    expect(await site.mailsAbout(letter)).toHaveLength(1);
  },
);

test('a corrected message whose first payment was settled by the job is not charged again', async () => {
  const letter = await pending();
  site.advance(MINUTE);
  expect(await settle()).toBe(1);
  expect((await pay({ ...letter, name: 'Asha Raos' })).json.errors).toEqual(problem('PAID_BEFORE'));
  await expectOneChargeAMessage(letter, 1);
});

test('the page’s id of an attempt works like an idempotency key, and is not stored', async () => {
  const letter = { ...newMessage(), _attempt: 'one-of-the-page' };
  loseTheAnswer();
  await pay(letter);
  site.stripe.mend();
  expect((await pay({ ...letter, email: `other-${letter.email}` })).json.errors).toEqual(
    problem('PAID_BEFORE'),
  );
  expect(await site.rowsOf(letter)).toMatchObject([{ state: 'received', fields: '{}' }]);
  expect(site.stripe.paid()).toHaveLength(1);
});

test('erasing one’s own message deletes its payment', async () => {
  const letter = newMessage();
  await pay(letter);
  const [row] = await site.rowsOf(letter);
  await deleteSubmissions(site.deps, [row?.id ?? ''], { actor: 'visitor' });
  expect(await site.db.selectFrom('payments').selectAll().execute()).toEqual([]);
});

test('a sender who was told of the earlier payment and sends the new words again pays for them too', async () => {
  const letter = await pending();
  const other = { ...letter, message: 'Another gift' };
  expect((await pay(other)).json.errors).toEqual(problem('PAID_BEFORE'));
  expect((await pay(other)).json.ok).toBe(true);
  await expectOneChargeAMessage(letter, 2);
  expect((await pay(letter)).json.ok).toBe(true);
  expect((await pay(other)).json.ok).toBe(true);
  await expectOneChargeAMessage(letter, 2);
});

test('a payment that was never charged is cancelled at Stripe before other words are paid', async () => {
  const letter = newMessage();
  await pay(letter, {}, CARDS.asksFirst);
  expect((await pay({ ...letter, message: 'Other words' })).json.ok).toBe(true);
  expect(site.stripe.intents().map(({ status }) => status)).toEqual(['canceled', 'succeeded']);
  await expectOneChargeAMessage(letter, 1);
  // And back: the first words are paid anew, once more with a warning.
  expect((await pay(letter)).json.errors).toEqual(problem('PAID_BEFORE'));
});

/** The payment of a letter that was sent with a card. */
async function paymentAfter(card: { method: string }) {
  const letter = newMessage();
  await pay(letter, {}, card);
  const [row] = await site.rowsOf(letter);
  const payment = await readPayment(site.db, row?.id ?? '', site.deps.clock());
  if (payment === undefined) throw new Error('the letter has no payment');
  return payment;
}

test('a payment that another post has begun since it was read is ended at Stripe', async () => {
  const payment = await paymentAfter(CARDS.declined);
  const asRead = { ...payment, intent: null, tries: 0 };
  expect((await cancelPayment(depsOfSite(), asRead)).payment.state).toBe('cancelled');
  expect(site.stripe.intents().map(({ status }) => status)).toEqual(['canceled']);
});

test('a payment that Stripe has cancelled is cancelled, also when another post asked for a charge since it was read', async () => {
  const payment = await paymentAfter(CARDS.declined);
  await updatePayment(site.db, payment, { state: 'asked', tries: payment.tries + 1 }, site.deps.clock());
  expect((await cancelPayment(depsOfSite(), payment)).payment.state).toBe('cancelled');
});

test('a payment that went through since it was read counts as such, also while Stripe is silent', async () => {
  const payment = await paymentAfter(CARDS.visa);
  site.stripe.setAway(true);
  expect((await askStripe(depsOfSite(), { ...payment, state: 'known' })).payment.state).toBe('settled');
});

test('both presses of a double press are told that the payment went through, also the one that Stripe does not answer', async () => {
  const letter = newMessage();
  const release = site.stripe.holdNext('create');
  const presses = [pay(letter), pay(letter)];
  expect((await Promise.race(presses)).json.ok).toBe(true);
  site.stripe.breakNext('create', 'line-cut', 2);
  release();
  expect((await Promise.all(presses)).map(({ json }) => json.ok)).toEqual([true, true]);
  await expectOneChargeAMessage(letter, 1);
});

test('of two presses at once with other words, at most one is charged', async () => {
  for (let round = 0; round < 8; round++) {
    const letter = newMessage();
    const before = site.stripe.paid().length;
    await Promise.all([pay(letter), pay({ ...letter, message: 'Other words' })]);
    const received = (await site.rowsOf(letter)).filter(({ state }) => state === 'received');
    // None where each ended the payment of the other one.
    expect(received.length).toBeLessThanOrEqual(1);
    expect(site.stripe.paid()).toHaveLength(before + received.length);
  }
});

test('a charge that the bank approved, and whose answer is lost, is received once', async () => {
  const letter = newMessage();
  const { stripe, resubmitKey } = (await pay(letter, {}, CARDS.asksFirst)).json;
  const secret: string = stripe.paymentIntentClientSecret;
  site.stripe.authenticate(secret, true);
  loseTheAnswer();
  const paymentIntent = secret.split('_secret_')[0] ?? '';
  const again = await site.post({ ...letter, paymentIntent, resubmitKey });
  expect(again.json.errors).toEqual(problem('NOT_KNOWN'));
  site.stripe.mend();
  site.advance(MINUTE);
  expect(await settle()).toBe(1);
  await expectOneChargeAMessage(letter, 1);
  expect(await site.mailsAbout(letter)).toHaveLength(1);
});

test.each([
  ['is signed out', ['in', 'out']],
  ['has signed in', ['out', 'in']],
])('somebody who tries again after an unknown payment, and %s then, pays once', async (_, tries) => {
  const { browser } = await signedInPerson(site);
  const letter = newMessage();
  const payAs = async (how: string | undefined) =>
    how === 'in'
      ? (await browser.post('/f/contact', { ...letter, paymentMethod: CARDS.visa.method })).status
      : (await pay(letter)).status;
  site.stripe.breakNext('confirm', 'answer-lost');
  site.stripe.breakNext('retrieve', 'answer-lost', 2);
  expect(await payAs(tries[0])).toBe(422);
  expect(await payAs(tries[1])).toBe(200);
  await expectOneChargeAMessage(letter, 1);
  expect(await site.mailsAbout(letter)).toHaveLength(1);
});

test.each(['rate-limit', 'server-error'] as const satisfies readonly Mishap[])(
  'a charge whose answer is lost, and whose repetition Stripe refuses (%s), is not said to be uncharged',
  async (mishap) => {
    const letter = newMessage();
    site.stripe.breakNext('confirm', 'answer-lost');
    site.stripe.breakNext('confirm', mishap);
    expect((await pay(letter)).json.ok).toBe(true);
    await expectOneChargeAMessage(letter, 1);
  },
);

describe('where the keys were taken out', () => {
  /** Posts to the same site without them. */
  async function withoutKeys() {
    const settings = { ...site.deps.settings, stripe: undefined };
    const server = await listen(await createApp(createDeps({ ...site.deps, settings })), 0);
    onTestFinished(() => server.close());
    return async (fields: Letter) => {
      const body = new URLSearchParams({ ...fields, paymentMethod: CARDS.visa.method });
      const headers = { accept: 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${server.port}/f/contact`, {
        method: 'POST',
        body,
        headers,
      });
      return (await answer.json()) as { ok?: boolean; errors?: unknown };
    };
  }

  test('while a payment is pending, no answer says that nothing was charged', async () => {
    const letter = await pending();
    const post = await withoutKeys();
    expect((await post(letter)).errors).toEqual(problem('NOT_KNOWN'));
    const other = { ...letter, message: 'Other words' };
    expect((await post(other)).errors).toEqual(problem('NOT_KNOWN_BEFORE'));
    expect((await post(newMessage())).errors).toEqual(problem('NOT_SET_UP'));
  });

  test('after a message was paid, the same words lead to it, and none is told that nothing was charged', async () => {
    const letter = newMessage();
    await pay(letter);
    expect((await (await withoutKeys())(letter)).ok).toBe(true);
    await expectOneChargeAMessage(letter, 1);
  });
});

test('a paid message is received within minutes once Stripe answers again', async () => {
  const letter = newMessage();
  loseTheAnswer();
  expect((await pay(letter)).json.errors).toEqual(problem('NOT_KNOWN'));
  const calls = () => site.stripe.calls().length;
  const asked: number[] = [];
  for (let minute = 0; minute < 60; minute++) {
    site.advance(MINUTE);
    const before = calls();
    await settle();
    if (calls() > before) asked.push(minute);
  }
  // With growing pauses, not each time.
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.length).toBeLessThan(25);
  site.stripe.setAway(false);
  site.advance(5 * MINUTE);
  expect(await settle()).toBe(1);
  await expectOneChargeAMessage(letter, 1);
});

test('pending payments are asked about at the same time, so one silent answer delays no other', async () => {
  const letters = [newMessage(), newMessage(), newMessage()];
  for (const letter of letters) {
    loseTheAnswer();
    await pay(letter);
    site.stripe.mend();
  }
  site.advance(MINUTE);
  const release = site.stripe.holdNext('retrieve');
  const round = settle();
  const received = async () =>
    (await Promise.all(letters.map(site.rowsOf))).flat().filter(({ state }) => state === 'received').length;
  await expect.poll(received).toBe(2);
  release();
  expect(await round).toBe(3);
});

test('the answer says whether a payment was taken: what filled the trap paid nothing', async () => {
  const paid = await pay(newMessage());
  expect(new URL(paid.json.next).searchParams.get('payment')).toBe('taken');
  const caught = await pay({ ...newMessage(), _gotcha: 'filled in by a browser' });
  expect(new URL(caught.json.next).searchParams.get('payment')).toBe('none');
  const plain = await site.post(newMessage());
  expect(new URL(plain.json.next).searchParams.get('payment')).toBe(null);
  expect(site.stripe.paid()).toHaveLength(1);
});

test('a price that Stripe refuses for good is told as such, and to the log, and the message goes without', async () => {
  site.stripe.breakNext('create', 'amount-too-small');
  const letter = newMessage();
  expect((await pay(letter)).json.errors).toEqual(problem('NOT_WORKING'));
  expect(site.logLines().join()).toContain('card payments do not work: Stripe refuses the amount');
  const refusals = await site.db.selectFrom('payments').select('refusal').execute();
  expect(refusals).toEqual([{ refusal: 'amount_too_small' }]);
  expect(await paymentProblems(site.db, site.deps.clock())).toMatchObject([
    { where: 'card payments', problem: expect.stringContaining('amount_too_small') },
  ]);
  expect((await site.post(letter)).json.ok).toBe(true);
  // Once it is mended, a payment of the same words works: Stripe keeps no refusal for it.
  expect((await pay(letter)).json.ok).toBe(true);
  expect(await paymentProblems(site.db, site.deps.clock())).toEqual([]);
});

test('a message can try ten cards', async () => {
  const letter = newMessage();
  const said = [];
  for (let card = 0; card < 11; card++)
    said.push((await pay(letter, {}, CARDS.declined)).json.errors[0].message);
  const confirms = site.stripe.calls().filter(({ operation }) => operation === 'confirm');
  expect(confirms).toHaveLength(10);
  expect(said.at(-1)).toBe(PAYMENT_ERRORS.TOO_MANY_CARDS.message);
  expect((await site.post(letter)).json.ok).toBe(true);
});

test('after too many refused cards the whole site asks Stripe no more for an hour', async () => {
  const busy = await openPayingSite({ RATE_LIMIT_SCALE: '0.1', TRUSTED_PROXIES: '127.0.0.1' });
  const said = [];
  for (let card = 0; card < 10; card++) {
    const limited = { 'x-forwarded-for': `203.0.113.${card}` };
    const { json } = await busy.post(
      { ...newMessage(), paymentMethod: CARDS.declined.method },
      'contact',
      limited,
    );
    said.push(json.errors[0].message);
  }
  expect(busy.stripe.calls().filter(({ operation }) => operation === 'confirm')).toHaveLength(6);
  expect(said.at(-1)).toBe(PAYMENT_ERRORS.TOO_MANY_REFUSED.message);
});

test('the same words are not charged again within a day, also after an operator deleted the message', async () => {
  const letter = newMessage();
  await pay(letter);
  const [row] = await site.rowsOf(letter);
  expect(await deleteSubmissions(site.deps, [row?.id ?? ''], { actor: 'operator' })).toHaveLength(1);
  expect((await pay(letter)).json.ok).toBe(true);
  expect(site.stripe.paid()).toHaveLength(1);
  expect(await site.rowsOf(letter)).toEqual([]);
  site.advance(24 * 60 * MINUTE);
  await settle();
  expect(await site.db.selectFrom('payments').selectAll().execute()).toEqual([]);
});

test.each([CARDS.declined, { method: 'pm_unknown' }])(
  'while a charge is under way, a second press with another card ($method) begins none and hides nothing',
  async (other) => {
    const letter = newMessage();
    const release = site.stripe.holdNext('confirm');
    const first = pay(letter);
    const callsOf = (sought: string) =>
      site.stripe.calls().filter(({ operation }) => operation === sought).length;
    await expect.poll(() => callsOf('create')).toBe(1);
    const states = async () =>
      (await site.db.selectFrom('payments').select('state').execute()).map(({ state }) => state);
    await expect.poll(states).toEqual(['asked']);
    const second = pay(letter, {}, other);
    await expect.poll(() => callsOf('retrieve')).toBe(1);
    site.stripe.breakNext('confirm', 'answer-lost');
    site.stripe.breakNext('retrieve', 'line-cut', 2);
    release();
    expect((await first).json.errors).toEqual(problem('NOT_KNOWN'));
    // It waited for the first, and then Stripe told.
    expect((await second).json.ok).toBe(true);
    expect(callsOf('confirm')).toBe(1);
    await expectOneChargeAMessage(letter, 1);
  },
);

test('a message that an operator deletes before its payment begins is not charged', async () => {
  const letter = newMessage();
  const release = site.stripe.holdNext('create');
  const paid = pay(letter);
  await expect.poll(async () => (await site.rowsOf(letter)).length).toBe(1);
  const [row] = await site.rowsOf(letter);
  expect(await deleteSubmissions(site.deps, [row?.id ?? ''], { actor: 'operator' })).toHaveLength(1);
  release();
  expect((await paid).json.errors).toEqual(problem('NOT_OURS'));
  expect(site.stripe.paid()).toEqual([]);
});

test('the log tells the operator of a charge whose message was deleted', async () => {
  const letter = await pending();
  await site.db.deleteFrom('submissions').where('email', '=', letter.email).execute();
  site.advance(MINUTE);
  expect(await settle()).toBe(0);
  expect(site.logLines().join()).toContain('refund it at Stripe');
  expect(await settle()).toBe(0);
});
