import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { TABLES } from '#content/data-register.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { findRow, findRows, insertRow } from '#server/database/rows.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import { mailedResetToken, newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
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

const signUp = (email: string, browser = app.browser()) =>
  browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });

/** Stores sign-ups by strangers with one shared hash, because hashing would take minutes. */
async function strangersSignUp(email: string, count: number, networks: number): Promise<void> {
  const passwordHash = await hashPassword('of a stranger', freshSalt());
  await app.db.transaction().execute(async (tx) => {
    await lockAddress(tx, email);
    for (let n = 0; n < count; n++)
      await storeSignUp(app.deps, tx, { email, passwordHash, network: `network ${n % networks}` });
  });
}

/** Lets time pass and writes the requested mails at each step, as the mail worker does. */
async function passTime(milliseconds: number, step = 5 * SECOND): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    app.advance(step);
    await writeRequestedMails(app.deps);
  }
}

test('[A-09] the owner of an address gets a mail within a minute, even if 100 networks sign up with it 300 times at once', async () => {
  const email = newAddress();
  await strangersSignUp(email, 150, 100);
  const browser = app.browser();
  await signUp(email, browser);
  await browser.post(PRODUCT_API.saveUser, { name: 'The Owner' });
  await strangersSignUp(email, 150, 100);
  await passTime(MINUTE);
  const own = await findRow(app.db, 'sign_ups', ['link_hash'], { email, name: 'The Owner' });
  expect(own?.link_hash).toEqual(expect.any(String));
});

const countOf = async (email: string) =>
  (await app.mailsTo(email)).filter(({ kind }) => kind !== 'account-changed').length;
const requestsOf = async (email: string) =>
  (await findRows(app.db, 'outbox', ['id'], { recipient: email, state: 'requested' })).length;

test('[A-10] sign-ups with one address from many networks cause three mails at once, then one per 45 seconds, ten an hour at most', async () => {
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

test('sign-ups with one address from two networks cause five mails an hour, and leave room for a third network', async () => {
  const email = newAddress();
  await strangersSignUp(email, 50, 2);
  await passTime(50 * MINUTE);
  expect(await countOf(email)).toBe(5);
  await signUp(email);
  expect(await countOf(email)).toBe(6);
});

test('[A-69] an address gets at most twenty confirmation mails a day; the refusal of more reveals nothing about an account', async () => {
  const [{ email: taken }, waiting, first] = [await signedInPerson(app), newAddress(), app.browser()];
  await signUp(waiting, first);
  for (const email of [waiting, taken]) await strangersSignUp(email, 40, 40);
  await passTime(3 * HOUR, MINUTE);
  for (const email of [waiting, taken]) expect(await countOf(email)).toBe(20);
  const answers = [
    await signUp(waiting),
    await signUp(taken),
    await first.post(ACCOUNT_API.resendVerification),
  ];
  const said = new Set(answers.map(({ json }) => `${json.code} ${json.message}`));
  expect([...said]).toEqual([expect.stringMatching(/^CONFIRMATIONS_USED_UP .* tomorrow/)]);
  app.advance(24 * HOUR);
  for (const email of [waiting, taken]) expect((await signUp(email)).status).toBe(200);
}, 60_000);

test('[A-70] one network causes at most three confirmation mails a day to an address, and its requests expire after two hours', async () => {
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

test('only a limited number of sign-ups with one address may wait for their first mail', async () => {
  const [email, first] = [newAddress(), app.browser()];
  await signUp(email, first);
  await writeRequestedMails(app.deps);
  await strangersSignUp(email, 1, 1);
  // Copies the stranger's sign-up and its mail request, because storing so many one by one takes long.
  const request = (await findRow(app.db, 'outbox', '*', { state: 'requested' })) ?? expect.fail();
  const signedUp = (await findRow(app.db, 'sign_ups', '*', { id: request.user_id ?? '' })) ?? expect.fail();
  for (let at = 1; at < MAILS_PER_ADDRESS.signUpsWaiting; at++) {
    const id = `copy ${at}`;
    await insertRow(app.db, 'sign_ups', { ...signedUp, id, browser: id });
    await insertRow(app.db, 'outbox', { ...request, id, user_id: id });
  }
  await strangersSignUp(email, 20, 20);
  const signUps = await findRows(app.db, 'sign_ups', ['id'], { email });
  expect(signUps).toHaveLength(MAILS_PER_ADDRESS.signUpsWaiting + 1);
  expect(await requestsOf(email)).toBe(MAILS_PER_ADDRESS.signUpsWaiting);
  // The mail of this sign-up was already written, so the sign-up is not removed.
  expect((await first.get(ACCOUNT_API.pending)).json.data).toMatchObject({ email });
});

test('all IPv6 addresses of a /48 share one limit of mails', async () => {
  const email = newAddress();
  for (const ip of ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:2:1::1'])
    await signUp(email, createTestClient(app.server, TEST_ORIGIN, ip));
  const rows = await app.db.selectFrom('outbox').select('network').execute();
  expect(new Set(rows.map(({ network }) => network)).size).toBe(2);
});

test('many mail requests for one address do not delay the mails of other addresses', async () => {
  const [crowded, quiet] = [newAddress(), newAddress()];
  await strangersSignUp(crowded, 500, 5);
  await signUp(quiet);
  for (let time = 0; time < 12; time++) await writeRequestedMails(app.deps);
  expect(await countOf(quiet)).toBe(1);
});

test('[P-061] the token of a mailed link is stored only in the mail, with its expiry: one hour for a reset, one day for a confirmation', async () => {
  const { email } = await signedInPerson(app);
  const waiting = newAddress();
  await signUp(waiting);
  const tokens = [await mailedResetToken(app, email), await app.tokenMailedTo(waiting)];
  const holding: string[] = [];
  for (const name of Object.keys(TABLES)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(app.db);
    if (tokens.some((token) => JSON.stringify(rows).includes(token))) holding.push(name);
  }
  expect(holding).toEqual(['outbox']);
  const columns = ['kind', 'created_at', 'link_expires_at'] as const;
  const mails = await findRows(app.db, 'outbox', columns, { recipient: [email, waiting] });
  const hours = mails.map(({ kind, created_at, link_expires_at }) => [
    kind,
    (Date.parse(link_expires_at ?? '') - Date.parse(created_at)) / HOUR,
  ]);
  expect(Object.fromEntries(hours)).toEqual({ 'verify-email': 24, 'reset-password': 1 });
});
