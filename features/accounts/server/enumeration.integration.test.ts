import { createHook } from 'node:async_hooks';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { createApp, createDeps } from '#server/app.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient, type TestAnswer } from '#server/testing/test-client.ts';
import { countingStatements } from '#server/testing/test-database.ts';

/** Answers must never reveal whether an address has an account (docs/product.md, "Privacy of accounts"). */
const MINUTE = 60_000;
const GUESS = 'guessed wrong';

const app = await openTestApp();

/** The parts of an answer that a stranger can compare. */
function seen({ status, headers, text }: TestAnswer) {
  const cookies = headers
    .getSetCookie()
    .map((cookie) => cookie.replace(/=[^;]*/, (value) => `${value.length}`));
  const names = [...headers].map(([name, value]) => (name === 'set-cookie' ? name : `${name}: ${value}`));
  return {
    status,
    cookies,
    // The content length is left out, because it depends on the length of the address.
    headers: names.filter((name) => !/^(?:x-request-id|content-length)/.test(name)),
    text: text
      .replace(/[\w-]{36}/g, (id) => `id of ${id.length}`)
      .replace(/[\w.+-]+@example\.com/g, 'address'),
  };
}

const THEIRS = 'chosen by the owner';
type Happening = (email: string) => Promise<unknown>;
const nothing: Happening = async () => {};
const anotherSignsUp: Happening = (email) =>
  app.browser().post(ACCOUNT_API.signUp, { email, password: THEIRS });
const ownerExists: Happening = (email) => signedInPerson(app, email);
const ownerConfirmsTheirs: Happening = async (email) => {
  const owner = app.browser();
  await app.mailsTo(email);
  app.advance(1);
  await owner.post(ACCOUNT_API.signUp, { email, password: THEIRS });
  const token = await app.tokenMailedTo(email);
  expect((await owner.post(ACCOUNT_API.verify, { token })).status).toBe(200);
  app.advance(-1);
};
const ownerConfirmsTheStrangers: Happening = async (email) => {
  const token = await app.tokenMailedTo(email);
  const answer = await app.browser().post(ACCOUNT_API.verify, { token, password: THEIRS });
  expect(answer.status).toBe(200);
};
const ownerDeletes: Happening = async (email) => {
  await ownerConfirmsTheirs(email);
  const owner = app.browser();
  const { data } = (await owner.post(ACCOUNT_API.signIn, { email, password: THEIRS })).json;
  await owner.post(ACCOUNT_API.deletionProof, { name: data.name, password: THEIRS });
  expect((await owner.delete(pathFor(PRODUCT_API.user, data.id))).status).toBe(200);
};

const STRANGE_SPELLINGS: readonly ((email: string) => string)[] = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email) => `  ${email}\t`,
  // Another spelling of the same address: Unicode normalises the Kelvin sign to K.
  (email) => email.replace('k', '\u212a'),
];

/** The pause before each round of requests. The rounds go on until no more mails to the address are allowed. */
const PAUSES = [0, 0, MINUTE, ...Array<number>(6).fill(5 * MINUTE)];

/**
 * Returns all answers to a browser that signs up with an address. The browser signs up once or, with `signsUpAgain`, in every
 * round, and sends all other requests in every round.
 */
async function walk(before: Happening, meanwhile: Happening, signsUpAgain: boolean) {
  const [email, browser] = [newAddress().replace('person', 'kim'), app.browser()];
  await before(email);
  const answers: unknown[] = [];
  const ids = new Set<string>();
  const ask = async (path: string, body: object) => answers.push(seen(await browser.post(path, body)));
  for (const [round, pause] of PAUSES.entries()) {
    app.advance(pause);
    const spelled = STRANGE_SPELLINGS[round % STRANGE_SPELLINGS.length]?.(email);
    const password = signsUpAgain ? `${GUESS} ${round}` : GUESS;
    if (signsUpAgain || round === 0) await ask(ACCOUNT_API.signUp, { email: spelled, password });
    if (round === 1) await meanwhile(email);
    const { data } = (await browser.post(PRODUCT_API.saveUser, { about: `round ${round}` })).json;
    const { id, email: typed, name, created_at, updated_at, verification_sent_at, ...rest } = data;
    expect([typed, name]).toEqual([email, email.split('@')[0]]);
    const now = app.deps.clock().getTime();
    const ages = [created_at, updated_at, verification_sent_at].map((time) => now - Date.parse(time));
    answers.push(rest, ages, ids.add(id).size);
    await ask(ACCOUNT_API.resendVerification, {});
    answers.push(seen(await browser.get(ACCOUNT_API.pending)));
    for (const typed of [password, `${GUESS} ${round - 1}`])
      await ask(ACCOUNT_API.signIn, { email, password: typed });
    await ask(ACCOUNT_API.requestReset, { email: spelled });
  }
  return answers;
}

const undisturbed = { once: await walk(nothing, nothing, false), again: await walk(nothing, nothing, true) };

test.each<[string, Happening]>([
  ['an account', ownerExists],
  ['an unconfirmed sign-up of another person', anotherSignsUp],
])(
  '[P-068] repeated sign-ups with an address that has %s get the same answers as with a free address',
  async (_, before) => {
    expect(await walk(before, nothing, true)).toEqual(undisturbed.again);
  },
);

test.each<[string, Happening]>([
  ['another person signs up with the address', anotherSignsUp],
  ['the address’s owner confirms another sign-up', ownerConfirmsTheirs],
  ['the address’s owner confirms this sign-up by its mail', ownerConfirmsTheStrangers],
  ['the address’s owner confirms and deletes an account', ownerDeletes],
])('[A-06] after its sign-up, a browser gets the same responses whether or not %s', async (_, meanwhile) => {
  expect(await walk(nothing, meanwhile, false)).toEqual(undisturbed.once);
});

test('only the mails to an address reveal that the address has or had an account', async () => {
  const [email, browser] = [newAddress(), app.browser()];
  await browser.post(ACCOUNT_API.signUp, { email, password: GUESS });
  await ownerDeletes(email);
  app.advance(5 * MINUTE);
  await browser.post(ACCOUNT_API.resendVerification);
  expect((await app.mailsTo(email)).map(({ kind }) => kind)).toEqual(['account-exists', 'account-deleted']);
});

test('sign-ups, wrong passwords and resets cause the same work, whether or not the address has an account', async () => {
  let hashes = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') hashes++;
    },
  }).enable();
  const { db, take } = countingStatements(app.db);
  const watched = await createApp(createDeps({ ...app.deps, db }));
  onTestFinished(async () => {
    hook.disable();
    await watched.close();
  });
  const [taken, waiting] = [newAddress(), newAddress()];
  await signedInPerson(app, taken);
  await app.browser().post(ACCOUNT_API.signUp, { email: waiting, password: PASSWORD });
  const costOf = async (email: string) => {
    const stranger = createTestClient(watched, TEST_ORIGIN, '198.51.100.7');
    const costs: Record<string, readonly number[]> = {};
    for (const path of [ACCOUNT_API.signIn, ACCOUNT_API.requestReset, ACCOUNT_API.signUp]) {
      hashes = 0;
      await stranger.post(path, { email, password: GUESS });
      costs[path] = [take(), hashes];
    }
    return costs;
  };
  const ofFree = await costOf(newAddress());
  expect(ofFree[ACCOUNT_API.signIn]?.[1]).toBe(1);
  expect(await costOf(taken)).toEqual(ofFree);
  expect(await costOf(waiting)).toEqual(ofFree);
});
