import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TABLES } from '#content/data-register.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { markSent } from '#server/mail/mail-queue.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import {
  mailedResetToken,
  newAddress,
  PASSWORD,
  proveForDeletion,
  signedInPerson,
} from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { MAILS_PER_ADDRESS } from './limits.ts';
import { freshSalt, hashPassword, lockAddress } from './passwords.ts';
import { storeSignUp } from './sign-ups.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

/** Sign-ups of strangers, stored as the site does, with one hash for all of them: hashing takes minutes. */
async function strangersSignUp(email: string, count: number, networks: number): Promise<void> {
  const passwordHash = await hashPassword('of a stranger', freshSalt());
  await app.db.transaction().execute(async (tx) => {
    await lockAddress(tx, email);
    for (let n = 0; n < count; n++)
      await storeSignUp(app.deps, tx, { email, passwordHash, network: `network ${n % networks}` });
  });
}

async function strangerOf(email: string, network: string): Promise<void> {
  const passwordHash = await hashPassword('of a stranger', freshSalt());
  await app.db.transaction().execute(async (tx) => {
    await lockAddress(tx, email);
    await storeSignUp(app.deps, tx, { email, passwordHash, network });
  });
}

/** What the mail worker does, at its pace or slower. */
async function passTime(milliseconds: number, step = 5 * SECOND): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    app.advance(step);
    await writeRequestedMails(app.deps);
  }
}

const linkOf = async (email: string, browser: string) => {
  const row = await app.db
    .selectFrom('sign_ups')
    .select('link_hash')
    .where('email', '=', email)
    .where('name', '=', browser)
    .executeTakeFirstOrThrow();
  return row.link_hash;
};

/** Signs up as the owner of the address, and says within how many seconds their mail is written. */
async function ownerWaits(email: string): Promise<number> {
  const browser = app.browser();
  await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  await browser.post('/api/saveUser', { name: 'The Owner' });
  const started = app.deps.clock().getTime();
  await writeRequestedMails(app.deps);
  while ((await linkOf(email, 'The Owner')) === null) await passTime(5 * SECOND);
  return (app.deps.clock().getTime() - started) / SECOND;
}

test.each([
  ['all at the same moment', 1_000],
  ['half an hour before', 0],
])(
  '[A-09] of 2,000 sign-ups by strangers from 100 networks, %s, the owner’s own mail is there within a minute',
  async (_, later) => {
    const email = newAddress();
    await strangersSignUp(email, 2_000 - later, 100);
    if (later === 0) await passTime(30 * MINUTE);
    const wait = ownerWaits(email);
    await strangersSignUp(email, later, 100);
    expect(await wait).toBeLessThanOrEqual(60);
  },
  60_000,
);

const countOf = async (email: string) =>
  (await app.mailsTo(email)).filter(({ kind }) => kind !== 'account-changed').length;
const requestsOf = async (email: string) =>
  (
    await app.db
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', email)
      .where('state', '=', 'requested')
      .execute()
  ).length;

test('[A-10] confirmation mails to one address are three at once, then one each 45 seconds, and ten an hour when each network asks once', async () => {
  const email = newAddress();
  await strangersSignUp(email, 20, 20);
  expect(await countOf(email)).toBe(3);
  app.advance(44 * SECOND);
  expect(await countOf(email)).toBe(3);
  app.advance(1 * SECOND);
  expect(await countOf(email)).toBe(4);
  await passTime(50 * MINUTE);
  expect(await countOf(email)).toBe(10);
  await passTime(10 * MINUTE);
  expect(await countOf(email)).toBeGreaterThan(10);
});

test('confirmation mails to one address are five an hour when networks ask again and again, so that some are left for who asks once', async () => {
  const email = newAddress();
  await strangersSignUp(email, 50, 2);
  await passTime(50 * MINUTE);
  expect(await countOf(email)).toBe(5);
  await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  expect(await countOf(email)).toBe(6);
});

test('[A-69] confirmation mails to one address are twenty a day, and then everybody is told the same, whatever address it is', async () => {
  const { email: taken } = await signedInPerson(app);
  const waiting = newAddress();
  const first = app.browser();
  await first.post(ACCOUNT_API.signUp, { email: waiting, password: PASSWORD });
  for (const email of [waiting, taken]) await strangersSignUp(email, 40, 40);
  await passTime(3 * HOUR, MINUTE);
  const said = new Set<string>();
  for (const email of [waiting, taken]) {
    expect(await countOf(email)).toBe(20);
    const { json } = await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
    said.add(`${json.code} ${json.message}`);
  }
  const { json } = await first.post(ACCOUNT_API.resendVerification);
  said.add(`${json.code} ${json.message}`);
  const [sentence] = said;
  expect(said.size).toBe(1);
  expect(sentence).toMatch(/^CONFIRMATIONS_USED_UP .* tomorrow/);
  app.advance(24 * HOUR);
  for (const email of [waiting, taken])
    expect((await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD })).status).toBe(200);
}, 60_000);

test('of 1,700 sign-ups by strangers from 85 networks, ten are mailed, and the owner’s own mail is there within a minute', async () => {
  const email = newAddress();
  await strangersSignUp(email, 1_700, 85);
  await passTime(5 * HOUR, MINUTE);
  expect(await countOf(email)).toBe(10);
  expect(await requestsOf(email)).toBe(0);
  expect(await ownerWaits(email)).toBeLessThanOrEqual(60);
}, 60_000);

test('[A-70] of the sign-ups of one network at an address, three a day are mailed, and what waited two hours is dropped', async () => {
  const email = newAddress();
  await strangersSignUp(email, 10, 1);
  await passTime(1.5 * HOUR, MINUTE);
  expect(await countOf(email)).toBe(3);
  await passTime(HOUR, MINUTE);
  expect(await requestsOf(email)).toBe(0);
  await strangersSignUp(email, 1, 1);
  await passTime(HOUR, MINUTE);
  expect(await countOf(email)).toBe(3);
  await passTime(24 * HOUR, 10 * MINUTE);
  await strangersSignUp(email, 1, 1);
  expect(await countOf(email)).toBe(4);
});

test('networks that come back as soon as their own mail is a day old do not keep the owner from signing up', async () => {
  const email = newAddress();
  const askOnce = async (n: number) => {
    await strangerOf(email, `network ${n}`);
    await passTime(72 * MINUTE, 12 * MINUTE);
  };
  for (let n = 0; n < 20; n++) await askOnce(n);
  const owner = app.browser();
  expect((await owner.post(ACCOUNT_API.signUp, { email, password: PASSWORD })).status).toBe(200);
  await owner.post('/api/saveUser', { name: 'The Owner' });
  for (let n = 0; n < 2; n++) await askOnce(n);
  expect(await linkOf(email, 'The Owner')).not.toBe(null);
});

test('an owner who asks again while strangers’ sign-ups are mailed keeps their turn', async () => {
  const email = newAddress();
  await strangersSignUp(email, 12, 12);
  await passTime(20 * MINUTE, MINUTE);
  const owner = app.browser();
  await owner.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  await owner.post('/api/saveUser', { name: 'The Owner' });
  await passTime(6 * MINUTE, MINUTE);
  expect((await owner.post(ACCOUNT_API.resendVerification)).status).toBe(200);
  await passTime(HOUR, MINUTE);
  expect(await linkOf(email, 'The Owner')).not.toBe(null);
});

test('the deletion of an account changes nothing of what strangers hear who sign up with its address', async () => {
  const person = await signedInPerson(app);
  app.advance(25 * HOUR);
  await person.browser.post(ACCOUNT_API.signIn, { email: person.email, password: PASSWORD });
  const [taken, free] = [person.email, newAddress()];
  for (const email of [taken, free]) await strangersSignUp(email, 40, 40);
  await passTime(3 * HOUR, 5 * MINUTE);
  const written = await app.db.selectFrom('outbox').select('id').where('state', '=', 'waiting').execute();
  for (const { id } of written) await markSent(app.db, id, app.deps.clock());
  await proveForDeletion(person);
  const deletion = await person.browser.delete(pathFor(PRODUCT_API.user, person.record.id));
  expect(deletion.status).toBe(200);
  for (const email of [taken, free]) {
    const { json } = await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
    expect(json.code).toBe('CONFIRMATIONS_USED_UP');
  }
});

test('sign-ups at an address whose mails of the day are used up keep no other address waiting', async () => {
  const [crowded, quiet] = [newAddress(), newAddress()];
  await strangersSignUp(crowded, 300, 1);
  await passTime(20 * MINUTE, MINUTE);
  await strangersSignUp(quiet, 1, 1);
  expect(await countOf(quiet)).toBe(1);
});

test('of the sign-ups at one address that wait for their first mail, so many are kept', async () => {
  const email = newAddress();
  const first = app.browser();
  await first.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  await writeRequestedMails(app.deps);
  await strangersSignUp(email, MAILS_PER_ADDRESS.signUpsWaiting + 20, 50);
  const signUps = await app.db.selectFrom('sign_ups').select('id').where('email', '=', email).execute();
  expect(signUps).toHaveLength(MAILS_PER_ADDRESS.signUpsWaiting + 1);
  expect(await requestsOf(email)).toBe(MAILS_PER_ADDRESS.signUpsWaiting);
  // Whose mail is written keeps it.
  expect((await first.get(ACCOUNT_API.pending)).json.data).toMatchObject({ email });
});

test('confirmation mails to one address are taken in turn over the networks, however many each asks for', async () => {
  const email = newAddress();
  await strangersSignUp(email, 20, 1);
  for (let time = 0; time < 2; time++)
    await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  await writeRequestedMails(app.deps);
  const written = await app.db
    .selectFrom('outbox')
    .select('network')
    .where('state', '=', 'waiting')
    .execute();
  expect(new Set(written.map(({ network }) => network)).size).toBe(3);
});

test('confirmation mails to one address are those of one network where their /48 is the same', async () => {
  const email = newAddress();
  for (const ip of ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:2:1::1']) {
    const stranger = createTestClient(app.server, TEST_ORIGIN, ip);
    await stranger.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  }
  const rows = await app.db.selectFrom('outbox').select('network').execute();
  expect(new Set(rows.map(({ network }) => network)).size).toBe(2);
});

test('confirmation mails to one address keep no other address waiting', async () => {
  const [crowded, quiet] = [newAddress(), newAddress()];
  await strangersSignUp(crowded, 500, 5);
  await app.browser().post(ACCOUNT_API.signUp, { email: quiet, password: PASSWORD });
  for (let time = 0; time < 12; time++) await writeRequestedMails(app.deps);
  expect(await countOf(quiet)).toBe(1);
});

test('confirmation mails to one address do not hold up a password reset', async () => {
  const { email } = await signedInPerson(app);
  await strangersSignUp(email, 200, 10);
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  expect((await app.mailsTo(email)).map(({ kind }) => kind)).toContain('reset-password');
});

test('the request of a sign-up that ended is removed without a mail', async () => {
  const email = newAddress();
  await strangersSignUp(email, 1, 1);
  app.advance(7 * 24 * 60 * MINUTE);
  expect(await app.mailsTo(email)).toEqual([]);
  expect(await app.db.selectFrom('outbox').select('id').where('recipient', '=', email).execute()).toEqual([]);
});

test('of several processes that write at once, one writes each mail', async () => {
  const addresses = Array.from({ length: 10 }, newAddress);
  for (const email of addresses) await strangersSignUp(email, 5, 5);
  const others = Array.from({ length: 3 }, () => ({ ...app.deps, db: app.anotherDb() }));
  await Promise.all(others.map((deps) => writeRequestedMails(deps)));
  for (const email of addresses) expect(await app.mailsTo(email)).toHaveLength(3);
});

test('[P-061] of a mailed link the site keeps a hash, and the link itself in the mail alone', async () => {
  const { email } = await signedInPerson(app);
  const waiting = newAddress();
  await app.browser().post(ACCOUNT_API.signUp, { email: waiting, password: PASSWORD });
  const tokens = [await mailedResetToken(app, email), await app.tokenMailedTo(waiting)];
  const holding: string[] = [];
  for (const name of Object.keys(TABLES)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(app.db);
    if (tokens.some((token) => JSON.stringify(rows).includes(token))) holding.push(name);
  }
  expect(holding).toEqual(['outbox']);
});

test('a written mail knows when its link ends, an hour or a day later', async () => {
  const { email, browser } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.requestReset, { email });
  await writeRequestedMails(app.deps);
  const mails = await app.db
    .selectFrom('outbox')
    .select(['kind', 'created_at', 'link_expires_at'])
    .where('recipient', '=', email)
    .execute();
  const hours = mails.map((mail) => {
    const lives = Date.parse(mail.link_expires_at ?? '') - Date.parse(mail.created_at);
    return [mail.kind, lives / (60 * MINUTE)];
  });
  expect(Object.fromEntries(hours)).toEqual({ 'verify-email': 24, 'reset-password': 1 });
});
