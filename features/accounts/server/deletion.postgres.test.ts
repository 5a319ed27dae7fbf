import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_DELETED_MAIL } from '#content/features/accounts.ts';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { releaseSubmission } from '#features/forms/server/mark-submissions.ts';
import { notificationId } from '#features/forms/server/message-mails.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { findRow, findRows } from '#server/database/rows.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { PASSWORD, proveForDeletion, recordOf, signedInPerson } from '#server/testing/people.ts';
import type { ThrowAwayPlace } from '#server/testing/process-database.ts';
import {
  API_HEADERS,
  createRestartingSite,
  type RestartingSite,
  until,
} from '#server/testing/restarting-site.ts';
import { linesOfBackup } from '#server/testing/stored-rows.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { testOnSqlite } from '#server/testing/test-on-sqlite.ts';
import { startOperator } from '#server/testing/test-operator.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

const app = await openTestApp();

const send = (from: TestClient, email: string, message: string) =>
  from.post(pathFor(FORMS_API.submit, 'contact'), { name: 'Asha', email, message });

testOnSqlite(
  '[P-085] deleting an account also deletes messages sent from its address while signed out, and nobody else’s messages',
  async () => {
    const asha = await signedInPerson(app);
    const ravi = await signedInPerson(app);
    const stranger = app.browser();
    await send(asha.browser, asha.email, 'signed in');
    await send(stranger, asha.email.toUpperCase(), 'signed out');
    await send(stranger, ravi.email, 'of another address');
    await send(ravi.browser, asha.email, 'of another account');
    await proveForDeletion(asha);
    expect((await asha.browser.delete(pathFor(PRODUCT_API.user, asha.record.id))).status).toBe(200);
    const left = await app.db
      .selectFrom('submissions')
      .select(['id', 'message'])
      .orderBy('message')
      .execute();
    expect(left.map(({ message }) => message)).toEqual(['of another account', 'of another address']);
    const mails = await findRows(app.db, 'outbox', ['id'], { kind: 'form-notification' });
    expect(mails.map(({ id }) => id).sort()).toEqual(left.map(({ id }) => notificationId(id)).sort());
  },
);

testOnSqlite('[P-086] an account deletion that fails half-way deletes nothing', async () => {
  const { browser, email, record } = await signedInPerson(app);
  await send(browser, email, 'kept');
  await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
  // The deletion writes to the table `audit` last, so without this table it fails at the end.
  await sql`alter table audit rename to audit_away`.execute(app.db);
  const failed = await browser.delete(pathFor(PRODUCT_API.user, record.id));
  await sql`alter table audit_away rename to audit`.execute(app.db);
  expect(failed.status).toBe(500);
  const { messages, ...left } = await recordOf(browser);
  expect(left).toEqual({ ...record, messages: undefined });
  expect(messages.map(({ message }) => message)).toEqual(['kept']);
});

test('an account deletion that runs at the same time as other requests leaves no data of the person behind, and no request fails', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < 4; round++) {
    const { email, browser, record } = await signedInPerson(app);
    await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
    app.advance(1_000);
    await app.browser().post(ACCOUNT_API.requestReset, { email });
    const token = await app.tokenMailedTo(email);
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = { cookie: cookies };
    const stranger = () => app.browser();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => stranger().post(ACCOUNT_API.requestReset, { email })),
      stranger().post(ACCOUNT_API.reset, { token, password: 'a new password' }),
      stranger().post(ACCOUNT_API.signIn, { email, password: PASSWORD }),
      stranger().post(ACCOUNT_API.signUp, { email, password: 'of a stranger' }),
      stranger().post(ACCOUNT_API.signUp, { email, password: 'of another' }),
      stranger().post(PRODUCT_API.saveUser, { about: 'late' }, own),
      stranger().delete(pathFor(PRODUCT_API.user, record.id), own),
      app.mailsTo(email),
    ]);
    for (const answer of answers) if ('status' in answer) statuses.add(answer.status);
    // If the reset ran first, it ended the session that requested the deletion. The account then still exists.
    const isThere = await findRow(app.db, 'users', ['id'], { id: record.id });
    if (isThere !== undefined) continue;
    for (const table of ['passwords', 'reset_links', 'sessions', 'submissions', 'outbox'] as const) {
      const rows = await findRows(app.db, table, ['user_id'], { user_id: record.id });
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
}, 60_000);

test('an account deletion that is requested twice at once deletes the account once and sends one mail', async () => {
  const person = await signedInPerson(app);
  await proveForDeletion(person);
  const path = pathFor(PRODUCT_API.user, person.record.id);
  const answers = await Promise.all([1, 2].map(() => person.browser.delete(path)));
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect((await app.mailsTo(person.email)).map(({ kind }) => kind)).toEqual(['account-deleted']);
});

test('a message sent, or released from quarantine, while its sender’s account is being deleted does not stay linked to the account', async () => {
  for (let round = 0; round < 4; round++) {
    const { browser, record } = await signedInPerson(app);
    const [caught, ...letters] = Array.from({ length: 9 }, newMessage);
    await browser.post('/f/contact', { ...caught, _gotcha: 'x' });
    await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
    const quarantined = await findRow(app.db, 'submissions', ['id'], { user_id: record.id });
    const [deleted, , ...answers] = await Promise.all([
      browser.delete(pathFor(PRODUCT_API.user, record.id)),
      releaseSubmission(app.deps, quarantined?.id ?? '', { actor: 'operator' }),
      ...letters.map((letter) => browser.post('/f/contact', letter)),
    ]);
    expect(deleted.status).toBe(200);
    expect(answers.map(({ status }) => status)).toEqual(letters.map(() => 200));
    for (const table of ['submissions', 'outbox'] as const) {
      const rows = await app.db.selectFrom(table).select('id').where('user_id', '=', record.id).execute();
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
    // A message stored after the deletion belongs to no account and still reaches the operator.
    for (const { email } of letters) {
      const kept = await findRows(app.db, 'submissions', ['id'], { email });
      const mails = await app.mailsTo('hello@example.com');
      expect(mails.filter(({ text }) => text.includes(email))).toHaveLength(kept.length);
    }
  }
}, 60_000);

/** A person whose data all contain one word, so that a search for the word finds any data left after the deletion. */
type DrillPerson = { readonly word: string; readonly email: string; cookie: string; id: string };

type Drill = { readonly place: ThrowAwayPlace; readonly smtp: FakeSmtp };

test('[P-088] no data of a deleted person are left anywhere, and restoring an older backup does not bring them back', async () => {
  const place = await openTestPlace();
  const backups = makeTemporaryFolder();
  const smtp = await startFakeSmtp();
  onTestFinished(smtp.close);
  const drill = { place, smtp };
  const [stays, leaves] = [newPerson(), newPerson()];
  const before = join(backups, 'before.backup');

  const log = await withSite(drill, async (site) => {
    for (const person of [stays, leaves]) await live(site, smtp, person);
    await operator(place, 'backup', '--to', before);
    await leave(site, leaves);
    await until(() =>
      smtp.received.some(
        ({ to, mail }) => to === leaves.email && mail.subject === ACCOUNT_DELETED_MAIL.wording.subject,
      ),
    );
  });

  const remains = await everythingLeft(drill, backups, log);
  const holding = ({ word }: DrillPerson) =>
    [...remains].flatMap(([where, bytes]) => (bytes.includes(word) ? [where] : []));
  expect(holding(leaves)).toEqual([]);
  expect(holding(stays), 'the search finds what is there').not.toEqual([]);

  await operator(place, 'restore', '--from', before, '--replace', '--yes');
  await withSite(drill, async (site) => {
    const statusOf = async ({ email }: DrillPerson) =>
      (await site.post(ACCOUNT_API.signIn, { email, password: PASSWORD }, API_HEADERS))?.status;
    expect([await statusOf(stays), await statusOf(leaves)]).toEqual([200, 401]);
  });
}, 240_000);

function newPerson(): DrillPerson {
  const word = `w${randomBytes(10).toString('hex')}`;
  return { word, email: `${word}@example.com`, cookie: '', id: '' };
}

/** Signs up and in, fills the profile, sends messages (signed in and out), requests a reset, joins the launch list. */
async function live(site: RestartingSite, smtp: FakeSmtp, person: DrillPerson): Promise<void> {
  const { word, email } = person;
  const typed = { email, password: PASSWORD };
  const signedUp = await ask(site, person, ACCOUNT_API.signUp, typed);
  let token: string | undefined;
  await until(() => {
    const mail = smtp.received.find(({ to }) => to === email);
    token = /token=([\w-]+)/.exec(mail?.mail.text ?? '')?.[1];
    return token !== undefined;
  });
  await ask(site, { ...person, cookie: signedUp.cookie }, ACCOUNT_API.verify, { token });
  const signedIn = await ask(site, person, ACCOUNT_API.signIn, typed);
  person.cookie = signedIn.cookie;
  person.id = JSON.parse(signedIn.text).data.id;
  await ask(site, person, PRODUCT_API.saveUser, { name: `Name ${word}`, about: `About ${word} `.repeat(60) });
  const contact = pathFor(FORMS_API.submit, 'contact');
  const letter = (times: number) => ({ name: word, email, message: `Letter ${word} `.repeat(times) });
  for (const times of [1, 100]) await ask(site, person, contact, letter(times));
  await ask(site, { ...person, cookie: '' }, contact, letter(50));
  await ask(site, { ...person, cookie: '' }, ACCOUNT_API.requestReset, { email });
  await ask(site, { ...person, cookie: '' }, LAUNCH_LIST, { email });
}

async function leave(site: RestartingSite, person: DrillPerson): Promise<void> {
  const proof = { name: `Name ${person.word}`, password: PASSWORD };
  await ask(site, person, ACCOUNT_API.deletionProof, proof);
  const init = { method: 'DELETE', headers: headersOf(person) };
  expect((await site.fetch(pathFor(PRODUCT_API.user, person.id), init)).status).toBe(200);
}

const headersOf = ({ word, cookie }: DrillPerson) => ({
  ...API_HEADERS,
  cookie,
  'user-agent': `Browser ${word}`,
});

/** Sends a request and throws unless the answer has status 200. */
async function ask(site: RestartingSite, person: DrillPerson, path: string, body: unknown) {
  const answer = await site.post(path, body, headersOf(person));
  if (answer?.status !== 200) throw new Error(`${path}: ${answer?.status} ${answer?.text}`);
  return answer;
}

/** Runs the site until the work is done, and returns all output of the site. */
async function withSite(
  { place, smtp }: Drill,
  work: (site: RestartingSite) => Promise<void>,
): Promise<string> {
  const env = { ...place.env, SMTP_URL: smtp.url, LOG_LEVEL: 'info' };
  const site = await createRestartingSite(env, startTestServer);
  await work(site);
  expect((await site.stop()).code, site.output()).toBe(0);
  return site.output();
}

/** The contents of every place that the site writes to. */
async function everythingLeft({ place }: Drill, backups: string, log: string) {
  const remains = new Map<string, Buffer>([['the log', Buffer.from(log)]]);
  for (const name of readdirSync(place.env.DATA_DIR)) {
    remains.set(name, readFileSync(join(place.env.DATA_DIR, name)));
  }
  if (place.env.DATABASE_URL !== undefined) {
    const dump = join(backups, 'after.backup');
    await operator(place, 'backup', '--to', dump);
    remains.set('a dump', Buffer.from([...(await linesOfBackup(dump, 'postgres'))].join('\n')));
    // Deletes the newest backup, because a machine on which an older backup is restored would not have it.
    for (const name of [dump, `${dump}.json`]) rmSync(name);
  }
  return remains;
}

async function operator({ env }: ThrowAwayPlace, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await startOperator(env, args).end;
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${err}`);
  return out;
}
