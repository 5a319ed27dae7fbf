import { beforeEach, expect, test } from 'vitest';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { openPayingSite, type PayingSite } from '#features/card-payments/server/testing/paying-site.ts';
import { newMessage, TEST_FORMS } from '#server/testing/form-site.ts';
import { cardPayments } from './feature.ts';
import { settleDeps, settlePayments } from './settle.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

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
  ['with a card of each post', [CARDS.visa, { method: 'pm_minted_1' }, { method: 'pm_minted_2' }]],
])('[V2.3.4] the same message posted three times at once, %s, is paid once', async (_, cards) => {
  site.stripe.mintCards(2);
  const letter = newMessage();
  const answers = await Promise.all(cards.map((one) => card(letter, one)));
  expect(answers.map(({ json }) => json.ok)).toEqual([true, true, true]);
  await expectPaidOnce(letter);
});

test('the same message posted again within a day is not paid again; the day after it is a new one', async () => {
  const letter = newMessage();
  await card(letter, CARDS.visa);
  site.advance(DAY - MINUTE);
  expect((await card(letter, CARDS.visa)).json.ok).toBe(true);
  await expectPaidOnce(letter);
  site.advance(2 * MINUTE);
  await card(letter, CARDS.visa);
  expect(site.stripe.paid()).toHaveLength(2);
});

test('an answer of Stripe that is lost is asked for again, and one key makes one payment', async () => {
  const letter = newMessage();
  site.stripe.breakNext('create', 'answer-lost');
  site.stripe.breakNext('confirm', 'answer-lost');
  expect((await card(letter, CARDS.visa)).json.ok).toBe(true);
  await expectPaidOnce(letter);
  expect(site.stripe.intents()).toHaveLength(1);
  expect(site.stripe.calls().filter(({ operation }) => operation === 'confirm')).toHaveLength(1);
});

test('when Stripe fails while it charges, nobody says that nothing happened', async () => {
  const letter = newMessage();
  site.stripe.breakNext('confirm', 'server-error');
  expect((await card(letter, CARDS.visa)).json.errors).toEqual(problem('NOT_KNOWN'));
  await expectUnpaid(letter);
  expect((await card(letter, CARDS.visa)).json.ok).toBe(true);
  await expectPaidOnce(letter);
});

test('when Stripe refuses the request, nothing was charged', async () => {
  const letter = newMessage();
  site.stripe.breakNext('confirm', 'rate-limit');
  expect((await card(letter, CARDS.visa)).json.errors).toEqual(problem('NOT_REACHED'));
  await expectUnpaid(letter);
});

test('when Stripe does not know our key, paying does not work, nothing was charged, and the log says so', async () => {
  const other = await openPayingSite({ STRIPE_SECRET_KEY: 'sk_test_of_another_account' });
  const letter = newMessage();
  const { json } = await other.post({ ...letter, paymentMethod: CARDS.visa.method });
  expect(json.errors).toEqual(problem('NOT_WORKING'));
  expect(await other.rowsOf(letter)).toMatchObject([{ state: 'unpaid', payment_intent: null }]);
  expect(other.logLines().join()).toContain('card payments do not work: Stripe does not take our key');
});

test('when Stripe cannot be reached, nothing was charged, and a message without a card is sent', async () => {
  const other = await openPayingSite({ STRIPE_API_URL: 'http://127.0.0.1:9' });
  const letter = newMessage();
  const { json } = await other.post({ ...letter, paymentMethod: CARDS.visa.method });
  expect(json.errors).toEqual(problem('NOT_REACHED'));
  expect((await other.post(letter)).json.ok).toBe(true);
  expect((await other.rowsOf(letter)).map(({ state }) => state).sort()).toEqual(['received', 'unpaid']);
});

const depsOf = ({ deps }: PayingSite) => settleDeps({ ...deps, forms: TEST_FORMS });
const settle = (everything = false) => settlePayments(depsOf(site), { everything });

/** As if the process had ended between the charge and what comes after it. */
async function chargedAndForgotten() {
  const letter = newMessage();
  await card(letter, CARDS.visa);
  const [row] = await site.rowsOf(letter);
  await site.db
    .updateTable('submissions')
    .set({ state: 'unpaid' })
    .where('id', '=', row?.id ?? '')
    .execute();
  await site.db
    .updateTable('payments')
    .set({ state: 'asked', look_at: new Date(site.deps.clock().getTime() + MINUTE).toISOString() })
    .where('submission_id', '=', row?.id ?? '')
    .execute();
  await site.db.deleteFrom('outbox').execute();
  return letter;
}

test('settling receives a paid message that was never received, once', async () => {
  const letter = await chargedAndForgotten();
  expect(await settle()).toBe(0);
  site.advance(3 * MINUTE);
  const [one, other] = await Promise.all([settle(), settle()]);
  expect(one + other).toBe(1);
  await expectPaidOnce(letter);
  expect(await settle()).toBe(0);
});

test('the first check of a new process asks about every payment that may have been charged', async () => {
  const letter = await chargedAndForgotten();
  const [job] = cardPayments.jobs ?? [];
  const run = (isFirst: boolean) => job?.run(site.deps, { isFirst, signal: new AbortController().signal });
  await run(false);
  await expectUnpaid(letter);
  await run(true);
  await expectPaidOnce(letter);
});

test('[P-009] settling deletes an unpaid message after a day and cancels its payment', async () => {
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

test('settling keeps a message until Stripe answers about its payment', async () => {
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
