import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { RESET_MAIL } from '#content/features/accounts.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import type { Tx } from '#server/database/database.ts';
import { deleteRows, findRows, insertRow, updateRows } from '#server/database/rows.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import {
  mailedResetToken,
  newAddress,
  PASSWORD,
  type Person,
  recordOf,
  resetPassword,
  signedInPerson,
  withCookiesOf,
} from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestAnswer, TestClient } from '#server/testing/test-client.ts';
import { commitOnceWaitedFor } from '#server/testing/test-database.ts';
import { accountMails } from './requested-mails.ts';
import { endAllSessions } from './sessions.ts';

/** Tests concurrent requests to one account. `deletion.postgres.test.ts` tests requests during a deletion. */
const THEIRS = 'the password of the attacker';
const NEW_PASSWORD = 'mine and new';

const app = await openTestApp();

async function signUp(password = PASSWORD, email = newAddress()) {
  const browser = app.browser();
  await browser.post(ACCOUNT_API.signUp, { email, password });
  return { email, browser };
}
const signIn = (email: string, password: string, browser = app.browser()) =>
  browser.post(ACCOUNT_API.signIn, { email, password });
const confirm = (browser: TestClient, token: string, password?: string) =>
  browser.post(ACCOUNT_API.verify, { token, password });
const sortedStatuses = async (answers: readonly Promise<TestAnswer>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort();

test('several clicks at once on the button that sends another verification mail send only one mail', async () => {
  const { email, browser } = await signUp();
  expect(await app.mailsTo(email)).toHaveLength(1);
  app.advance(5 * 60_000);
  const answers = await Promise.all([1, 2, 3].map(() => browser.post(ACCOUNT_API.resendVerification)));
  expect(answers.filter(({ json }) => json.message === MESSAGES.verificationSent)).toHaveLength(1);
  expect(await app.mailsTo(email)).toHaveLength(2);
});

test('two clicks at once on one confirmation link make one account, and the second click gets status 410', async () => {
  const { email, browser } = await signUp();
  const token = await app.tokenMailedTo(email);
  expect(await sortedStatuses([1, 2].map(() => confirm(browser, token)))).toEqual([200, 410]);
  expect(await findRows(app.db, 'users', ['login_count'], { email })).toEqual([{ login_count: 1 }]);
});

test('two confirmation links for one address, used at the same time, make only one account', async () => {
  const { email, browser } = await signUp();
  const token = await app.tokenMailedTo(email);
  app.advance(1_000);
  await signUp(THEIRS, email);
  const other = await app.tokenMailedTo(email);
  const answers = [confirm(browser, token), confirm(app.browser(), other, NEW_PASSWORD)];
  expect(await sortedStatuses(answers)).toEqual([200, 410]);
});

test('a stranger who signs up while the owner confirms the address never sets the account’s password', async () => {
  for (let round = 0; round < 4; round++) {
    const { email, browser } = await signUp(NEW_PASSWORD);
    const token = await app.tokenMailedTo(email);
    const [confirmed] = await Promise.all([confirm(browser, token), signUp(THEIRS, email)]);
    expect(confirmed.status).toBe(200);
    expect((await signIn(email, THEIRS)).status).not.toBe(200);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  }
});

test('all unconfirmed sign-ups with one address share a salt, so that a sign-in hashes its password only once', async () => {
  const email = newAddress();
  await Promise.all(Array.from({ length: 6 }, (_, at) => signUp(`password ${at}`, email)));
  const rows = await findRows(app.db, 'sign_ups', ['password_hash'], { email });
  expect(rows).toHaveLength(6);
  expect(new Set(rows.map(({ password_hash }) => password_hash.split('$').at(-2))).size).toBe(1);
});

test('a sign-in with the old password that runs during a reset leaves no session after the reset', async () => {
  for (let round = 0; round < 4; round++) {
    const { email } = await signedInPerson(app);
    const token = await mailedResetToken(app, email);
    const thieves = Array.from({ length: 6 }, () => app.browser());
    // The reset starts first, so that it can finish after a sign-in’s password check, but before the session is stored.
    const [changed, ...answers] = await Promise.all([
      app.browser().post(ACCOUNT_API.reset, { token, password: NEW_PASSWORD }),
      ...thieves.map((thief) => signIn(email, PASSWORD, thief)),
    ]);
    expect(changed.status).toBe(200);
    for (const { status } of answers) expect([200, 401]).toContain(status);
    for (const thief of thieves) expect(await recordOf(thief)).toBeNull();
  }
});

test('a profile that is saved while the sign-up is confirmed is either kept in the account or refused', async () => {
  for (let round = 0; round < 5; round++) {
    const { email, browser } = await signUp();
    const token = await app.tokenMailedTo(email);
    const same = withCookiesOf(browser, app.browser());
    let saved = '';
    let isOver = false;
    const saves = async () => {
      for (let time = 0; !isOver; time++) {
        await nextTurn();
        const { status, json } = await same.post(PRODUCT_API.saveUser, { about: `save ${time}` });
        expect([200, 401]).toContain(status);
        if (status === 200) saved = json.data.about;
      }
    };
    const confirmed = confirm(browser, token).finally(() => {
      isOver = true;
    });
    const [{ status }] = await Promise.all([confirmed, saves()]);
    expect(status).toBe(200);
    expect((await signIn(email, PASSWORD)).json.data.about).toBe(saved);
  }
});

test('when the last two sign-in providers are unlinked at once, one of them stays linked', async () => {
  const { browser, record } = await signedInPerson(app);
  const user_id = record.id;
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const providers = ['google', 'github'] as const;
  for (const provider of providers)
    await insertRow(app.db, 'provider_accounts', { provider, account_id: user_id, user_id, created_at: '' });
  await deleteRows(app.db, 'passwords', { user_id });
  const answers = providers.map((provider) => browser.post(SOCIAL_API.unlink, { provider }));
  expect(await sortedStatuses(answers)).toEqual([200, 409]);
});

test('when several processes turn mail requests into mails at once, each mail is written once', async () => {
  const { email } = await signUp();
  for (let time = 0; time < 2; time++) await signUp(PASSWORD, email);
  const others = Array.from({ length: 3 }, () => ({ ...app.deps, db: app.anotherDb() }));
  await Promise.all(others.map((deps) => writeRequestedMails(deps)));
  expect(await app.mailsTo(email)).toHaveLength(3);
});

// These tests need PostgreSQL, because SQLite runs one transaction after another.
describe.runIf(process.env.TEST_DATABASE_URL)('writing a mail with a reset link', () => {
  /** Requests a reset, and then runs `before` and `during` at the same time (`commitOnceWaitedFor`). */
  async function leftAfter(
    before: (tx: Tx, person: Person) => Promise<unknown>,
    during: (person: Person) => Promise<unknown>,
  ) {
    const person = await signedInPerson(app);
    const { email, record } = person;
    await app.browser().post(ACCOUNT_API.requestReset, { email });
    await commitOnceWaitedFor(
      app,
      (tx) => before(tx, person),
      () => during(person),
    );
    return [
      ...(await findRows(app.db, 'reset_links', ['token_hash'], { user_id: record.id })),
      ...(await findRows(app.db, 'outbox', ['state'], { kind: RESET_MAIL.name, recipient: email })),
    ];
  }

  test('no reset link goes to the account’s former address if the address changes meanwhile', async () => {
    const left = leftAfter(
      (tx, { record: { id } }) => updateRows(tx, 'users', { id }, { email: newAddress() }),
      () => writeRequestedMails(app.deps),
    );
    expect(await left).toEqual([]);
  });

  test('the reset link is not valid if all sessions and links of the account are ended meanwhile', async () => {
    const resets = accountMails(app.deps).find(({ mail }) => mail === RESET_MAIL);
    const left = leftAfter(
      async (tx, { email }) => resets?.write(app.deps, tx, email, app.deps.clock()),
      ({ record: { id } }) => endAllSessions(app.deps, id, { actor: 'operator', detail: '' }),
    );
    expect(await left).toEqual([]);
  });
});

test('[A-41] a request that begins before a password reset and ends after it cannot use the ended session', async () => {
  const { email, browser, record } = await signedInPerson(app);
  const key = app.deps.settings.publicApiKey;
  const paths = [PRODUCT_API.saveUser, pathFor(PRODUCT_API.saveUserById, record.id)];
  for (const [round, path] of paths.entries()) {
    const password = `new password ${round}`;
    const slowly = async function* () {
      yield Buffer.from('{ "name":');
      await resetPassword(app, email, password);
      yield Buffer.from('"Mallory" }');
    };
    const headers = { 'content-type': 'application/json', origin: app.deps.origin, 'x-api-key': key };
    const answer = await browser.send(path, { method: 'POST', body: ReadableStream.from(slowly()), headers });
    expect(answer.status).toBe(401);
    expect((await signIn(email, password, browser)).json.data.name).toBe(record.name);
  }
});
