import { expect, onTestFinished, test } from 'vitest';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { openPayingSite, type PayingSite } from '#features/card-payments/server/testing/paying-site.ts';
import { updateRows } from '#server/database/rows.ts';
import { startJobs } from '#server/jobs/run-jobs.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { settleDeps, settlePayments, settlePaymentsJob } from './settle.ts';
import { createStripeApi, stripeOf } from './stripe-api.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An unpaid message whose payment exists at Stripe, because the cardholder never answered the bank. */
async function letterWithPayment(site: PayingSite) {
  const letter = newMessage();
  await site.post({ ...letter, paymentMethod: CARDS.asksFirst.method });
  const [row] = await site.rowsOf(letter);
  expect(row).toMatchObject({ state: 'unpaid', payment_intent: expect.any(String) });
  return letter;
}

/** An unpaid message without a payment at Stripe, because its creation failed. */
async function letterWithoutPayment(site: PayingSite) {
  const letter = newMessage();
  site.stripe.breakNext('create', 'rate-limit');
  await site.post({ ...letter, paymentMethod: CARDS.visa.method });
  expect(await site.rowsOf(letter)).toMatchObject([{ state: 'unpaid', payment_intent: null }]);
  return letter;
}

/** Runs the settlement job, with the site's Stripe access or another one. */
function settle({ deps }: PayingSite, stripe = stripeOf(deps.settings, deps.log)) {
  return settlePayments({ ...settleDeps(deps), stripe }, { everything: false });
}

function withoutPayments(site: PayingSite): PayingSite {
  return { ...site, deps: { ...site.deps, settings: { ...site.deps.settings, stripe: undefined } } };
}

test('[P-008] with payments off, an unpaid message is deleted after a day, or after 30 days if Stripe may have its payment', async () => {
  const site = await openPayingSite();
  const off = withoutPayments(site);
  const [begun, never] = [await letterWithPayment(site), await letterWithoutPayment(site)];
  site.advance(DAY - MINUTE);
  await settle(off);
  expect([await site.rowsOf(begun), await site.rowsOf(never)].flat()).toHaveLength(2);
  site.advance(MINUTE);
  await settle(off);
  expect(await site.rowsOf(never)).toEqual([]);
  site.advance(29 * DAY - MINUTE);
  await settle(off);
  expect(await site.rowsOf(begun)).toHaveLength(1);
  site.advance(HOUR);
  await settle(off);
  expect(await site.rowsOf(begun)).toEqual([]);
});

test('a site whose payments were switched off deletes messages that were never paid', async () => {
  const site = await openPayingSite();
  const letter = await letterWithoutPayment(site);
  site.advance(DAY);
  const jobs = startJobs([settlePaymentsJob], withoutPayments(site).deps);
  onTestFinished(jobs.end);
  await expect.poll(() => site.rowsOf(letter)).toEqual([]);
});

test('a payment unknown to the site’s Stripe account counts as never charged, and its message is deleted after a day', async () => {
  const site = await openPayingSite();
  const letter = await letterWithPayment(site);
  await updateRows(
    site.db,
    'submissions',
    { email: letter.email },
    { payment_intent: 'pi_of_another_account' },
  );
  await site.db.updateTable('payments').set({ intent: 'pi_of_another_account' }).execute();
  site.advance(DAY - MINUTE);
  await settle(site);
  expect(await site.rowsOf(letter)).toHaveLength(1);
  site.advance(MINUTE);
  await settle(site);
  expect(await site.rowsOf(letter)).toEqual([]);
});

test('an unpaid message is deleted after 30 days if Stripe no longer accepts the secret key', async () => {
  const site = await openPayingSite();
  const letter = await letterWithPayment(site);
  const revoked = createStripeApi({ secretKey: 'sk_test_revoked', apiUrl: site.stripe.url }, site.deps.log);
  site.advance(30 * DAY - MINUTE);
  await settle(site, revoked);
  expect(await site.rowsOf(letter)).toHaveLength(1);
  site.advance(HOUR);
  await settle(site, revoked);
  expect(await site.rowsOf(letter)).toEqual([]);
});

test('if Stripe does not answer, the process still stops without delay, and no message is deleted', async () => {
  const site = await openPayingSite();
  const [letter, other] = [await letterWithPayment(site), await letterWithPayment(site)];
  site.advance(31 * DAY);
  site.stripe.breakNext('cancel', 'no-answer', 9);
  const jobs = startJobs([settlePaymentsJob], site.deps);
  const asked = () => site.stripe.calls().filter(({ operation }) => operation === 'cancel').length;
  // The job asks Stripe to cancel both payments at the same time.
  await expect.poll(asked).toBe(2);
  // Waiting for Stripe and asking again would take 15 seconds, which is longer than this test may run.
  await jobs.end();
  expect(asked()).toBe(2);
  expect([await site.rowsOf(letter), await site.rowsOf(other)].flat()).toHaveLength(2);
});
