import { beforeEach, expect, test } from 'vitest';
import type { Mishap } from '#e2e/fakes/stripe.ts';
import { CARDS } from '#e2e/fakes/stripe-payments.ts';
import type { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { updateRows } from '#server/database/rows.ts';
import { startJobs } from '#server/jobs/run-jobs.ts';
import type { Settings } from '#server/settings/settings.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { cardPayments } from './feature.ts';
import { settlePaymentsJob } from './settle.ts';
import { createStripeApi } from './stripe-api.ts';
import { type Letter, openPayingSite, type PayingSite, problem } from './testing/paying-site.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let site: PayingSite;
beforeEach(async () => {
  site = await openPayingSite();
});

test.each([
  ['with the same card', [CARDS.visa, CARDS.visa, CARDS.visa]],
  ['with a different card each time', [CARDS.visa, { method: 'pm_minted_1' }, { method: 'pm_minted_2' }]],
])('[V2.3.4] a message that is posted three times at once %s is charged only once', async (_, cards) => {
  site.stripe.mintCards(2);
  const letter = newMessage();
  const answers = await Promise.all(cards.map((card) => site.postCard(letter, card)));
  expect(answers.map(({ json }) => json.ok)).toEqual([true, true, true]);
  await site.expectPaidOnce(letter);
});

test('when a response from Stripe is lost, the server asks Stripe again, and the message is charged only once', async () => {
  const letter = newMessage();
  site.stripe.breakNext('create', 'answer-lost');
  site.stripe.breakNext('confirm', 'answer-lost');
  expect((await site.postCard(letter)).json.ok).toBe(true);
  await site.expectPaidOnce(letter);
  expect(site.stripe.intents()).toHaveLength(1);
  expect(site.callsOf('confirm')).toBe(1);
});

test.each<[string, Mishap]>([
  ['fails', 'server-error'],
  ['is busy with another request for the same payment', 'lock-timeout'],
])(
  'if Stripe %s during a charge, the sender reads that the result is unknown, and a retry charges only once',
  async (_, mishap) => {
    const letter = newMessage();
    site.stripe.breakNext('confirm', mishap);
    expect((await site.postCard(letter)).json.errors).toEqual(problem('NOT_KNOWN'));
    await site.expectUnpaid(letter);
    expect((await site.postCard(letter)).json.ok).toBe(true);
    await site.expectPaidOnce(letter);
  },
);

test.each<[string, 'create' | 'confirm', Mishap, keyof typeof PAYMENT_ERRORS, string]>([
  ['limits the number of charges', 'confirm', 'rate-limit', 'NOT_REACHED', 'there were too many'],
  ['cannot be reached', 'create', 'line-cut', 'NOT_REACHED', 'Stripe gave no usable answer'],
  ['rejects the secret key', 'create', 'key-refused', 'NOT_WORKING', 'Stripe refuses STRIPE_SECRET_KEY'],
  ['rejects the price', 'create', 'amount-too-small', 'NOT_WORKING', 'Stripe refuses the amount'],
])(
  'if Stripe %s, nothing is charged, and both the response to the sender and the log give the reason',
  async (_, operation, mishap, why, line) => {
    const letter = newMessage();
    site.stripe.breakNext(operation, mishap, 2);
    expect((await site.postCard(letter)).json.errors).toEqual(problem(why));
    await site.expectUnpaid(letter);
    expect(site.logLines().join()).toContain(line);
    expect((await site.post(letter)).json.ok).toBe(true);
    expect((await site.rowsOf(letter)).map(({ state }) => state).sort()).toEqual(['received', 'unpaid']);
    expect(site.stripe.paid()).toEqual([]);
  },
);

/** Sends a paid message, and sets its rows back as if the process had crashed right after the charge. */
async function chargedAndForgotten() {
  const letter = newMessage();
  await site.postCard(letter);
  const [row] = await site.rowsOf(letter);
  await updateRows(site.db, 'submissions', { id: row?.id ?? '' }, { state: 'unpaid' });
  const look_at = new Date(site.deps.clock().getTime() + MINUTE).toISOString();
  await updateRows(site.db, 'payments', { submission_id: row?.id ?? '' }, { state: 'asked', look_at });
  await site.db.deleteFrom('outbox').execute();
  return letter;
}

/** Runs the job that checks open payments, as a process with these settings does. */
async function runJob(isFirst: boolean, settings = site.deps.settings) {
  const run = { isFirst, signal: new AbortController().signal };
  await cardPayments.jobs?.[0]?.run({ ...site.deps, settings }, run);
}

test('after a crash, the job that checks open payments marks a paid message as received, exactly once', async () => {
  const letter = await chargedAndForgotten();
  expect(await site.settle()).toBe(0);
  site.advance(3 * MINUTE);
  const [one = 0, other = 0] = await Promise.all([site.settle(), site.settle()]);
  expect(one + other).toBe(1);
  await site.expectPaidOnce(letter);
  expect(await site.settle()).toBe(0);
});

test('a new process first checks every payment that may have been charged', async () => {
  const letter = await chargedAndForgotten();
  await runJob(false);
  await site.expectUnpaid(letter);
  await runJob(true);
  await site.expectPaidOnce(letter);
});

test('the first check of a new process does not cancel a payment that another process is charging', async () => {
  const letter = newMessage();
  const release = site.stripe.holdNext('confirm');
  const answer = site.postCard(letter);
  const payments = () => site.db.selectFrom('payments').select('state').execute();
  await expect.poll(payments).toEqual([{ state: 'asked' }]);
  expect(await site.settle(true)).toBe(0);
  release();
  expect((await answer).json.ok).toBe(true);
  await site.expectPaidOnce(letter);
});

test('[P-009] an unpaid message is deleted after a day, and its payment is cancelled at Stripe', async () => {
  const [declined, asked] = [newMessage(), newMessage()];
  await site.postCard(declined, CARDS.declined);
  const { json } = await site.postCard(asked, CARDS.asksFirst);
  site.advance(DAY - MINUTE);
  await site.settle(true);
  await site.expectUnpaid(declined);
  await site.expectUnpaid(asked);
  site.advance(MINUTE);
  await site.settle();
  expect([await site.rowsOf(declined), await site.rowsOf(asked)]).toEqual([[], []]);
  expect(site.stripe.intents().map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  const secret: string = json.stripe.paymentIntentClientSecret;
  expect(() => site.stripe.authenticate(secret, true)).toThrow('canceled');
});

test('a message whose card may have been charged is kept until Stripe has reported the result', async () => {
  const letter = await chargedAndForgotten();
  site.advance(DAY);
  site.stripe.breakNext('retrieve', 'rate-limit', 2);
  expect(await site.settle()).toBe(0);
  site.advance(DAY);
  expect(await site.settle()).toBe(0);
  await site.expectUnpaid(letter);
  site.advance(5 * MINUTE);
  expect(await site.settle()).toBe(1);
  await site.expectPaidOnce(letter);
});

/** A message with an unfinished payment at Stripe: the cardholder never answered the bank. */
async function begun(): Promise<Letter> {
  const letter = newMessage();
  await site.postCard(letter, CARDS.asksFirst);
  expect(await site.rowsOf(letter)).toMatchObject([{ state: 'unpaid', payment_intent: expect.any(String) }]);
  return letter;
}

async function neverBegun(): Promise<Letter> {
  const letter = newMessage();
  site.stripe.breakNext('create', 'rate-limit');
  await site.postCard(letter);
  expect(await site.rowsOf(letter)).toMatchObject([{ state: 'unpaid', payment_intent: null }]);
  return letter;
}

async function begunElsewhere(): Promise<Letter> {
  const letter = await begun();
  const id = 'pi_of_another_account';
  await updateRows(site.db, 'submissions', { email: letter.email ?? '' }, { payment_intent: id });
  await site.db.updateTable('payments').set({ intent: id }).execute();
  return letter;
}

type Stripe = Settings['stripe'];

test.each<[number, string, number, () => Promise<Letter>, (stripe: Stripe) => Stripe]>([
  [1, 'payments are off and its payment was not started', MINUTE, neverBegun, () => undefined],
  [30, 'payments are off and its payment was started at Stripe', HOUR, begun, () => undefined],
  [30, 'Stripe no longer accepts the secret key', HOUR, begun, (own) => own && { ...own, secretKey: 'sk_x' }],
  [1, 'its payment is unknown to the site’s Stripe account', MINUTE, begunElsewhere, (own) => own],
])('[P-008] an unpaid message is deleted after %i days if %s', async (days, _, late, write, stripeOf) => {
  const letter = await write();
  const settings = { ...site.deps.settings, stripe: stripeOf(site.deps.settings.stripe) };
  site.advance(days * DAY - MINUTE);
  await runJob(false, settings);
  expect(await site.rowsOf(letter)).toHaveLength(1);
  site.advance(late);
  await runJob(false, settings);
  expect(await site.rowsOf(letter)).toEqual([]);
});

test('if Stripe does not answer, the server process still stops without delay, and no message is deleted', async () => {
  const letters = [await begun(), await begun()];
  site.advance(31 * DAY);
  site.stripe.breakNext('cancel', 'no-answer', 9);
  const jobs = startJobs([settlePaymentsJob], site.deps);
  await expect.poll(() => site.callsOf('cancel')).toBe(2);
  // Waiting for Stripe and asking again would take 15 seconds, longer than this test may run.
  await jobs.end();
  expect(site.callsOf('cancel')).toBe(2);
  expect((await Promise.all(letters.map(site.rowsOf))).flat()).toHaveLength(2);
});

test('a charge that Stripe does not answer in time counts as unknown and is not sent a second time', async () => {
  await site.postCard(newMessage(), CARDS.declined);
  const [intent] = site.stripe.intents();
  const secretKey = site.stripe.settings.STRIPE_SECRET_KEY;
  // This time limit lets the request arrive at Stripe even on a busy machine.
  const impatient = { secretKey, apiUrl: site.stripe.url, timeout: 2_000 };
  site.stripe.breakNext('confirm', 'no-answer');
  const { confirm } = createStripeApi(impatient, site.deps.log);
  expect(await confirm(intent?.id ?? '', CARDS.visa.method)).toEqual({ kind: 'unknown' });
  await site.stripe.whenPaid(1);
  expect(site.callsOf('confirm')).toBe(2);
  expect(site.logLines().join()).toContain('StripeConnectionError');
});
