import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { COMMON_LABELS } from '#content/core-data.ts';
import { VERIFY_MAIL } from '#content/features/accounts.ts';
import { RECEIPT_MAIL, REMINDER_DAYS } from '#content/features/forms.ts';
import { FORM_COLUMNS } from '#content/features/forms-data.ts';
import { LAUNCH_LIST_TABLES } from '#content/features/launch-list-data.ts';
import { LIST_ERASED } from '#content/features/launch-list-pages.ts';
import {
  REQUESTS,
  RIGHTS_LINK_MAIL,
  RIGHTS_LINK_MINUTES,
  RIGHTS_WORDS,
} from '#content/features/your-data-rights.ts';
import { RIGHTS_PAGE_WORDS } from '#content/features/your-data-rights-pages.ts';
import { PAGES } from '#content/page-paths.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { deleteSubmissions } from '#features/forms/server/delete-submissions.ts';
import { reminderId } from '#features/forms/server/message-mails.ts';
import { storeDueReminders } from '#features/forms/server/operator-mails.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { NOT_BY_MAILBOX } from '#features/your-data/refusals.ts';
import { RIGHTS_API, RIGHTS_FORM, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import { exportPerson } from '#features/your-data/server/export-person.ts';
import { personOfMailbox } from '#features/your-data/server/own-tables.ts';
import { createApp, createDeps } from '#server/app.ts';
import { hashOfId } from '#server/audit/record-action.ts';
import { deleteRows, findRows, updateRows } from '#server/database/rows.ts';
import { escapeHtml, unescapeHtml } from '#server/html/html.ts';
import { markSent } from '#server/mail/mail-queue.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import { DESK, formDataOf, newMessage, openFormSite, sendAsBrowser } from '#server/testing/form-site.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import {
  newAddress,
  type Person,
  pressNotMe,
  signedInPerson,
  toldToken,
  withSecondStep,
} from '#server/testing/people.ts';
import { readExport } from '#server/testing/read-zip.ts';
import { auditLines, removeOutlived, snapshotTables } from '#server/testing/stored-rows.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { countingStatements } from '#server/testing/test-database.ts';
import { RIGHTS_LINKS } from './requested-mails.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const REQUEST_PATH = pathFor(FORMS_API.submit, RIGHTS_FORM);
const AS_BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const app = await openFormSite({ GRIEVANCE_DAYS: '20' });

async function linkTo(email: string): Promise<string> {
  await app.mailsTo(email);
  app.advance(1);
  expect((await app.browser().post(RIGHTS_API.ask, { email })).status).toBe(200);
  return app.tokenMailedTo(email);
}
const open = (token: string) => app.browser().get(`${RIGHTS_PAGES.link}?token=${token}`, AS_BROWSER);
const press = (path: string, token: string, browser = app.browser()) =>
  browser.send(`${path}?token=${token}`, {
    method: 'POST',
    body: new URLSearchParams({ sure: 'on' }),
    headers: { ...AS_BROWSER, origin: TEST_ORIGIN },
  });
const write = async (email: string, message: string, browser: TestClient = app.browser()) => {
  const file = new File([`file of ${message}`], 'note.txt', { type: 'text/plain' });
  const sent = await browser.send(pathFor(FORMS_API.submit, 'files'), {
    method: 'POST',
    body: formDataOf({ ...newMessage(), email, message, upload: file }),
    headers: { origin: TEST_ORIGIN },
  });
  expect(sent.status).toBe(200);
};

/** What people send with the form on “Your rights”. */
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

test('[P-109] a person who sends a data request without JavaScript gets the request’s reference and due date, on a page and by mail', async () => {
  // This test uses its own site, because other tests advance the clock.
  const site = await openFormSite({ GRIEVANCE_DAYS: '20' });
  const letter = newRequest();
  const values = new URLSearchParams({ ...letter, _gotcha: '' });
  const sent = await sendAsBrowser(site.browser(), REQUEST_PATH, values);
  const row = (await site.rowsOf(letter))[0] ?? expect.fail();
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${RIGHTS_PAGES.sent}?id=${row.id}`]);
  expect(row.due_at).toBe('2026-12-11T10:00:00.000Z');
  const { text } = await site.browser().get(sent.headers.get('location') ?? '');
  const reference = row.id.slice(0, 8);
  expect([text.includes(reference), text.includes('11 December 2026')]).toEqual([true, true]);
  expect(text).not.toContain(letter.email);
  const [receipt] = await site.mailsTo(letter.email);
  expect(receipt).toMatchObject({ kind: 'rights-receipt', subject: expect.stringContaining(reference) });
  for (const shown of [reference, '11 December 2026']) expect(receipt?.text).toContain(shown);
  const [mail] = await site.mailsAbout(letter);
  expect(mail?.text_body).toContain('11 December 2026');
});

test('the page of a sent request answers 404 if the request is deleted, is of another form or has an invalid id', async () => {
  const letter = newMessage();
  await app.browser().post(pathFor(FORMS_API.submit, 'contact'), letter);
  const { id } = await rowOf(letter);
  for (const query of ['', '?id=', '?id=x', `?id=${id}`]) {
    const { status, text } = await app.browser().get(RIGHTS_PAGES.sent + query);
    expect([status, text.includes(RIGHTS_PAGE_WORDS.sent.gone)]).toEqual([404, true]);
  }
});

test('the operator gets one reminder about an open data request, without its content, however many processes run', async () => {
  const letters = { open: newRequest(), done: newRequest(), gone: newRequest() };
  const caught = newRequest();
  for (const letter of Object.values(letters)) await app.browser().post(REQUEST_PATH, letter);
  await app.browser().post(REQUEST_PATH, { ...caught, _gotcha: 'x' });
  const open = await rowOf(letters.open);
  const [done, gone] = [await rowOf(letters.done), await rowOf(letters.gone)];
  await updateRows(app.db, 'submissions', { id: done.id }, { done_at: open.created_at });
  app.advance((20 - REMINDER_DAYS) * DAY - 1);
  await remind();
  expect(await remindersOf(open)).toEqual([]);
  app.advance(1);
  await Promise.all([remind(), remind(app.anotherDb()), remind(app.anotherDb())]);
  await remind();
  const [mail] = await remindersOf(open);
  expect(mail).toMatchObject({ recipient: DESK, kind: 'rights-reminder', state: 'waiting' });
  expect(mail?.text_body).toContain(app.deps.origin + pathFor(CONSOLE.message, open.id));
  expect(JSON.stringify(mail)).not.toMatch(new RegExp(`${open.email}|Letter number`));
  expect(await remindersOf(gone)).toHaveLength(1);
  for (const row of [done, await rowOf(caught)]) expect(await remindersOf(row)).toEqual([]);
  await deleteSubmissions(app.deps, [gone.id], { actor: 'operator' });
  expect(await remindersOf(gone)).toEqual([]);
  await deleteRows(app.db, 'outbox', { id: reminderId(open.id) });
  await remind();
  expect(await remindersOf(open)).toEqual([]);
});

let count = 0;
/** Creates a person without an account, who sent one message and is on the launch list. */
async function visitor() {
  const [email, message] = [newAddress(), `Kite number ${++count}.`];
  await write(email.toUpperCase(), message);
  await app.browser().post(LAUNCH_LIST, { email });
  await app.mailsTo(email);
  return { email, message };
}
const everything = async () => JSON.stringify(await snapshotTables(app.db));

describe('requesting the link to the data stored about an address', () => {
  test('[P-070] gives every address the same response and the same mail, with the same number of database statements', async () => {
    const { email: known } = await visitor();
    const { email: ofAccount } = await signedInPerson(app);
    const guarded = await signedInPerson(app);
    await withPasskey(guarded);
    const { db, take } = countingStatements(app.db);
    const watched = await createApp(createDeps({ ...app.deps, db }));
    onTestFinished(() => watched.close());
    const seen = new Set<string>();
    for (const email of [newAddress(), known, ofAccount, guarded.email]) {
      const stranger = createTestClient(watched, TEST_ORIGIN, '198.51.100.7');
      const { status, text, headers } = await stranger.post(RIGHTS_API.ask, { email });
      headers.delete('x-request-id');
      expect(take()).toBe(1);
      await writeRequestedMails({ ...app.deps, db });
      const mail = (await app.mailsTo(email)).find(({ kind }) => kind === 'rights-link');
      const said = mail?.text.replaceAll(/token=[\w-]+/g, '');
      seen.add(JSON.stringify([status, text, [...headers], take(), said]));
    }
    expect(seen.size).toBe(1);
  });

  test('leads without JavaScript to a page that says to check the inbox, or that shows the error at the field', async () => {
    // Some browsers fill in a hidden field with a blank.
    const ask = (email: string) =>
      app.browser().send(RIGHTS_API.ask, {
        method: 'POST',
        body: new URLSearchParams({ email, _gotcha: ' ' }),
        headers: { ...AS_BROWSER, origin: TEST_ORIGIN },
      });
    const email = newAddress();
    const { status, headers } = await ask(email);
    expect([status, headers.get('location')]).toEqual([303, RIGHTS_PAGES.asked]);
    const { text } = await app.browser().get(RIGHTS_PAGES.asked, AS_BROWSER);
    expect(text).toContain(`${escapeHtml(RIGHTS_WORDS.ask.asked.title)}</h1>`);
    const again = await app.browser().get(RIGHTS_API.ask);
    expect([again.status, again.headers.get('location')]).toEqual([303, PAGES.rights]);
    expect(await app.mailsTo(email)).toHaveLength(1);
    const refused = await ask('"><b>asha');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(`role="alert">${FIELD_ERRORS.EMAIL_MALFORMED}<`);
    expect(refused.text).toContain('value="&quot;&gt;&lt;b&gt;asha"');
    expect((await ask('')).text).toContain(FIELD_ERRORS.EMAIL_MISSING);
  });

  /** Asks for the link several times, and returns how many mails the address has got in total. */
  async function mailsAfter(times: number, email: string, browserOf = () => app.browser()): Promise<number> {
    for (let time = 0; time < times; time++) await browserOf().post(RIGHTS_API.ask, { email });
    return (await app.mailsTo(email)).length;
  }

  test('[A-08] sends an address at most three mails an hour, whoever asks, and earlier links stay valid', async () => {
    const email = newAddress();
    expect(await mailsAfter(6, email)).toBe(RIGHTS_LINKS.anHour);
    const tokens = await app.tokensMailedTo(email);
    // Marks the mails as delivered, which deletes their addresses.
    for (const { id } of await findRows(app.db, 'outbox', ['id'], { recipient: email }))
      await markSent(app.db, id, app.deps.clock());
    expect(await mailsAfter(1, email)).toBe(0);
    for (const token of tokens) expect((await open(token)).status).toBe(200);
    app.advance(RIGHTS_LINK_MINUTES * MINUTE);
    expect((await open(await linkTo(email))).status).toBe(200);
  });

  test('[A-78] sends at most six mails a day to one address, even if the earlier links have expired and were deleted', async () => {
    const email = newAddress();
    const mailsAfterHours = async (hours: number) => {
      let mails = 0;
      for (let hour = 0; hour < hours; hour++) {
        mails = await mailsAfter(4, email);
        app.advance(RIGHTS_LINK_MINUTES * MINUTE);
        await removeOutlived(app, app.deps.clock());
      }
      return mails;
    };
    expect(await mailsAfterHours(20)).toBe(RIGHTS_LINKS.aDay);
    expect(await mailsAfterHours(8)).toBeGreaterThan(RIGHTS_LINKS.aDay);
  });

  test('[A-82] lets one network cause at most half of an address’s daily mails', async () => {
    const [email, stranger] = [newAddress(), app.browser()];
    for (let hour = 0; hour < 6; hour++) {
      await mailsAfter(4, email, () => stranger);
      app.advance(RIGHTS_LINK_MINUTES * MINUTE);
    }
    expect(await mailsAfter(0, email)).toBe(RIGHTS_LINKS.aDay / 2);
    expect(await mailsAfter(1, email)).toBe(RIGHTS_LINKS.aDay / 2 + 1);
  });
});

describe('the mailed link to the data stored about an address', () => {
  test('[P-098] shows everything stored under the address and nothing of others, and opening it changes nothing', async () => {
    const { email, message } = await visitor();
    const other = await visitor();
    const token = await linkTo(email);
    const before = await everything();
    const { status, text, headers } = await open(token);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const ofVisitor = [
      message,
      email.toUpperCase(),
      'note.txt',
      `${LAUNCH_LIST_TABLES.launch_list.what.split(/[,:;]/)[0]}: 1</h2>`,
    ];
    const labels = [String(COMMON_LABELS.id), FORM_COLUMNS.submissions.labels.state, RIGHTS_LINK_MAIL.label];
    for (const shown of [...ofVisitor, ...labels]) expect(unescapeHtml(text)).toContain(shown);
    const summaries = [...text.matchAll(/<details class="kept-rows"( open)?>.*?>([^<]*)<\/h2>/gs)];
    expect(summaries.map(([, isOpen]) => isOpen !== undefined).indexOf(true), 'only the first is open').toBe(
      0,
    );
    expect(summaries.at(-1)?.[2]).toMatch(/^Requests for a link/);
    expect(text, 'words of ours, no names of columns').not.toMatch(/<dt>(?:[a-z]|[^<]*_)/);
    expect(text).not.toContain(other.message);
    expect(text).not.toContain(escapeHtml(RIGHTS_PAGE_WORDS.kept.account));
    for (const method of ['HEAD', 'OPTIONS'])
      await app.browser().send(`${RIGHTS_PAGES.link}?token=${token}`, { method });
    expect(await everything()).toBe(before);
  });

  test('[P-106] downloads a zip with the same rows and files, and the audit log records the download', async () => {
    const { email, message } = await visitor();
    const other = await visitor();
    const answer = await press(RIGHTS_API.export, await linkTo(email));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.text.slice(0, 2)).toBe('PK');
    const zip = await buffer(exportPerson(app.deps, personOfMailbox(email)));
    const { files, tables, json, page } = readExport(zip);
    expect(tables.submissions).toMatchObject([{ message }]);
    expect(files.get(tables.submission_files[0].path)?.toString()).toBe(`file of ${message}`);
    expect([tables.launch_list.length, page.includes(message)]).toEqual([1, true]);
    expect(json + page).not.toContain(other.message);
    expect(json).not.toContain('token=');
    expect(await auditLines(app.db, 'address-exported')).toMatchObject([{ actor: 'visitor', subject: '' }]);
  });

  test('[P-013] erases everything stored under the address, says what stays, and records it, so that a restore repeats the erasure', async () => {
    const { email, message } = await visitor();
    const other = await visitor();
    await app.browser().post(REQUEST_PATH, { ...newRequest(), email });
    const ids = await findRows(app.db, 'submissions', ['id'], { email: [email, email.toUpperCase()] });
    const [another, token] = [await linkTo(email), await linkTo(email)];
    const stranger = app.browser();
    await stranger.post(ACCOUNT_API.signUp, { email, password: 'of a stranger' });
    expect((await app.mailsTo(email)).map(({ kind }) => kind)).toContain(VERIFY_MAIL.name);
    const done = await press(RIGHTS_API.erase, token);
    expect(done.status).toBe(200);
    const { counts, stays } = RIGHTS_PAGE_WORDS.erased;
    const erased = [counts.submissions.replace('{count}', '2'), LIST_ERASED.replace('{count}', '1')];
    for (const words of [...erased, ...stays]) expect(unescapeHtml(done.text)).toContain(words);
    const left = await everything();
    expect(left.toLowerCase()).not.toContain(email);
    expect(left).not.toContain(message);
    expect(left).toContain(other.message);
    expect((await open(another)).status).toBe(410);
    expect((await stranger.get(ACCOUNT_API.pending)).json.data).toBe(null);
    const deleted = await auditLines(app.db, 'submission-deleted');
    for (const { id } of ids)
      expect(deleted).toContainEqual(expect.objectContaining({ actor: 'visitor', detail: hashOfId(id) }));
    const detail = /^messages 2, (?:[a-z ]+ 0, )*launch list 1, (?:[a-z ]+ 0, )*mails \d+$/;
    const line = { actor: 'visitor', detail: expect.stringMatching(detail) };
    expect(await auditLines(app.db, 'address-erased')).toMatchObject([line]);
  });

  test('shows the record of a sent receipt, which the erasure keeps for a day to prevent a second receipt', async () => {
    const { email } = await visitor();
    const token = await linkTo(email);
    for (const { id } of await findRows(app.db, 'outbox', ['id'], { recipient: email }))
      await markSent(app.db, id, app.deps.clock());
    expect((await open(token)).text).toContain(escapeHtml(RECEIPT_MAIL.label));
    expect((await press(RIGHTS_API.erase, token)).status).toBe(200);
    const notes = () => findRows(app.db, 'outbox', ['kind'], { recipient: email });
    expect(await notes()).toEqual([{ kind: RECEIPT_MAIL.name }]);
    app.advance(DAY + 60 * MINUTE);
    await removeOutlived(app, app.deps.clock());
    expect(await notes()).toEqual([]);
  });
});

describe('the mailed link to the data of an address that has an account', () => {
  test('shows and erases what was sent without signing in, but nothing that belongs to the account', async () => {
    const person = await signedInPerson(app);
    await write(person.email, 'Sent signed in.', person.browser);
    await write(person.email, 'Sent signed out.');
    const token = await linkTo(person.email);
    const { text } = await open(token);
    expect([text.includes('Sent signed out.'), text.includes('Sent signed in.')]).toEqual([true, false]);
    expect(text).toContain(escapeHtml(RIGHTS_PAGE_WORDS.kept.account));
    expect(text).toContain(`href="${PAGES.yourData}"`);
    const { json } = readExport(await buffer(exportPerson(app.deps, personOfMailbox(person.email))));
    expect(json).not.toContain('Sent signed in.');
    expect((await press(RIGHTS_API.erase, token)).status).toBe(200);
    const messages = (await app.rowsOf(person)).map(({ message }) => message);
    expect(messages).toEqual(['Sent signed in.']);
    expect((await person.browser.get(ACCOUNT_API.session)).json.data.id).toBe(person.record.id);
    expect(await findRows(app.db, 'outbox', ['id'], { user_id: person.record.id })).not.toEqual([]);
  });

  const GUARDS = {
    'a passkey': (person: Person) => withPasskey(person),
    'two-step verification': (person: Person) => withSecondStep(app, person),
    'a passkey, and the account has moved to another address': async (person: Person) => {
      await withPasskey(person);
      const email = newAddress();
      expect((await person.browser.post(ADDRESS_CHANGE_API.ask, { email })).status).toBe(200);
      const token = await app.tokenMailedTo(email);
      expect((await app.browser().post(ADDRESS_CHANGE_API.confirm, { token })).status).toBe(200);
    },
    'a freeze, after a thief removed its passkey': async (person: Person) => {
      const { id } = await withPasskey(person);
      app.advance(1);
      const removed = await person.browser.post(PASSKEY_API.remove, { id });
      expect(removed.status).toBe(200);
      await pressNotMe(app, await toldToken(app, person.email));
    },
  };
  test.each(Object.entries(GUARDS))(
    '[P-107] shows no data to a person who can only read the mailbox if the account is protected by %s',
    async (name, guard) => {
      const person = await signedInPerson(app);
      await write(person.email, 'Sent signed out.');
      const early = await linkTo(person.email);
      await guard(person);
      const token = await linkTo(person.email);
      // A freeze ends all access, so links that were mailed before it no longer work.
      const isEnded = (await open(early)).status === 410;
      expect(isEnded).toBe(name.startsWith('a freeze'));
      for (const one of isEnded ? [token] : [early, token]) {
        const { text } = await open(one);
        expect(text).toContain(escapeHtml(RIGHTS_PAGE_WORDS.kept.guarded));
        expect(text).not.toContain('Sent signed out.');
        for (const path of [RIGHTS_API.export, RIGHTS_API.erase]) {
          const refused = await press(path, one);
          expect([refused.status, refused.text.includes(NOT_BY_MAILBOX.message)]).toEqual([403, true]);
        }
      }
      expect(await app.rowsOf(person)).toHaveLength(1);
    },
  );
});
