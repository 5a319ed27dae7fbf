import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { PROVIDERS } from '#contract/social.ts';
import type { Tx } from '#server/database/database.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import {
  goToProvider,
  reportIn,
  type StandIns,
  socialSignIn,
  startStandIns,
} from '#server/testing/provider-visit.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { credentialRow, findAccount, setPassword } from '../accounts.ts';
import { freshSalt, hashPassword } from '../passwords.ts';
import { takeOver } from '../verification.ts';
import { accountKey } from './account-key.ts';
import { joinAccount } from './join-account.ts';

const STRANGER = 'what the stranger set';

let standIns: StandIns;
let app: TestApp;
beforeAll(async () => {
  standIns = await startStandIns();
  app = await openTestApp(standIns.settings);
});
afterAll(async () => {
  expect(app.logLines().filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  await app.close();
  await standIns.close();
});

const recordOf = async (browser: TestClient) => (await browser.get(ACCOUNT_API.session)).json.data;
const methodsOf = async (browser: TestClient) => (await browser.get(ACCOUNT_API.signInMethods)).json.methods;
const signIn = (browser: TestClient, email: string, password: string) =>
  browser.post(ACCOUNT_API.signIn, { email, password });
const auditOf = async () =>
  (await app.db.selectFrom('audit').select('action').orderBy('at').execute()).map(({ action }) => action);

async function resetPassword(email: string, password: string) {
  app.advance(1_000);
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  return app.browser().post(ACCOUNT_API.reset, { token: await app.tokenMailedTo(email), password });
}

describe('an address whose account was confirmed', () => {
  test.each(PROVIDERS)('is joined to %s: same record, and the password goes on working', async (provider) => {
    const { email, record, browser } = await signedInPerson(app);
    await browser.post(PRODUCT_API.saveUser, { about: 'my own words' });
    const visitor = app.browser();
    const before = (await auditOf()).length;
    app.advance(1);
    await socialSignIn(visitor, provider, { email, name: 'Another Name' });
    expect(await recordOf(visitor)).toMatchObject({
      id: record.id,
      name: record.name,
      about: 'my own words',
    });
    expect(await methodsOf(visitor)).toEqual(['password', provider]);
    expect((await signIn(app.browser(), email, PASSWORD)).status).toBe(200);
    // The session that was there is the same person's.
    expect((await recordOf(browser)).id).toBe(record.id);
    expect((await auditOf()).slice(before).toSorted()).toEqual(['provider-joined', 'signed-in', 'signed-in']);
  });

  test('is joined to both providers, one after the other', async () => {
    const [email, first, second] = [newAddress(), app.browser(), app.browser()];
    await socialSignIn(first, 'github', { email, name: 'Asha' });
    await socialSignIn(second, 'google', { email, name: 'Asha' });
    expect((await recordOf(second)).id).toBe((await recordOf(first)).id);
    expect(await methodsOf(second)).toEqual(['google', 'github']);
  });

  test('loses what a stranger’s sign-up left behind', async () => {
    const [{ email }, stranger] = [await signedInPerson(app), app.browser()];
    await stranger.post(ACCOUNT_API.signUp, { email, password: STRANGER });
    await socialSignIn(app.browser(), 'google', { email });
    expect((await stranger.post(PRODUCT_API.saveUser, { about: 'Mallory' })).status).toBe(401);
    expect((await signIn(stranger, email, STRANGER)).json.code).toBe('INVALID_EMAIL_OR_PASSWORD');
  });
});

describe('an address that a stranger registered before its owner came (decisions §3.4)', () => {
  test.each(PROVIDERS)(
    'belongs to the owner who comes with %s; nothing of the stranger works',
    async (provider) => {
      const [email, stranger, owner] = [newAddress(), app.browser(), app.browser()];
      await stranger.post(ACCOUNT_API.signUp, { email, password: STRANGER });
      await stranger.post(PRODUCT_API.saveUser, { name: 'Mallory', about: 'Mallory was here' });
      await app.browser().post(ACCOUNT_API.requestReset, { email });
      const links = (await app.mailsTo(email)).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]);
      expect(links).toHaveLength(2);

      expect((await socialSignIn(owner, provider, { email, name: 'Asha' })).outcome).toBe('signed-in');
      const record = await recordOf(owner);
      expect(record).toMatchObject({ name: 'Asha', about: '', login_count: 1, email_verified: true });
      expect(await methodsOf(owner)).toEqual([provider]);

      // The pending cookie: saving, asking for another mail.
      expect((await stranger.post(PRODUCT_API.saveUser, { about: 'Mallory again' })).status).toBe(401);
      expect((await stranger.post(ACCOUNT_API.resendVerification)).json.code).toBe('NO_USER_SIGNED_IN');
      // The password.
      expect((await signIn(stranger, email, STRANGER)).json.code).toBe('INVALID_EMAIL_OR_PASSWORD');
      // Links mailed before, in the stranger's browser and in any other.
      for (const token of links) {
        for (const browser of [stranger, app.browser()]) {
          const answers = [
            await browser.post(ACCOUNT_API.verify, { token }),
            await browser.post(ACCOUNT_API.verify, { token, password: STRANGER }),
            await browser.post(ACCOUNT_API.reset, { token, password: STRANGER }),
          ];
          expect(answers.map(({ json }) => json.code)).toEqual(Array(3).fill('LINK_NOT_VALID'));
        }
      }
      // Signing up once more.
      await stranger.post(ACCOUNT_API.signUp, { email, password: STRANGER });
      await stranger.post(PRODUCT_API.saveUser, { about: 'Mallory once more' });
      expect((await signIn(stranger, email, STRANGER)).json.code).toBe('EMAIL_NOT_VERIFIED');
      expect(await recordOf(stranger)).toBeNull();
      expect(await recordOf(owner)).toEqual(record);
    },
  );

  test('also when both happen at once', async () => {
    for (let round = 0; round < 4; round++) {
      const [email, stranger, owner] = [newAddress(), app.browser(), app.browser()];
      await stranger.post(ACCOUNT_API.signUp, { email, password: STRANGER });
      const provider = round % 2 === 0 ? 'google' : 'github';
      const back = await goToProvider(owner, provider, { email, name: 'Asha' });
      let isOver = false;
      const attacks = async (attack: (browser: TestClient) => Promise<unknown>) => {
        const browser = app.browser();
        for (const [name, value] of stranger.cookies) browser.cookies.set(name, value);
        while (!isOver) {
          await nextTurn();
          await attack(browser);
          expect(browser.cookies.has('session')).toBe(false);
        }
      };
      const come = async () => {
        const answer = await owner.get(back).finally(() => {
          isOver = true;
        });
        expect(reportIn(answer).outcome).toBe('signed-in');
      };
      await Promise.all([
        attacks((browser) => browser.post(PRODUCT_API.saveUser, { about: 'Mallory' })),
        attacks((browser) => signIn(browser, email, STRANGER)),
        attacks((browser) => browser.post(ACCOUNT_API.signUp, { email, password: STRANGER })),
        come(),
      ]);
      expect(await recordOf(owner)).toMatchObject({ email, name: 'Asha', about: '', email_verified: true });
      expect(await methodsOf(owner)).toEqual([provider]);
      const later = await signIn(app.browser(), email, STRANGER);
      expect(['INVALID_EMAIL_OR_PASSWORD', 'EMAIL_NOT_VERIFIED']).toContain(later.json.code);
    }
  });

  test('an owner who confirms by mail at that moment keeps the password typed there', async () => {
    for (let round = 0; round < 4; round++) {
      const [email, owner, sameOwner] = [newAddress(), app.browser(), app.browser()];
      await app.browser().post(ACCOUNT_API.signUp, { email, password: STRANGER });
      const token = await app.tokenMailedTo(email);
      const back = await goToProvider(owner, 'google', { email, name: 'Asha' });
      const [confirmed, report] = await Promise.all([
        sameOwner.post(ACCOUNT_API.verify, { token, password: PASSWORD }),
        owner.get(back).then(reportIn),
      ]);
      expect(report.outcome).toBe('signed-in');
      expect([200, 410]).toContain(confirmed.status);
      const after = await signIn(app.browser(), email, PASSWORD);
      expect(after.status).toBe(confirmed.status === 200 ? 200 : 401);
      expect((await signIn(app.browser(), email, STRANGER)).json.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    }
  });
});

/** Holds a change of the account open until somebody waits for it, then goes on with it and commits it. */
async function whileUncommitted<T>(
  change: (tx: Tx) => Promise<unknown>,
  come: () => Promise<T>,
  goOn: (tx: Tx) => Promise<unknown> = async () => {},
) {
  let coming: Promise<T> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await change(tx);
    const isBlocked = await blockedBy(tx);
    coming = come();
    // On SQLite everybody waits for the one connection.
    while (!(await isBlocked())) await nextTurn();
    await goOn(tx);
  });
  return coming;
}
async function blockedBy(tx: Tx): Promise<() => Promise<boolean>> {
  if (!process.env.TEST_DATABASE_URL) return async () => true;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  return async () => {
    const waiting = sql`select 1 from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`;
    return (await waiting.execute(app.db)).rows.length > 0;
  };
}

describe('a change of the account that is not yet committed when its owner comes from a provider', () => {
  const come = (email: string, account: string) => () => {
    const accountId = accountKey(standIns.google.url, 'the usual one', account);
    return joinAccount(app.deps, 'google', { accountId, email, isEmailVerified: true, name: 'Asha' });
  };

  test('a confirmation keeps the password that was chosen with it', async () => {
    const [email, stranger] = [newAddress(), app.browser()];
    await stranger.post(ACCOUNT_API.signUp, { email, password: STRANGER });
    const known = await findAccount(app.db, email);
    const hash = await hashPassword(PASSWORD, freshSalt());
    const joined = await whileUncommitted(
      (tx) => takeOver(app.deps, tx, known?.id ?? '', hash),
      come(email, `confirmed-${email}`),
    );
    expect(joined).toEqual({ kind: 'joined', userId: known?.id });
    expect((await signIn(app.browser(), email, PASSWORD)).status).toBe(200);
    expect((await signIn(stranger, email, STRANGER)).status).toBe(401);
  });

  test('a stranger’s second sign-up leaves no password behind', async () => {
    const [email, stranger] = [newAddress(), app.browser()];
    await stranger.post(ACCOUNT_API.signUp, { email, password: 'another one' });
    const known = await findAccount(app.db, email);
    const hash = await hashPassword(STRANGER, freshSalt());
    const joined = await whileUncommitted(
      async (tx) => {
        await tx
          .updateTable('users')
          .set({ about: 'Mallory' })
          .where('id', '=', known?.id ?? '')
          .execute();
        await setPassword(tx, credentialRow(app.deps.newId(), known?.id ?? '', hash, app.deps.clock()));
      },
      come(email, `signed-up-${email}`),
    );
    expect(joined).toEqual({ kind: 'joined', userId: known?.id });
    const owner = app.browser();
    await socialSignIn(owner, 'google', { account: `signed-up-${email}` });
    expect(await recordOf(owner)).toMatchObject({ id: known?.id, name: 'Asha', about: '' });
    expect(await methodsOf(owner)).toEqual(['google']);
    expect((await signIn(stranger, email, STRANGER)).status).toBe(401);
  });
});

describe('whoever uses a mailed link while a sign-in takes the account over', () => {
  test.each([
    ['verify', ACCOUNT_API.verify],
    ['reset', ACCOUNT_API.reset],
  ])('%s: each has what the other one waits for, and nobody is told of a failure', async (kind, path) => {
    const [email, owner] = [newAddress(), app.browser()];
    await app.browser().post(ACCOUNT_API.signUp, { email, password: STRANGER });
    app.advance(1_000);
    if (kind === 'reset') await app.browser().post(ACCOUNT_API.requestReset, { email });
    const token = await app.tokenMailedTo(email);
    const id = (await findAccount(app.db, email))?.id ?? '';
    let isTaken = true;
    const answer = await whileUncommitted(
      (tx) => tx.updateTable('users').set({ about: '' }).where('id', '=', id).execute(),
      () => owner.post(path, { token, password: PASSWORD }),
      (tx) =>
        tx
          .deleteFrom('mail_links')
          .where('user_id', '=', id)
          .execute()
          // PostgreSQL undoes one of the two, mostly the other one.
          .catch(() => {
            isTaken = false;
          }),
    );
    expect(answer?.status).toBe(isTaken ? 410 : 200);
    expect((await signIn(owner, email, PASSWORD)).status).toBe(isTaken ? 401 : 200);
  });
});

test('a deletion has what a reset waits for, and the other way round: the account goes', async () => {
  const { email, browser, record } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
  app.advance(1_000);
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  const answer = await whileUncommitted(
    (tx) => tx.deleteFrom('mail_links').where('user_id', '=', record.id).execute(),
    () => browser.delete(pathFor(PRODUCT_API.user, record.id)),
    (tx) =>
      tx
        .updateTable('users')
        .set({ about: 'reset' })
        .where('id', '=', record.id)
        .execute()
        // PostgreSQL undoes one of the two, mostly the other one.
        .catch(() => undefined),
  );
  expect(answer?.status).toBe(200);
  expect(await findAccount(app.db, email)).toBeUndefined();
});

describe('an address that came with a provider first', () => {
  test('a stranger who signs up with it gets nowhere, and learns nothing', async () => {
    const [email, owner, stranger] = [newAddress(), app.browser(), app.browser()];
    await socialSignIn(owner, 'google', { email, name: 'Asha' });
    const record = await recordOf(owner);
    const answers = async (browser: TestClient, address: string) => {
      const sent = [
        await browser.post(ACCOUNT_API.signUp, { email: address, password: STRANGER }),
        await browser.post(PRODUCT_API.saveUser, { about: 'Mallory' }),
        await signIn(browser, address, STRANGER),
        await signIn(browser, address, 'guessed'),
        await browser.post(ACCOUNT_API.resendVerification),
        await browser.post(ACCOUNT_API.requestReset, { email: address }),
      ];
      return sent.map(({ status, json }) => [status, json.code, json.message]);
    };
    expect(await answers(stranger, email)).toEqual(await answers(app.browser(), newAddress()));
    expect(await recordOf(owner)).toEqual(record);
    expect(await methodsOf(owner)).toEqual(['google']);
    expect((await app.mailsTo(email)).map(({ kind }) => kind).sort()).toEqual([
      'account-exists',
      'reset-password',
    ]);
  });

  test('its owner can add a password through the mailbox', async () => {
    const [email, owner] = [newAddress(), app.browser()];
    await socialSignIn(owner, 'github', { email, name: 'Asha' });
    const { id } = await recordOf(owner);
    expect((await resetPassword(email, PASSWORD)).status).toBe(200);
    const signedIn = await signIn(app.browser(), email, PASSWORD);
    expect(signedIn.json.data).toMatchObject({ id, name: 'Asha' });
    // Ended everywhere, as by every reset.
    expect(await recordOf(owner)).toBeNull();
    await socialSignIn(owner, 'github', { email, name: 'Asha' });
    expect(await methodsOf(owner)).toEqual(['password', 'github']);
  });
});

describe('at the same time', () => {
  test.each(PROVIDERS)('several windows of a new person (%s) make one account', async (provider) => {
    const [email, browsers] = [newAddress(), Array.from({ length: 6 }, () => app.browser())];
    const backs = await Promise.all(
      browsers.map((browser) => goToProvider(browser, provider, { email, name: 'Asha' })),
    );
    const reports = await Promise.all(
      browsers.map(async (browser, index) => reportIn(await browser.get(backs[index] ?? ''))),
    );
    expect(reports.map(({ outcome }) => outcome)).toEqual(Array(6).fill('signed-in'));
    const records = await Promise.all(browsers.map(recordOf));
    expect(new Set(records.map(({ id }) => id)).size).toBe(1);
    expect(records[0].login_count).toBe(6);
    expect(await methodsOf(browsers[0] as TestClient)).toEqual([provider]);
  });

  test('both providers and a sign-up for a new address make one account, without the password', async () => {
    for (let round = 0; round < 4; round++) {
      const [email, google, github] = [newAddress(), app.browser(), app.browser()];
      const backs = await Promise.all([
        goToProvider(google, 'google', { email, name: 'Asha' }),
        goToProvider(github, 'github', { email, name: 'Asha' }),
      ]);
      await Promise.all([
        google.get(backs[0]),
        github.get(backs[1]),
        app.browser().post(ACCOUNT_API.signUp, { email, password: STRANGER }),
      ]);
      expect((await recordOf(google)).id).toBe((await recordOf(github)).id);
      expect(await methodsOf(google)).toEqual(['google', 'github']);
    }
  });

  test('a deletion and a sign-in leave either no account, or a new one', async () => {
    for (let round = 0; round < 4; round++) {
      const { email, browser, record } = await signedInPerson(app);
      await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
      const visitor = app.browser();
      const back = await goToProvider(visitor, 'google', { email, name: 'Asha' });
      const [deleted, report] = await Promise.all([
        browser.delete(`/api/user/${record.id}`),
        visitor.get(back).then(reportIn),
      ]);
      expect(deleted.status).toBe(200);
      expect(['signed-in', 'user-not-found']).toContain(report.outcome);
      const left = await recordOf(visitor);
      if (left !== null) expect(left).toMatchObject({ email, name: 'Asha', login_count: 1 });
      const rows = await app.db
        .selectFrom('accounts')
        .select('id')
        .where('user_id', '=', record.id)
        .execute();
      expect(rows).toEqual([]);
    }
  });
});
