import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { BRAND } from '#content/brand.ts';
import { ACCOUNT_DELETED_MAIL } from '#content/features/accounts.ts';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { releaseSubmission } from '#features/forms/server/mark-submissions.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { findRow, findRows } from '#server/database/rows.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-mail.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { createSiteOperator } from '#server/testing/operators.ts';
import {
  mailedResetToken,
  PASSWORD,
  type Person,
  proveForDeletion,
  recordOf,
  signedInPerson,
  withCookiesOf,
} from '#server/testing/people.ts';
import { withDatabase } from '#server/testing/process-database.ts';
import {
  API_HEADERS,
  createRestartingSite,
  type RestartingSite,
  until,
} from '#server/testing/server-process.ts';
import { linesOfBackup } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { testOnSqlite } from '#server/testing/test-database.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

const app = await openTestApp();

const send = (from: TestClient, email: string, message: string) =>
  from.post(pathFor(FORMS_API.submit, 'contact'), { name: 'Asha', email, message });
const remove = (browser: TestClient, { record }: Person) =>
  browser.delete(pathFor(PRODUCT_API.user, record.id));
async function leavingPerson(): Promise<Person> {
  const person = await signedInPerson(app);
  await proveForDeletion(person);
  return person;
}
async function expectNoRowsOf(
  { record }: Person,
  tables: readonly ('passwords' | 'reset_links' | 'sessions' | 'submissions' | 'outbox')[],
): Promise<void> {
  for (const table of tables)
    expect(await findRows(app.db, table, ['user_id'], { user_id: record.id }), table).toEqual([]);
}

testOnSqlite('[P-086] if the deletion of an account fails half-way, nothing is deleted', async () => {
  const person = await leavingPerson();
  const { browser, email, record } = person;
  await send(browser, email, 'kept');
  // The deletion writes to the table `audit` last, so without this table it fails at the end.
  await sql`alter table audit rename to audit_away`.execute(app.db);
  const failed = await remove(browser, person);
  await sql`alter table audit_away rename to audit`.execute(app.db);
  expect(failed.status).toBe(500);
  const kept = [expect.objectContaining({ message: 'kept' })];
  expect(await recordOf(browser)).toEqual({ ...record, messages: kept });
});

test('deleting an account during other requests leaves no data of the person, and no request fails', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < 4; round++) {
    const person = await leavingPerson();
    const { email } = person;
    const token = await mailedResetToken(app, email);
    const stranger = () => app.browser();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => stranger().post(ACCOUNT_API.requestReset, { email })),
      stranger().post(ACCOUNT_API.reset, { token, password: 'a new password' }),
      stranger().post(ACCOUNT_API.signIn, { email, password: PASSWORD }),
      stranger().post(ACCOUNT_API.signUp, { email, password: 'of a stranger' }),
      stranger().post(ACCOUNT_API.signUp, { email, password: 'of another' }),
      withCookiesOf(person.browser, stranger()).post(PRODUCT_API.saveUser, { about: 'late' }),
      remove(withCookiesOf(person.browser, stranger()), person),
      app.mailsTo(email),
    ]);
    for (const answer of answers) if ('status' in answer) statuses.add(answer.status);
    // If the reset was first, it has ended the session that requested the deletion, so the account still exists.
    if ((await findRow(app.db, 'users', ['id'], { id: person.record.id })) === undefined)
      await expectNoRowsOf(person, ['passwords', 'reset_links', 'sessions', 'submissions', 'outbox']);
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
}, 60_000);

test('two simultaneous requests to delete an account delete it once and send one mail', async () => {
  const person = await leavingPerson();
  const answers = await Promise.all([1, 2].map(() => remove(person.browser, person)));
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect((await app.mailsTo(person.email)).map(({ kind }) => kind)).toEqual(['account-deleted']);
});

test('a message that is sent or released while its sender’s account is deleted is not linked to the account', async () => {
  for (let round = 0; round < 4; round++) {
    const person = await leavingPerson();
    const { browser, record } = person;
    const [caught, ...letters] = Array.from({ length: 9 }, newMessage);
    await browser.post('/f/contact', { ...caught, _gotcha: 'x' });
    const quarantined = await findRow(app.db, 'submissions', ['id'], { user_id: record.id });
    const [deleted, , ...answers] = await Promise.all([
      remove(browser, person),
      releaseSubmission(app.deps, quarantined?.id ?? '', { actor: 'operator' }),
      ...letters.map((letter) => browser.post('/f/contact', letter)),
    ]);
    expect(deleted.status).toBe(200);
    expect(answers.map(({ status }) => status)).toEqual(letters.map(() => 200));
    await expectNoRowsOf(person, ['submissions', 'outbox']);
    // A message stored after the deletion belongs to no account and still reaches the operator.
    for (const { email } of letters) {
      const kept = await findRows(app.db, 'submissions', ['id'], { email });
      const mails = await app.mailsTo(BRAND.contactEmail);
      expect(mails.filter(({ text }) => text.includes(email))).toHaveLength(kept.length);
    }
  }
}, 60_000);

test('[P-088] deleting an account leaves no data of the person anywhere, and restoring an older backup brings none back', async () => {
  const place = await openTestPlace();
  const { DATA_DIR, DATABASE_URL } = place.env;
  const backups = makeTemporaryFolder();
  const operate = async (...args: readonly string[]) => {
    const { code, err } = await createSiteOperator(place.env).run(...args);
    expect(code, err).toBe(0);
  };
  const smtp = await startFakeSmtp();
  onTestFinished(smtp.close);
  const env = { ...place.env, SMTP_URL: smtp.url, LOG_LEVEL: 'info' };
  const site = await createRestartingSite(env, startTestServer);
  const [stays, leaves] = [await live(site, smtp), await live(site, smtp)];
  const before = join(backups, 'before.backup');
  await operate('backup', '--to', before);
  await leaves.leave();
  const { subject } = ACCOUNT_DELETED_MAIL.wording;
  await until(() => smtp.received.some(({ to, mail }) => to === leaves.email && mail.subject === subject));
  expect((await site.stop()).code, site.output()).toBe(0);

  const remains = new Map<string, Buffer>([['the log', Buffer.from(site.output())]]);
  for (const name of readdirSync(DATA_DIR)) remains.set(name, readFileSync(join(DATA_DIR, name)));
  if (DATABASE_URL !== undefined) {
    const dump = join(backups, 'after.backup');
    await operate('backup', '--to', dump);
    remains.set('a dump', Buffer.from([...(await linesOfBackup(dump, 'postgres'))].join('\n')));
    // Deletes the newest backup, because a machine on which an older backup is restored would not have it.
    for (const name of [dump, `${dump}.json`]) rmSync(name);
  }
  const holding = (word: string) =>
    [...remains].flatMap(([where, bytes]) => (bytes.includes(word) ? [where] : []));
  expect(holding(leaves.word)).toEqual([]);
  expect(holding(stays.word), 'the search finds what is there').not.toEqual([]);

  await operate('restore', '--from', before, '--replace', '--yes');
  const restored = await withDatabase(place, (db) => db.selectFrom('users').select('email').execute());
  expect(restored).toEqual([{ email: stays.email }]);
}, 240_000);

/**
 * A new person signs up and in, fills the profile, sends messages (signed in and out), requests a reset and joins the launch list.
 * Everything contains one word, so that a search for the word finds any data left after the deletion.
 */
async function live(site: RestartingSite, smtp: FakeSmtp) {
  const word = `w${randomBytes(10).toString('hex')}`;
  const email = `${word}@example.com`;
  const headers = (cookie: string) => ({ ...API_HEADERS, cookie, 'user-agent': `Browser ${word}` });
  const ask = async (path: string, body: unknown, cookie = '') => {
    const answer = await site.post(path, body, headers(cookie));
    if (answer?.status !== 200) throw new Error(`${path}: ${answer?.status} ${answer?.text}`);
    return answer;
  };
  const typed = { email, password: PASSWORD };
  const signedUp = await ask(ACCOUNT_API.signUp, typed);
  let token: string | undefined;
  await until(() => {
    const mail = smtp.received.find(({ to }) => to === email);
    token = /token=([\w-]+)/.exec(mail?.mail.text ?? '')?.[1];
    return token !== undefined;
  });
  await ask(ACCOUNT_API.verify, { token }, signedUp.cookie);
  const { cookie, text } = await ask(ACCOUNT_API.signIn, typed);
  const profile = { name: `Name ${word}`, about: `About ${word} `.repeat(60) };
  await ask(PRODUCT_API.saveUser, profile, cookie);
  const letter = (times: number) => ({ name: word, email, message: `Letter ${word} `.repeat(times) });
  for (const [times, by] of [
    [1, cookie],
    [100, cookie],
    [50, ''],
  ] as const)
    await ask(pathFor(FORMS_API.submit, 'contact'), letter(times), by);
  await ask(ACCOUNT_API.requestReset, { email });
  await ask(LAUNCH_LIST, { email });
  const leave = async () => {
    await ask(ACCOUNT_API.deletionProof, { name: profile.name, password: PASSWORD }, cookie);
    const path = pathFor(PRODUCT_API.user, JSON.parse(text).data.id);
    expect((await site.fetch(path, { method: 'DELETE', headers: headers(cookie) })).status).toBe(200);
  };
  return { word, email, leave };
}
