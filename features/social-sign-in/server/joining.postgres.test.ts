import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { closeAccount, reopenAccount } from '#features/accounts/server/closed-accounts.ts';
import { PROVIDERS } from '#features/social-sign-in/contract.ts';
import { findRows, updateRows } from '#server/database/rows.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import {
  contestedPassword,
  newAddress,
  PASSWORD,
  proveForDeletion,
  recordOf,
  signedInPerson,
  withCookiesOf,
  withSecondStep,
} from '#server/testing/people.ts';
import { goToProvider, openSocialSite, reportIn, socialSignIn } from '#server/testing/social-site.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { commitOnceWaitedFor, describeOnSqlite } from '#server/testing/test-database.ts';

const STRANGER = 'what the stranger set';

const app = await openSocialSite();
afterAll(() => expect(app.logLines().filter((line) => /"level":[56]0/.test(line))).toEqual([]));

const methodsOf = async (browser: TestClient) => (await browser.get(ACCOUNT_API.signInMethods)).json.methods;
const signIn = (browser: TestClient, email: string, password: string) =>
  browser.post(ACCOUNT_API.signIn, { email, password });
const auditOf = async () =>
  (await app.db.selectFrom('audit').select('action').orderBy('at').execute()).map(({ action }) => action);

test.each(PROVIDERS)(
  'a first sign-in with %s links the provider to the account that has the provider’s email address',
  async (provider) => {
    const { email, record, browser } = await signedInPerson(app);
    await browser.post(PRODUCT_API.saveUser, { about: 'my own words' });
    const visitor = app.browser();
    const before = (await auditOf()).length;
    app.advance(1);
    await socialSignIn(visitor, provider, { email, name: 'Another Name' });
    const { id, name } = record;
    expect(await recordOf(visitor)).toMatchObject({ id, name, about: 'my own words' });
    expect(await methodsOf(visitor)).toEqual(['password', provider]);
    expect((await signIn(app.browser(), email, PASSWORD)).status).toBe(200);
    expect((await recordOf(browser)).id).toBe(id);
    expect((await auditOf()).slice(before).toSorted()).toEqual(['provider-joined', 'signed-in', 'signed-in']);
  },
);

describeOnSqlite('an unlinked account whose address a provider has verified', () => {
  const provider = 'google';
  const refusedFor = async (email: string) => {
    const visitor = app.browser();
    const { outcome } = await socialSignIn(visitor, provider, { email });
    expect(await recordOf(visitor)).toBeNull();
    return outcome;
  };

  test('[A-35] is not linked at a sign-in if it has a passkey, but can be linked while its owner is signed in', async () => {
    const person = await signedInPerson(app);
    await withPasskey(person);
    expect(await refusedFor(person.email)).toBe('account-exists-with-different-credential');
    expect(await methodsOf(person.browser)).toEqual(['password', 'passkey']);
    await socialSignIn(person.browser, provider, { email: person.email }, { purpose: 'link' });
    expect(await methodsOf(person.browser)).toEqual(['password', provider, 'passkey']);
    expect((await socialSignIn(app.browser(), provider, { email: person.email })).outcome).toBe('signed-in');
  });

  test('[A-36] is not linked by a sign-in if it has two-step verification', async () => {
    const person = await signedInPerson(app);
    await withSecondStep(app, person);
    expect(await refusedFor(person.email)).toBe('account-exists-with-different-credential');
    expect(await methodsOf(person.browser)).toEqual(['password']);
  });

  test.each([
    ['closed', 'account-closed'],
    ['frozen', 'account-frozen'],
  ] as const)(
    '[A-67] is not linked by a sign-in while it is %s, nor when it is reopened later, and gets no mail',
    async (state, outcome) => {
      const person = await signedInPerson(app);
      if (state === 'closed') await closeAccount(app.deps, person.email, 'terms', { actor: 'operator' });
      else await contestedPassword(app, person);
      const told = (await app.mailsTo(person.email)).length;
      const browser = app.browser();
      expect(await socialSignIn(browser, provider, { email: person.email })).toMatchObject({ outcome });
      expect(await recordOf(browser)).toBeNull();
      expect(await app.mailsTo(person.email)).toHaveLength(told);
      await reopenAccount(app.deps, person.email, { actor: 'operator' });
      const user_id = person.record.id;
      expect(await findRows(app.db, 'provider_accounts', ['account_id'], { user_id })).toEqual([]);
    },
  );
});

test('[V6.3.4] a provider sign-in gives the owner of an address the account, even while a stranger signs up with that address', async () => {
  for (let round = 0; round < 4; round++) {
    const [email, stranger, owner] = [newAddress(), app.browser(), app.browser()];
    await stranger.post(ACCOUNT_API.signUp, { email, password: STRANGER });
    const provider = round % 2 === 0 ? 'google' : 'github';
    const back = await goToProvider(owner, provider, { email, name: 'Asha' });
    let isOver = false;
    const attacks = async (attack: (browser: TestClient) => Promise<unknown>) => {
      const browser = withCookiesOf(stranger, app.browser());
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
    expect((await signIn(app.browser(), email, STRANGER)).json.code).toBe('EMAIL_NOT_VERIFIED');
  }
});

test('a new person who signs in through several provider windows at the same time gets only one account', async () => {
  const provider = 'google';
  const asha = { email: newAddress(), name: 'Asha' };
  const browsers = Array.from({ length: 6 }, () => app.browser());
  const visit = async (browser: TestClient) => ({
    browser,
    back: await goToProvider(browser, provider, asha),
  });
  const visits = await Promise.all(browsers.map(visit));
  const reports = await Promise.all(
    visits.map(async ({ browser, back }) => reportIn(await browser.get(back))),
  );
  expect(reports.map(({ outcome }) => outcome)).toEqual(Array(6).fill('signed-in'));
  const records = await Promise.all(browsers.map(recordOf));
  expect(new Set(records.map(({ id }) => id)).size).toBe(1);
  expect(records[0]?.login_count).toBe(6);
  expect(await methodsOf(browsers[0] as TestClient)).toEqual([provider]);
});

// Needs PostgreSQL, because SQLite runs one transaction after another.
test.runIf(process.env.TEST_DATABASE_URL)(
  'a provider sign-in with the address that an account is just leaving, such as by “This wasn’t me”, is not linked to that account',
  async () => {
    const { email, record } = await signedInPerson(app);
    const visitor = app.browser();
    const back = await goToProvider(visitor, 'google', { email, name: 'Asha' });
    await commitOnceWaitedFor(
      app,
      (tx) => updateRows(tx, 'users', { id: record.id }, { email: newAddress() }),
      () => visitor.get(back),
    );
    const linked = await findRows(app.db, 'provider_accounts', ['user_id'], { user_id: record.id });
    expect(linked).toEqual([]);
    expect(await recordOf(visitor)).toMatchObject({ email, name: 'Asha' });
  },
);

test('deleting an account during a provider sign-in leaves no account or a new one', async () => {
  for (let round = 0; round < 4; round++) {
    const person = await signedInPerson(app);
    const { email, browser, record } = person;
    await proveForDeletion(person);
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
    const rows = await findRows(app.db, 'provider_accounts', ['user_id'], { user_id: record.id });
    expect(rows).toEqual([]);
  }
});
