import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_API, FORMS_API, OPERATIONS, pathFor } from '#contract/paths.ts';
import { createApp } from '#server/app.ts';
import { type DatabaseLocation, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { newMessage } from '#server/testing/form-samples.ts';
import { newAddress, PASSWORD } from '#server/testing/people.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openOwnApp } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';

/** The app of a test on another database. */
async function appOn(location: DatabaseLocation) {
  const app = await openOwnApp();
  const db = openDatabase(location, () => {});
  onTestFinished(() => db.destroy());
  return {
    app,
    db,
    browser: createTestClient(await createApp({ ...app.deps, db }), app.deps.origin, '198.51.100.9'),
  };
}

async function expectToBeAskedForPatience(browser: ReturnType<typeof createTestClient>) {
  const refused = await browser.post(ACCOUNT_API.signUp, { email: newAddress(), password: PASSWORD });
  expect(refused.json).toMatchObject({ success: false, code: 'STORAGE_AWAY', retryAfter: 10 });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  const form = await browser.post(pathFor(FORMS_API.submit, 'contact'), newMessage());
  expect(form.json.errors).toHaveLength(1);
  expect([form.status, form.headers.get('retry-after')]).toEqual([503, '10']);
}

test('[V16.3.4] without a database whoever asks is asked to wait, and nothing says it was done', async () => {
  const { browser } = await appOn({ kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' });
  await expectToBeAskedForPatience(browser);
  expect((await browser.get(OPERATIONS.ready)).status).toBe(503);
});

test('a full disk is answered with a plea for patience, and is over when there is room', async () => {
  const folder = makeTemporaryFolder();
  const { db, browser } = await appOn({ kind: 'sqlite', file: join(folder, 'site.sqlite') });
  await migrate(db);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  // SQLite then says SQLITE_FULL, as it does when the disk has no room.
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 1)}`.execute(db);
  let last = await browser.post(pathFor(FORMS_API.submit, 'contact'), newMessage());
  for (let more = 0; more < 200 && last.status === 200; more++) {
    last = await browser.post(pathFor(FORMS_API.submit, 'contact'), {
      ...newMessage(),
      message: 'x'.repeat(5_000 - more),
    });
  }
  expect(last.status).toBe(503);
  await sql`pragma max_page_count = 1000000`.execute(db);
  const after = newMessage();
  expect((await browser.post(pathFor(FORMS_API.submit, 'contact'), after)).status).toBe(200);
  const stored = db.selectFrom('submissions').select('id').where('email', '=', after.email);
  expect(await stored.execute()).toHaveLength(1);
});
