import { PostgresAdapter, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import type { Db } from '#server/database/database.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** Found by `bench/chaos.ts` on a full disk: the answer said "signed out", and the session lived on. */
test('nobody is told to be signed out while the database cannot end the session', async () => {
  const { browser, record } = await signedInPerson(app);
  const mend = await refuseToEndSessions(app.db);
  const refused = await browser.post(ACCOUNT_API.signOut);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(refused.json.success).toBe(false);
  // The browser still has its cookie, so that the button can be pressed again.
  expect(browser.cookies.has('session')).toBe(true);

  await mend();
  const cookie = browser.cookies.get('session') ?? '';
  expect((await browser.post(ACCOUNT_API.signOut)).status).toBe(200);
  browser.cookies.set('session', cookie);
  expect((await browser.get(pathFor(PRODUCT_API.user, record.id))).status).toBe(401);
});

/** As a full disk does; answers what ends it. */
async function refuseToEndSessions(db: Db): Promise<() => Promise<void>> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    await sql`create trigger full_disk before delete on sessions
      begin select raise(abort, 'database or disk is full'); end`.execute(db);
    return async () => void (await sql`drop trigger full_disk`.execute(db));
  }
  await sql`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`.execute(db);
  await sql`create trigger full_disk before delete on sessions
    for each row execute function full_disk()`.execute(db);
  return async () => void (await sql`drop trigger full_disk on sessions`.execute(db));
}
