import { writeFileSync } from 'node:fs';
import type { KyselyPlugin } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Mishap } from '#e2e/fakes/stripe.ts';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { openPayingSite } from '#features/card-payments/server/testing/paying-site.ts';
import { createApp, createDeps } from '#server/app.ts';
import { listen } from '#server/http/listen.ts';
import { newMessage, TEST_FORMS } from '#server/testing/form-site.ts';
import { settleDeps, settlePayments } from './settle.ts';

/**
 * People pay once each, while everything goes wrong that can: afterwards every charge has exactly one message, no card was charged
 * twice, no sentence was untrue, and nobody waited longer than for Stripe. With PAYMENT_DRILL=<file> there are two hundred of them,
 * and the figures are written there; otherwise a fifth.
 */
const { PAYMENT_DRILL: FILE } = globalThis.process.env;
const share = (count: number) => (FILE === undefined ? count / 5 : count);

const MINUTE = 60_000;
/** `submit-paid.ts`, and what the database takes. */
const LONGEST_ANSWER = 22_000;
const WITHIN = 300_000;

type Letter = Readonly<Record<string, string>>;
type Answer = { readonly ok: boolean; readonly says: string; readonly next?: string | undefined };

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

/** What everybody was told, with what was true at that moment. */
const untrue: string[] = [];
const said = new Map<string, number>();
let longest = 0;

const UNCHARGED = /(was not charged|nothing was charged|could not be used)/;
const emailOf = (
  intent: { readonly metadata: Readonly<Record<string, string>> },
  people: ReadonlyMap<string, string>,
) => people.get(intent.metadata.submission ?? '') ?? '';

async function peopleOfMessages(): Promise<ReadonlyMap<string, string>> {
  const rows = await site.db.selectFrom('submissions').select(['id', 'email']).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

async function chargesOf({ email = '' }: Letter): Promise<number> {
  const people = await peopleOfMessages();
  return stripe.paid().filter((intent) => emailOf(intent, people) === email).length;
}

/** What the form service answers, accepted or refused. */
type FormAnswer = {
  readonly ok?: boolean;
  readonly errors?: readonly { readonly message: string }[];
  readonly stripe?: { readonly paymentIntentClientSecret: string };
};

async function post(fields: Letter, url = process.url): Promise<Answer> {
  const from = performance.now();
  const headers = { accept: 'application/json' };
  const answer = await fetch(`${url}/f/contact`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
  longest = Math.max(longest, performance.now() - from);
  const json = (await answer.json()) as FormAnswer;
  const says: string = json.errors?.[0]?.message ?? (json.stripe ? 'the bank asks' : 'accepted');
  const [why = says] =
    Object.entries(PAYMENT_ERRORS).find(
      ([, { message }]) => message.split('{')[0] === says.slice(0, message.split('{')[0]?.length),
    ) ?? [];
  said.set(why, (said.get(why) ?? 0) + 1);
  const charges = await chargesOf(fields);
  const isAboutThisMessage = says.includes('for this message');
  if (UNCHARGED.test(says) && !isAboutThisMessage && charges > 0) untrue.push(`${why}: ${says}`);
  if (json.ok === true && charges === 0) untrue.push(`accepted as paid, and nothing was charged`);
  return { ok: json.ok === true, says, next: json.stripe?.paymentIntentClientSecret && JSON.stringify(json) };
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

async function agree(letter: Letter, asked: Answer): Promise<Answer> {
  const { stripe: answer, resubmitKey } = JSON.parse(asked.next ?? '{}');
  const secret: string = answer.paymentIntentClientSecret;
  stripe.authenticate(secret, true);
  return post({ ...letter, paymentIntent: secret.split('_secret_')[0] ?? '', resubmitKey });
}

const REFUSALS: readonly Mishap[] = ['rate-limit', 'key-refused', 'forbidden', 'server-error'];

/** What goes wrong, how often, and what the person does. */
const CASES: readonly (readonly [string, number, (letter: Letter, turn: number) => Promise<unknown>])[] = [
  ['nothing goes wrong', 15, (letter) => pay(letter)],
  [
    'the answer is lost, and found at once',
    20,
    (letter) => {
      stripe.breakNext('confirm', 'answer-lost');
      return pay(letter);
    },
  ],
  [
    'the answer is lost, and what is asked next is refused',
    20,
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
    15,
    async (letter) => {
      loseTheAnswer();
      await pay(letter);
      stripe.mend();
    },
  ],
  ['a double press', 20, (letter) => Promise.all([pay(letter), pay(letter)])],
  [
    'a double press with words corrected in between',
    20,
    (letter) => Promise.all([pay(letter), pay(corrected(letter))]),
  ],
  [
    'words corrected while the payment is pending, and Stripe is back or not',
    20,
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
    20,
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
    15,
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
    15,
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
    15,
    async (letter) => {
      await pay(letter, CARDS.declined);
      await pay(corrected(letter));
    },
  ],
];

/** Side by side: each waits until the patience with Stripe is over. */
const SILENT = share(5);

test(
  'of many payments with which everything goes wrong, each charge has one message and no sentence is untrue',
  async () => {
    const people: { readonly name: string; readonly letter: Letter }[] = [];
    for (const [name, count, live] of CASES)
      for (let turn = 0; turn < share(count); turn++) {
        const letter = newMessage();
        people.push({ name, letter });
        await live(letter, turn);
        stripe.mend();
      }
    stripe.breakNext('confirm', 'no-answer', SILENT);
    stripe.breakNext('retrieve', 'no-answer', SILENT * 2);
    const silent = Array.from({ length: SILENT }, newMessage);
    for (const letter of silent) people.push({ name: 'Stripe charges and is silent', letter });
    await Promise.all(silent.map((letter) => pay(letter)));
    stripe.mend();

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

    const messages = await site.db
      .selectFrom('submissions')
      .select(['id', 'email', 'state', 'payment_intent'])
      .execute();
    const owners = await peopleOfMessages();
    const told = new Set(
      (await site.db.selectFrom('outbox').select('id').where('kind', '=', 'form-notification').execute()).map(
        ({ id }) => id,
      ),
    );
    const rows = [...new Set(people.map(({ name }) => name))].map((name) => {
      const own = people.filter((person) => person.name === name).map(({ letter }) => letter.email ?? '');
      const charges = stripe.paid().filter((intent) => own.includes(emailOf(intent, owners)));
      const received = messages.filter(({ email, state }) => own.includes(email) && state === 'received');
      const byPerson = own.map(
        (email) => charges.filter((intent) => emailOf(intent, owners) === email).length,
      );
      return {
        case: name,
        people: own.length,
        charges: charges.length,
        'charged twice': byPerson.filter((count) => count > 1).length,
        'messages received': received.length,
        'charges without their one message': charges.filter(
          ({ id }) => received.filter(({ payment_intent }) => payment_intent === id).length !== 1,
        ).length,
        'messages nobody was told of': received.filter(
          ({ id }) => ![...told].some((mail) => mail.endsWith(id)),
        ).length,
      };
    });
    if (FILE !== undefined)
      writeFileSync(FILE, JSON.stringify({ rows, said: Object.fromEntries(said), longest, untrue }, null, 1));

    expect(people).toHaveLength(share(200));
    expect(untrue).toEqual([]);
    expect(rows.filter((row) => row['charged twice'] + row['charges without their one message'] > 0)).toEqual(
      [],
    );
    expect(rows.filter((row) => row['messages nobody was told of'] > 0)).toEqual([]);
    expect(rows.map((row) => [row.case, row.charges])).toEqual(rows.map((row) => [row.case, row.people]));
    expect(longest).toBeLessThan(LONGEST_ANSWER);
    const waiting = await site.db
      .selectFrom('payments')
      .select('state')
      .where('state', 'in', ['asked', 'unknown'])
      .execute();
    expect(waiting).toEqual([]);
  },
  WITHIN,
);
