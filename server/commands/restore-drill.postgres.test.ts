import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { notificationId } from '#features/forms/server/message-mails.ts';
import { type Db, hasOtherConnections } from '#server/database/database.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { startOperator } from '#server/testing/operators.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { type ThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import {
  API_HEADERS,
  confirmedVisitor,
  createRestartingSite,
  type RestartingSite,
  until,
} from '#server/testing/server-process.ts';
import { linesOfBackup } from '#server/testing/stored-rows.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

const KIND = process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite';
const CLIENTS = 3;
const BEFORE = 9;
const AFTER = 4;

type Promises = { readonly saved: Map<string, string>; readonly sent: Set<string> };

test('a backup made while clients write contains every write that was acknowledged before', async () => {
  const place = await openTestPlace();
  const operator = (...args: string[]) => startOperator(place.env, args).end;
  const secret = KIND === 'sqlite' ? ['--with-secret'] : [];
  const site = await createRestartingSite(place.env, startTestServer);
  const person = await confirmedVisitor(site, place.open);

  const promised: Promises = { saved: new Map(), sent: new Set() };
  let isOver = false;
  const clients = Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => write(site, client, promised, () => isOver)),
  );
  const count = () => promised.saved.size + promised.sent.size;
  await until(() => count() >= BEFORE);
  let before: Promises;
  let backup: string;
  let whenDone: number;
  // The test needs writes during the backup, so it makes the backup again if no client wrote anything during it.
  do {
    before = { saved: new Map(promised.saved), sent: new Set(promised.sent) };
    backup = join(makeTemporaryFolder(), 'site.backup');
    expect(await operator('backup', '--to', backup, ...secret)).toMatchObject({ code: 0, err: '' });
    whenDone = count();
  } while (whenDone === before.saved.size + before.sent.size);
  await until(() => count() >= whenDone + AFTER);
  isOver = true;
  await clients;

  const again = join(makeTemporaryFolder(), 'again.backup');
  await site.restartAfter(async () => {
    await destroy(place);
    const restore = ['restore', '--from', backup, '--yes', '--keep-sessions', ...secret];
    expect(await operator(...restore)).toMatchObject({ code: 0, err: '' });
    // The site stays stopped while this backup is made, because a running site would write the requested mails and change the
    // rows.
    expect((await operator('backup', '--to', again)).code).toBe(0);
  });

  // A restore changes only two kinds of rows: audit lines that were not logged yet, and the trusted clock.
  const [then, now] = [await linesOfBackup(backup, KIND), await linesOfBackup(again, KIND)];
  const lost = [...then].filter((line) => !now.has(line));
  expect(lost.filter((line) => !/retention_clock|audit\b.*(?:"seq":null|\t\\N\t)/s.test(line))).toEqual([]);

  const db = place.open();
  onTestFinished(() => db.destroy());
  expect(await whatIsMissing(db, before)).toEqual([]);
  expect(await whatIsTorn(db)).toEqual([]);
  const record = { name: 'Back', about: 'again' };
  const saved = await site.post(PRODUCT_API.saveUser, record, { ...API_HEADERS, cookie: person.cookie });
  const login = { email: person.email, password: PASSWORD };
  const signedIn = await site.post(ACCOUNT_API.signIn, login, API_HEADERS);
  expect([saved?.status, signedIn?.status]).toEqual([200, 200]);
  expect(await site.stop()).toEqual({ code: 0, signal: null });
}, 300_000);

async function write(
  site: RestartingSite,
  client: number,
  { saved, sent }: Promises,
  isOver: () => boolean,
): Promise<void> {
  for (let number = 0; !isOver(); number++) {
    const name = `${client}-${number}`;
    const email = `person-${name}@example.com`;
    const about = `written by ${name}`;
    const message = `message ${name} ${'é'.repeat(2_000)}`;
    const signedUp = await site.post(ACCOUNT_API.signUp, { email, password: PASSWORD }, API_HEADERS);
    const ofPerson = { ...API_HEADERS, cookie: signedUp?.cookie ?? '' };
    const save = await site.post(PRODUCT_API.saveUser, { name, about }, ofPerson);
    if (save?.status === 200) saved.set(email, about);
    const send = await site.post(pathFor(FORMS_API.submit, 'contact'), { name, email, message }, API_HEADERS);
    if (send?.status === 200) sent.add(message);
  }
}

async function destroy(place: ThrowAwayPlace): Promise<void> {
  if (KIND === 'sqlite') {
    for (const name of readdirSync(place.env.DATA_DIR)) rmSync(join(place.env.DATA_DIR, name));
    return;
  }
  await withDatabase(place, async (db) => {
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    // Waits, because on a busy machine PostgreSQL may take long to close the connections of the killed site.
    await until(async () => !(await hasOtherConnections(db)));
  });
}

async function whatIsMissing(db: Db, { saved, sent }: Promises): Promise<string[]> {
  const signUps = await db.selectFrom('sign_ups').select(['email', 'about']).execute();
  const messages = await db.selectFrom('submissions').select('message').execute();
  const there = new Map(signUps.map(({ email, about }) => [email, about]));
  const received = new Set(messages.map(({ message }) => message));
  return [
    ...[...saved].filter(([email, about]) => there.get(email) !== about).map(([email]) => email),
    ...[...sent].filter((message) => !received.has(message)),
  ];
}

/** Finds partly restored rows: accounts without a password, and sign-ups or messages without their mail. */
async function whatIsTorn(db: Db): Promise<string[]> {
  const idsOf = async (table: 'users' | 'sign_ups' | 'submissions') =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id);
  const passwords = await db.selectFrom('passwords').select('user_id').execute();
  const mails = await db.selectFrom('outbox').select(['id', 'user_id']).execute();
  const owners = new Set(passwords.map(({ user_id }) => user_id));
  const mailed = new Set(mails.flatMap(({ id, user_id }) => [id, user_id]));
  return [
    ...(await idsOf('users')).filter((id) => !owners.has(id)),
    ...(await idsOf('sign_ups')).filter((id) => !mailed.has(id)),
    ...(await idsOf('submissions')).filter((id) => !mailed.has(notificationId(id))),
  ];
}
