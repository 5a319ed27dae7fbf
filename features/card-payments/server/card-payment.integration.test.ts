import { expect, test } from 'vitest';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { openPayingSite } from '#features/card-payments/server/testing/paying-site.ts';
import { createApp } from '#server/app.ts';
import { FEATURES } from '#server/features.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { contentSecurityPolicy } from '#server/site/content-security-policy.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { settingsOf } from '#server/testing/settings-of.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { HOUR_MS } from '#server/time.ts';
import { readResubmitKey, signResubmitKey } from './pay.ts';

const site = await openPayingSite();

const NOTHING_REFUSED = {};
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
  expect(mail?.text_body).toContain(`Paid by card: ₹100 (Stripe ${row?.payment_intent})`);
});

test('[V2.2.3] the form’s price is charged, whatever amount and currency the page sends', async () => {
  const letter = { ...newMessage(), amount: '1', currency: 'usd', price: '0' };
  expect(await site.pay(letter, 'visa')).toEqual(NOTHING_REFUSED);
  const [row] = await site.rowsOf(letter);
  expect(paidFor(row)).toMatchObject([{ amount: 10_000, currency: 'inr' }]);
});

test.each([
  ['declined', 'Your card was declined.'],
  ['noFunds', 'Your card has insufficient funds.'],
  ['expired', 'Your card has expired.'],
] as const)(
  'when the bank refuses a card (%s), the answer contains Stripe’s explanation and the message stays unpaid',
  async (card, reason) => {
    const letter = newMessage();
    const { code, message } = await site.pay(letter, card);
    expect(code).toBe('STRIPE_CLIENT_ERROR');
    expect(message).toBe(PAYMENT_ERRORS.DECLINED.message.replace('{reason}', reason));
    expect(await site.rowsOf(letter)).toMatchObject([{ state: 'unpaid' }]);
    expect(await site.mailsAbout(letter)).toEqual([]);
  },
);

test('after a refused card, a message can be sent again under the same Idempotency-Key, with another card or without a card', async () => {
  const letter = newMessage();
  await site.pay(letter, 'declined');
  expect(await site.pay(letter, 'visa')).toEqual(NOTHING_REFUSED);
  expect(await site.rowsOf(letter)).toMatchObject([{ state: 'received' }]);

  const other = newMessage();
  const key = { 'idempotency-key': `key of ${other.email}` };
  await site.post({ ...other, paymentMethod: CARDS.declined.method }, 'contact', key);
  expect((await site.post(other, 'contact', key)).json).toMatchObject({ ok: true });
  const states = (await site.rowsOf(other)).map(({ state, amount }) => ({ state, amount }));
  expect(states).toEqual([
    { state: 'unpaid', amount: 10_000 },
    { state: 'received', amount: null },
  ]);
  const [mail] = await site.mailsAbout(other);
  expect(mail?.text_body).not.toContain('Paid by card');
});

test('[P-167] a payment that the cardholder refuses at the bank is not charged, and can be tried again', async () => {
  const letter = newMessage();
  const paidBefore = site.stripe.paid().length;
  expect(await site.pay(letter, 'asksFirst', 'refuses')).toEqual({
    code: 'STRIPE_CLIENT_ERROR',
    message: 'Stripe SCA error',
  });
  expect(await site.rowsOf(letter)).toMatchObject([{ state: 'unpaid' }]);
  expect(await site.mailsAbout(letter)).toEqual([]);
  expect(site.stripe.paid()).toHaveLength(paidBefore);
  expect(await site.pay(letter, 'asksFirst', 'agrees')).toEqual(NOTHING_REFUSED);
  expect(await site.rowsOf(letter)).toMatchObject([{ state: 'received' }]);
  expect(site.stripe.paid()).toHaveLength(paidBefore + 1);
});

test('a message stays unpaid if the account lacks funds after the cardholder confirmed at the bank', async () => {
  const letter = newMessage();
  const { code, message } = await site.pay(letter, 'asksFirstThenNoFunds', 'agrees');
  expect(code).toBe('STRIPE_CLIENT_ERROR');
  expect(message).toContain('Your card has insufficient funds.');
  expect(await site.rowsOf(letter)).toMatchObject([{ state: 'unpaid' }]);
});

test('if the cardholder does not answer the bank, sending another card cancels the first payment and charges the new card', async () => {
  const letter = newMessage();
  const asked = await site.post({ ...letter, paymentMethod: CARDS.asksFirst.method });
  const again = await site.post({ ...letter, paymentMethod: CARDS.asksFirst.method });
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
  const fieldsOf = ({ json }: Awaited<ReturnType<typeof site.post>>) =>
    json.errors.map(({ field }: { field: string }) => field);
  expect(fieldsOf(await site.post({ email: 'asha@example.com', paymentMethod }))).toEqual([
    'name',
    'message',
  ]);
  expect(fieldsOf(await site.post({ message: 'Two seats', paymentMethod }, 'ticket'))).toEqual(['email']);
  expect((await site.post({ paymentMethod })).json.errors[0].code).toBe('EMPTY');
  expect(site.stripe.calls()).toHaveLength(calls);
});

test.each(['card_visa', 'pm_', 'pm_x/../../refunds', 'pm_a, pm_b', `pm_${'x'.repeat(300)}`, 'pm_unknown'])(
  'an invalid card id (%s) is refused; one in a wrong format is not even sent to Stripe',
  async (paymentMethod) => {
    const calls = site.stripe.calls().length;
    const letter = newMessage();
    const { json } = await site.post({ ...letter, paymentMethod });
    const why = paymentMethod === 'pm_unknown' ? 'NOT_WORKING' : 'CARD_NOT_USABLE';
    expect(json.errors).toEqual([{ ...PAYMENT_ERRORS[why], field: 'paymentMethod' }]);
    if (paymentMethod === 'pm_unknown') return;
    expect(site.stripe.calls()).toHaveLength(calls);
    expect(await site.rowsOf(letter)).toEqual([]);
  },
);

test('a card sent to a form without a price is refused, and the message is not stored', async () => {
  const letter = newMessage();
  const { code, message } = await site.pay(letter, 'visa', 'agrees', 'feedback');
  expect({ code, message }).toEqual(PAYMENT_ERRORS.NOT_SET_UP);
  expect(await site.rowsOf(letter)).toEqual([]);
});

test('a site without the card-payments feature refuses a message with a card, and receives one without', async () => {
  const features = site.deps.features.filter(({ name }) => name !== 'card-payments');
  const other = createTestClient(await createApp({ ...site.deps, features }), site.deps.origin, '192.0.2.7');
  const letter = newMessage();
  const { status, json } = await other.post('/f/contact', { ...letter, paymentMethod: CARDS.visa.method });
  expect(status).toBe(422);
  expect(json.errors).toEqual([{ ...PAYMENT_ERRORS.NOT_SET_UP, field: 'paymentMethod' }]);
  expect(await site.rowsOf(letter)).toEqual([]);
  expect((await other.post('/f/contact', letter)).json.ok).toBe(true);
  expect(await site.rowsOf(letter)).toMatchObject([{ state: 'received', fields: '{}' }]);
});

test('[P-007] no card data or payment secrets appear in the log, in stored fields or in mails', async () => {
  const texts = [
    ...site.logLines(),
    ...(await site.db.selectFrom('submissions').select('fields').execute()).map(({ fields }) => fields),
    ...(await Promise.all(
      (
        await site.db.selectFrom('outbox').select('id').execute()
      ).map(async ({ id }) => JSON.stringify(await site.makeBodies(id))),
    )),
  ].join('\n');
  expect(texts).not.toMatch(/pm_|_secret_|resubmitKey|sk_test|paymentMethod/);
});

async function asked() {
  const letter = newMessage();
  const { json } = await site.post({ ...letter, paymentMethod: CARDS.asksFirst.method });
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
  expect({ status, errors: json.errors }).toEqual({
    status: 422,
    errors: [{ ...PAYMENT_ERRORS[why], field: 'paymentMethod' }],
  });
  expect((await site.rowsOf(letter)).map(({ state }) => state)).toEqual(['unpaid']);
  expect(await site.mailsAbout(letter)).toEqual([]);
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

test('a request with another sender’s payment and key completes that sender’s message, not the message in the request', async () => {
  const [mine, other] = [await asked(), await asked()];
  site.stripe.authenticate(other.secret, true);
  expect((await again({ ...other, letter: mine.letter })).json.ok).toBe(true);
  expect(await site.rowsOf(mine.letter)).toMatchObject([{ state: 'unpaid' }]);
  expect(await site.rowsOf(other.letter)).toMatchObject([{ state: 'received' }]);
});

test('a resubmit key, which sends a message again after the bank’s confirmation, is refused by every form except its own', async () => {
  const one = await asked();
  site.stripe.authenticate(one.secret, true);
  await expectRefused(again(one, 'ticket'), one, 'NOT_OURS');
  expect((await again(one)).json.ok).toBe(true);
});

test('a resubmit key that was changed, invented, signed with another secret or made an hour ago charges nothing', async () => {
  const one = await asked();
  site.stripe.authenticate(one.secret, true);
  const parts = one.resubmitKey.split('.');
  const pending = readResubmitKey(
    ['a newer secret', ...site.deps.keyring],
    one.resubmitKey,
    site.deps.clock(),
  );
  if (pending === undefined) throw new Error('the key was not ours');
  const lower = signResubmitKey(['another secret'], { ...pending, amount: 1 }, site.deps.clock());
  const cheaper = parts.with(0, lower.split('.')[0] ?? '').join('.');
  const keys = [
    '',
    'x',
    cheaper,
    `${one.resubmitKey}x`,
    parts.slice(0, -1).join('.'),
    signResubmitKey(['another secret'], pending, site.deps.clock()),
    signResubmitKey(site.deps.keyring, pending, new Date(site.deps.clock().getTime() - HOUR_MS)),
    signResubmitKey(site.deps.keyring, { ...pending, amount: 100 }, site.deps.clock()),
    signResubmitKey(site.deps.keyring, { ...pending, currency: 'usd' }, site.deps.clock()),
  ];
  for (const resubmitKey of keys) await expectRefused(again({ ...one, resubmitKey }), one, 'NOT_OURS');
  expect(site.stripe.paid()).not.toContainEqual(expect.objectContaining({ id: one.paymentIntent }));
});

test('[A-43] using a resubmit key a second time gets the same answer, and charges nothing more', async () => {
  const one = await asked();
  site.stripe.authenticate(one.secret, true);
  expect((await again(one)).json.ok).toBe(true);
  const confirms = site.stripe.calls().filter(({ operation }) => operation === 'confirm').length;
  expect((await again(one)).json.ok).toBe(true);
  expect(site.stripe.calls().filter(({ operation }) => operation === 'confirm')).toHaveLength(confirms);
  expect(await site.mailsAbout(one.letter)).toHaveLength(1);
});

test('a message with both a confirmed payment and a new card is refused as a whole', async () => {
  const one = await asked();
  const answer = site.post({
    ...one.letter,
    paymentMethod: CARDS.visa.method,
    paymentIntent: one.paymentIntent,
    resubmitKey: one.resubmitKey,
  });
  await expectRefused(answer, one, 'CARD_NOT_USABLE');
});

const KEYS = { STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_SECRET_KEY: 'sk_test_x' };

const rulesOf = (env: Readonly<Record<string, string>>) => pageRules(settingsOf(env), FEATURES);

test('with Stripe keys, the Content-Security-Policy of every page allows Stripe’s hosts, because visitors reach the form without a page load', () => {
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
])(
  'pages contain Stripe’s publishable key only if our server or a hosted form service can charge a card: %s',
  (_, env, key) => {
    expect(rulesOf(env).publicSettings).toMatchObject({ stripePublishableKey: key });
  },
);
