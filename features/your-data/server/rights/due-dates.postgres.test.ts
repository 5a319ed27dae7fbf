import { expect, test } from 'vitest';
import { REMINDER_DAYS } from '#content/features/forms.ts';
import { REQUESTS } from '#content/features/your-data-rights.ts';
import { RIGHTS_PAGE_WORDS } from '#content/features/your-data-rights-pages.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { deleteSubmissions } from '#features/forms/server/delete-submissions.ts';
import { reminderId } from '#features/forms/server/message-mails.ts';
import { storeDueReminders } from '#features/forms/server/operator-mails.ts';
import { RIGHTS_FORM, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import { deleteRows, updateRows } from '#server/database/rows.ts';
import { DESK, newMessage, openFormSite, sendAsBrowser } from '#server/testing/form-site.ts';

const DAY = 24 * 60 * 60_000;
const PATH = pathFor(FORMS_API.submit, RIGHTS_FORM);
const app = await openFormSite({ GRIEVANCE_DAYS: '20' });

const newRequest = () => {
  const { email, message } = newMessage();
  return { request: REQUESTS[0] ?? '', email, message };
};
const rowOf = async (letter: { readonly email: string }) => {
  const [row] = await app.rowsOf(letter);
  if (row === undefined) throw new Error('nothing was stored');
  return row;
};
const remind = (db = app.db) => storeDueReminders({ ...app.deps, db });
const remindersOf = async ({ id }: { readonly id: string }) =>
  app.db.selectFrom('outbox').selectAll().where('id', '=', reminderId(id)).execute();

test('[P-109] a person who sends a data request gets its reference and due date, on a page without JavaScript and by mail', async () => {
  const letter = newRequest();
  const sent = await sendAsBrowser(app.browser(), PATH, new URLSearchParams({ ...letter, _gotcha: '' }));
  const row = await rowOf(letter);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${RIGHTS_PAGES.sent}?id=${row.id}`]);
  expect(row.due_at).toBe('2026-12-11T10:00:00.000Z');
  const { text } = await app.browser().get(sent.headers.get('location') ?? '');
  const reference = row.id.slice(0, 8);
  expect([text.includes(reference), text.includes('11 December 2026')]).toEqual([true, true]);
  expect(text).not.toContain(letter.email);
  const [receipt] = await app.mailsTo(letter.email);
  expect(receipt).toMatchObject({ kind: 'rights-receipt', subject: expect.stringContaining(reference) });
  expect(receipt?.text).toContain(`Reference: ${reference}. We answer by 11 December 2026.`);
  const [mail] = await app.mailsAbout(letter);
  expect(mail?.text_body).toContain('11 December 2026');
});

test('the page that shows a sent request answers 404 if the request is gone, was sent to another form or has no valid ID', async () => {
  const letter = newMessage();
  await app.browser().post(pathFor(FORMS_API.submit, 'contact'), letter);
  const { id } = await rowOf(letter);
  for (const query of ['', '?id=', '?id=x', `?id=${id}`]) {
    const { status, text } = await app.browser().get(RIGHTS_PAGES.sent + query);
    expect([status, text.includes(RIGHTS_PAGE_WORDS.sent.gone)]).toEqual([404, true]);
  }
});

test('the operator is reminded by mail once of an open request, without its content, however many processes run', async () => {
  const [open, done, gone, caught] = [newRequest(), newRequest(), newRequest(), newRequest()];
  for (const letter of [open, done, gone]) await app.browser().post(PATH, letter);
  await app.browser().post(PATH, { ...caught, _gotcha: 'x' });
  const [row, ofDone, ofGone, ofCaught] = await Promise.all([open, done, gone, caught].map(rowOf));
  if (!row || !ofDone || !ofGone || !ofCaught) throw new Error('nothing was stored');
  await updateRows(app.db, 'submissions', { id: ofDone.id }, { done_at: row.created_at });
  app.advance((20 - REMINDER_DAYS) * DAY - 1);
  await remind();
  expect(await remindersOf(row)).toEqual([]);
  app.advance(1);
  await Promise.all([remind(), remind(app.anotherDb()), remind(app.anotherDb())]);
  await remind();
  const [mail] = await remindersOf(row);
  expect(mail).toMatchObject({ recipient: DESK, kind: 'rights-reminder', state: 'waiting' });
  expect(mail?.text_body).toContain(app.deps.origin + pathFor(CONSOLE.message, row.id));
  expect(JSON.stringify(mail)).not.toMatch(new RegExp(`${open.email}|Letter number`));
  expect(await remindersOf(ofGone)).toHaveLength(1);
  for (const one of [ofDone, ofCaught]) expect(await remindersOf(one)).toEqual([]);
  await deleteSubmissions(app.deps, [ofGone.id], { actor: 'operator' });
  expect(await remindersOf(ofGone)).toEqual([]);
  await deleteRows(app.db, 'outbox', { id: reminderId(row.id) });
  await remind();
  expect(await remindersOf(row)).toEqual([]);
});
