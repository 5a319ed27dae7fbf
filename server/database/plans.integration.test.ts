import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT_API, FORMS_API, OPERATIONS, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { writeRequestedMails } from '#server/accounts/requested-mails.ts';
import { joinAccount } from '#server/accounts/social/join-account.ts';
import { createApp } from '#server/app.ts';
import { sealLines } from '#server/audit/sealing.ts';
import { settlePayments } from '#server/forms/payments/settle-payments.ts';
import { claimDue, extendLeases, markDead, markSent, nextDueAt, tryLater } from '#server/mail/mail-queue.ts';
import { createLookAround } from '#server/metrics/look-around.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { removeOutlived } from '#server/testing/remove-outlived.ts';
import { type SeenQueries, seeQueries } from '#server/testing/seen-queries.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';

let app: TestApp;
let seen: SeenQueries;
beforeAll(async () => {
  const real = await openTestApp();
  seen = seeQueries(real.db);
  const deps = { ...real.deps, db: seen.db };
  const watched = await createApp(deps);
  let visitors = 0;
  const browser = () => createTestClient(watched, TEST_ORIGIN, `198.51.100.${++visitors}`);
  app = { ...real, db: seen.db, deps, browser };
});
afterAll(() => app.close());

/** Tables that do not grow with people, nor with what they send. */
const SMALL = ['jwks', 'audit_head', 'analytics_salts', 'page_views', 'visitor_sketches', 'vitals'];
/** `/readyz` takes whichever row comes first. */
const PING = /^select "id" from "users" limit/;

/** What of the statements seen since would look at all rows of a table that grows, in the database's own words. */
async function wholeTables(): Promise<string[]> {
  const plans = await seen.wholeTables();
  return plans.filter(({ sql, table }) => !SMALL.includes(table) && !PING.test(sql)).map(({ text }) => text);
}

test('no request looks through a whole table', async () => {
  const { browser, email, record } = await signedInPerson(app);
  const stranger = app.browser();
  const form = { name: 'Asha', email, message: 'Hello there' };
  await stranger.post(ACCOUNT_API.signUp, { email, password: 'another long password' });
  await stranger.post(ACCOUNT_API.signIn, { email, password: 'another long password' });
  app.advance(6 * 60_000);
  await stranger.post(ACCOUNT_API.resendVerification);
  await stranger.post(PRODUCT_API.saveUser, { about: 'A stranger.' });
  await stranger.post(pathFor(FORMS_API.submit, 'contact'), form);
  await stranger.get(OPERATIONS.ready);
  await stranger.get(OPERATIONS.metrics);
  await browser.get(ACCOUNT_API.session);
  await browser.get(ACCOUNT_API.signInMethods);
  await browser.get('/api/auth/token');
  await browser.get(pathFor(PRODUCT_API.user, record.id));
  await browser.post(pathFor(PRODUCT_API.saveUserById, record.id), { about: 'Somebody.' });
  for (const key of ['one', 'two', 'two'])
    await browser.post(pathFor(FORMS_API.submit, 'contact'), form, { 'idempotency-key': key });
  await browser.post(ACCOUNT_API.signOut);
  app.advance(1_000);
  await browser.post(ACCOUNT_API.requestReset, { email });
  const token = await app.tokenMailedTo(email);
  await browser.post(ACCOUNT_API.reset, { token, password: PASSWORD });
  await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
  const gone = await browser.delete(pathFor(PRODUCT_API.user, record.id));
  expect(gone.status, gone.text).toBe(200);
  expect(seen.count(), 'statements were seen').toBeGreaterThan(40);
  expect(await wholeTables()).toEqual([]);
});

test('nor does a sign-in with a provider', async () => {
  const email = newAddress();
  await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  const person = { accountId: '1', email, isEmailVerified: true, name: 'Asha' };
  const joined = await joinAccount(app.deps, 'google', person);
  expect(joined.kind).toBe('joined');
  await joinAccount(app.deps, 'google', person);
  expect(await wholeTables()).toEqual([]);
});

test('nor does anything that happens by itself: each second, hourly, or while mails wait', async () => {
  const { deps } = app;
  const { db } = deps;
  await signedInPerson(app);
  expect(await sealLines(deps)).toBeDefined();
  await createLookAround({ ...deps, dataDir: '.' }, 1_000)();
  await settlePayments({ ...deps, forms: [], notifyTo: '', stripe: undefined }, { everything: true });
  const now = deps.clock();
  await writeRequestedMails(deps);
  const [mail] = await claimDue(db, 1, now, now);
  await nextDueAt(db);
  if (mail === undefined) throw new Error('no mail waits');
  await extendLeases(db, [mail.id], now);
  await tryLater(db, mail, 'no', now);
  await markDead(db, mail, 'no');
  await markSent(db, mail.id, now);
  await removeOutlived(app, new Date(now.getTime() + 400 * 24 * 60 * 60_000));
  expect(await wholeTables()).toEqual([]);
});

test('nor does it look through all of one state, to find the few that are old or wait', async () => {
  const { deps } = app;
  await settlePayments({ ...deps, forms: [], notifyTo: '', stripe: undefined }, { everything: true });
  await removeOutlived(app, deps.clock());
  const onlyWaiting = /from "submissions" where "state" = \S+ and state <> 'received' and "created_at" <= /;
  expect(await seen.planOf(onlyWaiting)).toMatch(/submissions_waiting.*state.*created_at/);
  const networks = /from "outbox" where network <> '' and /;
  expect(await seen.planOf(networks)).toMatch(/outbox_network/);
  const sent = /from "outbox" where "state" = \S+ and "next_attempt_at" <= \S+ and "sent_at" <= /;
  expect(await seen.planOf(sent)).toMatch(/outbox_due.*state.*next_attempt_at/);
});

test('nor all requested mails, to find those that are due, and whose turn it is', async () => {
  const { deps } = app;
  const email = newAddress();
  for (let time = 0; time < 5; time++)
    await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  await writeRequestedMails(deps);
  const due = /from "outbox" where state = 'requested' and "kind" = \S+ and "next_attempt_at" <= /;
  expect(await seen.planOf(due)).toMatch('outbox_requested');
  for (const words of [
    /group by "network"/,
    /"state" in \(.* and "kind" in \(/,
    /set "next_attempt_at" = \S+ where/,
  ])
    expect(await seen.planOf(words)).toMatch(/outbox_(recipient|requested)/);
});
