import { beforeEach, expect, test } from 'vitest';
import { RECEIPT_MAIL } from '#content/features/forms.ts';
import { FORM_TITLES } from '#content/form-service.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { findRow } from '#server/database/rows.ts';
import { claimDue, markSent } from '#server/mail/mail-queue.ts';
import { DESK, newMessage, openFormSite } from '#server/testing/form-site.ts';
import { PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { idOf, storeMessage } from '#server/testing/stored-rows.ts';
import { readMetrics } from '#server/testing/test-app.ts';
import { dateInWords } from '#server/time.ts';
import { deleteSubmissions } from './delete-submissions.ts';
import { forms } from './feature.ts';
import { quarantineSubmissions, receiveWaiting, releaseSubmission } from './mark-submissions.ts';
import { deleteNotifications, receiptId } from './message-mails.ts';

const app = await openFormSite();
const { deps } = app;
const HOUR = 60 * 60_000;

beforeEach(async () => {
  for (const table of ['submissions', 'outbox'] as const) await app.db.deleteFrom(table).execute();
});

type Letter = Record<string, unknown> & { readonly email: string };
const send = async (letter: Letter, form = 'contact', browser = app.browser()) => {
  expect((await browser.post(`/f/${form}`, letter)).status).toBe(200);
  const [row] = await app.rowsOf({ email: letter.email });
  return row?.id ?? '';
};
const receiptsTo = async (address: string) =>
  (await app.mailsTo(address)).filter(({ kind }) => kind === 'form-receipt');
const BY_US = { actor: 'operator' } as const;

test('[A-13] the sender gets a receipt with form, time and reference, and without the message', async () => {
  const written = {
    name: 'Eve Evil',
    message: 'Buy this now',
    _subject: 'Bargain',
    phone: '+91 98000 12345',
  };
  const letter = { ...newMessage(), ...written };
  const id = await send(letter, 'feedback');
  const [receipt, ...others] = await receiptsTo(letter.email);
  expect(others).toEqual([]);
  expect(receipt?.subject).toBe(RECEIPT_MAIL.wording.subject);
  for (const shown of [FORM_TITLES.feedback, '21 Nov 2026, 15:30 IST', id.slice(0, 8)])
    expect(receipt?.text).toContain(shown);
  const mail = await findRow(app.db, 'outbox', '*', { id: receiptId(id) });
  expect(mail?.reply_to).toBeNull();
  const whole = JSON.stringify(mail && (await app.withBodies(mail)));
  expect(whole).not.toMatch(/Eve|Evil|Buy|Bargain|98000 12345/);
});

test('[P-175] an address gets one receipt in 24 hours, whatever the form, the letter case or the number of messages', async () => {
  const { email } = newMessage();
  await Promise.all([1, 2, 3].map((count) => send({ ...newMessage(), email, message: `Letter ${count}` })));
  for (const { id } of await app.rowsOf({ email })) await markSent(app.db, receiptId(id), deps.clock());
  await send({ ...newMessage(), email: email.toUpperCase() }, 'feedback');
  expect(await receiptsTo(email)).toHaveLength(1);
  app.advance(24 * HOUR - 1);
  await send({ ...newMessage(), email });
  expect(await receiptsTo(email)).toHaveLength(1);
  app.advance(24 * HOUR);
  await send({ ...newMessage(), email });
  expect(await receiptsTo(email)).toHaveLength(2);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['has quarantined its first message', (id) => quarantineSubmissions(deps, [id], BY_US)],
  [
    'has deleted its first message, whose receipt was sent,',
    async (id) => {
      await markSent(app.db, receiptId(id), deps.clock());
      await deleteSubmissions(deps, [id], BY_US);
    },
  ],
  [
    'has deleted its first message, whose receipt was being sent,',
    async (id) => {
      await claimDue(app.db, 10, deps.clock(), new Date(deps.clock().getTime() + HOUR));
      await deleteSubmissions(deps, [id], BY_US);
    },
  ],
])('an address gets no second receipt for a message after an operator %s', async (_, end) => {
  const { email } = newMessage();
  const first = await send({ ...newMessage(), email });
  await end(first);
  await send({ ...newMessage(), email });
  const receipts = app.db.selectFrom('outbox').select('id').where('recipient', '=', email);
  expect(await receipts.execute()).toEqual([{ id: receiptId(first) }]);
});

test('mails about messages can be deleted, even of more messages than one database statement can list', async () => {
  const many = Array.from({ length: 3_000 }, (_, at) => idOf(at));
  await app.db.transaction().execute((tx) => deleteNotifications(tx, many));
});

test('[A-14] a quarantined message gets no receipt, and a message with a payment gets one when it is paid', async () => {
  const caught = newMessage();
  expect(await releaseSubmission(deps, await send({ ...caught, _gotcha: 'x' }), BY_US)).toBe(true);
  expect(await receiptsTo(caught.email)).toEqual([]);

  const { email } = newMessage();
  const id = await storeMessage(app.db, 1, { id: idOf(901), email, state: 'unpaid' });
  expect(await receiptsTo(email)).toEqual([]);
  expect(await receiveWaiting(deps, id, 'unpaid')).toBe('received');
  expect(await receiptsTo(email)).toHaveLength(1);
});

test('no receipt is sent if the sender typed two addresses in one field', async () => {
  await send({ guests: 2, email: 'a@example.com, b@example.com' }, 'rsvp');
  const kinds = app.db.selectFrom('outbox').select('kind').where('recipient', 'like', '%b@example.com');
  expect(await kinds.execute()).toEqual([]);
});

test('a receipt that is not sent yet is deleted with its message, and with the account of its address', async () => {
  const letter = newMessage();
  await deleteSubmissions(deps, [await send(letter)], BY_US);
  expect(await receiptsTo(letter.email)).toEqual([]);

  const asha = await signedInPerson(app);
  await send({ ...newMessage(), email: asha.email.toUpperCase() });
  await send(newMessage(), 'contact', asha.browser);
  await asha.browser.post(ACCOUNT_API.deletionProof, { name: asha.record.name, password: PASSWORD });
  await asha.browser.delete(pathFor(PRODUCT_API.user, asha.record.id));
  expect(await receiptsTo(asha.email)).toEqual([]);
  const left = app.db.selectFrom('outbox').select('id').where('user_id', '=', asha.record.id);
  expect(await left.execute()).toEqual([]);
});

const digestJob = forms.jobs?.find(({ name }) => name === 'the mail about quarantined messages');
const digest = () => digestJob?.run(deps, { isFirst: false, signal: new AbortController().signal });
const caught = (number: number) =>
  storeMessage(app.db, number, { state: 'quarantined', created_at: deps.clock().toISOString() });

test('[P-163] the operator gets at most one mail a day about new messages in quarantine, with the day of their deletion', async () => {
  const goes = dateInWords(new Date(deps.clock().getTime() + 30 * 24 * HOUR).toISOString());
  await storeMessage(app.db, 1);
  await digest();
  expect(await app.mailsTo(DESK)).toEqual([]);

  await caught(2);
  await caught(3);
  await Promise.all([digest(), digest()]);
  const [first, ...others] = await app.mailsTo(DESK);
  expect(others).toEqual([]);
  expect(first?.subject).toMatch(/2$/);
  expect(first?.text.replaceAll(/\s+/g, ' ')).toContain(goes);
  expect(first?.text).toContain(`${deps.origin}${CONSOLE.inbox}?state=quarantined`);
  expect(first?.text).not.toContain('Message 2');

  app.advance(HOUR);
  await caught(4);
  await digest();
  expect(await app.mailsTo(DESK)).toHaveLength(1);
  app.advance(24 * HOUR);
  await digest();
  expect((await app.mailsTo(DESK)).map(({ subject }) => subject.at(-1))).toEqual(['1', '2']);
  app.advance(24 * HOUR);
  await digest();
  expect(await app.mailsTo(DESK)).toHaveLength(2);
});

test('the metrics show how many messages are in quarantine, and the age of the oldest of them', async () => {
  await caught(1);
  app.advance(HOUR);
  await caught(2);
  const samples = await readMetrics(app);
  expect(samples.get('site_quarantined_submissions')).toBe(2);
  expect(samples.get('site_quarantined_oldest_seconds')).toBe(HOUR / 1_000);
});
