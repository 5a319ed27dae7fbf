import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { createApp } from '#server/app.ts';
import { newMessage, SAMPLE_FORMS } from '#server/testing/form-samples.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { FORM_DEFINITIONS } from './form-definitions.ts';
import { storeSubmission } from './store-submission.ts';

const DESK = 'desk@example.com';
const MINUTE = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(
    { FORM_NOTIFY_TO: DESK },
    { forms: [...FORM_DEFINITIONS, ...Object.values(SAMPLE_FORMS)] },
  );
});
afterAll(() => app.close());

async function send(
  body: object,
  {
    key,
    form = 'contact',
    browser = app.browser(),
  }: { key?: string; form?: string; browser?: TestClient } = {},
) {
  return browser.post(`/f/${form}`, body, key === undefined ? {} : { 'idempotency-key': key });
}
const count = async (message: string) =>
  (await app.db.selectFrom('submissions').select('id').where('message', '=', message).execute()).length;
const mailCount = async (message: string) =>
  (await app.mailsTo(DESK)).filter(({ text }) => text.includes(message)).length;
const expectStored = async (message: string, times: number) =>
  expect([await count(message), await mailCount(message)]).toEqual([times, times]);

describe('the same Idempotency-Key', () => {
  test('is stored once, however late, and answered as success again', async () => {
    const letter = newMessage();
    const first = await send(letter, { key: 'key-1' });
    app.advance(60 * MINUTE);
    const second = await send(letter, { key: 'key-1' });
    expect([second.status, second.json]).toEqual([200, first.json]);
    await expectStored(letter.message, 1);
  });

  test('for something else is refused, and the new words are not lost without a word', async () => {
    const [first, second] = [newMessage(), newMessage()];
    await send(first, { key: 'key-2' });
    const answer = await send(second, { key: 'key-2' });
    expect([answer.status, answer.json.errors[0].code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(answer.json.error).toMatch(/has reached us already/);
    await expectStored(second.message, 0);
  });

  test('of what the trap caught belongs to that: what comes under it later is refused, not lost', async () => {
    const letter = newMessage();
    await send({ ...letter, _gotcha: 'x' }, { key: 'key-5' });
    for (const next of [letter, newMessage()])
      expect((await send(next, { key: 'key-5' })).json.errors[0].code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await send({ ...letter, _gotcha: 'x' }, { key: 'key-5' })).status).toBe(200);
    expect([await count(letter.message), await mailCount(letter.message)]).toEqual([1, 0]);
  });

  test('of somebody else opens nothing of theirs, and takes nothing from them', async () => {
    const [asha, mallory] = [await signedInPerson(app), await signedInPerson(app)];
    const letter = newMessage();
    const hers = await send(letter, { key: 'key-of-asha', browser: asha.browser });
    for (const browser of [mallory.browser, app.browser()]) {
      const forged = await send(newMessage(), { key: 'key-of-asha', browser });
      expect(forged.json.errors[0].code).toBe('IDEMPOTENCY_KEY_REUSED');
      // Who knows the words as well hears what the sender heard, and they stay the sender's.
      const repeated = await send(letter, { key: 'key-of-asha', browser });
      expect([repeated.status, repeated.json]).toEqual([200, hers.json]);
    }
    const messagesOf = async ({ browser, record }: typeof asha) =>
      (await browser.get(pathFor(PRODUCT_API.user, record.id))).json.data.messages.length;
    expect([await messagesOf(asha), await messagesOf(mallory)]).toEqual([1, 0]);
    await expectStored(letter.message, 1);
  });

  test('is another one at another form', async () => {
    const letter = newMessage();
    await send(letter, { key: 'key-3' });
    expect((await send(letter, { key: 'key-3', form: 'feedback' })).status).toBe(200);
    await expectStored(letter.message, 2);
  });

  test('of a message that was sent signed out is that message, also when its sender is signed in by now', async () => {
    const asha = await signedInPerson(app);
    const letter = newMessage();
    await send(letter, { key: 'key-4' });
    const answer = await send(letter, { key: 'key-4', browser: asha.browser });
    expect(answer.status).toBe(200);
    await expectStored(letter.message, 1);
    const { messages } = (await asha.browser.get(pathFor(PRODUCT_API.user, asha.record.id))).json.data;
    expect(messages).toEqual([]);
  });

  test.each(['', '  '])('may be empty: %j is none', async (key) => {
    const letter = newMessage();
    await send(letter, { key });
    await send(newMessage(), { key });
    await expectStored(letter.message, 1);
  });

  test.each(['x'.repeat(256), 'ключ'.normalize(), 'a\tb'].map((key) => Buffer.from(key).toString('latin1')))(
    'has to be one: %j is refused',
    async (key) => {
      const answer = await send(newMessage(), { key });
      expect([answer.status, answer.json.errors[0].code]).toEqual([400, 'IDEMPOTENCY_KEY_NOT_VALID']);
    },
  );
});

describe('the same words of the same sender', () => {
  test('are stored once within ten minutes, whatever the kind of the body, and again after that', async () => {
    const letter = newMessage();
    await send(letter);
    const email = letter.email.toUpperCase();
    expect((await send({ ...letter, email, message: letter.message.replace('\n', '\r\n') })).status).toBe(
      200,
    );
    app.advance(10 * MINUTE - 1);
    const init = { method: 'POST', body: new URLSearchParams(letter) };
    expect((await app.browser().send('/f/contact', init)).status).toBe(200);
    await expectStored(letter.message, 1);
    app.advance(1);
    await send(letter);
    await expectStored(letter.message, 2);
  });

  test('are the same in whatever order their fields come', async () => {
    const letter = newMessage();
    await send({ ...letter, order: '12', colour: 'red' });
    await send({ colour: 'red', ...letter, order: '12' });
    await expectStored(letter.message, 1);
    await send({ ...letter, order: 'red', colour: '12' });
    await expectStored(letter.message, 2);
  });

  test('are two from two people, at two forms, with another name or another field', async () => {
    const letter = newMessage();
    await send(letter);
    await send({ ...letter, email: 'somebody-else@example.com' });
    await send(letter, { form: 'feedback' });
    await send({ ...letter, name: 'Asha R.' });
    await send({ ...letter, order: '12' });
    await send({ ...letter, order: '13' });
    await expectStored(letter.message, 6);
  });

  test('a stranger who writes in a person’s name does not swallow what the person sends', async () => {
    const asha = await signedInPerson(app);
    const letter = newMessage();
    await send(letter);
    await send(letter, { browser: asha.browser });
    await expectStored(letter.message, 2);
  });

  test('of an account that is gone by the time they are stored are nobody’s', async () => {
    const [form] = FORM_DEFINITIONS;
    if (form === undefined) throw new Error('there is no form');
    const letter = newMessage();
    const more = { fields: new Map<string, string>(), files: [], isQuarantined: false, next: '' };
    const deps = { ...app.deps, forms: FORM_DEFINITIONS, notifyTo: DESK };
    const stored = await storeSubmission(deps, { form, ...letter, ...more }, { userId: 'gone' });
    expect(stored.kind).toBe('stored');
    const row = await app.db
      .selectFrom('submissions')
      .select('user_id')
      .where('message', '=', letter.message)
      .executeTakeFirst();
    expect(row).toEqual({ user_id: null });
    await expectStored(letter.message, 1);
  });

  test('count each time where nobody says who they are', async () => {
    const rows = () => app.db.selectFrom('submissions').select('id').where('form', '=', 'rsvp').execute();
    for (let guest = 0; guest < 2; guest++) await send({ guests: 2 }, { form: 'rsvp' });
    expect(await rows()).toHaveLength(2);
    const asha = await signedInPerson(app);
    for (let guest = 0; guest < 2; guest++)
      await send({ guests: 2 }, { form: 'rsvp', browser: asha.browser });
    expect(await rows()).toHaveLength(3);
  });

  test('are not taken for the ones that a program caught in the trap', async () => {
    const letter = newMessage();
    await send({ ...letter, _gotcha: 'x' });
    await send(letter);
    expect([await count(letter.message), await mailCount(letter.message)]).toEqual([2, 1]);
  });
});

describe('at the same moment', () => {
  const TIMES = 12;
  /** As many processes as browsers, as far as the app can tell: nothing but the database is shared. */
  const browsers = () =>
    Promise.all(
      Array.from({ length: TIMES }, async (_, index) =>
        createTestClient(await createApp(app.deps), app.deps.origin, `203.0.113.${index + 1}`),
      ),
    );

  test.each(['race-key', undefined])(
    'with the key %s, all are answered as success and one is stored',
    async (key) => {
      const letter = newMessage();
      const answers = await Promise.all(
        (await browsers()).map((browser) => send(letter, key === undefined ? { browser } : { browser, key })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(TIMES).fill(200));
      await expectStored(letter.message, 1);
    },
  );

  test('with one key for different words, one wins and the others are told', async () => {
    const letters = (await browsers()).map((browser) => ({ browser, letter: newMessage() }));
    const answers = await Promise.all(
      letters.map(({ browser, letter }) => send(letter, { browser, key: 'race-of-words' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(TIMES - 1).fill(422)]);
  });

  test('with different keys for the same words, one is stored', async () => {
    const letter = newMessage();
    const answers = await Promise.all(
      (await browsers()).map((browser, index) => send(letter, { browser, key: `other-${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(TIMES).fill(200));
    await expectStored(letter.message, 1);
  });
});
