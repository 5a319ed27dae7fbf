import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createSmtpDelivery } from '#server/mail/smtp.ts';
import { startMailWorker } from '#server/mail/worker.ts';
import { startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { newMessage, SAMPLE_FORMS } from '#server/testing/form-samples.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { FORM_DEFINITIONS } from './form-definitions.ts';
import { releaseSubmission } from './release-submission.ts';

const DESK = 'desk@example.com';
const forms = [...FORM_DEFINITIONS, ...Object.values(SAMPLE_FORMS)];

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ FORM_NOTIFY_TO: DESK }, { forms });
});
afterAll(() => app.close());

const submissionOf = (email: string) =>
  app.db.selectFrom('submissions').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const newestOf = (form: string) =>
  app.db
    .selectFrom('submissions')
    .select('id')
    .where('form', '=', form)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
const mailsAbout = async (id: string) => {
  const mails = await app.db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'form-notification')
    .execute();
  return mails.filter(({ text_body }) => text_body.includes(id));
};

async function mailOf(letter: Record<string, unknown> & { readonly email: string }, browser = app.browser()) {
  expect((await browser.post('/f/contact', letter)).status).toBe(200);
  const [mail, ...others] = await mailsAbout((await submissionOf(letter.email)).id);
  expect(others).toEqual([]);
  if (mail === undefined) throw new Error('there is no mail');
  return mail;
}

describe('the mail that tells of a message', () => {
  test('keeps the line breaks, and nothing in it is HTML', async () => {
    const mail = await mailOf({
      ...newMessage(),
      name: '<i>Asha</i>',
      message: '<b>one</b>\r\n\r\ntwo & {sender}',
    });
    expect(mail.recipient).toBe(DESK);
    expect(mail.text_body).toContain('\n<b>one</b>\n\ntwo & {sender}\n');
    expect(mail.html_body).toContain('&lt;b&gt;one&lt;/b&gt;<br><br>two &amp; {sender}');
    expect(mail.html_body).not.toContain('<i>Asha');
  });

  test('has the sender’s subject on one line', async () => {
    const mail = await mailOf({ ...newMessage(), _subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nHa' });
    expect(mail.subject).toBe('Hello Bcc: eve@example.com Ha');
  });

  test.each([
    ['Invoice \u202efdp.exe\u2066', 'Invoice fdp.exe'],
    ['=?utf-8?Q?Pay_now?=', '= ?utf-8?Q?Pay_now?='],
    ['=\u202e?utf-8?B?UGF5?=', '= ?utf-8?B?UGF5?='],
    ['==??=?x', '== ??= ?x'],
    ['\u202e', 'Contact: a message from Asha Rao'],
    ['क्‍ष می‌خواهم', 'क्‍ष می‌خواهم'],
  ])('has a subject that reads as it was written: %j', async (_subject, subject) => {
    expect((await mailOf({ ...newMessage(), _subject })).subject).toBe(subject);
  });

  test('has the name as it was written, too, and nothing that turns a line around', async () => {
    const name = 'Boss \u202e=?utf-8?Q?x?=';
    const mail = await mailOf({ ...newMessage(), name, 'pho\u202ene': '\u202e1' });
    expect(mail.subject).toBe('Contact: a message from Boss = ?utf-8?Q?x?=');
    expect(mail.text_body).toContain('From: Boss = ?utf-8?Q?x?= <asha-');
    expect(mail.text_body).toContain('phone: ');
    expect((await mailOf({ ...newMessage(), name: '\u202e' })).subject).toMatch(/somebody who gave no name$/);
  });

  test('is answered to the sender, or to whom the sender names', async () => {
    const letter = newMessage();
    expect((await mailOf(letter)).reply_to).toBe(letter.email);
    expect((await mailOf({ ...newMessage(), _replyto: ' boss@example.com ' })).reply_to).toBe(
      'boss@example.com',
    );
    expect((await mailOf({ ...newMessage(), _replyto: ' ' })).reply_to).toMatch(/^asha-/);
  });

  test.each([
    'a@example.com\r\nBcc: eve@example.com',
    'a@example.com\nBcc: eve@example.com',
    'a@example.com, eve@example.com',
    'a@example.com;eve@example.com',
    'friends:a@example.com,eve@example.com;',
    'Asha <a@example.com>',
    '<a@example.com>',
    '"a@example.com, "@example.com',
    'a@example.com\u0000',
    'a@example.com\u2028b',
    'a@[127.0.0.1]',
  ])('no other header, and no other recipient, comes of %j', async (odd) => {
    const before = await app.db.selectFrom('outbox').select('id').execute();
    for (const field of ['email', '_replyto']) {
      const letter = newMessage();
      const answer = await app.browser().post('/f/contact', { ...letter, [field]: odd });
      // What is no character is left out; whatever then remains is an address, or is refused.
      if (odd === 'a@example.com\u0000') expect(answer.status).toBe(200);
      else expect(answer.json.errors).toEqual([expect.objectContaining({ code: 'TYPE_EMAIL', field })]);
    }
    const after = await app.db.selectFrom('outbox').select(['id', 'reply_to']).execute();
    const made = after.filter(({ id }) => !before.some((row) => row.id === id));
    for (const { reply_to } of made) expect(reply_to).toMatch(/^[\w-]+@example\.com$/);
  });

  test('belongs to who was signed in, and says whether anybody was', async () => {
    const asha = await signedInPerson(app);
    const mail = await mailOf(newMessage(), asha.browser);
    expect(mail.user_id).toBe(asha.record.id);
    expect(mail.text_body).toContain('The sender was signed in as ');
    const other = await mailOf(newMessage());
    expect(other.user_id).toBeNull();
    expect(other.text_body).toContain('The sender was not signed in');
  });

  test('names the confirmed address of who was signed in, before any word of theirs', async () => {
    const { browser, email } = await signedInPerson(app);
    const name = 'The Boss. The sender was signed in as boss@example.org.';
    const mail = await mailOf({ ...newMessage(), name }, browser);
    const standing = `The sender was signed in as ${email}, the confirmed address of that account.`;
    for (const body of [mail.text_body, mail.html_body]) {
      expect(body).toContain(standing);
      expect(body.indexOf(standing)).toBeLessThan(body.lastIndexOf('The Boss.'));
    }
    expect(mail.text_body.indexOf(standing)).toBeLessThan(mail.text_body.indexOf('The Boss.'));
  });

  test('without an address says that it cannot be answered; without a text, what there is', async () => {
    await app.browser().post('/f/rsvp', { guests: 2, song: 'Asa' });
    const [mail] = await mailsAbout((await newestOf('rsvp')).id);
    expect(mail?.reply_to).toBeNull();
    expect(mail?.text_body).not.toContain('\n\n\n');
    expect(mail?.text_body).toContain('\n\nguests: 2\nsong: Asa\n\nNo address was left');
    await app.browser().post('/f/partners', { _replyto: 'boss@example.com', note: 'x' });
    const [other] = await mailsAbout((await newestOf('partners')).id);
    expect(other?.reply_to).toBe('boss@example.com');
  });

  test('is sent at once, and nobody is woken for a repeated one', async () => {
    let woken = 0;
    const wakeMail = () => {
      woken += 1;
    };
    const client = createTestClient(await createApp({ ...app.deps, wakeMail }), app.deps.origin, '192.0.2.2');
    const letter = newMessage();
    for (let count = 0; count < 3; count += 1) await client.post('/f/contact', letter);
    expect(woken).toBe(1);
  });

  test('goes to the address of the brand when no other is set', async () => {
    const plain = await openTestApp();
    await plain.browser().post('/f/contact', newMessage());
    expect(await plain.mailsTo('hello@example.com')).toHaveLength(1);
    await plain.close();
  });

  test('arrives at a real mail server with one recipient, and leaves nothing of the person behind', async () => {
    const smtp = await startFakeSmtp();
    const delivery = createSmtpDelivery({
      url: smtp.url,
      from: 'Site <site@example.com>',
      messageIdHost: 'site.test',
    });
    const own = await openTestApp({ FORM_NOTIFY_TO: DESK });
    const letter = newMessage();
    const subject = 'Grüße, नमस्ते <eve@example.com>, "x"';
    await own.browser().post('/f/contact', { ...letter, _subject: subject, name: 'Eve, <eve@example.com>' });
    const worker = startMailWorker({ ...own.deps, random: () => 0, deliver: delivery.deliver });
    await expect.poll(() => smtp.received.length, { timeout: 10_000 }).toBe(1);
    await worker.stop();
    const [arrived] = smtp.received;
    expect(arrived?.to).toBe(DESK);
    expect(arrived?.mail.subject).toBe(subject);
    expect(arrived?.mail.replyTo).toEqual([{ name: '', address: letter.email }]);
    expect(arrived?.mail.to).toEqual([{ name: '', address: DESK }]);
    expect(arrived?.mail.cc).toBeUndefined();
    expect(arrived?.mail.bcc).toBeUndefined();
    const [row] = await own.db.selectFrom('outbox').selectAll().execute();
    expect(row).toMatchObject({ state: 'sent', recipient: '', reply_to: null, subject: '', text_body: '' });
    delivery.close();
    await smtp.close();
    await own.close();
  });
});

describe('what a program filled the trap of', () => {
  test('is answered as success, kept, and told to nobody', async () => {
    const asha = await signedInPerson(app);
    const letter = newMessage();
    const plain = await asha.browser.post('/f/contact', newMessage());
    const trapped = await asha.browser.post('/f/contact', {
      ...letter,
      _gotcha: 'https://cheap.example.com',
    });
    expect([trapped.status, trapped.json]).toEqual([plain.status, plain.json]);
    const row = await submissionOf(letter.email);
    expect(row).toMatchObject({ state: 'quarantined', user_id: asha.record.id, message: letter.message });
    expect(await mailsAbout(row.id)).toEqual([]);
    const { messages } = (await asha.browser.get(`/api/user/${asha.record.id}`)).json.data;
    expect(messages.map(({ id }: { id: string }) => id)).not.toContain(row.id);
  });

  test.each<[string, unknown]>([
    ['a list', ['x']],
    ['an empty list', []],
    ['an object', { a: 'b' }],
    ['an empty object', {}],
    ['a number', 0],
    ['a yes', true],
    ['more than any field takes', 'x'.repeat(5_001)],
  ])('is answered alike when it is %s', async (_, _gotcha) => {
    const letter = newMessage();
    const answer = await app.browser().post('/f/contact', { ...letter, _gotcha });
    expect([answer.status, answer.json.ok]).toEqual([200, true]);
    expect((await submissionOf(letter.email)).state).toBe('quarantined');
  });

  test.each(['/f/contact', '/f/files'])(
    'is answered alike when it is a file (%s), which nobody keeps',
    async (path) => {
      const letter = newMessage();
      const data = new FormData();
      for (const [name, value] of Object.entries(letter)) data.append(name, value);
      data.append('_gotcha', new File(['x'], 'a.txt'));
      const answer = await app.browser().send(path, { method: 'POST', body: data });
      expect([answer.status, answer.json.ok]).toEqual([200, true]);
      const row = await submissionOf(letter.email);
      expect(row.state).toBe('quarantined');
      expect(
        await app.db.selectFrom('submission_files').where('submission_id', '=', row.id).selectAll().execute(),
      ).toEqual([]);
    },
  );

  test.each(['', ' \n', null])('is empty where it holds %j', async (_gotcha) => {
    const letter = newMessage();
    await app.browser().post('/f/contact', { ...letter, _gotcha });
    expect((await submissionOf(letter.email)).state).toBe('received');
  });

  test('stays filled in on the page that shows the form again', async () => {
    const letter = newMessage();
    for (const _gotcha of [[], {}]) {
      const answer = await app
        .browser()
        .post('/f/contact', { ...letter, message: '', _gotcha }, { accept: 'text/html' });
      expect(answer.text).toMatch(/name="_gotcha" value="[^"]+"/);
    }
  });

  test('is received after all when it is released, once', async () => {
    const asha = await signedInPerson(app);
    const letter = { ...newMessage(), _replyto: 'boss@example.com', _subject: 'Hello' };
    await asha.browser.post('/f/contact', { ...letter, _gotcha: 'x' });
    const { id } = await submissionOf(letter.email);
    const deps = { ...app.deps, forms, notifyTo: DESK };
    const kinds = await Promise.all([1, 2, 3].map(async () => (await releaseSubmission(deps, id)).kind));
    expect(kinds.sort()).toEqual(['not-quarantined', 'not-quarantined', 'released']);
    const [mail, ...others] = await mailsAbout(id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ reply_to: 'boss@example.com', subject: 'Hello', user_id: asha.record.id });
    expect(mail?.text_body).toContain(letter.message);
    const { messages } = (await asha.browser.get(`/api/user/${asha.record.id}`)).json.data;
    expect(messages).toEqual([expect.objectContaining({ id, message: letter.message })]);
    expect(await releaseSubmission(deps, 'nothing')).toEqual({ kind: 'not-found' });
  });
});

describe('files', () => {
  const withFiles = (files: readonly File[], email: string) => {
    const data = new FormData();
    data.append('email', email);
    for (const file of files) data.append('photo', file);
    return data;
  };
  const send = (data: FormData) => app.browser().send('/f/files', { method: 'POST', body: data });

  test('are stored as they are, and listed in the mail', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const { email } = newMessage();
    const photo = new File([bytes], 'C:\\fakepath\\sun\r\nset "1".png', { type: 'image/png' });
    expect((await send(withFiles([photo, new File([], 'empty.txt')], email))).status).toBe(200);
    const { id } = await submissionOf(email);
    const stored = await app.db
      .selectFrom('submission_files')
      .selectAll()
      .where('submission_id', '=', id)
      .orderBy('size', 'desc')
      .execute();
    expect(stored.map(({ field, size }) => [field, size])).toEqual([
      ['photo', 256],
      ['photo', 0],
    ]);
    expect(Buffer.from(stored[0]?.content ?? '', 'base64')).toEqual(Buffer.from(bytes));
    expect(stored[0]?.name).not.toMatch(/[\r\n\\/]/);
    expect(stored[0]?.type).toBe('image/png');
    const [mail] = await mailsAbout(id);
    expect(mail?.text_body).toContain(`File: ${stored[0]?.name} (1 KiB)`);
    expect(mail?.text_body).toContain('File: empty.txt (0 KiB)');
  });

  test('have names that read as they are', async () => {
    const { email } = newMessage();
    await send(withFiles([new File(['x'], 'invoice\u202efdp.exe')], email));
    const [mail] = await mailsAbout((await submissionOf(email)).id);
    expect(mail?.text_body).toContain('File: invoicefdp.exe (1 KiB)');
  });

  test('are a message by themselves', async () => {
    const data = new FormData();
    data.append('photo', new File(['alone'], 'alone.txt'));
    app.advance(1);
    expect((await send(data)).status).toBe(200);
    const [mail] = await mailsAbout((await newestOf('files')).id);
    expect(mail?.text_body).toContain('\n\nFile: alone.txt (1 KiB)\n\n');
  });

  test('that nobody chose are none, also where no file may come', async () => {
    const data = withFiles([new File([], '')], '');
    for (const [name, value] of Object.entries(newMessage())) data.set(name, value);
    expect((await app.browser().send('/f/contact', { method: 'POST', body: data })).status).toBe(200);
  });

  test('make a message another one, also by their name or the field they stand in', async () => {
    const { email } = newMessage();
    for (const content of ['a', 'a', 'b']) await send(withFiles([new File([content], 'a.txt')], email));
    await send(withFiles([new File(['a'], 'b.txt')], email));
    const elsewhere = withFiles([], email);
    elsewhere.append('plan', new File(['a'], 'a.txt'));
    await send(elsewhere);
    const rows = await app.db.selectFrom('submissions').select('id').where('email', '=', email).execute();
    expect(rows).toHaveLength(4);
  });

  test('as many and as big as allowed are taken', async () => {
    const whole = new File([new Uint8Array(200_000)], 'half.bin');
    const client = createTestClient(await createApp(app.deps), app.deps.origin, '192.0.2.1');
    const init = { method: 'POST', body: withFiles([whole, whole], newMessage().email) };
    expect((await client.send('/f/files', init)).status).toBe(200);
  });
});
