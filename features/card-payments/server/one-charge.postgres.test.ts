import { beforeEach, expect, test } from 'vitest';
import { CARDS } from '#e2e/fakes/stripe-payments.ts';
import { deleteSubmissions } from '#features/forms/server/delete-submissions.ts';
import { createApp, createDeps } from '#server/app.ts';
import { acceptClock } from '#server/jobs/run-retention.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { testOnSqlite } from '#server/testing/test-database.ts';
import { readPayment, updatePayment } from './payment.ts';
import { paymentProblems } from './settings.ts';
import { askStripe, cancelPayment, settleDeps } from './settle.ts';
import { type Letter, openPayingSite, type PayingSite, problem } from './testing/paying-site.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

let site: PayingSite;
beforeEach(async () => {
  site = await openPayingSite();
});

const depsOfSite = () => settleDeps(site.deps);

/** Makes Stripe charge the next card, lose the answer, and then stop answering. */
function loseTheAnswer(): void {
  site.stripe.breakNext('confirm', 'answer-lost');
  void site.stripe.whenPaid(site.stripe.paid().length + 1).then(() => site.stripe.setAway(true));
}

/** Sends a message and charges its card. Its sender is told that the result is unknown. */
async function pending(letter: Letter = newMessage(), headers: Letter = {}): Promise<Letter> {
  const before = site.stripe.paid().length;
  loseTheAnswer();
  expect((await site.postCard(letter, CARDS.visa, headers)).json.errors).toEqual(problem('NOT_KNOWN'));
  expect(site.stripe.paid()).toHaveLength(before + 1);
  site.stripe.mend();
  return letter;
}

const receivedOf = async (letter: Letter) =>
  (await site.rowsOf(letter)).filter(({ state }) => state === 'received');

const idOf = async (letter: Letter) => (await site.rowsOf(letter))[0]?.id ?? '';
const remove = async (letter: Letter, actor: 'operator' | 'visitor') =>
  expect(await deleteSubmissions(site.deps, [await idOf(letter)], { actor })).toHaveLength(1);
const statesOfPayments = async () =>
  (await site.db.selectFrom('payments').select('state').execute()).map(({ state }) => state);

async function expectOneChargeAMessage(letter: Letter, charges: number): Promise<void> {
  const paid = (await receivedOf(letter)).filter(({ amount }) => amount !== null);
  const intents = site.stripe.paid().map(({ id }) => id);
  expect(intents).toHaveLength(charges);
  expect(paid.map(({ payment_intent }) => payment_intent).sort()).toEqual(intents.sort());
}

testOnSqlite.each<[string, Letter, Letter]>([
  ['Idempotency-Key', {}, { 'idempotency-key': 'a-key' }],
  ['attempt id of the page, which is not stored', { _attempt: 'one-of-the-page' }, {}],
])(
  'a message with a pending payment, sent again from another address with the same %s, is charged only once',
  async (_, fields, headers) => {
    const letter = await pending({ ...newMessage(), ...fields }, headers);
    const again = () => site.postCard({ ...letter, email: `x-${letter.email}` }, CARDS.visa, headers);
    expect((await again()).json.errors).toEqual(problem('PAID_BEFORE'));
    expect(await site.rowsOf(letter)).toMatchObject([{ state: 'received', fields: '{}' }]);
    await site.expectPaidOnce(letter);
  },
);

test('while a payment is pending, a changed message is not charged; afterwards the sender can pay for it too', async () => {
  const letter = await pending();
  const other = { ...letter, message: 'Another gift' };
  site.stripe.setAway(true);
  expect((await site.postCard(other)).json.errors).toEqual(problem('NOT_KNOWN_BEFORE'));
  site.stripe.setAway(false);
  expect((await site.postCard(other)).json.errors).toEqual(problem('PAID_BEFORE'));
  await site.expectPaidOnce(letter);
  for (const sent of [other, letter, other]) expect((await site.postCard(sent)).json.ok).toBe(true);
  await expectOneChargeAMessage(letter, 2);
});

test('before a new message is charged, an uncharged payment of the sender’s earlier message is cancelled', async () => {
  const letter = newMessage();
  await site.postCard(letter, CARDS.asksFirst);
  expect((await site.postCard({ ...letter, message: 'Other words' })).json.ok).toBe(true);
  expect(site.stripe.intents().map(({ status }) => status)).toEqual(['canceled', 'succeeded']);
  await expectOneChargeAMessage(letter, 1);
  // The first message is sent again. The site does not charge it yet, but warns the sender about the paid message.
  expect((await site.postCard(letter)).json.errors).toEqual(problem('PAID_BEFORE'));
});

async function paymentOf(letter: Letter) {
  const payment = await readPayment(site.db, await idOf(letter), site.deps.clock());
  if (payment === undefined) throw new Error('the letter has no payment');
  return payment;
}

async function paymentAfter(card: { method: string }) {
  const letter = newMessage();
  await site.postCard(letter, card);
  return paymentOf(letter);
}

test('a payment can be cancelled even if another request is just creating it at Stripe', async () => {
  const payment = await paymentAfter(CARDS.declined);
  const asRead = { ...payment, intent: null, tries: 0 };
  expect((await cancelPayment(depsOfSite(), asRead)).payment.state).toBe('cancelled');
  expect(site.stripe.intents().map(({ status }) => status)).toEqual(['canceled']);
});

test('a payment that Stripe has cancelled is stored as cancelled, even if another request is just charging it', async () => {
  const payment = await paymentAfter(CARDS.declined);
  await updatePayment(site.db, payment, { state: 'asked', tries: payment.tries + 1 }, site.deps.clock());
  expect((await cancelPayment(depsOfSite(), payment)).payment.state).toBe('cancelled');
});

test('a payment that another request has settled counts as settled, even if Stripe does not answer', async () => {
  const payment = await paymentAfter(CARDS.visa);
  site.stripe.setAway(true);
  expect((await askStripe(depsOfSite(), { ...payment, state: 'known' })).payment.state).toBe('settled');
});

test('after a double click both requests report success, even the one that Stripe did not answer', async () => {
  const letter = newMessage();
  const release = site.stripe.holdNext('create');
  const presses = [site.postCard(letter), site.postCard(letter)];
  expect((await Promise.race(presses)).json.ok).toBe(true);
  site.stripe.breakNext('create', 'line-cut', 2);
  release();
  expect((await Promise.all(presses)).map(({ json }) => json.ok)).toEqual([true, true]);
  await expectOneChargeAMessage(letter, 1);
});

test('if two different messages of a sender arrive at once, at most one is charged', async () => {
  for (let round = 0; round < 8; round++) {
    const letter = newMessage();
    const before = site.stripe.paid().length;
    await Promise.all([site.postCard(letter), site.postCard({ ...letter, message: 'Other words' })]);
    const received = await receivedOf(letter);
    // If each request cancels the payment of the other, no message is received.
    expect(received.length).toBeLessThanOrEqual(1);
    expect(site.stripe.paid()).toHaveLength(before + received.length);
  }
});

test('if Stripe’s response about a charge is lost, a later check finds the charge and receives the message once', async () => {
  const letter = newMessage();
  const { stripe, resubmitKey } = (await site.postCard(letter, CARDS.asksFirst)).json;
  const secret: string = stripe.paymentIntentClientSecret;
  site.stripe.authenticate(secret, true);
  loseTheAnswer();
  const paymentIntent = secret.split('_secret_')[0] ?? '';
  const again = await site.post({ ...letter, paymentIntent, resubmitKey });
  expect(again.json.errors).toEqual(problem('NOT_KNOWN'));
  site.stripe.mend();
  site.advance(MINUTE);
  expect(await site.settle()).toBe(1);
  await site.expectPaidOnce(letter);
});

testOnSqlite.each([
  ['out', ['in', 'out']],
  ['in', ['out', 'in']],
])(
  'a sender who signs %s after a payment with an unknown result, and tries again, is charged only once',
  async (_, tries) => {
    const { browser } = await signedInPerson(site);
    const letter = newMessage();
    const payAs = async (how: string | undefined) =>
      how === 'in'
        ? (await browser.post('/f/contact', { ...letter, paymentMethod: CARDS.visa.method })).status
        : (await site.postCard(letter)).status;
    site.stripe.breakNext('confirm', 'answer-lost');
    site.stripe.breakNext('retrieve', 'answer-lost', 2);
    expect(await payAs(tries[0])).toBe(422);
    expect(await payAs(tries[1])).toBe(200);
    await site.expectPaidOnce(letter);
  },
);

test('without the Stripe keys, a paid message sent again succeeds, and the result of a pending payment is unknown', async () => {
  const [letter, paid] = [await pending(), newMessage()];
  await site.postCard(paid);
  const settings = { ...site.deps.settings, stripe: undefined };
  const app = await createApp(createDeps({ ...site.deps, settings }));
  const browser = createTestClient(app, site.deps.origin, '192.0.2.7');
  const post = async (sent: Letter) =>
    (await browser.post('/f/contact', { ...sent, paymentMethod: CARDS.visa.method })).json;
  expect((await post(letter)).errors).toEqual(problem('NOT_KNOWN'));
  const other = { ...letter, message: 'Other words' };
  expect((await post(other)).errors).toEqual(problem('NOT_KNOWN_BEFORE'));
  expect((await post(newMessage())).errors).toEqual(problem('NOT_SET_UP'));
  expect((await post(paid)).ok).toBe(true);
  expect(await receivedOf(paid)).toHaveLength(1);
});

testOnSqlite(
  'a paid message is marked as received within minutes after Stripe can be reached again',
  async () => {
    const letter = await pending();
    site.stripe.setAway(true);
    let asked = 0;
    for (let minute = 0; minute < 60; minute++) {
      site.advance(MINUTE);
      const before = site.stripe.calls().length;
      await site.settle();
      if (site.stripe.calls().length > before) asked += 1;
    }
    // The pauses between checks grow, so there are far fewer checks than minutes.
    expect(asked).toBeGreaterThan(8);
    expect(asked).toBeLessThan(25);
    site.stripe.setAway(false);
    site.advance(5 * MINUTE);
    expect(await site.settle()).toBe(1);
    await expectOneChargeAMessage(letter, 1);
  },
);

test('one slow answer from Stripe does not delay the checks of other pending payments', async () => {
  const letters = [await pending(), await pending(), await pending()];
  site.advance(MINUTE);
  const release = site.stripe.holdNext('retrieve');
  const round = site.settle();
  await expect.poll(async () => (await Promise.all(letters.map(receivedOf))).flat().length).toBe(2);
  release();
  expect(await round).toBe(3);
});

test('the response says whether the card was charged; a message caught by the spam trap is not charged', async () => {
  const trapped = { ...newMessage(), _gotcha: 'filled in by a browser' };
  const [paid, caught] = [await site.postCard(newMessage()), await site.postCard(trapped)];
  const plain = await site.post(newMessage());
  const taken = [paid, caught, plain].map(({ json }) => new URL(json.next).searchParams.get('payment'));
  expect(taken).toEqual(['taken', 'none', null]);
  expect(await site.rowsOf(trapped)).toMatchObject([{ state: 'quarantined', amount: null, fields: '{}' }]);
  expect(site.stripe.paid()).toHaveLength(1);
});

test('the operator is told of a price that Stripe rejects, until a message is paid', async () => {
  const problems = () => paymentProblems(site.db, site.deps.clock());
  const letter = newMessage();
  for (const mishap of ['server-error', 'amount-too-small'] as const) {
    site.stripe.breakNext('create', mishap);
    expect((await site.postCard(letter)).json.ok).toBeUndefined();
  }
  expect(await problems()).toMatchObject([
    { where: 'card payments', problem: expect.stringContaining('amount_too_small') },
  ]);
  // The message has a new idempotency key, because Stripe repeats its first answer for the old one.
  expect((await site.postCard(letter)).json.ok).toBe(true);
  expect(await problems()).toEqual([]);
});

testOnSqlite('at most ten cards can be tried for one message', async () => {
  const letter = newMessage();
  for (let card = 0; card < 10; card++) await site.postCard(letter, CARDS.declined);
  expect((await site.postCard(letter, CARDS.declined)).json.errors).toEqual(problem('TOO_MANY_CARDS'));
  expect(site.callsOf('confirm')).toBe(10);
  expect((await site.post(letter)).json.ok).toBe(true);
});

test('after too many refused cards, the site charges no card of any visitor for an hour', async () => {
  const busy = await openPayingSite({ RATE_LIMIT_SCALE: '0.1', TRUSTED_PROXIES: '127.0.0.1' });
  const refused = (card: number) =>
    busy.postCard(newMessage(), CARDS.declined, { 'x-forwarded-for': `203.0.113.${card}` });
  for (let card = 0; card < 9; card++) await refused(card);
  expect((await refused(9)).json.errors).toEqual(problem('TOO_MANY_REFUSED'));
  expect(busy.callsOf('confirm')).toBe(6);
});

test('a paid message sent again within a day is not charged again, even if an operator has deleted it', async () => {
  const letter = newMessage();
  await site.postCard(letter);
  site.advance(DAY - MINUTE);
  expect((await site.postCard(letter)).json.ok).toBe(true);
  await site.expectPaidOnce(letter);
  await remove(letter, 'operator');
  expect((await site.postCard(letter)).json.ok).toBe(true);
  expect(await site.rowsOf(letter)).toEqual([]);
  expect(site.stripe.paid()).toHaveLength(1);
  site.advance(MINUTE);
  await site.settle();
  expect(await statesOfPayments()).toEqual([]);
  await site.postCard(letter);
  expect(site.stripe.paid()).toHaveLength(2);

  await remove(letter, 'visitor');
  expect(await statesOfPayments(), 'its sender has erased it').toEqual([]);
});

test.each([CARDS.declined, { method: 'pm_unknown' }])(
  'a second card ($method), sent while the first is being charged, is not charged',
  async (other) => {
    const letter = newMessage();
    const release = site.stripe.holdNext('confirm');
    const first = site.postCard(letter);
    await expect.poll(statesOfPayments).toEqual(['asked']);
    const second = site.postCard(letter, other);
    await expect.poll(() => site.callsOf('retrieve')).toBe(1);
    site.stripe.breakNext('confirm', 'answer-lost');
    site.stripe.breakNext('retrieve', 'line-cut', 2);
    release();
    expect((await first).json.errors).toEqual(problem('NOT_KNOWN'));
    // The second post waited for the first post, and then got the result from Stripe.
    expect((await second).json.ok).toBe(true);
    expect(site.callsOf('confirm')).toBe(1);
    await expectOneChargeAMessage(letter, 1);
  },
);

test('a message deleted before its payment is not charged; if it is deleted later, the log asks for a refund', async () => {
  const letter = newMessage();
  const release = site.stripe.holdNext('create');
  const paid = site.postCard(letter);
  await expect.poll(async () => (await site.rowsOf(letter)).length).toBe(1);
  await remove(letter, 'operator');
  release();
  expect((await paid).json.errors).toEqual(problem('NOT_OURS'));
  expect(site.stripe.paid()).toEqual([]);

  const { email = '' } = await pending();
  await site.db.deleteFrom('submissions').where('email', '=', email).execute();
  site.advance(MINUTE);
  expect(await site.settle()).toBe(0);
  expect(site.logLines().join()).toContain('refund it at Stripe');
});

test('after the clock has jumped by more than a day, no payment is cancelled or deleted until an operator accepts the clock', async () => {
  await acceptClock(site.db, site.deps.clock());
  const [letter, declined] = [await pending(), newMessage()];
  await site.postCard(declined, CARDS.declined);
  site.advance(2 * DAY);
  expect(await site.settle()).toBe(1);
  await expectOneChargeAMessage(letter, 1);
  const statuses = () => site.stripe.intents().map(({ status }) => status);
  expect(statuses()).toEqual(['succeeded', 'requires_payment_method']);
  expect(await site.rowsOf(declined)).toMatchObject([{ state: 'unpaid' }]);
  await acceptClock(site.db, site.deps.clock());
  await site.settle();
  expect(statuses()).toEqual(['succeeded', 'canceled']);
  expect(await site.rowsOf(declined)).toEqual([]);
});

/** Sets the times of all payments as if a process with a clock a year ahead had stored them. */
const setAhead = () => {
  const ahead = new Date(site.deps.clock().getTime() + 365 * DAY).toISOString();
  return site.db.updateTable('payments').set({ look_at: ahead, created_at: ahead }).execute();
};

test('after the clock was a year ahead, no request waits for a process that crashed while it was charging', async () => {
  const letter = newMessage();
  await site.postCard(letter, CARDS.declined);
  await updatePayment(site.db, await paymentOf(letter), { state: 'asked' }, site.deps.clock());
  await setAhead();
  expect((await askStripe(depsOfSite(), await paymentOf(letter))).payment.state).toBe('unknown');
});

test('after the clock was a year ahead, a pending payment is checked at once, and all payments are deleted a day later', async () => {
  const letter = await pending();
  await site.postCard(newMessage(), CARDS.declined);
  await site.postCard(newMessage());
  await setAhead();
  expect(await site.settle()).toBe(1);
  expect(await receivedOf(letter)).toHaveLength(1);
  expect(await statesOfPayments()).toHaveLength(3);
  site.advance(DAY);
  await site.settle();
  expect(await statesOfPayments()).toEqual([]);
});
