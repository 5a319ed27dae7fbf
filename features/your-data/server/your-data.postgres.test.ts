import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { TABLES } from '#content/data-register.ts';
import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { EXPORT_WORDS } from '#content/features/your-data-export.ts';
import { NOTICES } from '#content/notices.ts';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { PROOF_MISSING } from '#features/accounts/refusals.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { storePayment } from '#features/card-payments/server/payment.ts';
import { findPerson } from '#features/forms/server/own-messages.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import type { Agreement } from '#features/your-data/bodies.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { RIGHTS_API } from '#features/your-data/rights-contract.ts';
import { hashOfId } from '#server/audit/record-action.ts';
import { findRow, findRows, insertRow, updateRows } from '#server/database/rows.ts';
import { doneBy } from '#server/database/tables.ts';
import { FEATURES } from '#server/features.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import { formDataOf, newMessage, openFormSite } from '#server/testing/form-site.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import {
  newAddress,
  PASSWORD,
  type Person,
  recordOf,
  signedInPerson,
  withSecondStep,
} from '#server/testing/people.ts';
import { exportOf } from '#server/testing/read-zip.ts';
import { auditLines, storeMessage } from '#server/testing/stored-rows.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';
import { describeOnSqlite, testOnSqlite } from '#server/testing/test-database.ts';
import { countOwn, ownTables } from './own-tables.ts';
import { labelOf } from './readable-page.ts';

type Row = Readonly<Record<string, string | number | null>>;

const app = await openFormSite();

const send = (
  { browser }: Pick<Person, 'browser'>,
  form: string,
  values: Record<string, string | Blob>,
  headers: Record<string, string> = {},
) =>
  browser.send(pathFor(FORMS_API.submit, form), {
    method: 'POST',
    body: formDataOf(values),
    headers: { origin: TEST_ORIGIN, ...headers },
  });
const rowsIn = async (table: string): Promise<readonly Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)}`.execute(app.db)).rows;
async function personOf({ record }: Person) {
  const person = await findPerson(app.deps, { id: record.id });
  if (person === undefined) throw new Error('no such person');
  return person;
}

/** Creates a person who has at least one row in each table about people. */
async function livingPerson(): Promise<Person> {
  const person = await signedInPerson(app);
  const { browser, email, record } = person;
  const stranger = app.browser();
  await browser.post(PRODUCT_API.saveUser, { name: 'Asha', about: `Only of ${record.id}` });
  const file = new File(['pixels '.repeat(9)], 'kite.png', { type: 'image/png' });
  const once = { 'idempotency-key': `key-of-${record.id}` };
  await send(person, 'files', { ...newMessage(), email, upload: file }, once);
  await send({ browser: stranger }, 'files', { ...newMessage(), email: email.toUpperCase() });
  await stranger.post(LAUNCH_LIST, { email, _notice: NOTICES['launch-list'].version });
  await stranger.post(RIGHTS_API.ask, { email });
  await writeRequestedMails(app.deps);
  app.advance(1_000);
  await stranger.post(ACCOUNT_API.requestReset, { email });
  await app.tokenMailedTo(email);
  await withPasskey(person);
  await browser.post('/api/account/passkeys/options', { purpose: 'add' });
  await withSecondStep(app, person);
  await browser.post(ADDRESS_CHANGE_API.ask, { email: newAddress() });
  await stranger.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  const [message] = await findRows(app.db, 'submissions', '*', { user_id: record.id });
  await storePayment(app.db, message ?? expect.fail());
  await enterConsole(person);
  const counts = await countOwn(app.deps, await personOf(person));
  for (const [table, count] of Object.entries(counts)) if (count === 0) await fillTable(table, person);
  return person;
}

/** Adds a row about the person to a table that has a column for the account’s id or the address. */
async function fillTable(name: string, { record, email }: Person): Promise<void> {
  const tables = await app.db.introspection.getTables();
  const columns = tables.find((table) => table.name === name)?.columns ?? [];
  const own = { user_id: record.id, email };
  const found = Object.entries(own).find(([key]) => columns.some((column) => column.name === key));
  if (found === undefined) return;
  const [of, value] = found;
  const filled = columns.flatMap(
    ({ name: column, dataType, isNullable }): [string, string | number | null][] => {
      if (column === of) return [[column, value]];
      // The column `id` always gets a value: SQLite reports the primary key as nullable, but it needs one.
      if (isNullable && column !== 'id') return [[column, null]];
      return [[column, /int/i.test(dataType) ? 0 : `${column} of ${record.id}`]];
    },
  );
  await sql`insert into ${sql.table(name)} (${sql.join(filled.map(([column]) => sql.ref(column)))})
    values (${sql.join(filled.map(([, given]) => given))})`.execute(app.db);
}

/** Opens a console session, which belongs to a session of the account. */
async function enterConsole({ record: { id: user_id } }: Person): Promise<void> {
  const session = (await findRow(app.db, 'sessions', ['id'], { user_id })) ?? expect.fail();
  const now = app.deps.clock().toISOString();
  const times = { started_at: now, last_used_at: now, proved_at: now };
  await insertRow(app.db, 'console_sessions', { session_id: session.id, user_id, ...times });
}

const asha = await livingPerson();
const ravi = await livingPerson();

const OWN = ownTables(FEATURES);

test('[P-097] every database table about people is either exported to the person or listed with the reason why not', () => {
  const personal = Object.entries(TABLES).filter(([, { isPersonal }]) => isPersonal);
  const notGiven = personal.filter(([, { notGiven: why }]) => why !== undefined);
  const explained = [...OWN.map(({ name }) => name), ...notGiven.map(([name]) => name)];
  expect(explained.sort()).toEqual(personal.map(([name]) => name).sort());
});

test('every database column that people are shown has a label, and no two columns of a table have the same label', () => {
  for (const table of OWN) {
    const labels = table.shown.map((column) => labelOf(table, column));
    const unnamed = table.shown.filter((_, index) => labels[index] === undefined);
    expect(unnamed, table.name).toEqual([]);
    expect(new Set(labels).size, table.name).toBe(labels.length);
  }
});

describe('the export of a person’s data', () => {
  test('[P-104] has every row of the person and none of another person, with the values of the database', async () => {
    const { tables } = await exportOf(app, asha);
    const { id, email, subjects } = await personOf(asha);
    const idsOf = async (table: string) => (await rowsIn(table)).filter(isOwn).map((row) => row.id);
    const isOwn = (row: Row) =>
      Object.values(row).some((value) => [id, email].includes(String(value).toLowerCase()));
    const [messages, entries] = [await idsOf('submissions'), await idsOf('launch_list')];
    for (const { name, shown } of OWN) {
      const own = (await rowsIn(name)).filter(
        (row) =>
          isOwn(row) ||
          messages.includes(row.submission_id ?? null) ||
          entries.includes(row.entry_id ?? null) ||
          subjects.includes(String(row.subject)),
      );
      const shownOf = (row: Row) => Object.fromEntries(shown.map((column) => [column, row[column] ?? null]));
      const expected = own.map(shownOf);
      expect(expected.length, name).toBeGreaterThan(0);
      // The database stores the actor as a code, and the export has it in words, so the expected rows get the words.
      for (const row of expected) if ('actor' in row) row.actor = doneBy(String(row.actor), subjects);
      const given = tables[name].map(({ path: _, ...row }: Row) => row);
      expect(inOrder(given), name).toEqual(inOrder(expected));
    }
  });

  test('[P-105] contains the sent files unchanged, and a readable page with the same content as the data file', async () => {
    const { files, page, tables } = await exportOf(app, asha);
    const [{ path }] = tables.submission_files;
    expect(files.get(path)?.toString()).toBe('pixels '.repeat(9));
    for (const { message } of tables.submissions) expect(page).toContain(message);
    expect(page).toContain(asha.email);
    expect(page).not.toContain(ravi.email);
    expect(page, 'nothing is missing').not.toContain(EXPORT_WORDS.nothing);
  });

  test('has a readable page with a valid date of birth in words, and each additional form field with its value', async () => {
    const person = await signedInPerson(app);
    const { id } = person.record;
    await send(person, 'files', newMessage());
    await updateRows(app.db, 'users', { id }, { dob: '2007-05-04' });
    await updateRows(app.db, 'submissions', { user_id: id }, { fields: '{"topic":"Prices","plan":"Free"}' });
    const { page } = await exportOf(app, person);
    expect(page).toContain('>4 May 2007<');
    expect(page).toContain('>topic: Prices\nplan: Free<');
    // Below the tables, a list names the kinds of data for which there is no row.
    const [, empty = ''] = page.split(EXPORT_WORDS.nothing);
    expect(empty).toContain(`<li>${TABLES.address_changes?.what}</li>`);
    expect(empty).not.toContain('<article>');
    await updateRows(app.db, 'users', { id }, { dob: 'May 2007?' });
    expect((await exportOf(app, person)).page).toContain('>May 2007?<');
  });

  test('[A-31] holds no hash, secret, token or link in any of its files', async () => {
    const { json, page } = await exportOf(app, asha);
    const NAMES_OF_PEOPLE = ['user_id', 'recipient', 'reply_to', 'email', 'session_id'];
    const secrets: string[] = [];
    for (const { name, withheld: all } of OWN) {
      const withheld = all.filter((column) => !NAMES_OF_PEOPLE.includes(column));
      for (const row of await rowsIn(name))
        secrets.push(...withheld.map((column) => String(row[column] ?? '')));
    }
    const long = secrets.filter((secret) => secret.length >= 16);
    expect(long.length).toBeGreaterThan(30);
    expect(long.filter((secret) => json.includes(secret) || page.includes(secret))).toEqual([]);
    expect(json).not.toContain('token=');
  });

  test('leaves out messages that another account sent with this person’s address, which are in the other’s export', async () => {
    await send(ravi, 'files', { ...newMessage(), email: asha.email, message: 'Ravi wrote this for Asha' });
    expect((await exportOf(app, asha)).json).not.toContain('Ravi wrote this');
    expect((await exportOf(app, ravi)).json).toContain('Ravi wrote this');
  });

  test('includes each of many messages exactly once', async () => {
    const person = await signedInPerson(app);
    const created_at = app.deps.clock().toISOString();
    const values = { user_id: person.record.id, email: person.email, created_at };
    const ids = [];
    for (let at = 0; at < 120; at++)
      ids.push(await storeMessage(app.db, at, { ...values, id: `many-${at}` }));
    const { submissions } = (await exportOf(app, person)).tables;
    expect(submissions.map(({ id }: Row) => id).sort()).toEqual(ids.sort());
  });

  testOnSqlite(
    '[A-32] escapes typed text, so that it cannot run as a script or hide other text, and keeps all files in the export’s folder',
    async () => {
      const person = await signedInPerson(app);
      const hostile =
        '</dd><script>alert(1)</script><img src=x onerror=alert(1)>\u001b]0;owned\u0007\u202egpj.exe\u2066';
      const { id } = person.record;
      await send(person, 'files', { ...newMessage(), upload: new File(['x'], 'x.html') });
      await updateRows(app.db, 'users', { id }, { name: hostile });
      await updateRows(app.db, 'submissions', { user_id: id }, { message: hostile });
      const message = await findRow(app.db, 'submissions', ['id'], { user_id: id });
      const name = `../../etc/${hostile}.html`;
      await updateRows(app.db, 'submission_files', { submission_id: message?.id ?? '' }, { name });
      const { files, json, page, tables } = await exportOf(app, person);
      expect([tables.users[0].name, tables.submissions[0].message]).toEqual([hostile, hostile]);
      expect(page).not.toMatch(/<script|<img/i);
      expect(page).toContain('&lt;script&gt;');
      expect(page).toContain("default-src 'none'");
      const control = /(?!\n)\p{C}/u;
      expect([json, page].filter((text) => control.test(text))).toEqual([]);
      const names = [...files.keys()].filter((name) => name.startsWith('files/'));
      expect(names).toHaveLength(1);
      for (const name of names) expect(name).toMatch(/^files\/[^/\\<>\p{C}]+$/u);
    },
  );
});

describe('requesting the export of one’s own data', () => {
  const ask = ({ browser }: Person, accept = 'text/html') =>
    browser.send(YOUR_DATA_API.export, {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { origin: TEST_ORIGIN, accept },
    });
  const exportLines = () => findRows(app.db, 'audit', ['subject', 'actor'], { action: 'data-exported' });

  testOnSqlite('[A-29] is refused without a fresh proof; browsers get a page that links back', async () => {
    const person = await signedInPerson(app);
    const refused = await ask(person);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(refused.text).toContain(PROOF_MISSING.message);
    expect(refused.text).toContain(YOUR_DATA_WORDS.export.back);
    expect((await ask(person, 'application/json')).json.code).toBe('PROOF_MISSING');
    expect(await exportLines()).toEqual([]);
  });

  test('[P-129] after a proof of identity gives a zip file that must not be cached, and the audit log records the export', async () => {
    const person = await signedInPerson(app);
    await person.browser.post(ACCOUNT_API.proof, { password: PASSWORD });
    const { status, headers, text } = await ask(person);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('cache-control')).toBe('no-store');
    const name = /^attachment; filename="your-data-\d{4}-\d\d-\d\d\.zip"$/;
    expect(headers.get('content-disposition')).toMatch(name);
    expect(text.slice(0, 2)).toBe('PK');
    const { subjects } = await personOf(person);
    expect(await exportLines()).toEqual([{ subject: subjects[0], actor: subjects[0] }]);
  });
});

test('[P-096] the page “Your data” gets the number of rows in each table and the names of the browser’s cookies', async () => {
  const { counts, cookies } = (await asha.browser.get(YOUR_DATA_API.data)).json.data;
  const { tables } = await exportOf(app, asha);
  expect(counts).toEqual(Object.fromEntries(OWN.map(({ name }) => [name, tables[name].length])));
  expect(cookies.toSorted()).toEqual([...asha.browser.cookies.keys()].sort());
});

test('clearing the data in a browser signs it out and deletes its cookies, but other browsers stay signed in', async () => {
  const { email, browser } = await signedInPerson(app);
  const other = app.browser();
  await other.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  const devices = async () =>
    (await countOwn(app.deps, await personOf({ email, browser, record: await recordOf(other) }))).devices;
  expect(await devices()).toBe(2);
  expect((await browser.post(YOUR_DATA_API.forgetBrowser)).status).toBe(200);
  expect([browser.cookies.size, await recordOf(browser)]).toEqual([0, null]);
  expect(await devices()).toBe(1);
  expect(await recordOf(other)).not.toBeNull();
});

describeOnSqlite('the agreements on the page “Your data”', () => {
  const SEEN = (name: keyof typeof NOTICES) => NOTICES[name].version;
  const done = { success: true, message: YOUR_DATA_WORDS.agreements.done };

  async function personWithNotice(): Promise<Person> {
    const [email, browser] = [newAddress(), app.browser()];
    await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD, notice: SEEN('sign-up') });
    await browser.post(ACCOUNT_API.verify, { token: await app.tokenMailedTo(email) });
    return { email, browser, record: await recordOf(browser) };
  }
  async function joinList(email: string): Promise<void> {
    await app.browser().post(LAUNCH_LIST, { email, _notice: SEEN('launch-list') });
    await app.mailsTo(email);
  }
  const agreementsOf = async ({ browser }: Person): Promise<readonly Agreement[]> =>
    (await browser.get(YOUR_DATA_API.data)).json.data.agreements;
  const withdraw = ({ browser }: Person, id: string | undefined) =>
    browser.post(YOUR_DATA_API.withdraw, { id });
  const named = (agreements: readonly Agreement[]) =>
    agreements.map(({ notice, version, isWithdrawn }) => [notice, version, isWithdrawn]);

  test('[P-101] are everything that the person agreed to, with the version of the notice if one was shown', async () => {
    const person = await personWithNotice();
    await joinList(person.email);
    await send(person, 'contact', { ...newMessage(), _notice: SEEN('contact') });
    app.advance(1);
    const signedOut = { browser: app.browser() };
    await send(signedOut, 'feedback', { ...newMessage(), email: person.email.toUpperCase() });
    expect(named(await agreementsOf(person))).toEqual([
      ['sign-up', SEEN('sign-up'), false],
      ['launch-list', SEEN('launch-list'), false],
      ['feedback', '', false],
      ['contact', SEEN('contact'), false],
    ]);
  });

  test('[P-102] include the launch list, which one press leaves; the page and the audit log show the withdrawal', async () => {
    const person = await personWithNotice();
    await joinList(person.email);
    const [, entry] = await agreementsOf(person);
    expect((await withdraw(person, entry?.id)).json).toEqual(done);
    expect(await findRows(app.db, 'launch_list', ['id'], { email: person.email })).toEqual([]);
    const kinds = (await app.mailsTo(person.email)).map(({ kind }) => kind);
    expect(kinds).not.toContain('launch-list-confirm');
    expect(named(await agreementsOf(person))).toEqual([
      ['sign-up', SEEN('sign-up'), false],
      ['launch-list', SEEN('launch-list'), true],
    ]);
    const detail = hashOfId(entry?.id ?? '');
    expect(await auditLines(app.db, 'launch-list-left')).toMatchObject([{ detail }]);
    // The same withdrawal again, as from a second tab, gets the same answer.
    expect((await withdraw(person, entry?.id)).json).toEqual(done);
    expect(await agreementsOf(person)).toHaveLength(2);
  });

  test('[P-103] include each sent message; withdrawing one erases it with its files and mails, and adds an audit line', async () => {
    const person = await personWithNotice();
    await send(person, 'files', { ...newMessage(), upload: new File(['pixels'], 'kite.png') });
    const [, message] = await agreementsOf(person);
    const id = message?.id ?? '';
    expect((await withdraw(person, id)).status).toBe(200);
    expect(await findRows(app.db, 'submissions', ['id'], { id })).toEqual([]);
    expect(await findRows(app.db, 'submission_files', ['id'], { submission_id: id })).toEqual([]);
    const mails = await app.db.selectFrom('outbox').select('id').execute();
    expect(mails.filter((mail) => mail.id.includes(id))).toEqual([]);
    expect(named(await agreementsOf(person)).at(-1)).toEqual(['files', '', true]);
    expect(await auditLines(app.db, 'submission-deleted')).toMatchObject([{ detail: hashOfId(id) }]);
  });

  test('cannot be withdrawn by another person, and for a message not while its payment is pending', async () => {
    const [person, other] = [await personWithNotice(), await personWithNotice()];
    await joinList(person.email);
    await send(person, 'contact', newMessage());
    const before = await agreementsOf(person);
    for (const { id } of before) expect((await withdraw(other, id)).json).toEqual(done);
    expect(await agreementsOf(person)).toEqual(before);
    const id = before.find(({ notice }) => notice === 'contact')?.id ?? '';
    await updateRows(app.db, 'submissions', { id }, { state: 'unpaid' });
    await withdraw(person, id);
    expect(await findRows(app.db, 'submissions', ['id'], { id })).toHaveLength(1);
    expect(await agreementsOf(person)).toEqual(before.filter((agreement) => agreement.id !== id));
  });
});

// This test is the last, because it deletes Ravi’s account.
test('[P-010] deleting an account removes exactly the database rows that the person’s export contains', async () => {
  await send(asha, 'files', { ...newMessage(), email: ravi.email, message: 'Asha wrote this for Ravi' });
  const person = await personOf(ravi);
  const counts = await countOwn(app.deps, person);
  const sizes = async () => {
    const tables = Object.keys(TABLES).map(async (name) => [name, (await rowsIn(name)).length]);
    return Object.fromEntries(await Promise.all(tables));
  };
  const before = await sizes();
  app.advance(60_000);
  await updateRows(app.db, 'sessions', { user_id: person.id }, { proved_at: app.deps.clock().toISOString() });
  expect((await ravi.browser.delete(pathFor(PRODUCT_API.user, person.id))).status).toBe(200);
  const after = await sizes();
  const farewell = 1;
  for (const { name } of OWN.filter(({ staysAfterDeletion }) => staysAfterDeletion === undefined))
    expect(before[name] - after[name], name).toBe((counts[name] ?? 0) - (name === 'outbox' ? farewell : 0));
  const left = Object.entries(await countOwn(app.deps, person)).filter(([, count]) => count > 0);
  expect(left.filter(([name]) => name !== 'audit')).toEqual([['outbox', farewell]]);
});

function inOrder(rows: readonly Row[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
