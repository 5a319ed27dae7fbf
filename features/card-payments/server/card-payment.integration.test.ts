import { expect, test } from 'vitest';
import { NOTIFICATION } from '#content/form-service.ts';
import { filled } from '#contract/page-errors.ts';
import { CARDS } from '#e2e/fakes/stripe-payments.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { createApp } from '#server/app.ts';
import { FEATURES } from '#server/features.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { contentSecurityPolicy } from '#server/site/content-security-policy.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { settingsOf } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { HOUR_MS } from '#server/time.ts';
import { readResubmitKey, signResubmitKey } from './pay.ts';
import { openPayingSite, problem } from './testing/paying-site.ts';

const site = await openPayingSite();

const NOTHING_REFUSED = {};
const NO_FUNDS = PAYMENT_ERRORS.DECLINED.message.replace('{reason}', 'Your card has insufficient funds.');
const paidFor = (row: { payment_intent: string | null } | undefined) =>
  site.stripe.paid().filter(({ id }) => id === row?.payment_intent);

test('[P-005] a message with a card is charged once and stored, and the operators’ mail states the amount paid', async () => {
  const letter = newMessage();
  expect(await site.pay(letter, 'visa')).toEqual(NOTHING_REFUSED);
  const [row, ...more] = await site.rowsOf(letter);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ state: 'received', amount: 10_000, currency: 'inr', fields: '{}' });
  expect(paidFor(row)).toMatchObject([
    { amount: 10_000, currency: 'inr', metadata: { submission: row?.id } },
  ]);
  const [mail, ...moreMails] = await site.mailsAbout(letter);
  expect(moreMails).toEqual([]);
  expect(mail?.text_body).toContain(
    filled(NOTIFICATION.payment, { amount: '₹100', intent: row?.payment_intent ?? '' }),
  );
});

test('[V2.2.3] the form’s price is charged, whatever amount and currency the page sends', async () => {
  const letter = { ...newMessage(), amount: '1', currency: 'usd', price: '0' };
  expect(await site.pay(letter, 'visa')).toEqual(NOTHING_REFUSED);
  const [row] = await site.rowsOf(letter);
  expect(paidFor(row)).toMatchObject([{ amount: 10_000, currency: 'inr' }]);
});

test('after a refused card, the sender gets Stripe’s reason and can send the message with another card or none', async () => {
  const letter = newMessage();
  const refused = { code: 'STRIPE_CLIENT_ERROR', message: NO_FUNDS };
  expect(await site.pay(letter, 'noFunds')).toEqual(refused);
  await site.expectUnpaid(letter);
  expect(await site.pay(letter, 'visa')).toEqual(NOTHING_REFUSED);
  expect(await site.rowsOf(letter)).toMatchObject([{ state: 'received' }]);

  const other = newMessage();
  const key = { 'idempotency-key': `key of ${other.email}` };
  await site.postCard(other, CARDS.declined, key);
  expect((await site.post(other, 'contact', key)).json).toMatchObject({ ok: true });
  expect(await site.rowsOf(other)).toMatchObject([
    { state: 'unpaid', amount: 10_000 },
    { state: 'received', amount: null },
  ]);
  const [mail] = await site.mailsAbout(other);
  expect(mail?.text_body).not.toContain('Paid by card');
});

test.each([
  ['the cardholder refuses it', 'asksFirst', 'refuses', 'Stripe SCA error'],
  ['the account lacks funds', 'asksFirstThenNoFunds', 'agrees', NO_FUNDS],
] as const)(
  '[P-167] if, during the confirmation at the bank, %s, the card is not charged',
  async (_, card, bank, message) => {
    const letter = newMessage();
    const paidBefore = site.stripe.paid().length;
    const refused = { code: 'STRIPE_CLIENT_ERROR', message };
    expect(await site.pay(letter, card, bank)).toEqual(refused);
    await site.expectUnpaid(letter);
    expect(site.stripe.paid()).toHaveLength(paidBefore);
    expect(await site.pay(letter, 'asksFirst', 'agrees')).toEqual(NOTHING_REFUSED);
    expect(await site.rowsOf(letter)).toMatchObject([{ state: 'received' }]);
    expect(site.stripe.paid()).toHaveLength(paidBefore + 1);
  },
);

test('a card that the cardholder did not confirm at the bank can be replaced by another, which is then charged', async () => {
  const letter = newMessage();
  const asked = await site.postCard(letter, CARDS.asksFirst);
  const again = await site.postCard(letter, CARDS.asksFirst);
  expect(again.json.stripe).toEqual(asked.json.stripe);
  expect(await site.pay(letter, 'visa')).toEqual(NOTHING_REFUSED);
  const [row, ...more] = await site.rowsOf(letter);
  expect(more).toEqual([]);
  const ofLetter = site.stripe.intents().filter(({ metadata }) => metadata.submission === row?.id);
  expect(ofLetter.map(({ status }) => status)).toEqual(['canceled', 'succeeded']);
  expect(row?.payment_intent).toBe(ofLetter[1]?.id);
});

test('an incomplete message, or one without an email address, is refused before its card is charged', async () => {
  const calls = site.stripe.calls().length;
  const { method: paymentMethod } = CARDS.visa;
  const errorsOf = async (fields: Record<string, string>, form: string) =>
    (await site.post({ ...fields, paymentMethod }, form)).json.errors;
  const withAddress = { email: 'asha@example.com' };
  expect(await errorsOf(withAddress, 'contact')).toMatchObject([{ field: 'name' }, { field: 'message' }]);
  expect(await errorsOf({ message: 'Two seats' }, 'ticket')).toMatchObject([{ field: 'email' }]);
  expect((await errorsOf({}, 'contact'))[0].code).toBe('EMPTY');
  expect(site.stripe.calls()).toHaveLength(calls);
});

test('a card id in a wrong format is refused without a request to Stripe, and an unknown card id is refused by Stripe', async () => {
  const calls = site.stripe.calls().length;
  const letter = newMessage();
  for (const method of ['card_visa', 'pm_', 'pm_x/../../refunds', 'pm_a, pm_b', `pm_${'x'.repeat(300)}`])
    expect((await site.postCard(letter, { method })).json.errors).toEqual(problem('CARD_NOT_USABLE'));
  expect(site.stripe.calls()).toHaveLength(calls);
  expect(await site.rowsOf(letter)).toEqual([]);
  const { json } = await site.postCard(letter, { method: 'pm_unknown' });
  expect(json.errors).toEqual(problem('NOT_WORKING'));
});

test('a form without a price, or a site without card payments, refuses a message with a card and does not store it', async () => {
  const letter = newMessage();
  const { code, message } = await site.pay(letter, 'visa', 'agrees', 'feedback');
  expect({ code, message }).toEqual(PAYMENT_ERRORS.NOT_SET_UP);
  const features = site.deps.features.filter(({ name }) => name !== 'card-payments');
  const other = createTestClient(await createApp({ ...site.deps, features }), site.deps.origin, '192.0.2.7');
  const { status, json } = await other.post('/f/contact', { ...letter, paymentMethod: CARDS.visa.method });
  expect([status, json.errors]).toEqual([422, problem('NOT_SET_UP')]);
  expect(await site.rowsOf(letter)).toEqual([]);
  expect((await other.post('/f/contact', letter)).json.ok).toBe(true);
  expect(await site.rowsOf(letter)).toMatchObject([{ state: 'received', fields: '{}' }]);
});

test('[P-007] no card data or payment secrets appear in the log, in stored fields or in mails', async () => {
  const stored = await site.db.selectFrom('submissions').select('fields').execute();
  const mails = await site.db.selectFrom('outbox').select('id').execute();
  const bodies = await Promise.all(mails.map(({ id }) => site.makeBodies(id)));
  const texts = JSON.stringify([site.logLines(), stored, bodies]);
  expect(texts).not.toMatch(/pm_|_secret_|resubmitKey|sk_test|paymentMethod/);
});

async function asked() {
  const letter = newMessage();
  const { json } = await site.postCard(letter, CARDS.asksFirst);
  const secret: string = json.stripe.paymentIntentClientSecret;
  const paymentIntent = secret.split('_secret_')[0] ?? '';
  const resubmitKey: string = json.resubmitKey;
  return { letter, secret, paymentIntent, resubmitKey };
}
type Asked = Awaited<ReturnType<typeof asked>>;

const again = ({ letter, paymentIntent, resubmitKey }: Asked, form?: string) =>
  site.post({ ...letter, paymentIntent, resubmitKey }, form);

async function expectRefused(
  answer: ReturnType<typeof again>,
  { letter }: Asked,
  why: keyof typeof PAYMENT_ERRORS,
) {
  const { status, json } = await answer;
  expect([status, json.errors]).toEqual([422, problem(why)]);
  await site.expectUnpaid(letter);
}

test('[V2.3.1] a payment that the cardholder has not confirmed at the bank is refused', async () => {
  const one = await asked();
  await expectRefused(again(one), one, 'NOT_CONFIRMED');
  site.stripe.authenticate(one.secret, false);
  await expectRefused(again(one), one, 'NOT_CONFIRMED');
});

test('[A-44] a confirmed payment of another sender’s message is not accepted for this message', async () => {
  const [mine, other] = [await asked(), await asked()];
  site.stripe.authenticate(other.secret, true);
  await expectRefused(again({ ...mine, paymentIntent: other.paymentIntent }), mine, 'NOT_OURS');
  await expectRefused(again({ ...mine, resubmitKey: other.resubmitKey }), mine, 'NOT_OURS');
  expect((await again(other)).json.ok).toBe(true);
  await expectRefused(again({ ...mine, paymentIntent: other.paymentIntent }), mine, 'NOT_OURS');
});

test('with another sender’s payment and resubmit key, a request completes only that sender’s message', async () => {
  const [mine, other] = [await asked(), await asked()];
  site.stripe.authenticate(other.secret, true);
  expect((await again({ ...other, letter: mine.letter })).json.ok).toBe(true);
  expect(await site.rowsOf(mine.letter)).toMatchObject([{ state: 'unpaid' }]);
  expect(await site.rowsOf(other.letter)).toMatchObject([{ state: 'received' }]);
});

test('nothing is charged with a resubmit key that is forged, changed, an hour old or from another form', async () => {
  const one = await asked();
  site.stripe.authenticate(one.secret, true);
  const now = site.deps.clock();
  const parts = one.resubmitKey.split('.');
  const pending = readResubmitKey(['a newer secret', ...site.deps.keyring], one.resubmitKey, now);
  if (pending === undefined) throw new Error('the key was not ours');
  const lower = signResubmitKey(['another secret'], { ...pending, amount: 1 }, now);
  const cheaper = parts.with(0, lower.split('.')[0] ?? '').join('.');
  const keys = [
    '',
    'x',
    cheaper,
    `${one.resubmitKey}x`,
    parts.slice(0, -1).join('.'),
    signResubmitKey(['another secret'], pending, now),
    signResubmitKey(site.deps.keyring, pending, new Date(now.getTime() - HOUR_MS)),
    signResubmitKey(site.deps.keyring, { ...pending, amount: 100 }, now),
    signResubmitKey(site.deps.keyring, { ...pending, currency: 'usd' }, now),
  ];
  for (const resubmitKey of keys) await expectRefused(again({ ...one, resubmitKey }), one, 'NOT_OURS');
  await expectRefused(again(one, 'ticket'), one, 'NOT_OURS');
  expect(site.stripe.paid()).not.toContainEqual(expect.objectContaining({ id: one.paymentIntent }));
});

test('[A-43] a second request with the same resubmit key gets the same response, and nothing more is charged', async () => {
  const one = await asked();
  site.stripe.authenticate(one.secret, true);
  expect((await again(one)).json.ok).toBe(true);
  const confirms = site.callsOf('confirm');
  expect((await again(one)).json.ok).toBe(true);
  expect(site.callsOf('confirm')).toBe(confirms);
  expect(await site.mailsAbout(one.letter)).toHaveLength(1);
});

test('a message with both a confirmed payment and a new card is refused as a whole', async () => {
  const one = await asked();
  const { letter, paymentIntent, resubmitKey } = one;
  const answer = site.postCard({ ...letter, paymentIntent, resubmitKey });
  await expectRefused(answer, one, 'CARD_NOT_USABLE');
});

const KEYS = { STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_SECRET_KEY: 'sk_test_x' };

const rulesOf = (env: Readonly<Record<string, string>>) => pageRules(settingsOf(env), FEATURES);

test('with Stripe keys, the Content-Security-Policy of every page, not only of the page with the form, allows Stripe', () => {
  const directives = contentSecurityPolicy('', rulesOf(KEYS)).split('; ');
  expect(directives).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
  expect(directives).toContain(
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  );
  expect(directives).toContain("connect-src 'self' https://api.stripe.com");
  expect(rulesOf(KEYS).permissions.payment).toBe('(self "https://js.stripe.com")');
});

const { STRIPE_PUBLISHABLE_KEY } = KEYS;
test.each([
  ['our server can', KEYS, 'pk_test_x'],
  ['a hosted form service can', { STRIPE_PUBLISHABLE_KEY, FORM_ENDPOINT: 'https://f.test' }, 'pk_test_x'],
  ['nobody can', { STRIPE_PUBLISHABLE_KEY }, ''],
])('pages have Stripe’s publishable key only if a card can be charged: %s', (_, env, key) => {
  expect(rulesOf(env).publicSettings).toMatchObject({ stripePublishableKey: key });
});
