import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';

/** Attempts to learn from answers whether an address has an account (decisions §3.3, docs/decisions/0006). */
const MINUTE = 60_000;
const GUESS = 'guessed wrong';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** What a stranger can compare of an answer: everything but what differs between any two requests. */
function seen({ status, headers, text }: TestAnswer) {
  const cookies = headers
    .getSetCookie()
    .map((cookie) => cookie.replace(/=[^;]*/, (value) => `${value.length}`));
  const names = [...headers].map(([name, value]) => (name === 'set-cookie' ? name : `${name}: ${value}`));
  return {
    status,
    cookies,
    headers: names.filter((name) => !name.startsWith('x-request-id')),
    text: text
      .replace(/[\w-]{36}/g, (id) => `id of ${id.length}`)
      .replace(/[\w.+-]+@example\.com/g, 'address'),
  };
}

const STRANGE_SPELLINGS: readonly ((email: string) => string)[] = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email) => `  ${email}\t`,
  // The Kelvin sign is a k in lower case.
  (email) => email.replace('k', '\u212a'),
];

describe('a stranger who signs up, again and again', () => {
  test.each([
    ['at once', 0],
    ['a minute later', MINUTE],
    ['when another mail is due', 5 * MINUTE],
  ])('sees the same for a taken and for an unknown address, %s', async (_, pause) => {
    const walk = async (email: string) => {
      const browser = app.browser();
      const started = app.deps.clock().getTime();
      const answers: unknown[] = [];
      const ids = new Set<string>();
      for (let round = 0; round < 6; round++) {
        const spelled = STRANGE_SPELLINGS[round % STRANGE_SPELLINGS.length]?.(email);
        answers.push(
          seen(await browser.post(ACCOUNT_API.signUp, { email: spelled, password: `${GUESS} ${round}` })),
        );
        const { data } = (await browser.post(PRODUCT_API.saveUser, { about: `round ${round}` })).json;
        ids.add(data.id);
        answers.push({
          about: data.about,
          attempts: data.verification_attempts,
          sentAfter: Date.parse(data.verification_sent_at) - started,
          createdAfter: Date.parse(data.created_at) - started,
        });
        answers.push(seen(await browser.post(ACCOUNT_API.resendVerification)));
        answers.push(seen(await browser.post(ACCOUNT_API.signIn, { email, password: `${GUESS} ${round}` })));
        answers.push(
          seen(await browser.post(ACCOUNT_API.signIn, { email, password: `${GUESS} ${round - 1}` })),
        );
        answers.push(seen(await browser.post(ACCOUNT_API.requestReset, { email: spelled })));
        app.advance(pause);
      }
      return { answers, ids: ids.size };
    };
    const taken = newAddress().replace('person', 'kim');
    await signedInPerson(app, taken);
    expect(await walk(taken)).toEqual(await walk(newAddress().replace('person', 'kim')));
  });

  test('cannot reach the row that stands for a taken address by an address of its own', async () => {
    const ways = async (email: string) => {
      const browser = app.browser();
      await browser.post(ACCOUNT_API.signUp, { email, password: GUESS });
      const { id } = (await browser.post(PRODUCT_API.saveUser, {})).json.data;
      const [row] = await app.db.selectFrom('users').select('email').where('id', '=', id).execute();
      const stored = row?.email === email ? 'an address nobody has' : (row?.email ?? '');
      const answers: unknown[] = [];
      for (const guess of [`${id}@shadow.invalid`, `${id}@invalid`, id, stored]) {
        for (const path of [ACCOUNT_API.signIn, ACCOUNT_API.requestReset]) {
          const { status } = await app.browser().post(path, { email: guess, password: GUESS });
          answers.push(status);
        }
      }
      return answers;
    };
    const owner = await signedInPerson(app);
    const refused = [401, 200, 422, 422, 422, 422, 422, 422];
    expect(await ways(newAddress())).toEqual(refused);
    expect(await ways(owner.email)).toEqual(refused);
  });

  test('who signs up twice with a taken address keeps one row, and the owner is mailed within the limits', async () => {
    const owner = await signedInPerson(app);
    const browser = app.browser();
    for (let round = 0; round < 12; round++) {
      await browser.post(ACCOUNT_API.signUp, { email: owner.email, password: PASSWORD });
      app.advance(5 * MINUTE);
    }
    const shadows = await app.db
      .selectFrom('users')
      .select('verification_attempts')
      .where('shadows', '=', owner.record.id)
      .execute();
    expect(shadows).toEqual([{ verification_attempts: 5 }]);
    const told = (await app.mailsTo(owner.email)).filter(({ kind }) => kind === 'account-exists');
    expect(told).toHaveLength(5);
  });
});
