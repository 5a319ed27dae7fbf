import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';

const app = await openTestApp();

/** `bench/chaos.ts` found this fault with a full disk: the answer said "signed out", but the session was still valid. */
test('[V7.4.1] signing out fails with an error while the database cannot delete the session, and works afterwards', async () => {
  const { browser, record } = await signedInPerson(app);
  await sql`create trigger full_disk before delete on sessions
    begin select raise(abort, 'database or disk is full'); end`.execute(app.db);
  const refused = await browser.post(ACCOUNT_API.signOut);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(refused.json.success).toBe(false);
  // The browser keeps its cookie, so that the person can try to sign out again.
  expect(browser.cookies.has('session')).toBe(true);

  await sql`drop trigger full_disk`.execute(app.db);
  const cookie = browser.cookies.get('session') ?? '';
  expect((await browser.post(ACCOUNT_API.signOut)).json.message).toBe(MESSAGES.signedOut);
  expect(browser.cookies.has('session')).toBe(false);
  browser.cookies.set('session', cookie);
  expect((await browser.get(pathFor(PRODUCT_API.user, record.id))).status).toBe(401);
});
