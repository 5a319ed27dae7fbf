import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { lockAddress } from './address-password.ts';
import { freshSalt, hashPassword } from './passwords.ts';
import { writeRequestedMails } from './requested-mails.ts';
import { storeSignUp } from './sign-up.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

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

/** What the mail worker does, at its pace or slower. */
async function passTime(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 5 * SECOND) {
    app.advance(5 * SECOND);
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

describe('of 2,000 sign-ups by strangers from 100 networks', () => {
  test('all at the same moment, the owner’s own mail is there within a minute', async () => {
    const email = newAddress();
    await strangersSignUp(email, 1_000, 100);
    const wait = ownerWaits(email);
    await strangersSignUp(email, 1_000, 100);
    expect(await wait).toBeLessThanOrEqual(60);
  }, 60_000);

  test('half an hour before, the owner’s own mail is there within a minute', async () => {
    const email = newAddress();
    await strangersSignUp(email, 2_000, 100);
    await passTime(30 * MINUTE);
    expect(await ownerWaits(email)).toBeLessThanOrEqual(60);
  }, 60_000);
});

describe('confirmation mails to one address', () => {
  const countOf = async (email: string) => (await app.mailsTo(email)).length;

  test('are three at once, then one each 45 seconds, and ten an hour when each network asks once', async () => {
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

  test('are five an hour when networks ask again and again, so that some are left for who asks once', async () => {
    const email = newAddress();
    await strangersSignUp(email, 50, 2);
    await passTime(50 * MINUTE);
    expect(await countOf(email)).toBe(5);
    await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
    expect(await countOf(email)).toBe(6);
  });

  test('are taken in turn over the networks, however many each asks for', async () => {
    const email = newAddress();
    await strangersSignUp(email, 20, 1);
    await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
    await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
    await writeRequestedMails(app.deps);
    const written = await app.db
      .selectFrom('outbox')
      .select('network')
      .where('state', '=', 'waiting')
      .execute();
    expect(new Set(written.map(({ network }) => network)).size).toBe(3);
  });

  test('keep no other address waiting', async () => {
    const [crowded, quiet] = [newAddress(), newAddress()];
    await strangersSignUp(crowded, 500, 5);
    await app.browser().post(ACCOUNT_API.signUp, { email: quiet, password: PASSWORD });
    for (let time = 0; time < 12; time++) await writeRequestedMails(app.deps);
    expect(await countOf(quiet)).toBe(1);
  });

  test('do not hold up a password reset', async () => {
    const { email } = await signedInPerson(app);
    await strangersSignUp(email, 200, 10);
    await app.browser().post(ACCOUNT_API.requestReset, { email });
    expect((await app.mailsTo(email)).map(({ kind }) => kind)).toContain('reset-password');
  });
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
