import { beforeEach, describe, expect, test } from 'vitest';
import type { Mishap } from '#e2e/fakes/stripe.ts';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { openPayingSite, type PayingSite } from '#features/card-payments/server/testing/paying-site.ts';
import { deleteSubmissions } from '#features/forms/server/delete-submissions.ts';
import { createApp, createDeps } from '#server/app.ts';
import { acceptClock } from '#server/jobs/run-retention.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { testOnSqlite } from '#server/testing/test-on-sqlite.ts';
import { readPayment, updatePayment } from './payment.ts';
import { paymentProblems } from './settings.ts';
import { askStripe, cancelPayment, settleDeps, settlePayments } from './settle.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

type Letter = Readonly<Record<string, string>>;

let site: PayingSite;
beforeEach(async () => {
  site = await openPayingSite();
});

const pay = (letter: Letter, headers: Letter = {}, { method }: { method: string } = CARDS.visa) =>
  site.post({ ...letter, paymentMethod: method }, 'contact', headers);
const problem = (why: keyof typeof PAYMENT_ERRORS) => [{ ...PAYMENT_ERRORS[why], field: 'paymentMethod' }];
const depsOfSite = () => settleDeps(site.deps);
const settle = () => settlePayments(depsOfSite(), { everything: false });

/** Makes Stripe charge the next card, lose the answer, and then stop answering. */
function loseTheAnswer(): void {
  site.stripe.breakNext('confirm', 'answer-lost');
  void site.stripe.whenPaid(site.stripe.paid().length + 1).then(() => site.stripe.setAway(true));
}

/** A message whose card was charged. Its sender was told that the result is unknown. */
async function pending(headers: Letter = {}, card: { method: string } = CARDS.visa) {
  const letter = newMessage();
  loseTheAnswer();
  const { json } = await pay(letter, headers, card);
  expect(json.errors).toEqual(problem('NOT_KNOWN'));
  expect(site.stripe.paid()).toHaveLength(1);
  site.stripe.mend();
  return letter;
}

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

const CHANGES: readonly (readonly [string, (letter: Letter) => Letter, Letter])[] = [
  ['with a word corrected', (letter) => ({ ...letter, message: `${letter.message} Thanks` }), {}],
  [
    'with another address and the same Idempotency-Key',
    (letter) => ({ ...letter, email: `x-${letter.email}` }),
    { 'idempotency-key': 'a-key' },
  ],
];

testOnSqlite.each(CHANGES)(
  'a message with a pending payment that is sent again %s is not charged again, and is later reported as paid',
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

test('the attempt id that the page sends works like an Idempotency-Key, and is not stored', async () => {
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

test('when a sender erases a message, the record of its payment is deleted too', async () => {
  const letter = newMessage();
  await pay(letter);
  const [row] = await site.rowsOf(letter);
  await deleteSubmissions(site.deps, [row?.id ?? ''], { actor: 'visitor' });
  expect(await site.db.selectFrom('payments').selectAll().execute()).toEqual([]);
});

test('if a sender has been told that the first message is paid, and still sends the changed message, both messages are charged', async () => {
  const letter = await pending();
  const other = { ...letter, message: 'Another gift' };
  expect((await pay(other)).json.errors).toEqual(problem('PAID_BEFORE'));
  expect((await pay(other)).json.ok).toBe(true);
  await expectOneChargeAMessage(letter, 2);
  expect((await pay(letter)).json.ok).toBe(true);
  expect((await pay(other)).json.ok).toBe(true);
  await expectOneChargeAMessage(letter, 2);
});

test('an uncharged payment of the sender’s earlier message is cancelled at Stripe before a new message is charged', async () => {
  const letter = newMessage();
  await pay(letter, {}, CARDS.asksFirst);
  expect((await pay({ ...letter, message: 'Other words' })).json.ok).toBe(true);
  expect(site.stripe.intents().map(({ status }) => status)).toEqual(['canceled', 'succeeded']);
  await expectOneChargeAMessage(letter, 1);
  // The first message is sent again after the second one was paid. Before the first message is charged, its sender gets a
  // warning.
  expect((await pay(letter)).json.errors).toEqual(problem('PAID_BEFORE'));
});

async function paymentAfter(card: { method: string }) {
  const letter = newMessage();
  await pay(letter, {}, card);
  const [row] = await site.rowsOf(letter);
  const payment = await readPayment(site.db, row?.id ?? '', site.deps.clock());
  if (payment === undefined) throw new Error('the letter has no payment');
  return payment;
}

test('a payment can be cancelled even if another request creates its intent at Stripe at the same time', async () => {
  const payment = await paymentAfter(CARDS.declined);
  const asRead = { ...payment, intent: null, tries: 0 };
  expect((await cancelPayment(depsOfSite(), asRead)).payment.state).toBe('cancelled');
  expect(site.stripe.intents().map(({ status }) => status)).toEqual(['canceled']);
});

test('a payment already cancelled at Stripe is stored as cancelled, even if another request has just asked for a charge', async () => {
  const payment = await paymentAfter(CARDS.declined);
  await updatePayment(site.db, payment, { state: 'asked', tries: payment.tries + 1 }, site.deps.clock());
  expect((await cancelPayment(depsOfSite(), payment)).payment.state).toBe('cancelled');
});

test('a payment that another request has just settled counts as settled, even if Stripe does not answer this request', async () => {
  const payment = await paymentAfter(CARDS.visa);
  site.stripe.setAway(true);
  expect((await askStripe(depsOfSite(), { ...payment, state: 'known' })).payment.state).toBe('settled');
});

test('after a double click both requests report success, even the one that Stripe did not answer', async () => {
  const letter = newMessage();
  const release = site.stripe.holdNext('create');
  const presses = [pay(letter), pay(letter)];
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
    await Promise.all([pay(letter), pay({ ...letter, message: 'Other words' })]);
    const received = (await site.rowsOf(letter)).filter(({ state }) => state === 'received');
    // If each request cancels the payment of the other, no message is received.
    expect(received.length).toBeLessThanOrEqual(1);
    expect(site.stripe.paid()).toHaveLength(before + received.length);
  }
});

test('if the answer to a charge confirmed at the bank is lost, a later check finds the charge, and the message is received exactly once', async () => {
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

testOnSqlite.each([
  ['has signed out', ['in', 'out']],
  ['has signed in', ['out', 'in']],
])(
  'after an unknown payment result, a sender who %s and then tries again is charged once',
  async (_, tries) => {
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
  },
);

testOnSqlite.each(['rate-limit', 'server-error'] as const satisfies readonly Mishap[])(
  'if the answer to a charge is lost and Stripe refuses the next request (%s), the message is received and charged once',
  async (mishap) => {
    const letter = newMessage();
    site.stripe.breakNext('confirm', 'answer-lost');
    site.stripe.breakNext('confirm', mishap);
    expect((await pay(letter)).json.ok).toBe(true);
    await expectOneChargeAMessage(letter, 1);
  },
);

describe('a site whose Stripe keys were removed', () => {
  async function withoutKeys() {
    const settings = { ...site.deps.settings, stripe: undefined };
    const app = await createApp(createDeps({ ...site.deps, settings }));
    const browser = createTestClient(app, site.deps.origin, '192.0.2.7');
    return async (letter: Letter) =>
      (await browser.post('/f/contact', { ...letter, paymentMethod: CARDS.visa.method })).json;
  }

  test('while a payment is pending, no answer to its sender claims that nothing was charged', async () => {
    const letter = await pending();
    const post = await withoutKeys();
    expect((await post(letter)).errors).toEqual(problem('NOT_KNOWN'));
    const other = { ...letter, message: 'Other words' };
    expect((await post(other)).errors).toEqual(problem('NOT_KNOWN_BEFORE'));
    expect((await post(newMessage())).errors).toEqual(problem('NOT_SET_UP'));
  });

  test('a message that was paid before the keys were removed is answered with success when it is sent again', async () => {
    const letter = newMessage();
    await pay(letter);
    expect((await (await withoutKeys())(letter)).ok).toBe(true);
    await expectOneChargeAMessage(letter, 1);
  });
});

testOnSqlite('a paid message is received within minutes after Stripe answers again', async () => {
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
  // The pauses between checks grow, so there are far fewer checks than minutes.
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.length).toBeLessThan(25);
  site.stripe.setAway(false);
  site.advance(5 * MINUTE);
  expect(await settle()).toBe(1);
  await expectOneChargeAMessage(letter, 1);
});

test('pending payments are checked concurrently, so one slow answer from Stripe does not delay the others', async () => {
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

test('the answer to a message with a card says whether a payment was taken; a message caught by the spam trap is never charged', async () => {
  const paid = await pay(newMessage());
  expect(new URL(paid.json.next).searchParams.get('payment')).toBe('taken');
  const trapped = newMessage();
  const caught = await pay({ ...trapped, _gotcha: 'filled in by a browser' });
  expect(await site.rowsOf(trapped)).toMatchObject([{ state: 'quarantined', amount: null, fields: '{}' }]);
  expect(new URL(caught.json.next).searchParams.get('payment')).toBe('none');
  const plain = await site.post(newMessage());
  expect(new URL(plain.json.next).searchParams.get('payment')).toBe(null);
  expect(site.stripe.paid()).toHaveLength(1);
});

test('a price that Stripe rejects is reported to the sender and the operator, and the message can be sent without a card', async () => {
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
  // After the price was corrected, the message gets a new idempotency key at Stripe and can be paid.
  expect((await pay(letter)).json.ok).toBe(true);
  expect(await paymentProblems(site.db, site.deps.clock())).toEqual([]);
});

testOnSqlite('at most ten cards can be tried for one message', async () => {
  const letter = newMessage();
  const said = [];
  for (let card = 0; card < 11; card++)
    said.push((await pay(letter, {}, CARDS.declined)).json.errors[0].message);
  const confirms = site.stripe.calls().filter(({ operation }) => operation === 'confirm');
  expect(confirms).toHaveLength(10);
  expect(said.at(-1)).toBe(PAYMENT_ERRORS.TOO_MANY_CARDS.message);
  expect((await site.post(letter)).json.ok).toBe(true);
});

test('after too many refused cards, the site sends no more charges to Stripe for an hour, for any visitor', async () => {
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

test('a paid message is not charged again within a day, even if an operator has deleted it', async () => {
  const letter = newMessage();
  await pay(letter);
  const [row] = await site.rowsOf(letter);
  expect(await deleteSubmissions(site.deps, [row?.id ?? ''], { actor: 'operator' })).toHaveLength(1);
  expect((await pay(letter)).json.ok).toBe(true);
  expect(site.stripe.paid()).toHaveLength(1);
  expect(await site.rowsOf(letter)).toEqual([]);
  site.advance(DAY);
  await settle();
  expect(await site.db.selectFrom('payments').selectAll().execute()).toEqual([]);
});

test.each([CARDS.declined, { method: 'pm_unknown' }])(
  'while a message is charged, sending it again with another card ($method) starts no charge and reports the first result',
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
    // The second post waited for the first, and then got the result from Stripe.
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

testOnSqlite('the log tells the operator to refund a charge whose message was deleted', async () => {
  const letter = await pending();
  await site.db.deleteFrom('submissions').where('email', '=', letter.email).execute();
  site.advance(MINUTE);
  expect(await settle()).toBe(0);
  expect(site.logLines().join()).toContain('refund it at Stripe');
  expect(await settle()).toBe(0);
});

describe('after the clock has jumped by more than a day', () => {
  beforeEach(async () => {
    await acceptClock(site.db, site.deps.clock());
  });

  test('no payment is cancelled and no unpaid message deleted until an operator accepts the clock', async () => {
    const letter = newMessage();
    await pay(letter, {}, CARDS.declined);
    site.advance(2 * DAY);
    await settle();
    expect(site.stripe.intents().map(({ status }) => status)).toEqual(['requires_payment_method']);
    expect(await site.rowsOf(letter)).toMatchObject([{ state: 'unpaid' }]);
    await acceptClock(site.db, site.deps.clock());
    await settle();
    expect(site.stripe.intents().map(({ status }) => status)).toEqual(['canceled']);
    expect(await site.rowsOf(letter)).toEqual([]);
  });

  test('Stripe is still asked about payments that may have been charged', async () => {
    const letter = await pending();
    site.advance(2 * DAY);
    expect(await settle()).toBe(1);
    await expectOneChargeAMessage(letter, 1);
  });
});

describe('after the clock was a year ahead', () => {
  const setAhead = () => {
    const ahead = new Date(site.deps.clock().getTime() + 365 * DAY).toISOString();
    return site.db.updateTable('payments').set({ look_at: ahead, created_at: ahead }).execute();
  };

  test('a payment that may have been charged is checked at once', async () => {
    const letter = await pending();
    await setAhead();
    expect(await settle()).toBe(1);
    await expectOneChargeAMessage(letter, 1);
  });

  test('no request waits for a process that crashed while it was charging', async () => {
    const payment = await paymentAfter(CARDS.declined);
    await updatePayment(site.db, payment, { state: 'asked' }, site.deps.clock());
    await setAhead();
    const asked = await readPayment(site.db, payment.submission_id, site.deps.clock());
    if (asked === undefined) throw new Error('the letter has no payment');
    expect((await askStripe(depsOfSite(), asked)).payment.state).toBe('unknown');
  });

  test.each([
    ['an unpaid message is deleted', CARDS.declined],
    ['a paid message may be charged again', CARDS.visa],
  ])('%s a day later, not a year later', async (_, card) => {
    await pay(newMessage(), {}, card);
    await setAhead();
    await settle();
    expect(await site.db.selectFrom('payments').select('state').execute()).toHaveLength(1);
    site.advance(DAY);
    await settle();
    expect(await site.db.selectFrom('payments').select('state').execute()).toEqual([]);
  });
});
