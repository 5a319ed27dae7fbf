import { beforeEach, describe, expect, test } from 'vitest';
import { LAUNCH_LIST_WORDS, LAUNCH_MAIL, LAUNCH_TEST_MAIL } from '#content/features/launch-list.ts';
import { LAUNCH_LIST_PAGES } from '#content/features/launch-list-pages.ts';
import { NOTICES } from '#content/notices.ts';
import { LAUNCH_LIST_ASKED, PAGES } from '#content/page-paths.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { LAUNCH_LIST, LAUNCH_LIST_PLACE } from '#features/launch-list/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { hashOfId } from '#server/audit/record-action.ts';
import { deleteRows, findRows, updateRows } from '#server/database/rows.ts';
import { escapeHtml, unescapeHtml } from '#server/html/html.ts';
import { claimDue } from '#server/mail/mail-queue.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import { formDataOf } from '#server/testing/form-site.ts';
import { newAddress, proveForDeletion, signedInPerson } from '#server/testing/people.ts';
import { auditLines, removeOutlived } from '#server/testing/stored-rows.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import {
  commitOnceWaitedFor,
  countingStatements,
  describeOnSqlite,
  testOnSqlite,
} from '#server/testing/test-database.ts';
import { findTests, storeLaunchMails, storeTestMail } from './mails.ts';

const DAY = 24 * 60 * 60_000;
const AS_BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const FORM = 'application/x-www-form-urlencoded';
const { confirm, leave } = LAUNCH_LIST_PAGES;

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});

const ask = (email: string, more: object = {}) => app.browser().post(LAUNCH_LIST, { email, ...more });
const confirmAt = (token: string) => `${PAGES.launchListConfirm}?token=${token}`;
const leaveAt = (token: string) => `${PAGES.launchListLeave}?token=${token}`;
const entries = () => app.db.selectFrom('launch_list').selectAll().orderBy('email').execute();
const linksStored = () => app.db.selectFrom('launch_list_links').selectAll().execute();

/** Requests a mail a moment after all earlier mails were written, and returns the token in it. */
async function asked(email: string): Promise<string> {
  await app.mailsTo(email);
  app.advance(1);
  await ask(email);
  return app.tokenMailedTo(email);
}

async function confirmed(email: string): Promise<string> {
  const token = await asked(email);
  expect((await app.browser().post(confirmAt(token))).status).toBe(200);
  return token;
}

/** Submits a form to a path as a browser without JavaScript does. */
const submit = (path: string, fields: Record<string, string> = {}) =>
  app.browser().send(path, {
    method: 'POST',
    headers: { origin: TEST_ORIGIN, ...AS_BROWSER },
    body: new URLSearchParams(fields),
  });

test('an address that looks mistyped is refused with a suggestion, and accepted if the visitor confirms the address as typed', async () => {
  const email = 'asha@gmial.com';
  const { status, json } = await ask(email);
  expect([status, json.fields]).toMatchObject([422, [{ field: 'email' }]]);
  expect(JSON.stringify(json)).toContain('asha@gmail.com');
  expect((await submit(LAUNCH_LIST, { email })).text).toContain(`name="sure" value="${email}"`);
  expect(await app.mailsTo(email)).toEqual([]);
  expect((await ask(email, { sure: email })).status).toBe(200);
  expect((await app.mailsTo(email)).map(({ kind }) => kind)).toEqual(['launch-list-confirm']);
});

test('[P-014] joining stores a request, which the mail worker turns into an entry and a mail in one transaction', async () => {
  const email = newAddress();
  const { status, json } = await ask(`  ${email.toUpperCase()} `);
  expect([status, json]).toEqual([200, { success: true, ...LAUNCH_LIST_WORDS.asked }]);
  expect(await entries()).toEqual([]);
  const [mail] = await app.mailsTo(email);
  expect(mail?.kind).toBe('launch-list-confirm');
  const [entry] = await entries();
  expect(entry).toMatchObject({ email, confirmed_at: null });
  const [row] = await app.db.selectFrom('outbox').selectAll().execute();
  expect(row).toMatchObject({ user_id: entry?.id, state: 'waiting' });
  expect(mail?.text).toContain(row?.leave_link);
  expect(JSON.stringify(await linksStored())).not.toContain(await app.tokenMailedTo(email));
});

test('[P-069] a request to join gets the same response for every address, known or not, after one database statement', async () => {
  const [waiting, known, left] = [newAddress(), newAddress(), newAddress()];
  await asked(waiting);
  await confirmed(known);
  await app.browser().post(leaveAt(await confirmed(left)));
  const { email: ofAccount } = await signedInPerson(app);

  const { db, take } = countingStatements(app.db);
  const requested = app.db.selectFrom('outbox').select('recipient').where('state', '=', 'requested');
  const watched = await createApp(createDeps({ ...app.deps, db }));
  const answers = new Set<string>();
  for (const email of [newAddress(), waiting, known, left, ofAccount]) {
    const stranger = createTestClient(watched, TEST_ORIGIN, '198.51.100.7');
    const { status, text, headers } = await stranger.post(LAUNCH_LIST, { email });
    headers.delete('x-request-id');
    answers.add(JSON.stringify([status, text, [...headers]]));
    expect(take()).toBe(1);
    expect(await requested.where('recipient', '=', email).execute()).toHaveLength(1);
  }
  await watched.close();
  expect(answers.size).toBe(1);
});

test('a POST with the link of any mail confirms the address, and a repeated POST gets the same response', async () => {
  const email = newAddress();
  const [first, second] = [await asked(email), await asked(email)];
  for (const token of [second, first, first]) {
    const { status, json } = await app.browser().post(confirmAt(token));
    expect([status, json]).toEqual([200, { success: true, ...confirm.done }]);
  }
  expect(await entries()).toMatchObject([{ email, confirmed_at: app.deps.clock().toISOString() }]);
});

testOnSqlite('[P-015] a GET of the confirmation link or the unsubscribe link changes nothing', async () => {
  const token = await asked(newAddress());
  const before = await entries();
  for (const path of [confirmAt(token), leaveAt(token)])
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await app.browser().send(path, { method });
  expect(await entries()).toEqual(before);
});

test('[P-173] a confirmation is refused from another site, with an incomplete link, and after seven days', async () => {
  const token = await asked(newAddress());
  const elsewhere = { origin: 'https://elsewhere.example' };
  expect((await app.browser().post(confirmAt(token), {}, elsewhere)).json.code).toBe('ORIGIN_NOT_ALLOWED');
  const cut = await app.browser().post(confirmAt(token.slice(0, -1)));
  expect(cut.json.fields).toEqual([{ field: 'token', message: SCHEMA_ERRORS.LINK_NOT_COMPLETE }]);
  app.advance(7 * DAY);
  expect((await app.browser().post(confirmAt(token))).json.code).toBe('LINK_NOT_VALID');
  expect(await entries()).toMatchObject([{ confirmed_at: null }]);
});

describe('a signed-in person', () => {
  test('joins at once with the account’s address and gets a mail; the version of the shown notice is stored', async () => {
    const { browser, email } = await signedInPerson(app);
    const place = async (from = browser) => (await from.send(LAUNCH_LIST_PLACE, {})).json.data;
    await asked(email);
    await confirmed(newAddress());
    expect(await place(), 'not confirmed yet').toBeNull();
    const notice = NOTICES['launch-list'].version;
    const press = () => browser.post(LAUNCH_LIST, { email: email.toUpperCase(), _notice: notice });
    app.advance(1);
    const { status, json } = await press();
    expect([status, json]).toEqual([200, { success: true, ...confirm.done, isConfirmed: true }]);
    const entry = (await entries()).find((one) => one.email === email);
    expect(entry?.confirmed_at).toBe(app.deps.clock().toISOString());
    const seen = await findRows(app.db, 'notices', ['version'], { entry_id: entry?.id ?? '' });
    expect(seen).toEqual([{ version: notice }]);
    expect((await app.mailsTo(email))[0]?.kind).toBe('launch-list-known');
    expect(await place()).toEqual(confirm.done);
    expect(await place(app.browser()), 'a stranger').toBeNull();

    app.advance(1);
    await Promise.all([press(), press()]);
    const own = async () => (await entries()).filter((one) => one.email === email);
    expect(await own()).toMatchObject([{ confirmed_at: entry?.confirmed_at }]);
    await browser.post(leaveAt(await app.tokenMailedTo(email)));
    expect(await own()).toEqual([]);
  });

  test('must confirm any other address, and gets the same response as a visitor who is not signed in', async () => {
    const { browser } = await signedInPerson(app);
    const email = newAddress();
    const { text } = await browser.post(LAUNCH_LIST, { email });
    expect(text).toBe((await ask(email)).text);
    expect((await app.mailsTo(email))[0]?.kind).toBe('launch-list-confirm');
    expect(await entries()).toMatchObject([{ email, confirmed_at: null }]);
  });
});

test.each<[string, RequestInit]>([
  ['as a form', { body: 'List-Unsubscribe=One-Click', headers: { 'content-type': FORM } }],
  ['as multipart', { body: formDataOf({ 'List-Unsubscribe': 'One-Click' }) }],
  ['as a cross-site request', { headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } }],
])(
  '[P-020] one POST of a mail provider, sent %s, unsubscribes an address (one-click unsubscribe, RFC 8058)',
  async (_, init) => {
    const email = newAddress();
    const token = await confirmed(email);
    await ask(email);
    const [entry] = await entries();
    const press = () => app.browser().send(leaveAt(token), { ...init, method: 'POST' });
    const { status, json } = await press();
    expect([status, json]).toEqual([200, { success: true, ...leave.done }]);
    expect([await entries(), await linksStored()]).toEqual([[], []]);
    expect(await auditLines(app.db)).toMatchObject([
      { action: 'launch-list-left', actor: 'visitor', detail: hashOfId(entry?.id ?? '') },
    ]);
    expect((await press()).text).toBe((await app.browser().post(leaveAt('x'.repeat(43)))).text);
  },
);

test('[P-019] the unsubscribe link of any mail removes an address, confirmed or not, and cancels its waiting mails', async () => {
  const email = newAddress();
  const first = await asked(email);
  await asked(email);
  await app.browser().post(leaveAt(first));
  expect([await entries(), await app.mailsTo(email)]).toEqual([[], []]);
});

test('[P-087] deleting an account removes the entry of its address, and no other entry', async () => {
  const person = await signedInPerson(app);
  await confirmed(person.email);
  const [entry] = await entries();
  const other = newAddress();
  await confirmed(other);
  await proveForDeletion(person);
  await person.browser.delete(pathFor(PRODUCT_API.user, person.record.id));
  expect(await entries()).toMatchObject([{ email: other }]);
  expect(await auditLines(app.db, 'launch-list-left')).toMatchObject([{ detail: hashOfId(entry?.id ?? '') }]);
});

// These tests need PostgreSQL, because SQLite runs one transaction after another.
describe.runIf(process.env.TEST_DATABASE_URL)('an account that is deleted', () => {
  test('leaves no entry if its request to join is being handled at the same time', async () => {
    const { email } = await signedInPerson(app);
    await ask(email);
    await commitOnceWaitedFor(
      app,
      (tx) => deleteRows(tx, 'outbox', { recipient: email }),
      () => writeRequestedMails(app.deps),
    );
    expect([await entries(), await app.mailsTo(email)]).toEqual([[], []]);
  });

  test('leaves no confirmed entry if its owner joins at the same time', async () => {
    const { browser, email, record } = await signedInPerson(app);
    await commitOnceWaitedFor(
      app,
      (tx) => deleteRows(tx, 'users', { id: record.id }),
      () => browser.post(LAUNCH_LIST, { email }),
    );
    expect(await entries()).toEqual([]);
  });
});

test('[A-07] one address gets at most three mails a day, no matter how many visitors enter it', async () => {
  const email = newAddress();
  for (let time = 0; time < 5; time++) {
    await Promise.all([ask(email), ask(email)]);
    await app.mailsTo(email);
  }
  expect(await app.mailsTo(email)).toHaveLength(3);
  const requested = app.db.selectFrom('outbox').select('id').where('state', '=', 'requested');
  expect(await requested.execute()).toEqual([]);
  app.advance(DAY);
  await asked(email);
  expect(await app.mailsTo(email)).toHaveLength(4);
});

test('one IP address may send many valid unsubscribe requests, but not many guessed links', async () => {
  const settings = { ...app.deps.settings, rateLimitScale: 0.1 };
  const limited = await createApp(createDeps({ ...app.deps, settings }));
  const provider = createTestClient(limited, TEST_ORIGIN, '198.51.100.7');
  for (let time = 0; time < 4; time++)
    expect((await provider.post(leaveAt(await confirmed(newAddress())))).status).toBe(200);
  const guesses = [];
  for (let time = 0; time < 4; time++)
    guesses.push((await provider.post(leaveAt(`${time}`.padEnd(43, 'x')))).json.code);
  expect(guesses.at(-1)).toBe('RATE_LIMITED');
  await limited.close();
});

testOnSqlite(
  'a request with text in the hidden spam trap field gets the usual response, and nothing is stored',
  async () => {
    const [caught, email] = [await ask('robot@example.com', { _gotcha: 'x' }), newAddress()];
    expect(caught.text).toBe((await ask(email, { _gotcha: ' ' })).text);
    expect(await app.mailsTo(email)).toHaveLength(1);
    expect(await app.mailsTo('robot@example.com')).toEqual([]);
    expect(await entries()).toMatchObject([{ email }]);
  },
);

describeOnSqlite('without JavaScript', () => {
  test('a refused address stays in its field with an error, and an accepted one leads to the page “check the inbox”', async () => {
    for (const [typed, shown, sentence] of [
      ['', '', LAUNCH_LIST_WORDS.missing],
      ['"><b>asha@home', '&quot;&gt;&lt;b&gt;asha@home', FIELD_ERRORS.EMAIL_MALFORMED],
    ] as const) {
      const { status, text, headers } = await submit(LAUNCH_LIST, { email: typed });
      expect([status, headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain(`role="alert" id="said">${escapeHtml(sentence)}<`);
      expect(text).toContain(`value="${shown}"`);
    }
    const email = newAddress();
    const { status, headers } = await submit(LAUNCH_LIST, { email, _gotcha: '' });
    expect([status, headers.get('location')]).toEqual([303, `${PAGES.launchList}#${LAUNCH_LIST_ASKED}`]);
    expect(await app.mailsTo(email)).toHaveLength(1);
  });

  test('the buttons of mailed links get an HTML page as the answer, even for a used or incomplete link', async () => {
    const token = await asked(newAddress());
    const press = async (path: string) => {
      const { status, text } = await submit(path);
      return `${status} ${unescapeHtml(text)}`;
    };
    expect(await press(confirmAt(token))).toMatch(
      new RegExp(`^200 [^]*<h1[^>]*>${RegExp.escape(confirm.done.title)}</h1>`),
    );
    expect(await press(leaveAt(token))).toMatch(
      new RegExp(`^200 [^]*<h1[^>]*>${RegExp.escape(leave.done.title)}</h1>`),
    );
    const gone = await press(confirmAt(token));
    expect(gone).toMatch(/^410 /);
    expect(gone).toContain(LINK_NOT_VALID.message);
    expect(gone).toContain(`action="${LAUNCH_LIST}"`);
    const cut = await press(leaveAt((await confirmed(newAddress())).slice(1)));
    expect(cut).toMatch(/^422 /);
    expect(cut).toContain(SCHEMA_ERRORS.LINK_NOT_COMPLETE);
    expect(await entries()).toHaveLength(1);
  });
});

test('[P-017] an unconfirmed launch-list entry is deleted after seven days, and a confirmed one 30 days after its launch mail', async () => {
  const [waiting, told, stays] = ['a@example.com', 'b@example.com', 'c@example.com'];
  await asked(waiting);
  await confirmed(told);
  await confirmed(stays);
  const now = app.deps.clock();
  const later = (days: number) => new Date(now.getTime() + days * DAY);
  await updateRows(app.db, 'launch_list', { email: told }, { told_at: now.toISOString() });
  const left = async () => (await entries()).map(({ email }) => email);
  await removeOutlived(app, later(7 - 0.01));
  expect(await left()).toEqual([waiting, told, stays]);
  expect(await removeOutlived(app, later(7))).toMatchObject({ 'launch-list-waiting': 1 });
  expect(await left()).toEqual([told, stays]);
  expect(await app.mailsTo(waiting)).toEqual([]);
  expect(await removeOutlived(app, later(30))).toMatchObject({ 'launch-list-told': 1 });
  expect(await left()).toEqual([stays]);
});

const MAIL = { subject: 'Tuesday is here', text: 'Good morning.\n\nIt is open.' };
const AT = '2026-11-21T10:00:00.000Z';
const BY = { actor: 'operator' } as const;

/** Stores entries with numbered ids, so that their order is known. */
async function storeEntries(count: number, confirmed_at: string | null = AT, from = 0): Promise<void> {
  for (let at = from; at < from + count; at++) {
    const id = `entry-${String(at).padStart(4, '0')}`;
    const entry = { id, email: `${id}@example.com`, asked_at: AT, confirmed_at, told_at: null };
    await app.db.insertInto('launch_list').values(entry).execute();
  }
}

const sendToAll = (mail = MAIL) => storeLaunchMails(app.deps, mail, BY);
const mails = (kind: string = LAUNCH_MAIL.name) =>
  app.db.selectFrom('outbox').selectAll().where('kind', '=', kind).execute();

test('a launch mail counts as tested only after a test mail with the same subject and text was sent; the list of mails tells the two apart', async () => {
  const tests = (mail = MAIL, hasMailServer = true) => findTests(app.db, mail, { hasMailServer });
  await storeTestMail(app.deps, MAIL, { email: 'me@example.com', by: BY });
  const [test] = await mails(LAUNCH_TEST_MAIL.name);
  expect(await mails()).toEqual([]);
  const subject = `Test: ${MAIL.subject}`;
  expect(test).toMatchObject({ recipient: 'me@example.com', user_id: null, subject });
  for (const words of [MAIL.text, PAGES.launchListLeave, app.deps.origin])
    expect(test?.text_body).toContain(words);
  expect([await tests(), await tests(MAIL, false)]).toEqual(['waiting', 'sent']);
  await app.db.updateTable('outbox').set({ state: 'dead' }).execute();
  expect(await tests()).toBe('given-up');
  await app.db.updateTable('outbox').set({ state: 'sent', subject: '', text_body: '' }).execute();
  expect([await tests(), await tests({ ...MAIL, text: 'Another text.' })]).toEqual(['sent', 'none']);
});

test('[P-016] every confirmed address gets the launch mail with its own unsubscribe link; an unconfirmed address gets no mail', async () => {
  await storeEntries(3);
  await storeEntries(1, null, 3);
  await sendToAll();
  const stored = await mails();
  expect(stored.map(({ recipient }) => recipient).sort()).toEqual(
    ['entry-0000', 'entry-0001', 'entry-0002'].map((id) => `${id}@example.com`),
  );
  expect(new Set(stored.map(({ leave_link }) => leave_link)).size).toBe(3);
  for (const { leave_link, text_body, html_body } of stored)
    for (const body of [text_body, html_body]) expect(body).toContain(leave_link);
  const { pathname, search } = new URL(stored[0]?.leave_link ?? '');
  expect((await app.browser().post(pathname + search)).status).toBe(200);
  expect((await mails()).map(({ user_id }) => user_id)).not.toContain(stored[0]?.user_id);
  for (const { confirmed_at, told_at } of await entries())
    expect(told_at === null).toBe(confirmed_at === null);
});

test('a launch mailing that is killed between two mails and started again gives each address exactly one mail', async () => {
  await storeEntries(250);
  const killedAfter = async (links: number) => {
    let made = 0;
    const newToken = () => {
      if (made++ === links) throw new Error('killed');
      return app.deps.newToken();
    };
    await storeLaunchMails({ ...app.deps, newToken }, MAIL, BY);
  };
  await expect(killedAfter(150)).rejects.toThrow('killed');
  expect(await mails()).toHaveLength(100);
  await expect(killedAfter(101)).rejects.toThrow('killed');
  await Promise.all([sendToAll(), sendToAll()]);
  expect(await sendToAll()).toBe(0);
  const recipients = (await mails()).map(({ recipient }) => recipient);
  expect([recipients.length, new Set(recipients).size]).toEqual([250, 250]);
  expect(await linksStored()).toHaveLength(250);
});

test('[P-018] an address gets only one launch mail; a second mailing goes only to addresses confirmed since', async () => {
  await storeEntries(1);
  await sendToAll();
  await app.db.deleteFrom('outbox').execute();
  await storeEntries(1, AT, 1);
  expect(await sendToAll({ ...MAIL, subject: 'One thing more' })).toBe(1);
  expect(await mails()).toMatchObject([{ recipient: 'entry-0001@example.com' }]);
});

test('a mail that is stored during a large launch mailing does not wait for the end of the mailing', async () => {
  await storeEntries(250);
  await sendToAll();
  app.advance(1);
  await storeTestMail(app.deps, MAIL, { email: 'me@example.com', by: BY });
  const now = app.deps.clock();
  const claimed = await claimDue(app.db, 1_000, now, now);
  expect(claimed).toHaveLength(101);
  expect(claimed.map(({ to }) => to)).toContain('me@example.com');
});
