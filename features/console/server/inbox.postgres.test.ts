import { expect, test } from 'vitest';
import { pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { MESSAGE_DELETED } from '#features/console/refusals.ts';
import { SUBMISSION_FILED } from '#features/forms/server/audit-actions.ts';
import { FORM_DEFINITIONS } from '#features/forms/server/form-definitions.ts';
import { notificationId, replyIds } from '#features/forms/server/message-mails.ts';
import { findRow, findRows, updateRows } from '#server/database/rows.ts';
import { formDataOf, SAMPLE_FORMS, sendAsBrowser } from '#server/testing/form-site.ts';
import { enterConsole, newOperator, operatorInside } from '#server/testing/operators.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { attachFile, auditLines, storeMessage } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { testOnSqlite } from '#server/testing/test-database.ts';
import { NOTE_WRITTEN } from './audit-actions.ts';

const app = await openTestApp({}, { forms: [...FORM_DEFINITIONS, SAMPLE_FORMS.files] });
const owner = await operatorInside(app, 'owner');

let last = 0;
/** Stores a message that is newer than all others, with a word that no other message contains. */
async function newMessage(values: Parameters<typeof storeMessage>[2] = {}) {
  const number = ++last;
  const word = `word${number}x`;
  const created_at = new Date(app.deps.clock().getTime() - 86_400_000 + number).toISOString();
  const id = await storeMessage(app.db, number, { message: `Hello ${word}`, created_at, ...values });
  return { id, word, path: pathFor(CONSOLE.message, id) };
}
const rowOf = (id: string) =>
  app.db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const idsIn = (text: string) =>
  [...text.replace(/data-undo>.*?<\/form>/s, '').matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id);
const listed = async (query: string, who = owner) => idsIn((await who.get(`${CONSOLE.inbox}?${query}`)).text);
function undoIn(text: string): Record<string, string[]> {
  const form = /data-undo>(.*?)<\/form>/s.exec(text)?.[1] ?? '';
  const fields: Record<string, string[]> = {};
  for (const [, name = '', value = ''] of form.matchAll(/name="(\w+)" value="([^"]*)"/g))
    fields[name] = [...(fields[name] ?? []), value];
  return fields;
}

test('the inbox lists open messages, newest first, and each filter narrows the list', async () => {
  const open = await newMessage();
  const done = await newMessage({ done_at: '2026-11-20T00:00:00.000Z' });
  const caught = await newMessage({ state: 'quarantined' });
  const unpaid = await newMessage({ state: 'unpaid' });
  const before = { read_at: '2026-11-20T00:00:00.000Z', created_at: '2026-11-01T10:00:00.000Z' };
  const mine = await newMessage({ assigned_to: owner.record.id, form: 'feedback', ...before });
  expect(await listed('')).toEqual([open.id, mine.id]);
  expect(await listed('state=done')).toEqual([done.id]);
  expect(await listed('state=quarantined')).toEqual([caught.id]);
  expect(await listed('state=unpaid')).toEqual([unpaid.id]);
  expect(await listed('state=all')).toHaveLength(5);
  expect(await listed('unread=1')).toEqual([open.id]);
  expect(await listed('mine=1')).toEqual([mine.id]);
  expect(await listed('form=feedback')).toEqual([mine.id]);
  expect(await listed('from=02/11/2026')).toEqual([open.id]);
  expect(await listed('to=2026-11-01')).toEqual([mine.id]);
  expect(await listed(`words=${open.word}`)).toEqual([open.id]);
  expect(await listed('words=PERSON+example')).toEqual([open.id, mine.id]);
  expect(await listed('words=nowhere')).toEqual([]);
});

test('with an invalid date or filter the inbox is still shown, and the date stays in its field with an error', async () => {
  const { id, word } = await newMessage();
  const wrong = await owner.get(`${CONSOLE.inbox}?words=${word}&from=yesterday&to=`);
  expect(idsIn(wrong.text)).toEqual([id]);
  expect(wrong.text).toMatch(/name="from" value="yesterday"[^>]* aria-describedby="from-wrong" autofocus/);
  expect(wrong.text).toContain('<p class="field-problem" id="from-wrong">From: please type a date like');
  expect(await listed(`words=${word}&state=lost&unread=x&form=nope`)).toEqual([id]);
});

test('a contact message can be made a data request once, which is due some days after the message arrived', async () => {
  const { id, path } = await newMessage({ created_at: '2026-11-10T10:00:00.000Z' });
  const button = '>File as a data request<';
  expect((await owner.get(path)).text).toContain(button);
  const filed = await owner.press(path, { do: 'file' });
  for (const words of ['to be answered by 10 Dec 2026.', '>10 Dec 2026</time>'])
    expect(filed.text).toContain(words);
  expect(filed.text).not.toContain(button);
  expect((await rowOf(id)).due_at).toBe('2026-12-10T10:00:00.000Z');
  await owner.send(path, undoIn(filed.text));
  expect((await rowOf(id)).due_at).toBeNull();
  await owner.send(path, { do: 'file' });
  expect((await owner.press(path, { do: 'file' })).text).toContain('in the meantime');
  expect(await auditLines(app.db, SUBMISSION_FILED.name)).toHaveLength(2);
  expect((await owner.get(CONSOLE.requests)).text).toContain(`href="${path}?state=requests"`);
  await owner.send(CONSOLE.inbox, { press: 'answered', id });
  expect(await listed('state=answered')).toEqual([id]);
  const answered = (await owner.get(`${CONSOLE.inbox}?state=answered`)).text;
  expect(answered).toContain(`<li><a href="${CONSOLE.requests}" aria-current="page">`);
  expect(answered.split('<main')[1]).toContain(`<a href="${CONSOLE.requests}">`);
});

test('searching for the reference of a message opens that message, whatever its state', async () => {
  const { id, path } = await newMessage({ state: 'quarantined' });
  const reference = id.slice(0, 8);
  const found = await owner.get(`${CONSOLE.inbox}?words=${reference}`);
  expect([found.status, found.headers.get('location')]).toEqual([303, `${path}?state=all`]);
  await app.db.deleteFrom('submissions').where('id', '=', id).execute();
  expect((await owner.get(`${CONSOLE.inbox}?words=${reference}`)).text).toContain('Nothing matches');
});

test('[P-123] opening a message marks it as read and shows its notes, audit lines and neighbours in the list', async () => {
  const [older, message, newer] = [await newMessage(), await newMessage(), await newMessage()];
  const shown = await owner.get(`${message.path}?state=open`);
  expect(shown.text).toContain(`Hello ${message.word}`);
  expect((await rowOf(message.id)).read_at).not.toBeNull();
  expect(shown.text).toContain(`href="${newer.path}?state=open" data-key="k"`);
  expect(shown.text).toContain(`href="${older.path}?state=open" data-key="j"`);
  expect(shown.text).toContain(`href="${CONSOLE.inbox}?state=open#row-${message.id}" data-key="u"`);
  expect(shown.text).toContain(`name="next" value="${CONSOLE.inbox}?state=open#row-${older.id}"`);
  await owner.send(message.path, { do: 'note', text: 'Call <b>back</b>' });
  const noted = await owner.get(message.path);
  expect(noted.text).toContain('Call &lt;b&gt;back&lt;/b&gt;');
  expect(noted.text).toContain(NOTE_WRITTEN.words);
  expect(noted.text).toMatch(/Delete the note…<.summary>.*?>Delete for good</s);
  const note = /name="note" value="([^"]+)"/.exec(noted.text)?.[1] ?? '';
  await owner.send(newer.path, { do: 'delete-note', note });
  expect((await owner.get(message.path)).text).toContain('Call &lt;b&gt;');
  await owner.send(message.path, { do: 'delete-note', note });
  expect((await owner.get(message.path)).text).not.toContain('Call &lt;b&gt;');
});

test.each([
  ['done', 'undone', 'done_at'],
  ['read', 'unread', 'read_at'],
] as const)(
  'the button “%s” changes all selected messages, and Undo changes them back',
  async (press, back, column) => {
    const messages = [await newMessage(), await newMessage()];
    const ids = messages.map(({ id }) => id);
    const next = `${CONSOLE.inbox}?words=${messages[0]?.word}`;
    const pressed = await owner.send(CONSOLE.inbox, { press, id: ids, next });
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, next]);
    const values = async () => Promise.all(ids.map(async (id) => (await rowOf(id))[column] !== null));
    expect(await values()).toEqual([true, true]);
    const { text } = await owner.get(CONSOLE.inbox);
    const undo = undoIn(text);
    expect(undo).toMatchObject({ press: [back], id: expect.arrayContaining(ids) });
    await owner.send(CONSOLE.inbox, undo);
    expect(await values()).toEqual([false, false]);
    await owner.get(CONSOLE.inbox);
    expect(undoIn((await owner.get(CONSOLE.inbox)).text)).toEqual({});
  },
);

test('messages are assigned only to operators who answer messages, and Undo restores the earlier assignee', async () => {
  const colleague = await newOperator(app, 'support');
  const analyst = await newOperator(app, 'analyst');
  const [free, taken] = [await newMessage(), await newMessage({ assigned_to: owner.record.id })];
  const ids = [free.id, taken.id];
  const refused = await owner.send(CONSOLE.inbox, { press: 'assign', id: ids, assignee: analyst.record.id });
  expect(refused.status).toBe(422);
  await owner.send(CONSOLE.inbox, { press: 'assign', id: ids, assignee: colleague.record.id });
  const assignees = async () => Promise.all(ids.map(async (id) => (await rowOf(id)).assigned_to));
  expect(await assignees()).toEqual([colleague.record.id, colleague.record.id]);
  await owner.send(CONSOLE.inbox, undoIn((await owner.get(CONSOLE.inbox)).text));
  expect(await assignees()).toEqual([null, owner.record.id]);
});

test('quarantine cancels the mail about a message, and its release sends the mail once', async () => {
  const letter = { name: 'Asha', email: 'asha@example.com', message: 'To be caught by hand' };
  await app.browser().post('/f/contact', letter);
  const [id = ''] = await listed('words=caught+by+hand');
  const told = () => findRows(app.db, 'outbox', ['state'], { id: notificationId(id) });
  expect(await told()).toHaveLength(1);
  await owner.send(CONSOLE.inbox, { press: `quarantine:${id}` });
  expect([(await rowOf(id)).state, await told()]).toEqual(['quarantined', []]);
  await owner.send(CONSOLE.inbox, undoIn((await owner.get(CONSOLE.inbox)).text));
  expect([(await rowOf(id)).state, (await told()).length]).toEqual(['received', 1]);
  await app.db.updateTable('outbox').set({ state: 'sent' }).where('id', '=', notificationId(id)).execute();
  for (const press of ['quarantine', 'release', 'quarantine', 'release'])
    await owner.send(CONSOLE.inbox, { press: `${press}:${id}` });
  expect([(await rowOf(id)).state, await told()]).toEqual(['received', [{ state: 'sent' }]]);
});

test.each([
  ['old received', { state: 'received', created_at: '2026-10-01T10:00:00.000Z' }, 'Messages older than'],
  ['unpaid', { state: 'unpaid' }, 'Only received messages'],
] as const)('an %s message cannot be put in quarantine, and the page says why', async (_, values, why) => {
  const { id } = await newMessage(values);
  const { text } = await owner.press(CONSOLE.inbox, { press: `quarantine:${id}` });
  expect((await rowOf(id)).state).toBe(values.state);
  expect(text).toContain(`role="alert">Nothing was moved to quarantine. ${why}`);
  const both = await owner.press(CONSOLE.inbox, { press: 'quarantine', id: [id, (await newMessage()).id] });
  expect(both.text).toContain(`1 message is in quarantine. 1 message is as before. ${why}`);
});

test('an answer is mailed with a reply address, kept as a note, and marks the message as done until Undo is pressed', async () => {
  const { record } = await signedInPerson(app);
  const { id, path } = await newMessage({ email: 'Asks@Example.com', user_id: record.id });
  const answer = { do: 'reply', subject: 'Re: your\r\nBcc: x', text: 'Gladly.\r\nYours', done: '1' };
  const sent = await owner.send(path, answer);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, CONSOLE.inbox]);
  const mail = await findRow(app.db, 'outbox', '*', { recipient: 'asks@example.com' });
  const stored = { kind: 'form-reply', subject: 'Re: your Bcc: x', user_id: record.id, state: 'waiting' };
  expect(mail).toMatchObject({ ...stored, reply_to: expect.stringContaining('@') });
  expect(mail?.text_body).toContain('Gladly.\nYours');
  expect(mail?.text_body).toContain('> Hello word');
  expect((await rowOf(id)).done_at).not.toBeNull();
  const { text } = await owner.get(CONSOLE.inbox);
  expect(text).toContain('The message is done.');
  await owner.send(CONSOLE.inbox, undoIn(text));
  expect((await rowOf(id)).done_at).toBeNull();
  const shown = await owner.get(path);
  expect(shown.text).toContain('Answered by mail');
  expect(shown.text).toContain('waiting');
  await owner.send(CONSOLE.deleteMessages, { id, reason: 'asked' });
  expect(await findRow(app.db, 'outbox', ['id'], { recipient: 'asks@example.com' })).toBeUndefined();
});

testOnSqlite('a data request’s page says how to answer it, and the list shows a sent reply', async () => {
  const due_at = '2026-12-20T10:00:00.000Z';
  const { id, path } = await newMessage({ form: 'rights', due_at, email: 'a@b.example' });
  const textOf = async (page: string) => (await owner.get(page)).text;
  const advice = /Untick this if you only ask for something|If you refuse, give the reason/g;
  expect((await textOf(path)).match(advice)).toHaveLength(2);
  expect(await textOf(CONSOLE.requests)).not.toContain('Replied');
  await owner.send(path, { do: 'reply', subject: 'Re: yours', text: 'Please prove that it is you.' });
  expect(await textOf(CONSOLE.requests)).toMatch(/Replied <time[^>]*>[^<]*<\/time>, still open/);
  await owner.press(CONSOLE.inbox, { press: 'answered', id, next: path });
  expect(await textOf(path)).not.toMatch(advice);
});

test('an answer that is sent twice at the same moment is mailed once, and a different answer is mailed too', async () => {
  const { path, id } = await newMessage({ email: 'twice@example.com' });
  const send = (text: string) => owner.send(path, { do: 'reply', subject: 'Re: your message', text });
  await Promise.all([send('Gladly.'), send('Gladly.')]);
  await send('One thing more.');
  const mails = app.db.selectFrom('outbox').select('id').where('recipient', '=', 'twice@example.com');
  expect(await mails.execute()).toHaveLength(2);
  const notes = app.db.selectFrom('operator_notes').select('id').where('submission_id', '=', id);
  expect(await notes.execute()).toHaveLength(2);
});

test('if a colleague has answered first, an operator’s answer is shown again and mailed only after a second press', async () => {
  const [{ id, path }, other] = [await newMessage({ email: 'crossed@example.com' }), await newMessage()];
  const colleague = await operatorInside(app, 'support');
  const answer = { do: 'reply', seen: '0', subject: 'Re: yours' };
  await colleague.send(path, { ...answer, text: 'We look into it', done: '1' });
  await owner.send(path, { ...answer, text: 'Please <wait>' });
  expect((await owner.get(other.path)).text).not.toMatch(/&lt;wait|in the meantime/);
  const { text } = await owner.get(path);
  expect(text).toContain(`${colleague.record.name} answered in the meantime`);
  expect(text).toContain('>Please &lt;wait&gt;</textarea>');
  const mails = () => findRows(app.db, 'outbox', ['id'], { id: replyIds(id) });
  expect(await mails()).toHaveLength(1);
  const [, seen = ''] = /name="seen" value="(\d+)"/.exec(text) ?? [];
  await owner.send(path, { ...answer, seen, text: 'Please <wait>' });
  expect(await mails()).toHaveLength(2);
});

test('an undelivered answer is listed until another one is sent or the message is marked as done again', async () => {
  const { id, path } = await newMessage({ email: 'refused@example.com' });
  const answer = (text: string) => owner.send(path, { do: 'reply', subject: 'Re: yours', done: '1', text });
  const giveUp = async () => {
    const next_attempt_at = app.deps.clock().toISOString();
    const dead = { state: 'dead', last_error: '550 no such box', next_attempt_at } as const;
    await updateRows(app.db, 'outbox', { id: replyIds(id), state: 'waiting' }, dead);
  };
  const named = async () => [
    (await owner.get(CONSOLE.home)).text.includes('1 answer not delivered</a>'),
    ...(await listed('state=undelivered')),
  ];
  await answer('First');
  await giveUp();
  expect(await named()).toEqual([true, id]);
  expect((await owner.get(path)).text).toMatch(
    /not delivered<\/span> 550 no such box <a href="\/console\/mail/,
  );
  expect((await owner.get(`${CONSOLE.inbox}?state=done`)).text).toContain('"badge badge-warn">Answer not');
  await answer('Second');
  expect(await named()).toEqual([false]);
  expect((await owner.get(`${CONSOLE.inbox}?state=all`)).text).not.toMatch(/^\s*(0|false)$/m);
  await giveUp();
  app.advance(1_000);
  for (const press of ['undone', 'done']) await owner.send(CONSOLE.inbox, { press, id });
  expect(await named()).toEqual([false]);
});

testOnSqlite('an answer to a message is refused if it cannot be mailed, and the page says why', async () => {
  const answer = { do: 'reply', subject: 'Re: yours', text: 'Please wait' };
  const { text } = await owner.send(pathFor(CONSOLE.message, 'deleted'), answer);
  for (const words of [MESSAGE_DELETED.message, '<li>Please wait</li>']) expect(text).toContain(words);
  const nowhere = (await newMessage({ email: '' })).path;
  expect((await owner.get(nowhere)).text).toContain('left no address');
  expect((await owner.press(nowhere, answer)).text).toContain('nothing was sent');
  const { id, path } = await newMessage({ email: 'many@example.com' });
  for (const earlier of replyIds(id)) await owner.send(path, { ...answer, text: earlier });
  expect((await owner.press(path, answer)).text).toMatch(/role="alert">Too many answers.*>Please wait</s);
});

test('a message that waits in quarantine cannot be marked as done', async () => {
  const { id } = await newMessage({ state: 'quarantined' });
  const next = `${CONSOLE.inbox}?state=quarantined`;
  const { text } = await owner.press(CONSOLE.inbox, { press: 'done', id, next });
  expect(text).toContain('nothing to change');
  expect(text).not.toContain('name="press" value="done"');
  expect((await rowOf(id)).done_at).toBeNull();
});

test('the console counts unread and newly arrived messages, and this count does not prolong an operator’s access', async () => {
  const [, since] = /data-since="([^"]+)"/.exec((await owner.get(CONSOLE.inbox)).text) ?? [];
  const counted = async () => (await owner.get(`${CONSOLE.unread}?since=${since}`)).json;
  const { unread } = await counted();
  await newMessage();
  await newMessage({ state: 'quarantined' });
  expect(await counted()).toEqual({ unread: unread + 1, news: 0 });
  await newMessage({ created_at: new Date(app.deps.clock().getTime() + 1).toISOString() });
  expect(await counted()).toEqual({ unread: unread + 2, news: 1 });
  expect((await owner.get(CONSOLE.unread)).json.news).toBe(0);
  const idle = await operatorInside(app, 'support');
  for (let minutes = 0; minutes < 35; minutes += 7) {
    app.advance(7 * 60_000);
    await idle.get(CONSOLE.unread);
    await owner.get(CONSOLE.inbox);
  }
  expect((await idle.get(CONSOLE.unread)).status).toBe(401);
});

const CSV = { format: 'csv', reason: 'legal' };
test('an export of messages has those that the filter shows, needs a reason, and is recorded in the audit log', async () => {
  const { word } = await newMessage({ name: '=1+1' });
  const path = `${CONSOLE.exportMessages}?words=${word}`;
  expect((await owner.send(path, { format: 'csv' })).status).toBe(401);
  await enterConsole(owner);
  for (const wrong of [{}, { reason: 'tidy' }])
    expect((await owner.send(path, { format: 'csv', ...wrong })).status).toBe(422);
  const exports = async () => (await auditLines(app.db, 'submissions-exported')).length;
  const before = await exports();
  for (const wrong of ['from=40/40/2026', 'to=soon', 'state=nope', 'unread=yes']) {
    const refused = await owner.send(`${CONSOLE.exportMessages}?${wrong}`, CSV);
    expect([wrong, refused.status]).toEqual([wrong, 422]);
  }
  expect(await exports()).toBe(before);
  const csv = await owner.send(path, CSV);
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="messages-[\d-]+\.csv"$/);
  expect(csv.text.trim().split('\r\n')).toHaveLength(2);
  expect(csv.text).toContain(`"'=1+1"`);
  const json = JSON.parse((await owner.send(path, { ...CSV, format: 'json' })).text);
  expect(json).toMatchObject([{ name: '=1+1', message: `Hello ${word}` }]);
  expect(await exports()).toBe(before + 2);
});

test('an export contains each message exactly once over several pages, even if many came at the same moment', async () => {
  const sent: string[] = [];
  for (let number = 0; number < 210; number++) {
    const created_at = `2026-09-0${1 + Math.floor(number / 90)}T10:00:00.000Z`;
    sent.push((await newMessage({ created_at })).id);
  }
  await enterConsole(owner);
  for (const format of ['csv', 'json']) {
    const path = `${CONSOLE.exportMessages}?from=2026-09-01&to=2026-09-03`;
    const { text } = await owner.send(path, { ...CSV, format });
    expect([...text.matchAll(/\d{8}-aaaa-4aaa-8aaa-a{12}/g)].map(([id]) => id)).toEqual(sent);
    expect(text).not.toContain('secret-key');
  }
  await app.db.deleteFrom('submissions').where('id', 'in', sent).execute();
});

test('[P-127] the audit log records what an operator does with messages, but not actions that changed nothing', async () => {
  const [received, caught] = [await newMessage(), await newMessage({ state: 'quarantined' })];
  await app.db.deleteFrom('audit').execute();
  await owner.get(CONSOLE.inbox);
  await owner.get(received.path);
  await owner.send(CONSOLE.exportMessages, { ...CSV, ...owner.proof() });
  for (let time = 0; time < 2; time++) await owner.send(CONSOLE.inbox, { press: 'release', id: caught.id });
  await owner.send(CONSOLE.deleteMessages, { id: received.id, reason: 'asked', ...owner.proof() });
  await owner.get(pathFor(CONSOLE.message, 'nobody-knows'));
  const lines = await app.db.selectFrom('audit').select(['action', 'detail']).execute();
  const actions = lines.map(({ action }) => action).filter((action) => /^(submission|deletion)/.test(action));
  const changes = ['deletion-ordered', 'submission-deleted', 'submission-released'];
  const looks = ['submission-shown', 'submissions-exported', 'submissions-listed'];
  expect(actions.sort()).toEqual([...changes, ...looks]);
  expect(JSON.stringify(lines)).not.toMatch(/person|@/i);
});

test('data requests are listed with their kind by due date, until they are answered', async () => {
  const day = (offset: number) => new Date(app.deps.clock().getTime() + offset * 86_400_000).toISOString();
  const [soon, late] = [
    await newMessage({ form: 'rights', due_at: day(3), fields: JSON.stringify({ request: 'A copy' }) }),
    await newMessage({ form: 'rights', due_at: day(-2) }),
  ];
  const { text } = await owner.get(CONSOLE.requests);
  expect(idsIn(text)).toEqual([late.id, soon.id]);
  expect(text.match(/Overdue since/g)).toHaveLength(1);
  expect(text.match(/<br>A copy<br>/g)).toHaveLength(1);
  const first = (await owner.get(`${late.path}?state=requests`)).text.match(/[^"]*" data-key="[jk]">[^<]*/g);
  expect(first).toEqual([`${soon.path}?state=requests" data-key="j">Due later`]);
  const after = await owner.press(CONSOLE.inbox, { press: 'answered', id: late.id, next: CONSOLE.requests });
  expect(after.text).toContain('1 request is marked as answered.');
  expect(idsIn(after.text)).toEqual([soon.id]);
});

test('“Done” leaves selected data requests open and says so, and an answered one shows the day of its answer', async () => {
  const plain = await newMessage();
  const request = await newMessage({ form: 'rights', due_at: '2026-12-20T10:00:00.000Z' });
  const { text } = await owner.press(CONSOLE.inbox, { press: 'done', id: [plain.id, request.id] });
  expect(text).toContain('1 message is done. 1 request about personal data was left as before.');
  expect((await rowOf(request.id)).done_at).toBeNull();
  expect(undoIn(text).id).toEqual([plain.id]);
  const onlyRequests = await owner.press(CONSOLE.inbox, { press: 'done', id: request.id });
  expect(onlyRequests.text).toContain('1 request about personal data was left as before.');
  await owner.send(CONSOLE.inbox, { press: `answered:${request.id}` });
  const answered = await owner.get(`${CONSOLE.inbox}?state=answered`);
  expect(answered.text).toMatch(/Answered <time/);
  const shown = await owner.get(request.path);
  expect(shown.text).toContain('<dt>Answered</dt>');
  expect(shown.text).toContain('>Not answered<');
  const undone = await owner.press(CONSOLE.inbox, { press: 'undone', id: request.id });
  await owner.send(CONSOLE.inbox, undoIn(undone.text));
  expect((await rowOf(request.id)).done_at).not.toBeNull();
});

/** The texts of strangers on a page, which are in `<bdi>` elements, decoded as in a browser. */
const saidIn = (page: string) =>
  [...page.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, text = '']) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'"),
  );
/** The two file names of RFC 6266: one in ASCII for all programs, and one in Unicode, encoded as in RFC 8187. */
const DISPOSITION =
  /^attachment; filename="([\w. ()-]+)"; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[\da-f]{2})+)$/i;
/** A name of 255 bytes, the longest that a file system allows. */
const LONG = 'क'.repeat(85);

testOnSqlite.each([
  // Columns: the file name as sent, as stored, and as used for the download.
  ['../../x', 'x', 'x'],
  ['a\r\nset-cookie: b=1.html', 'a set-cookie: b=1.html', 'a set-cookie_ b=1.html'],
  ["it's (1)*.html", "it's (1)*.html", 'it_s (1)_.html'],
  [LONG, LONG, 'क'.repeat(50)],
  ['<script>alert(1)<', '<script>alert(1)<', '_script_alert(1)_'],
])('[V5.4.1] a file named %j is listed as text and can only be downloaded', async (sent, kept, saved) => {
  await app.db.deleteFrom('submissions').where('form', '=', 'files').execute();
  const content = '<script>alert(1)</script>';
  const upload = new File([content], sent, { type: 'text/html' });
  const data = formDataOf({ message: `With ${sent.length} letters`, upload });
  expect((await sendAsBrowser(app.browser(), '/f/files', data)).status).toBe(303);
  const list = await owner.get(`${CONSOLE.inbox}?form=files`);
  const [link = ''] = /\/console\/message\/[\w-]+/.exec(list.text) ?? [];
  const message = await owner.get(link);
  expect(saidIn(message.text)).toContain(kept);
  for (const { text } of [list, message]) expect(text).not.toMatch(/<script(?! src="\/console)|<img/);
  // In this tab, an answer that is being typed would be asked about, or replaced by the page that asks for a sign-in.
  const [, file = ''] =
    /<a href="(\/console\/file\/[\w-]+)" target="_blank" rel="noopener">/.exec(message.text) ?? [];
  const { headers, text } = await owner.get(file);
  expect(text).toBe(content);
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('set-cookie')).toBeNull();
  const [, plain = '', encoded = ''] = DISPOSITION.exec(headers.get('content-disposition') ?? '') ?? [];
  expect(decodeURIComponent(encoded)).toBe(saved);
  expect(plain).toBe(saved.replaceAll(/[^\w. ()-]/g, '_'));
});

const TRICKS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</textarea></title></style><script>alert(1)</script>',
  'javascript:alert(1)',
  '\u001b[2Jcleared\u0007',
  'invoice\u202efdp.exe',
  '{{constructor.constructor("alert(1)")()}}',
];

test('strangers’ texts are escaped on pages, and cannot reverse the direction of the text around them', async () => {
  for (const trick of TRICKS) {
    const { id, path } = await newMessage({
      name: trick,
      email: trick,
      message: trick,
      fields: JSON.stringify({ [trick]: trick, _subject: trick, _replyto: trick }),
      due_at: '2026-12-01T00:00:00.000Z',
    });
    await attachFile(app.db, id, trick, 'x');
    await owner.send(path, { do: 'note', text: trick });
    for (const page of [
      path,
      `${CONSOLE.inbox}?words=${encodeURIComponent(trick)}`,
      CONSOLE.inbox,
      CONSOLE.requests,
      `${CONSOLE.deleteMessages}?id=${id}&next=${encodeURIComponent(trick)}`,
    ]) {
      const { text } = await owner.get(page);
      expect(text).not.toMatch(/<script(?! src="\/console\/console\.js" defer blocking="render">)/);
      expect(text).not.toMatch(/(?:href|action|src)="(?!\/|#|mailto:)/i);
      // Removes attribute values. A quotation mark in a value is escaped, so it does not end the value.
      expect(text.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<img|<[^>]*\s(?:onerror|onmouseover)=/i);
      // Only texts with the class `said` and form fields may contain characters that change the text direction.
      const ours = text
        .replaceAll(/class="[^"]*\bsaid\b[^"]*">[^<]*</g, '')
        .replaceAll(/<(?:input|textarea)[^>]*>/g, '');
      expect(ours).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    }
  }
});

test('a message with as many different words as a form can hold is stored, and can be found by its first words', async () => {
  const words = Array.from({ length: 60_000 }, (_, at) => at.toString(36));
  const { id } = await newMessage({ message: `longest ${words.join(' ')}`, state: 'quarantined' });
  expect(await listed('words=longest&state=quarantined')).toEqual([id]);
});
