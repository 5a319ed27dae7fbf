import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { DESK, newMessage, openFormSite, quoted, SAMPLE_FORMS } from '#server/testing/form-site.ts';
import { recordOf, signedInPerson } from '#server/testing/people.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { refusalOf } from './form-refusal.ts';
import { storeSubmission } from './store-submission.ts';

const MINUTE = 60_000;
const app = await openFormSite();

type Sent = { readonly key?: string | undefined; readonly form?: string; readonly browser?: TestClient };

const send = (body: object, { key, form = 'contact', browser = app.browser() }: Sent = {}) =>
  browser.post(`/f/${form}`, body, key === undefined ? {} : { 'idempotency-key': key });

async function countsOf(message: string): Promise<[number, number]> {
  const rows = await app.db.selectFrom('submissions').select('id').where('message', '=', message).execute();
  const mails = (await app.mailsTo(DESK)).filter(({ text }) => text.includes(quoted(message)));
  return [rows.length, mails.length];
}
const expectStored = async (message: string, times: number) =>
  expect(await countsOf(message)).toEqual([times, times]);

test('[V2.3.4-2] a message sent again much later with its Idempotency-Key is stored once and gets the same answer', async () => {
  const letter = newMessage();
  const first = await send(letter, { key: 'key-1' });
  app.advance(60 * MINUTE);
  const second = await send(letter, { key: 'key-1' });
  expect([second.status, second.json]).toEqual([200, first.json]);
  await expectStored(letter.message, 1);
});

test('an Idempotency-Key that was used for another message, even one in quarantine, is refused', async () => {
  const [letter, other] = [newMessage(), newMessage()];
  await send(letter, { key: 'key-2' });
  const answer = await send(other, { key: 'key-2' });
  expect([answer.status, answer.json.errors[0].code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  expect(answer.json.error).toBe(refusalOf('IDEMPOTENCY_KEY_REUSED').problems[0]?.message);
  await expectStored(other.message, 0);

  const caught = { ...other, _gotcha: 'x' };
  await send(caught, { key: 'key-5' });
  for (const next of [other, newMessage()])
    expect((await send(next, { key: 'key-5' })).json.errors[0].code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect((await send(caught, { key: 'key-5' })).status).toBe(200);
  expect(await countsOf(other.message)).toEqual([1, 0]);
});

test('[A-45] using another person’s Idempotency-Key neither shows nor changes that person’s message', async () => {
  const [asha, mallory] = [await signedInPerson(app), await signedInPerson(app)];
  const letter = newMessage();
  const hers = await send(letter, { key: 'key-of-asha', browser: asha.browser });
  for (const browser of [mallory.browser, app.browser()]) {
    const forged = await send(newMessage(), { key: 'key-of-asha', browser });
    expect(forged.json.errors[0].code).toBe('IDEMPOTENCY_KEY_REUSED');
    // A stranger who sends the same words gets the same answer, but the message still belongs to its first sender.
    const repeated = await send(letter, { key: 'key-of-asha', browser });
    expect([repeated.status, repeated.json]).toEqual([200, hers.json]);
  }
  expect((await recordOf(asha.browser)).messages).toHaveLength(1);
  expect((await recordOf(mallory.browser)).messages).toEqual([]);
  await expectStored(letter.message, 1);
});

test('an Idempotency-Key applies to one form only', async () => {
  const letter = newMessage();
  await send(letter, { key: 'key-3' });
  expect((await send(letter, { key: 'key-3', form: 'feedback' })).status).toBe(200);
  await expectStored(letter.message, 2);
});

test('an Idempotency-Key that is too long, or has characters other than printable ASCII, is refused', async () => {
  for (const key of ['x'.repeat(256), Buffer.from('ключ').toString('latin1'), 'a\tb']) {
    const answer = await send(newMessage(), { key });
    expect([answer.status, answer.json.errors[0].code]).toEqual([400, 'IDEMPOTENCY_KEY_NOT_VALID']);
  }
});

test('a message sent again within ten minutes is stored once, even with a body of another media type', async () => {
  const letter = newMessage();
  await send(letter);
  const [email, message] = [letter.email.toUpperCase(), letter.message.replace('\n', '\r\n')];
  expect((await send({ ...letter, email, message })).status).toBe(200);
  app.advance(10 * MINUTE - 1);
  const init = { method: 'POST', body: new URLSearchParams(letter) };
  expect((await app.browser().send('/f/contact', init)).status).toBe(200);
  await expectStored(letter.message, 1);
  app.advance(1);
  await send(letter);
  await expectStored(letter.message, 2);
});

test('a message sent again with its fields in another order is stored once, and with other values a second time', async () => {
  const letter = newMessage();
  const { browser } = await signedInPerson(app);
  await send({ ...letter, order: '12', colour: 'red' });
  await send({ colour: 'red', ...letter, order: '12' });
  await expectStored(letter.message, 1);
  await send({ ...letter, order: 'red', colour: '12' });
  await send(letter);
  await send({ ...letter, email: 'somebody-else@example.com' });
  await send(letter, { form: 'feedback' });
  await send({ ...letter, name: 'Asha R.' });
  await send({ ...letter, order: '12' });
  await send({ ...letter, order: '13' });
  // A stranger's message in a person's name must not block the person's own message.
  await send(letter, { browser });
  await expectStored(letter.message, 9);
});

test('a message is stored without an owner if the account of its sender no longer exists', async () => {
  const letter = newMessage();
  const more = { fields: new Map(), files: [], isQuarantined: false, next: '', notice: undefined };
  const source = { userId: 'gone', isFromElsewhere: false };
  const stored = await storeSubmission(app.deps, { form: SAMPLE_FORMS.partners, ...letter, ...more }, source);
  expect(stored.kind).toBe('stored');
  expect(await app.rowsOf(letter)).toMatchObject([{ user_id: null }]);
  await expectStored(letter.message, 1);
});

test('a message without an email address that is sent twice is stored once only if its sender is signed in', async () => {
  const rows = () => app.db.selectFrom('submissions').select('id').where('form', '=', 'rsvp').execute();
  for (let guest = 0; guest < 2; guest++) await send({ guests: 2 }, { form: 'rsvp' });
  expect(await rows()).toHaveLength(2);
  const asha = await signedInPerson(app);
  for (let guest = 0; guest < 2; guest++) await send({ guests: 2 }, { form: 'rsvp', browser: asha.browser });
  expect(await rows()).toHaveLength(3);
});

const TIMES = 12;

/** These apps share only the database, like separate processes. Each message of a race goes to another app. */
const processes = await Promise.all(Array.from({ length: TIMES }, () => createApp(app.deps)));

function sendAtOnce(letterOf: () => object, keyOf: (index: number) => string | undefined) {
  return Promise.all(
    processes.map(async (process, index) => {
      const browser = createTestClient(process, app.deps.origin, `203.0.113.${index + 1}`);
      return (await send(letterOf(), { browser, key: keyOf(index) })).status;
    }),
  );
}

test.each<[string, (index: number) => string | undefined]>([
  ['one key', () => 'race-key'],
  ['no key', () => undefined],
  ['different keys', (index) => `other-${index}`],
])('the same message sent many times at once with %s is stored once', async (_, keyOf) => {
  const letter = newMessage();
  expect(await sendAtOnce(() => letter, keyOf)).toEqual(Array(TIMES).fill(200));
  await expectStored(letter.message, 1);
});

test('of different messages sent at once with one Idempotency-Key, one is stored and the others are refused', async () => {
  const statuses = await sendAtOnce(newMessage, () => 'race-of-words');
  expect(statuses.sort()).toEqual([200, ...Array(TIMES - 1).fill(422)]);
});
