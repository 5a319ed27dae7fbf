import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { REQUESTS } from '#content/features/your-data-rights.ts';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API, FORMS_API, OPERATIONS, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { VISITS_CSV, VISITS_VIEW } from '#features/analytics/contract.ts';
import { settlePayments } from '#features/card-payments/server/settle.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { storeDueReminders } from '#features/forms/server/operator-mails.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { joinAccount } from '#features/social-sign-in/server/provider-accounts.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { carryOutRecoveries } from '#features/undo-changes/server/recovery.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { RIGHTS_API, RIGHTS_FORM, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import { createApp } from '#server/app.ts';
import { logNewLines } from '#server/audit/lines.ts';
import { claimDue, extendLeases, markDead, markSent, tryLater } from '#server/mail/mail-queue.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import { createGaugeCollector } from '#server/metrics/collect-gauges.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { proveByPasskey, signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import { newAddress, PASSWORD, signedInPerson, withSecondStep } from '#server/testing/people.ts';
import { removeOutlived } from '#server/testing/stored-rows.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { isPostgres } from './advisory-lock.ts';
import type { Db } from './database.ts';

const real = await openTestApp({}, { isUnused: true });
const seen = seeQueries(real.db);
const deps = { ...real.deps, db: seen.db };
const watched = await createApp(deps);
let visitors = 0;
const browser = () => createTestClient(watched, TEST_ORIGIN, `198.51.100.${++visitors}`);
const app: TestApp = { ...real, db: seen.db, deps, browser };

/** Tables that do not grow with the number of people or their data. */
const SMALL = [
  ...['jwks', 'staff', 'staff_invitations', 'retention_clock'],
  ...['analytics_salts', 'page_views', 'visitor_sketches', 'vitals', 'visit_details'],
];
const PAGE = 'page=older~2026-11-21T10:00:00.000Z~an-id';
const BACK = 'page=newer~2026-11-21T10:00:00.000Z~an-id';
/** Queries that read only the first rows that they find. */
const OF_FIRST = /^select ("id" from "outbox"|"secret" from "second_steps" .*) limit/;
/** Matches a query whose two tables may be scanned. PostgreSQL scans them when they are as small as in a test. */
const OF_SMALL = /from "staff" as .* join "users"/;

async function wholeTables(): Promise<readonly Scan[]> {
  const scans = await seen.scans();
  return scans.filter(
    ({ sql, table }) => !SMALL.includes(table) && !OF_FIRST.test(sql) && !OF_SMALL.test(sql),
  );
}

test('no request of a visitor or a signed-in person makes the database scan a whole table', async () => {
  const { browser, email, record } = await signedInPerson(app);
  const stranger = app.browser();
  const form = { name: 'Asha', email, message: 'Hello there' };
  await stranger.post(ACCOUNT_API.signUp, { email, password: 'another long password' });
  await stranger.post(ACCOUNT_API.signIn, { email, password: 'another long password' });
  app.advance(6 * 60_000);
  await stranger.post(ACCOUNT_API.resendVerification);
  await stranger.post(PRODUCT_API.saveUser, { about: 'A stranger.' });
  await stranger.post(pathFor(FORMS_API.submit, 'contact'), form);
  for (const path of [OPERATIONS.ready, OPERATIONS.metrics]) await stranger.get(path);
  for (const path of [ACCOUNT_API.session, ACCOUNT_API.signInMethods, '/api/auth/token'])
    await browser.get(path);
  const key = await withPasskey({ browser });
  await browser.get(ACCOUNT_API.security);
  await signInByPasskey(key, browser);
  await proveByPasskey(key, browser);
  await browser.post(PASSKEY_API.rename, { id: key.id, name: 'Mine' });
  await browser.post(PASSKEY_API.remove, { id: key.id });
  const { code, recoveryCodes } = await withSecondStep(app, { browser });
  await browser.get(ACCOUNT_API.security);
  await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  await browser.post(SECOND_STEP_API.signIn, { code: code(1), trust: true });
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  await browser.post(SECOND_STEP_API.off, { code: recoveryCodes[0] });
  await browser.get(pathFor(PRODUCT_API.user, record.id));
  await browser.get(YOUR_DATA_API.data);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  expect((await browser.post(YOUR_DATA_API.export)).status).toBe(200);
  await stranger.post(YOUR_DATA_API.forgetBrowser);
  await browser.post(pathFor(PRODUCT_API.saveUserById, record.id), { about: 'Somebody.' });
  for (const key of ['one', 'two', 'two'])
    await browser.post(pathFor(FORMS_API.submit, 'contact'), form, { 'idempotency-key': key });
  await stranger.post(LAUNCH_LIST, { email });
  await writeRequestedMails(app.deps);
  await stranger.post(`${PAGES.launchListConfirm}?token=${await app.tokenMailedTo(email)}`);
  const request = { request: REQUESTS[0], email: newAddress(), message: 'Please.' };
  const { next } = (await stranger.post(pathFor(FORMS_API.submit, RIGHTS_FORM), request)).json;
  await stranger.get(next.replace(app.deps.origin, ''));
  app.advance(1_000);
  await stranger.post(RIGHTS_API.ask, { email });
  const rights = `?token=${await app.tokenMailedTo(email)}`;
  for (const path of [RIGHTS_API.export, RIGHTS_API.erase]) {
    expect((await stranger.get(RIGHTS_PAGES.link + rights)).status).toBe(200);
    expect((await stranger.post(path + rights, { sure: 'on' })).status).toBe(200);
  }
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

test('no search for people, and no page or action of a person, makes the database scan a whole table', async () => {
  const operator = await operatorInside(app, 'owner');
  const { email, record } = await signedInPerson(app);
  const reason = 'support';
  for (const words of [email, 'person exam', newAddress()])
    expect((await operator.get(`${CONSOLE.people}?q=${encodeURIComponent(words)}&${PAGE}`)).status).toBe(200);
  const path = pathFor(CONSOLE.person, record.id);
  expect((await operator.get(`${path}?reason=${reason}`)).status).toBe(200);
  for (const fields of [{ do: 'reset' }, { do: 'close', closed: 'terms' }, { do: 'reopen' }])
    expect((await operator.send(path, { ...fields, reason })).status).toBe(303);
  const sessions = pathFor(CONSOLE.personSessions, record.id);
  expect((await operator.send(sessions, { reason })).status).toBe(303);
  await carryOutRecoveries(deps);
  const gone = await operator.send(pathFor(CONSOLE.personDelete, record.id), { reason, typed: email });
  expect(gone.status, gone.text).toBe(303);
  expect(await wholeTables()).toEqual([]);
});

test('no view of mails, visits or the system in the console makes the database scan a whole table', async () => {
  const owner = await operatorInside(app, 'owner');
  const ofMails = ['', '?state=sent', '?to=asha@example.com', '?state=dead&to=asha@example.com'];
  const ofSystem = [
    '',
    '?action=backup-made',
    '?action=signed-in',
    `?${PAGE}`,
    `?action=backup-made&${BACK}`,
  ];
  for (const path of [
    ...[...ofMails, `?${PAGE}`, `?state=sent&${BACK}`].map((query) => CONSOLE.mails + query),
    CONSOLE.mail.replace(':id', 'nothing'),
    CONSOLE.home,
    VISITS_VIEW,
    VISITS_CSV,
    ...ofSystem.map((query) => CONSOLE.system + query),
  ])
    expect([200, 404], path).toContain((await owner.get(path)).status);
  expect(await wholeTables()).toEqual([]);
});

test('no list, search or action for messages in the console makes the database scan a whole table', async () => {
  const owner = await operatorInside(app, 'owner');
  const sent = { name: 'Asha', email: newAddress(), message: 'Hello there' };
  await app.browser().post(pathFor(FORMS_API.submit, 'contact'), sent);
  const { id } = await real.db.selectFrom('submissions').select('id').limit(1).executeTakeFirstOrThrow();
  for (const query of [
    ...['', `?${PAGE}&unread=1`, `?${BACK}`, `?words=hello&${PAGE}`, '?state=done', '?state=all'],
    ...['?state=quarantined&from=2026-01-01', '?state=unpaid&to=2026-01-01', '?mine=1', '?form=contact'],
    ...['?words=hello+there', '?words=hello&state=all&form=contact&unread=1'],
  ]) {
    expect((await owner.get(CONSOLE.inbox + query)).status).toBe(200);
    expect((await owner.get(pathFor(CONSOLE.message, id) + query)).status).toBe(200);
  }
  for (const path of [
    ...[`${CONSOLE.unread}?since=2026-11-21T10:00:00.000Z`, `${CONSOLE.deleteMessages}?id=${id}`],
    ...[CONSOLE.requests, `${CONSOLE.requests}?${PAGE}`],
  ])
    expect((await owner.get(path)).status).toBe(200);
  await owner.send(CONSOLE.exportMessages, { reason: 'legal', format: 'csv' });
  for (const press of ['done', 'undone', 'read', 'unread', 'assign', 'quarantine', 'release'])
    await owner.send(CONSOLE.inbox, { press, id, assignee: owner.record.id });
  await owner.send(pathFor(CONSOLE.message, id), { do: 'reply', subject: 'Hello', text: 'Hello' });
  await owner.send(CONSOLE.deleteMessages, { id, reason: 'tidy' });
  expect(await wholeTables()).toEqual([]);
});

test('no sign-in with Google, GitHub or another provider makes the database scan a whole table', async () => {
  const email = newAddress();
  await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  const person = { accountId: '1', email, isEmailVerified: true, name: 'Asha', isFresh: false };
  await joinAccount(app.deps, 'google', person, {});
  await joinAccount(app.deps, 'google', person, {});
  expect(await wholeTables()).toEqual([]);
});

test('no background job makes the database scan a whole table', async () => {
  const { db } = deps;
  await signedInPerson(app);
  await logNewLines(deps);
  await createGaugeCollector(deps, 1_000)();
  await settlePayments({ ...deps, stripe: undefined }, { everything: true });
  const now = deps.clock();
  await writeRequestedMails(deps);
  await storeDueReminders(deps);
  const [mail] = await claimDue(db, 1, now, now);
  if (mail === undefined) throw new Error('no mail waits');
  await extendLeases(db, [mail.id], now);
  await tryLater(db, mail, 'no', now);
  await markDead(db, mail, 'no', now);
  await markSent(db, mail.id, now);
  await removeOutlived(app, new Date(now.getTime() + 400 * 24 * 60 * 60_000));
  expect(await wholeTables()).toEqual([]);
});

type Scan = { readonly table: string; readonly sql: string };

function seeQueries(real: Db) {
  const seen = new Map<string, CompiledQuery>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const query = real.getExecutor().compileQuery(node, queryId);
      if (/^(with|select|insert|update|delete)\b/i.test(query.sql)) seen.set(query.sql, query);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const tablesOf = isPostgres(real) ? scannedOnPostgres : scannedOnSqlite;
  return {
    db: real.withPlugin(plugin),
    count: () => seen.size,
    scans: async () => {
      const scans: Scan[] = [];
      for (const query of seen.values())
        for (const table of await tablesOf(real, query)) scans.push({ table, sql: query.sql });
      return scans;
    },
  };
}

const explained = (how: string, { sql, parameters }: CompiledQuery) =>
  CompiledQuery.raw(`explain ${how} ${sql}`, [...parameters]);

async function scannedOnSqlite(db: Db, query: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(explained('query plan', query));
  return rows.flatMap(({ detail }) => {
    const name = /^SCAN (\w+)/.exec(detail)?.[1];
    // A scan of a constant, or of the result of an inner query, reads no table.
    if (name === undefined || name === 'CONSTANT' || query.sql.includes(`) as "${name}"`)) return [];
    // A full-text search does not read the whole table, although SQLite’s plan calls it a scan.
    if (/VIRTUAL TABLE INDEX \d+:.*M/.test(detail)) return [];
    return new RegExp(`"(\\w+)" as "${name}"`).exec(query.sql)?.[1] ?? name;
  });
}

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
};

/** Scans are made expensive, because PostgreSQL would prefer scans for the small tables of a test. */
function scannedOnPostgres(db: Db, query: CompiledQuery): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const plans = explained('(format json)', query);
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(plans);
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap((plan) => scannedBy(plan.Plan)));
  });
}

function scannedBy(plan: Plan, around = ''): string[] {
  const table = plan['Relation Name'] ?? around;
  // This index may be scanned: it has only rows that are not in the search index yet, and is soon empty.
  const isUnfilled = plan['Index Name']?.endsWith('_unfilled') === true;
  const isIndex = /Index.* Scan$/.test(plan['Node Type']);
  const isIndexWhole = isIndex && plan['Index Cond'] === undefined && !isUnfilled;
  const inner = (plan.Plans ?? []).flatMap((one) => scannedBy(one, table));
  return plan['Node Type'] === 'Seq Scan' || isIndexWhole ? [table, ...inner] : inner;
}
