import type { KyselyPlugin } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Mishap } from '#e2e/fakes/stripe.ts';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { openPayingSite } from '#features/card-payments/server/testing/paying-site.ts';
import { createApp, createDeps } from '#server/app.ts';
import { listen } from '#server/http/listen.ts';
import { newMessage, TEST_FORMS } from '#server/testing/form-site.ts';
import { settleDeps, settlePayments } from './settle.ts';

/**
 * People pay once each, while everything goes wrong that can: afterwards every charge has exactly one message, no card was charged
 * twice, and no sentence was untrue.
 */
const MINUTE = 60_000;
/** Each case is lived through so often; some cases differ in every second or fourth turn. */
const TURNS = 4;

type Letter = Readonly<Record<string, string>>;

const site = await openPayingSite();
afterAll(site.close);
const { stripe } = site;

/** A process of the site that can be killed: its next statement fails, and nothing after it happens. */
async function startProcess(settings = site.deps.settings) {
  let isDead = false;
  const mortal: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (isDead) throw new Error('the process was killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const server = await listen(
    await createApp(createDeps({ ...site.deps, settings, db: site.db.withPlugin(mortal) })),
    0,
  );
  return {
    url: `http://127.0.0.1:${server.port}`,
    kill: () => {
      isDead = true;
    },
    close: server.close,
  };
}

let process = await startProcess();
afterAll(() => process.close());

/** What somebody was told that was not true at that moment. */
const untrue: string[] = [];

const UNCHARGED = /(was not charged|nothing was charged|could not be used)/;

/** The charges for the messages from an address. */
async function chargesOf(letter: Letter) {
  const ids = new Set((await site.rowsOf(letter)).map(({ id }) => id));
  return stripe.paid().filter(({ metadata }) => ids.has(metadata.submission ?? ''));
}

/** What the form service answers, accepted or refused. */
type FormAnswer = {
  readonly ok?: boolean;
  readonly errors?: readonly { readonly message: string }[];
  readonly stripe?: { readonly paymentIntentClientSecret: string };
  readonly resubmitKey?: string;
};

async function post(fields: Letter, url = process.url): Promise<FormAnswer> {
  const answer = await fetch(`${url}/f/contact`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: 'application/json' },
  });
  const json = (await answer.json()) as FormAnswer;
  const says = json.errors?.[0]?.message ?? '';
  const { length: charges } = await chargesOf(fields);
  const isAboutThisMessage = says.includes('for this message');
  if (UNCHARGED.test(says) && !isAboutThisMessage && charges > 0) untrue.push(says);
  if (json.ok === true && charges === 0) untrue.push('accepted as paid, and nothing was charged');
  return json;
}

const pay = (letter: Letter, { method }: { method: string } = CARDS.visa) =>
  post({ ...letter, paymentMethod: method });
const corrected = (letter: Letter): Letter => ({ ...letter, message: `${letter.message} Thank you.` });

/** Stripe charges, and is away before it can say so. */
function loseTheAnswer(): void {
  stripe.breakNext('confirm', 'answer-lost');
  void stripe.whenPaid(stripe.paid().length + 1).then(() => stripe.setAway(true));
}

function settle(everything = false) {
  return settlePayments(settleDeps({ ...site.deps, forms: TEST_FORMS }), { everything });
}

async function agree(letter: Letter, asked: FormAnswer): Promise<FormAnswer> {
  const secret = asked.stripe?.paymentIntentClientSecret ?? '';
  stripe.authenticate(secret, true);
  const paymentIntent = secret.split('_secret_')[0] ?? '';
  return post({ ...letter, paymentIntent, resubmitKey: asked.resubmitKey ?? '' });
}

const REFUSALS: readonly Mishap[] = ['rate-limit', 'key-refused', 'forbidden', 'server-error'];

/** What goes wrong, and what the person does. */
const CASES: readonly (readonly [string, (letter: Letter, turn: number) => Promise<unknown>])[] = [
  ['nothing goes wrong', (letter) => pay(letter)],
  [
    'the answer is lost, and found at once',
    (letter) => {
      stripe.breakNext('confirm', 'answer-lost');
      return pay(letter);
    },
  ],
  [
    'the answer is lost, and what is asked next is refused',
    async (letter, turn) => {
      const mishap = REFUSALS[turn % REFUSALS.length] ?? 'rate-limit';
      stripe.breakNext('confirm', 'answer-lost');
      stripe.breakNext('confirm', mishap);
      stripe.breakNext('retrieve', mishap, 2);
      await pay(letter);
      stripe.mend();
      if (turn % 2 === 0) await pay(letter);
    },
  ],
  [
    'the answer is lost, Stripe stays away for an hour, and nobody presses again',
    async (letter) => {
      loseTheAnswer();
      await pay(letter);
      stripe.mend();
    },
  ],
  ['a double press', (letter) => Promise.all([pay(letter), pay(letter)])],
  [
    'a double press with words corrected in between',
    (letter) => Promise.all([pay(letter), pay(corrected(letter))]),
  ],
  [
    'words corrected while the payment is pending, and Stripe is back or not',
    async (letter, turn) => {
      loseTheAnswer();
      await pay(letter);
      if (turn % 2 === 0) stripe.mend();
      await pay(corrected(letter));
      stripe.mend();
    },
  ],
  [
    'killed between the charge and the message; every other sender comes back',
    async (letter, turn) => {
      const { kill, close } = process;
      void stripe.whenPaid(stripe.paid().length + 1).then(kill);
      await pay(letter);
      await close();
      process = await startProcess();
      if (turn % 4 === 1) await pay(letter);
      else if (turn % 4 === 3) await pay(corrected(letter));
    },
  ],
  [
    'the keys are taken out while the payment is pending',
    async (letter, turn) => {
      loseTheAnswer();
      await pay(letter);
      stripe.mend();
      const without = await startProcess({ ...site.deps.settings, stripe: undefined });
      await post(
        { ...(turn % 2 ? letter : corrected(letter)), paymentMethod: CARDS.visa.method },
        without.url,
      );
      await without.close();
    },
  ],
  [
    'the bank asks, and the answer after it is lost',
    async (letter, turn) => {
      const asked = await pay(letter, CARDS.asksFirst);
      if (turn % 2) loseTheAnswer();
      else stripe.breakNext('confirm', 'answer-lost');
      await agree(letter, asked);
      stripe.mend();
    },
  ],
  [
    'a card is declined, words are corrected, and another card pays',
    async (letter) => {
      await pay(letter, CARDS.declined);
      await pay(corrected(letter));
    },
  ],
];

test('of many payments with which everything goes wrong, each charge has one message and no sentence is untrue', async () => {
  const people: { readonly name: string; readonly letter: Letter }[] = [];
  for (const [name, live] of CASES)
    for (let turn = 0; turn < TURNS; turn++) {
      const letter = newMessage();
      people.push({ name, letter });
      await live(letter, turn);
      stripe.mend();
    }

  // An hour without Stripe; then it is back, and the rounds go on.
  stripe.setAway(true);
  for (let minute = 0; minute < 60; minute++) {
    site.advance(MINUTE);
    await settle(minute === 0);
  }
  stripe.setAway(false);
  for (let minute = 0; minute < 6; minute++) {
    site.advance(MINUTE);
    await settle();
  }

  expect(untrue).toEqual([]);
  for (const { name, letter } of people) {
    const charges = (await chargesOf(letter)).map(({ id }) => id);
    const received = (await site.rowsOf(letter)).filter(({ state }) => state === 'received');
    expect(charges, name).toHaveLength(1);
    expect(
      received.map(({ payment_intent }) => payment_intent),
      name,
    ).toEqual(charges);
    expect(await site.mailsAbout(letter), name).toHaveLength(1);
  }
  expect(stripe.paid()).toHaveLength(people.length);
  const waiting = site.db.selectFrom('payments').select('state').where('state', 'in', ['asked', 'unknown']);
  expect(await waiting.execute()).toEqual([]);
}, 300_000);
