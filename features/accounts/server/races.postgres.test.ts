import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
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
  recordOf,
  resetPassword,
  signedInPerson,
  withCookiesOf,
} from '#server/testing/people.ts';
import { until } from '#server/testing/restarting-site.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { accountMails } from './requested-mails.ts';
import { endAllSessions } from './sessions.ts';

/** Tests concurrent requests to one account. `deletion.postgres.test.ts` tests requests during a deletion. */
const THEIRS = 'the password of the attacker';
const NEW_PASSWORD = 'mine and new';

const URL_OF_TESTS = process.env.TEST_DATABASE_URL;

const app = await openTestApp();

async function signUp(password = PASSWORD, email = newAddress()) {
  const browser = app.browser();
  await browser.post(ACCOUNT_API.signUp, { email, password });
  return { email, browser };
}
const signIn = (email: string, password: string, browser = app.browser()) =>
  browser.post(ACCOUNT_API.signIn, { email, password });
const saltIn = (hash: string) => hash.split('$').at(-2);

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
  const answers = await Promise.all([1, 2].map(() => browser.post(ACCOUNT_API.verify, { token })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect(await findRows(app.db, 'users', ['login_count'], { email })).toEqual([{ login_count: 1 }]);
});

test('two confirmation links for one address, used at the same time, make only one account', async () => {
  const first = await signUp();
  const token = await app.tokenMailedTo(first.email);
  app.advance(1_000);
  await signUp(THEIRS, first.email);
  const other = await app.tokenMailedTo(first.email);
  const answers = await Promise.all([
    first.browser.post(ACCOUNT_API.verify, { token }),
    app.browser().post(ACCOUNT_API.verify, { token: other, password: NEW_PASSWORD }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
});

test('if a stranger signs up with an address while the owner confirms that address, the stranger’s password never becomes the account’s password', async () => {
  for (let round = 0; round < 4; round++) {
    const { email, browser } = await signUp(NEW_PASSWORD);
    const token = await app.tokenMailedTo(email);
    const [confirmed] = await Promise.all([
      browser.post(ACCOUNT_API.verify, { token }),
      signUp(THEIRS, email),
    ]);
    expect(confirmed.status).toBe(200);
    expect((await signIn(email, THEIRS)).status).not.toBe(200);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  }
});

test('all unconfirmed sign-ups with one address share a salt, so that a sign-in hashes the typed password only once', async () => {
  const email = newAddress();
  await Promise.all(Array.from({ length: 6 }, (_, at) => signUp(`password ${at}`, email)));
  const rows = await findRows(app.db, 'sign_ups', ['password_hash'], { email });
  expect(rows).toHaveLength(6);
  expect(new Set(rows.map(({ password_hash }) => saltIn(password_hash))).size).toBe(1);
});

test('a sign-in with the old password that runs during a reset leaves no session after the reset', async () => {
  for (let round = 0; round < 4; round++) {
    const { email } = await signedInPerson(app);
    const token = await mailedResetToken(app, email);
    const thieves = Array.from({ length: 6 }, () => app.browser());
    // The reset starts first, so that it can finish between a sign-in’s password check and its session.
    const [changed, ...answers] = await Promise.all([
      app.browser().post(ACCOUNT_API.reset, { token, password: NEW_PASSWORD }),
      ...thieves.map((thief) => signIn(email, PASSWORD, thief)),
    ]);
    expect(changed.status).toBe(200);
    for (const { status } of answers) expect([200, 401]).toContain(status);
    for (const thief of thieves) expect(await recordOf(thief)).toBeNull();
  }
});

test('a profile that is saved while the sign-up of the same person is confirmed is either stored in the account or refused', async () => {
  for (let round = 0; round < 5; round++) {
    const { email, browser } = await signUp();
    const token = await app.tokenMailedTo(email);
    const same = withCookiesOf(browser, app.browser());
    let saved = '';
    let isOver = false;
    const saves = async () => {
      for (let time = 0; !isOver; time++) {
        await nextTurn();
        const answer = await same.post(PRODUCT_API.saveUser, { about: `save ${time}` });
        if (answer.status === 200) saved = answer.json.data.about;
        else expect(answer.status).toBe(401);
      }
    };
    const confirm = async () => {
      const answer = await browser.post(ACCOUNT_API.verify, { token }).finally(() => {
        isOver = true;
      });
      expect(answer.status).toBe(200);
    };
    await Promise.all([saves(), confirm()]);
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
  const answers = await Promise.all(
    providers.map((provider) => browser.post(SOCIAL_API.unlink, { provider })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('when several processes turn mail requests into mails at once, each mail is written once', async () => {
  const { email } = await signUp();
  for (let time = 0; time < 2; time++) await signUp(PASSWORD, email);
  const others = Array.from({ length: 3 }, () => ({ ...app.deps, db: app.anotherDb() }));
  await Promise.all(others.map((deps) => writeRequestedMails(deps)));
  expect(await app.mailsTo(email)).toHaveLength(3);
});

// These tests need PostgreSQL, because SQLite runs one transaction after another.
describe.runIf(URL_OF_TESTS)('a mail with a reset link', () => {
  /** Waits until another transaction waits for this one. */
  const isWaitedFor = async (tx: Tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const waiting = sql`select 1 from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`;
    await until(async () => (await waiting.execute(app.db)).rows.length > 0);
  };
  const requested = async () => {
    const { email, record } = await signedInPerson(app);
    await app.browser().post(ACCOUNT_API.requestReset, { email });
    return { email, id: record.id };
  };
  const leftOf = async ({ email, id }: { email: string; id: string }) => ({
    links: await findRows(app.db, 'reset_links', ['token_hash'], { user_id: id }),
    mails: await findRows(app.db, 'outbox', ['state'], { kind: RESET_MAIL.name, recipient: email }),
  });

  test('is not sent to the former address if the address of the account changes while the mail is being written', async () => {
    const { email, id } = await requested();
    let written: Promise<unknown> | undefined;
    await app
      .anotherDb()
      .transaction()
      .execute(async (tx) => {
        await updateRows(tx, 'users', { id }, { email: newAddress() });
        written = writeRequestedMails(app.deps);
        await isWaitedFor(tx);
      });
    await written;
    expect(await leftOf({ email, id })).toEqual({ links: [], mails: [] });
  });

  test('leaves no valid link if all sessions and links of the account are ended while the mail is being written', async () => {
    const { email, id } = await requested();
    let ended: Promise<unknown> | undefined;
    await app
      .anotherDb()
      .transaction()
      .execute(async (tx) => {
        const resets = accountMails(app.deps).find(({ mail }) => mail === RESET_MAIL);
        await resets?.write(app.deps, tx, email, app.deps.clock());
        ended = endAllSessions(app.deps, id, { actor: 'operator', detail: '' });
        await isWaitedFor(tx);
      });
    await ended;
    expect(await leftOf({ email, id })).toEqual({ links: [], mails: [] });
  });
});

test('[A-41] a request whose body arrives after a reset cannot use the session that the reset ended', async () => {
  const { email, browser, record } = await signedInPerson(app);
  const paths = [PRODUCT_API.saveUser, pathFor(PRODUCT_API.saveUserById, record.id)];
  for (const [round, path] of paths.entries()) {
    const password = `new password ${round}`;
    const answer = await sendSlowly(browser, path, { name: 'Mallory' }, () =>
      resetPassword(app, email, password),
    );
    expect(answer.status).toBe(401);
    expect((await signIn(email, password, browser)).json.data.name).toBe(record.name);
  }
});

/** Sends the headers of a request, runs `beforeBody`, and then sends the body. */
function sendSlowly(browser: TestClient, path: string, body: unknown, beforeBody: () => Promise<unknown>) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  let isFirst = true;
  const stream = new ReadableStream({
    async pull(controller) {
      if (isFirst) {
        isFirst = false;
        controller.enqueue(bytes.subarray(0, 1));
        return;
      }
      await beforeBody();
      controller.enqueue(bytes.subarray(1));
      controller.close();
    },
  });
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    body: stream,
    duplex: 'half',
    headers: {
      'content-type': 'application/json',
      'content-length': String(bytes.length),
      origin: app.deps.origin,
      'x-api-key': app.deps.settings.publicApiKey,
    },
  };
  return browser.send(path, init);
}
