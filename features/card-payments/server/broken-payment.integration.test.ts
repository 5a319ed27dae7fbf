import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startFakeStripe } from '#e2e/fakes/stripe.ts';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { openPayingSite, type PayingSite } from '#features/card-payments/server/testing/paying-site.ts';
import { updateRows } from '#server/database/rows.ts';
import { startJobs } from '#server/jobs/run-jobs.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { cardPayments } from './feature.ts';
import { settleDeps, settlePayments, settlePaymentsJob } from './settle.ts';
import { createStripeApi, stripeOf } from './stripe-api.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let site: PayingSite;
beforeEach(async () => {
  site = await openPayingSite();
});

const card = (letter: Readonly<Record<string, string>>, { method }: { method: string }) =>
  site.post({ ...letter, paymentMethod: method });

async function expectPaidOnce(letter: Readonly<Record<string, string>>): Promise<void> {
  const [row, ...more] = await site.rowsOf(letter);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ state: 'received' });
  expect(site.stripe.paid().map(({ id }) => id)).toEqual([row?.payment_intent]);
  expect(await site.mailsAbout(letter)).toHaveLength(1);
}

async function expectUnpaid(letter: Readonly<Record<string, string>>): Promise<void> {
  expect((await site.rowsOf(letter)).map(({ state }) => state)).toEqual(['unpaid']);
  expect(await site.mailsAbout(letter)).toEqual([]);
}

const problem = (why: keyof typeof PAYMENT_ERRORS) => [{ ...PAYMENT_ERRORS[why], field: 'paymentMethod' }];

test.each([
  ['with the same card', [CARDS.visa, CARDS.visa, CARDS.visa]],
  ['with a different card each time', [CARDS.visa, { method: 'pm_minted_1' }, { method: 'pm_minted_2' }]],
])('[V2.3.4] a message posted three times at once, %s, is charged once', async (_, cards) => {
  site.stripe.mintCards(2);
  const letter = newMessage();
  const answers = await Promise.all(cards.map((one) => card(letter, one)));
  expect(answers.map(({ json }) => json.ok)).toEqual([true, true, true]);
  await expectPaidOnce(letter);
});

test('a paid message posted again within a day is not charged again, but a day later it is charged as new', async () => {
  const letter = newMessage();
  await card(letter, CARDS.visa);
  site.advance(DAY - MINUTE);
  expect((await card(letter, CARDS.visa)).json.ok).toBe(true);
  await expectPaidOnce(letter);
  site.advance(2 * MINUTE);
  await card(letter, CARDS.visa);
  expect(site.stripe.paid()).toHaveLength(2);
});

test('when an answer from Stripe is lost, the server asks again and the message is charged once', async () => {
  const letter = newMessage();
  site.stripe.breakNext('create', 'answer-lost');
  site.stripe.breakNext('confirm', 'answer-lost');
  expect((await card(letter, CARDS.visa)).json.ok).toBe(true);
  await expectPaidOnce(letter);
  expect(site.stripe.intents()).toHaveLength(1);
  expect(site.stripe.calls().filter(({ operation }) => operation === 'confirm')).toHaveLength(1);
});

test('when Stripe fails during a charge, the result is reported as unknown, and sending again does not charge twice', async () => {
  const letter = newMessage();
  site.stripe.breakNext('confirm', 'server-error');
  expect((await card(letter, CARDS.visa)).json.errors).toEqual(problem('NOT_KNOWN'));
  await expectUnpaid(letter);
  expect((await card(letter, CARDS.visa)).json.ok).toBe(true);
  await expectPaidOnce(letter);
});

test('when Stripe refuses a charge because of its rate limit, the answer says that nothing was charged', async () => {
  const letter = newMessage();
  site.stripe.breakNext('confirm', 'rate-limit');
  expect((await card(letter, CARDS.visa)).json.errors).toEqual(problem('NOT_REACHED'));
  await expectUnpaid(letter);
});

test('when Stripe rejects the secret key, the answer says that payments do not work, and the log names the cause', async () => {
  const other = await openPayingSite({ STRIPE_SECRET_KEY: 'sk_test_of_another_account' });
  const letter = newMessage();
  const { json } = await other.post({ ...letter, paymentMethod: CARDS.visa.method });
  expect(json.errors).toEqual(problem('NOT_WORKING'));
  expect(await other.rowsOf(letter)).toMatchObject([{ state: 'unpaid', payment_intent: null }]);
  expect(other.logLines().join()).toContain('card payments do not work: Stripe does not take our key');
});

test('when Stripe cannot be reached, nothing is charged, and the message can be sent without a card', async () => {
  const other = await openPayingSite({ STRIPE_API_URL: 'http://127.0.0.1:9' });
  const letter = newMessage();
  const { json } = await other.post({ ...letter, paymentMethod: CARDS.visa.method });
  expect(json.errors).toEqual(problem('NOT_REACHED'));
  expect((await other.post(letter)).json.ok).toBe(true);
  expect((await other.rowsOf(letter)).map(({ state }) => state).sort()).toEqual(['received', 'unpaid']);
});

const depsOf = ({ deps }: PayingSite) => settleDeps(deps);
const settle = (everything = false) => settlePayments(depsOf(site), { everything });

/** Sends a paid message, and sets its rows back as if the process had crashed right after the charge. */
async function chargedAndForgotten() {
  const letter = newMessage();
  await card(letter, CARDS.visa);
  const [row] = await site.rowsOf(letter);
  await updateRows(site.db, 'submissions', { id: row?.id ?? '' }, { state: 'unpaid' });
  const look_at = new Date(site.deps.clock().getTime() + MINUTE).toISOString();
  await updateRows(site.db, 'payments', { submission_id: row?.id ?? '' }, { state: 'asked', look_at });
  await site.db.deleteFrom('outbox').execute();
  return letter;
}

test('after a crash, the job that checks open payments marks a paid message as received, exactly once', async () => {
  const letter = await chargedAndForgotten();
  expect(await settle()).toBe(0);
  site.advance(3 * MINUTE);
  const [one, other] = await Promise.all([settle(), settle()]);
  expect(one + other).toBe(1);
  await expectPaidOnce(letter);
  expect(await settle()).toBe(0);
});

test('the first check of open payments in a new process covers every payment that may have been charged', async () => {
  const letter = await chargedAndForgotten();
  const [job] = cardPayments.jobs ?? [];
  const run = (isFirst: boolean) => job?.run(site.deps, { isFirst, signal: new AbortController().signal });
  await run(false);
  await expectUnpaid(letter);
  await run(true);
  await expectPaidOnce(letter);
});

test('the first check of a new process does not cancel a payment that another process is charging', async () => {
  const letter = newMessage();
  const release = site.stripe.holdNext('confirm');
  const answer = card(letter, CARDS.visa);
  const payments = () => site.db.selectFrom('payments').select('state').execute();
  await expect.poll(payments).toEqual([{ state: 'asked' }]);
  expect(await settle(true)).toBe(0);
  release();
  expect((await answer).json.ok).toBe(true);
  await expectPaidOnce(letter);
});

test('[P-009] an unpaid message is deleted after a day, and its payment is cancelled at Stripe', async () => {
  const [declined, asked] = [newMessage(), newMessage()];
  await card(declined, CARDS.declined);
  const { json } = await card(asked, CARDS.asksFirst);
  site.advance(DAY - MINUTE);
  await settle(true);
  await expectUnpaid(declined);
  await expectUnpaid(asked);
  site.advance(MINUTE);
  await settle();
  expect(await site.rowsOf(declined)).toEqual([]);
  expect(await site.rowsOf(asked)).toEqual([]);
  expect(site.stripe.intents().map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  const secret: string = json.stripe.paymentIntentClientSecret;
  expect(() => site.stripe.authenticate(secret, true)).toThrow('canceled');
});

test('a message whose card may have been charged is kept until Stripe has reported the result', async () => {
  const letter = await chargedAndForgotten();
  site.advance(DAY);
  site.stripe.breakNext('retrieve', 'rate-limit', 2);
  expect(await settle()).toBe(0);
  site.advance(DAY);
  expect(await settle()).toBe(0);
  await expectUnpaid(letter);
  site.advance(5 * MINUTE);
  expect(await settle()).toBe(1);
  await expectPaidOnce(letter);
});

describe('an unpaid message', () => {
  /** This message has an unfinished payment at Stripe: the cardholder never answered the bank. */
  async function letterWithPayment() {
    const letter = newMessage();
    await site.post({ ...letter, paymentMethod: CARDS.asksFirst.method });
    const [row] = await site.rowsOf(letter);
    expect(row).toMatchObject({ state: 'unpaid', payment_intent: expect.any(String) });
    return letter;
  }

  async function letterWithoutPayment() {
    const letter = newMessage();
    site.stripe.breakNext('create', 'rate-limit');
    await site.post({ ...letter, paymentMethod: CARDS.visa.method });
    expect(await site.rowsOf(letter)).toMatchObject([{ state: 'unpaid', payment_intent: null }]);
    return letter;
  }

  function settleAs({ deps }: PayingSite, stripe = stripeOf(deps.settings, deps.log)) {
    return settlePayments({ ...settleDeps(deps), stripe }, { everything: false });
  }

  function withoutPayments(): PayingSite {
    return { ...site, deps: { ...site.deps, settings: { ...site.deps.settings, stripe: undefined } } };
  }

  test('[P-008] is deleted after a day if payments are off, or after 30 days if its payment was started at Stripe', async () => {
    const off = withoutPayments();
    const [begun, never] = [await letterWithPayment(), await letterWithoutPayment()];
    site.advance(DAY - MINUTE);
    await settleAs(off);
    expect([await site.rowsOf(begun), await site.rowsOf(never)].flat()).toHaveLength(2);
    site.advance(MINUTE);
    await settleAs(off);
    expect(await site.rowsOf(never)).toEqual([]);
    site.advance(29 * DAY - MINUTE);
    await settleAs(off);
    expect(await site.rowsOf(begun)).toHaveLength(1);
    site.advance(HOUR);
    await settleAs(off);
    expect(await site.rowsOf(begun)).toEqual([]);
  });

  test('a site whose payments were switched off deletes messages that were never paid', async () => {
    const letter = await letterWithoutPayment();
    site.advance(DAY);
    const jobs = startJobs([settlePaymentsJob], withoutPayments().deps);
    onTestFinished(jobs.end);
    await expect.poll(() => site.rowsOf(letter)).toEqual([]);
  });

  test('a payment unknown to the site’s Stripe account counts as never charged, and its message is deleted after a day', async () => {
    const letter = await letterWithPayment();
    const theirs = { payment_intent: 'pi_of_another_account' };
    await updateRows(site.db, 'submissions', { email: letter.email }, theirs);
    await site.db.updateTable('payments').set({ intent: 'pi_of_another_account' }).execute();
    site.advance(DAY - MINUTE);
    await settleAs(site);
    expect(await site.rowsOf(letter)).toHaveLength(1);
    site.advance(MINUTE);
    await settleAs(site);
    expect(await site.rowsOf(letter)).toEqual([]);
  });

  test('an unpaid message is deleted after 30 days if Stripe no longer accepts the secret key', async () => {
    const letter = await letterWithPayment();
    const revoked = createStripeApi({ secretKey: 'sk_test_revoked', apiUrl: site.stripe.url }, site.deps.log);
    site.advance(30 * DAY - MINUTE);
    await settleAs(site, revoked);
    expect(await site.rowsOf(letter)).toHaveLength(1);
    site.advance(HOUR);
    await settleAs(site, revoked);
    expect(await site.rowsOf(letter)).toEqual([]);
  });

  test('if Stripe does not answer, the server process still stops without delay, and no message is deleted', async () => {
    const [letter, other] = [await letterWithPayment(), await letterWithPayment()];
    site.advance(31 * DAY);
    site.stripe.breakNext('cancel', 'no-answer', 9);
    const jobs = startJobs([settlePaymentsJob], site.deps);
    const asked = () => site.stripe.calls().filter(({ operation }) => operation === 'cancel').length;
    await expect.poll(asked).toBe(2);
    // Waiting for Stripe and asking again would take 15 seconds, longer than this test may run.
    await jobs.end();
    expect(asked()).toBe(2);
    expect([await site.rowsOf(letter), await site.rowsOf(other)].flat()).toHaveLength(2);
  });
});

test('a charge that Stripe does not answer in time counts as unknown and is not sent a second time', async () => {
  const stripe = await startFakeStripe();
  onTestFinished(stripe.close);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const settings = { secretKey: stripe.settings.STRIPE_SECRET_KEY, apiUrl: stripe.url };
  // This time limit lets the request arrive at Stripe even on a busy machine.
  const impatient = createStripeApi({ ...settings, timeout: 2_000 }, log);
  const letter = {
    amount: 100,
    currency: 'inr',
    description: 'Letter',
    submission: '1',
    idempotencyKey: '1-0',
  };
  const made = await createStripeApi(settings, log).create(letter);
  if (made.kind !== 'intent') throw new Error(made.kind);
  stripe.breakNext('confirm', 'no-answer');
  expect(await impatient.confirm(made.intent.id, CARDS.visa.method)).toEqual({ kind: 'unknown' });
  await stripe.whenPaid(1);
  const tries = stripe.calls().filter(({ operation }) => operation === 'confirm');
  expect(tries).toHaveLength(1);
  expect(stripe.paid()).toHaveLength(1);
  expect(lines.join()).toContain('StripeConnectionError');
});

test('a charge that Stripe refuses because another request uses the payment counts as unknown, not as uncharged', async () => {
  const error = { type: 'invalid_request_error', code: 'lock_timeout', message: 'Another request is at it.' };
  const busy = createServer((_, response) => {
    response.writeHead(429, { 'Content-Type': 'application/json', 'Stripe-Should-Retry': 'false' });
    response.end(JSON.stringify({ error }));
  }).listen(0, '127.0.0.1');
  await once(busy, 'listening');
  onTestFinished(() => void busy.close());
  const { port } = busy.address() as AddressInfo;
  const api = createStripeApi(
    { secretKey: 'sk_test_x', apiUrl: `http://127.0.0.1:${port}` },
    pino({ level: 'silent' }),
  );
  expect(await api.confirm('pi_1', CARDS.visa.method)).toEqual({ kind: 'unknown' });
});
