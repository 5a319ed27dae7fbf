import { PostgresAdapter, sql } from 'kysely';
import { expect, test } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import type { Db } from '#server/database/database.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { openSharedApp } from '#server/testing/test-app.ts';

const app = await openSharedApp();

/** Found by `bench/chaos.ts` on a full disk: the answer said "signed out", and the session lived on. */
test('[V7.4.1] nobody is told to be signed out while the database cannot end the session', async () => {
  const { browser, record } = await signedInPerson(app);
  const mend = await refuse(app.db, 'delete on sessions');
  const refused = await browser.post(ACCOUNT_API.signOut);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(refused.json.success).toBe(false);
  // The browser still has its cookie, so that the button can be pressed again.
  expect(browser.cookies.has('session')).toBe(true);

  await mend();
  const cookie = browser.cookies.get('session') ?? '';
  expect((await browser.post(ACCOUNT_API.signOut)).json.message).toBe(MESSAGES.signedOut);
  expect(browser.cookies.has('session')).toBe(false);
  browser.cookies.set('session', cookie);
  expect((await browser.get(pathFor(PRODUCT_API.user, record.id))).status).toBe(401);
});

test('no session is ended without the line that says so, and only one says so', async () => {
  const { browser } = await signedInPerson(app);
  const cookie = browser.cookies.get('session') ?? '';
  const before = await signOutLines();
  const mend = await refuse(app.db, 'insert on audit');
  expect((await browser.post(ACCOUNT_API.signOut)).status).toBeGreaterThanOrEqual(500);
  await mend();
  const other = app.browser();
  other.cookies.set('session', cookie);
  await Promise.all([browser.post(ACCOUNT_API.signOut), other.post(ACCOUNT_API.signOut)]);
  expect(await signOutLines()).toBe(before + 1);
});

async function signOutLines(): Promise<number> {
  const lines = await app.db.selectFrom('audit').select('id').where('action', '=', 'signed-out').execute();
  return lines.length;
}

/** As a full disk does; answers what ends it. */
async function refuse(db: Db, what: 'delete on sessions' | 'insert on audit'): Promise<() => Promise<void>> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    await sql`create trigger full_disk before ${sql.raw(what)}
      begin select raise(abort, 'database or disk is full'); end`.execute(db);
    return async () => void (await sql`drop trigger full_disk`.execute(db));
  }
  await sql`create or replace function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`.execute(db);
  await sql`create trigger full_disk before ${sql.raw(what)}
    for each row execute function full_disk()`.execute(db);
  const table = what === 'delete on sessions' ? 'sessions' : 'audit';
  return async () => void (await sql`drop trigger full_disk on ${sql.table(table)}`.execute(db));
}
