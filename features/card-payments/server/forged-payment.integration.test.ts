import { expect, test } from 'vitest';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { openPayingSite } from '#features/card-payments/server/testing/paying-site.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { openResubmitKey, sealResubmitKey } from './pay.ts';

const site = await openPayingSite();

type Asked = {
  readonly letter: Readonly<Record<string, string>>;
  readonly secret: string;
  readonly paymentIntent: string;
  readonly resubmitKey: string;
};

/** A message whose payment the bank asks about. */
async function asked(form?: string): Promise<Asked> {
  const letter = newMessage();
  const { json } = await site.post({ ...letter, paymentMethod: CARDS.asksFirst.method }, form);
  const secret: string = json.stripe.paymentIntentClientSecret;
  const paymentIntent = secret.split('_secret_')[0] ?? '';
  return { letter, secret, paymentIntent, resubmitKey: json.resubmitKey };
}

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

test('[V2.3.1] a payment that the bank has not approved is not accepted', async () => {
  const one = await asked();
  await expectRefused(again(one), one, 'NOT_CONFIRMED');
  site.stripe.authenticate(one.secret, false);
  await expectRefused(again(one), one, 'NOT_CONFIRMED');
});

test('[A-44] somebody else’s payment does not pay for this message', async () => {
  const [mine, other] = [await asked(), await asked()];
  site.stripe.authenticate(other.secret, true);
  await expectRefused(again({ ...mine, paymentIntent: other.paymentIntent }), mine, 'NOT_OURS');
  await expectRefused(again({ ...mine, resubmitKey: other.resubmitKey }), mine, 'NOT_OURS');
  expect((await again(other)).json.ok).toBe(true);
  await expectRefused(again({ ...mine, paymentIntent: other.paymentIntent }), mine, 'NOT_OURS');
});

test('the other’s payment and key receive the other’s message, whatever is written beside them', async () => {
  const [mine, other] = [await asked(), await asked()];
  site.stripe.authenticate(other.secret, true);
  expect((await again({ ...other, letter: mine.letter })).json.ok).toBe(true);
  expect(await site.rowsOf(mine.letter)).toMatchObject([{ state: 'unpaid' }]);
  expect(await site.rowsOf(other.letter)).toMatchObject([{ state: 'received' }]);
});

test('a key for one form is refused at another', async () => {
  const one = await asked();
  site.stripe.authenticate(one.secret, true);
  await expectRefused(again(one, 'ticket'), one, 'NOT_OURS');
  expect((await again(one)).json.ok).toBe(true);
});

test('a key that was changed, made up, or sealed with another secret is refused', async () => {
  const one = await asked();
  site.stripe.authenticate(one.secret, true);
  const parts = one.resubmitKey.split('.');
  const pending = openResubmitKey(site.deps.keyring, one.resubmitKey, site.deps.clock());
  if (pending === undefined) throw new Error('the key was not ours');
  const lower = sealResubmitKey(['another secret'], { ...pending, amount: 1 }, site.deps.clock());
  const cheaper = parts.with(0, lower.split('.')[0] ?? '').join('.');
  const keys = [
    '',
    'x',
    cheaper,
    `${one.resubmitKey}x`,
    parts.slice(0, -1).join('.'),
    sealResubmitKey(['another secret'], pending, site.deps.clock()),
    // Ours, but not what was stored: as if the price had been lower then.
    sealResubmitKey(site.deps.keyring, { ...pending, amount: 100 }, site.deps.clock()),
    sealResubmitKey(site.deps.keyring, { ...pending, currency: 'usd' }, site.deps.clock()),
  ];
  for (const resubmitKey of keys) await expectRefused(again({ ...one, resubmitKey }), one, 'NOT_OURS');
  expect(site.stripe.paid()).not.toContainEqual(expect.objectContaining({ id: one.paymentIntent }));
});

test('[A-43] a key that was used already gets the same answer, and charges nothing more', async () => {
  const one = await asked();
  site.stripe.authenticate(one.secret, true);
  expect((await again(one)).json.ok).toBe(true);
  const confirms = site.stripe.calls().filter(({ operation }) => operation === 'confirm').length;
  expect((await again(one)).json.ok).toBe(true);
  expect(site.stripe.calls().filter(({ operation }) => operation === 'confirm')).toHaveLength(confirms);
  expect(await site.mailsAbout(one.letter)).toHaveLength(1);
});

test('a payment beside a new card is refused as a whole', async () => {
  const one = await asked();
  const answer = site.post({
    ...one.letter,
    paymentMethod: CARDS.visa.method,
    paymentIntent: one.paymentIntent,
    resubmitKey: one.resubmitKey,
  });
  await expectRefused(answer, one, 'CARD_NOT_USABLE');
});
