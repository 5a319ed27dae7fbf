import { expect, test } from 'vitest';
import { FORM_TITLES, NOTIFICATION } from '#content/form-service.ts';
import { filled } from '#contract/page-errors.ts';
import { pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { findRow, findRows } from '#server/database/rows.ts';
import { unescapeHtml } from '#server/html/html.ts';
import { DESK, formDataOf, newMessage, openFormSite, quoted } from '#server/testing/form-site.ts';
import { recordOf, signedInPerson } from '#server/testing/people.ts';
import { notificationId } from './message-mails.ts';
import { referenceOf } from './stored-submissions.ts';

const app = await openFormSite();

type Letter = Record<string, unknown> & { readonly email: string };

async function submissionOf({ email }: Letter) {
  const [row] = await app.rowsOf({ email });
  if (row === undefined) throw new Error('nothing was stored');
  return row;
}

async function mailOf(letter: Letter, browser = app.browser()) {
  expect((await browser.post('/f/contact', letter)).status).toBe(200);
  const [mail, ...others] = await app.mailsAbout(letter);
  if (mail === undefined || others.length > 0) throw new Error('there is not exactly one mail');
  return mail;
}

async function newestMailOf(form: string) {
  const { id } = await app.db
    .selectFrom('submissions')
    .select('id')
    .where('form', '=', form)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const mail = app.db.selectFrom('outbox').selectAll().where('id', '=', notificationId(id));
  return app.withBodies(await mail.executeTakeFirstOrThrow());
}

test('the mail about a message keeps line breaks, shows HTML as text, and has a console link and the reference', async () => {
  const letter = newMessage();
  const message = '<b>one</b>\r\n\r\ntwo & {sender}';
  const mail = await mailOf({ ...letter, name: '<i>Asha</i>', message });
  expect(mail.recipient).toBe(DESK);
  expect(mail.text_body).toContain('\n> <b>one</b>\n>\n> two & {sender}\n');
  expect(mail.html_body).toContain('&lt;b&gt;one&lt;/b&gt;<br><br>two &amp; {sender}');
  expect(mail.html_body).not.toContain('<i>Asha');
  const { id } = await submissionOf(letter);
  const link = app.deps.origin + pathFor(CONSOLE.message, id);
  expect(mail.text_body).toContain(`\n\n${NOTIFICATION.open}:\n${link}\n\n`);
  expect(mail.html_body).toContain(`href="${link}"`);
  expect(mail.text_body).toMatch(new RegExp(`\\b${referenceOf({ id })}\\b(?!-)`));
});

test.each([
  ['Hello\r\nBcc: eve@example.com\r\n\r\nHa', 'Hello Bcc: eve@example.com Ha'],
  ['Invoice \u202efdp.exe\u2066', 'Invoice fdp.exe'],
  ['=?utf-8?Q?Pay_now?=', '= ?utf-8?Q?Pay_now?='],
  ['=\u202e?utf-8?B?UGF5?=', '= ?utf-8?B?UGF5?='],
  ['==??=?x', '== ??= ?x'],
  ['\u202e', filled(NOTIFICATION.subject, { form: FORM_TITLES.contact, name: 'Asha Rao' })],
  ['क्‍ष می‌خواهم', 'क्‍ष می‌خواهم'],
])(
  '[V1.3.3] a message with the subject %j is mailed to the operator with the subject %j',
  async (_subject, subject) => {
    expect((await mailOf({ ...newMessage(), _subject })).subject).toBe(subject);
  },
);

test('the mail about a message says with which account the sender was signed in, whatever name the sender typed', async () => {
  const { browser, email, record } = await signedInPerson(app);
  const name = 'The Boss. The sender was signed in as boss@example.org.';
  const mail = await mailOf({ ...newMessage(), name, message: 'Signed in as boss.' }, browser);
  expect(mail.user_id).toBe(record.id);
  const standing = filled(NOTIFICATION.signedIn, { email });
  expect(mail.text_body).toMatch(new RegExp(`\\b${RegExp.escape(`${name}\n\n${standing}\n\n`)}`));
  expect(unescapeHtml(mail.html_body).indexOf(standing)).toBeLessThan(
    unescapeHtml(mail.html_body).indexOf('<blockquote'),
  );
  expect(mail.html_body).toMatch(
    /<blockquote[^>]*><p[^>]*><span dir="auto">Signed in as boss\.<\/span><\/p><\/blockquote>/,
  );
  const other = await mailOf(newMessage());
  expect(other.user_id).toBeNull();
  expect(other.text_body).toContain(NOTIFICATION.notSignedIn);
});

test('the mail about a message without text lists fields and files, and says if there is no address to answer', async () => {
  await app.browser().post('/f/rsvp', { guests: 2, song: 'Asa' });
  const mail = await newestMailOf('rsvp');
  expect(mail.reply_to).toBeNull();
  expect(mail.text_body).not.toContain('\n\n\n');
  expect(mail.text_body).toContain('\n\n> guests: 2\n> song: Asa\n\n');
  expect(mail.text_body).toContain(`\n\n${NOTIFICATION.noAnswer}`);
  // Other tests send files as well, so the clock is moved to make this message the newest.
  app.advance(1);
  expect((await sendFiles('', 'photo', new File(['alone'], 'alone.txt'))).status).toBe(200);
  expect((await newestMailOf('files')).text_body).toContain(
    `\n\n> ${NOTIFICATION.file}: alone.txt (1 KiB)\n\n`,
  );
  await app.browser().post('/f/partners', { _replyto: 'boss@example.com', note: 'x' });
  expect((await newestMailOf('partners')).reply_to).toBe('boss@example.com');
});

test('the mail about a message is written when it is sent, and its text is not stored', async () => {
  const letter = newMessage();
  await app.browser().post('/f/contact', letter);
  const { id } = await submissionOf(letter);
  const row = await findRow(app.db, 'outbox', '*', { id: notificationId(id) });
  expect(row).toBeDefined();
  expect(JSON.stringify(row)).not.toContain(quoted(letter.message));
  expect((await app.makeBodies(notificationId(id)))?.text).toContain(quoted(letter.message));
});

test('a message with a filled spam trap is answered with success, quarantined and not mailed', async () => {
  const asha = await signedInPerson(app);
  const letter = newMessage();
  const plain = await asha.browser.post('/f/contact', newMessage());
  const trapped = await asha.browser.post('/f/contact', { ...letter, _gotcha: 'https://cheap.example.com' });
  const withoutReference = (answer: typeof plain) => JSON.stringify(answer.json).replace(/[0-9a-f]{8}/, '');
  expect([trapped.status, withoutReference(trapped)]).toEqual([plain.status, withoutReference(plain)]);
  const row = await submissionOf(letter);
  expect(row).toMatchObject({ state: 'quarantined', user_id: asha.record.id, message: letter.message });
  expect(await app.mailsAbout(letter)).toEqual([]);
  expect((await recordOf(asha.browser)).messages.map(({ id }) => id)).not.toContain(row.id);
});

const sendFiles = (email: string, field: string, ...files: readonly File[]) => {
  const body = formDataOf({ email });
  for (const file of files) body.append(field, file);
  return app.browser().send('/f/files', { method: 'POST', body });
};

test('files are stored unchanged, and listed in the mail about the message', async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  const letter = newMessage();
  const photo = new File([bytes], 'C:\\fakepath\\sun\r\nset \u202e"1".png', { type: 'image/png' });
  const answer = await sendFiles(letter.email, 'photo', photo, new File([], 'empty.txt'));
  expect(answer.status).toBe(200);
  const { id: submission_id } = await submissionOf(letter);
  const files = await findRows(app.db, 'submission_files', '*', { submission_id });
  const [stored, empty] = files.sort((a, b) => b.size - a.size);
  expect(stored).toMatchObject({ field: 'photo', size: 256, type: 'image/png' });
  expect(empty).toMatchObject({ field: 'photo', size: 0 });
  expect(Buffer.from(stored?.content ?? '', 'base64')).toEqual(bytes);
  expect(stored?.name).not.toMatch(/[\r\n\\/]/);
  const [mail] = await app.mailsAbout(letter);
  // In file names, the mail leaves out characters that reverse the direction of text.
  expect(mail?.text_body).toContain(`${NOTIFICATION.file}: ${stored?.name.replace('\u202e', '')} (1 KiB)`);
  expect(mail?.text_body).toContain(`${NOTIFICATION.file}: empty.txt (0 KiB)`);
});

test('messages that differ in a file, its name or its field are stored separately', async () => {
  const letter = newMessage();
  for (const [field, content, name] of [
    ['photo', 'a', 'a.txt'],
    ['photo', 'a', 'a.txt'],
    ['photo', 'b', 'a.txt'],
    ['photo', 'a', 'b.txt'],
    ['plan', 'a', 'a.txt'],
  ] as const)
    await sendFiles(letter.email, field, new File([content], name));
  expect(await app.rowsOf(letter)).toHaveLength(4);
});
