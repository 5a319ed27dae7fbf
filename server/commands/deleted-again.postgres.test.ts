import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { deleteAccount } from '#features/accounts/server/delete-account.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { storeSignUp } from '#features/accounts/server/sign-ups.ts';
import { deleteSubmissions } from '#features/forms/server/delete-submissions.ts';
import { leaveList } from '#features/launch-list/server/entries.ts';
import { hashOfId } from '#server/audit/record-action.ts';
import { manifestFileOf } from '#server/backup/backup-files.ts';
import { allTables } from '#server/backup/tables.ts';
import type { Db } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { findRows, insertRow } from '#server/database/rows.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { type ThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import {
  API_HEADERS,
  confirmedVisitor,
  createRestartingSite,
  until,
} from '#server/testing/restarting-site.ts';
import { idOf, storeMessage } from '#server/testing/stored-messages.ts';
import { storeAccount } from '#server/testing/stored-rows.ts';
import { makeTemporaryFolder, pathWithPgRestore } from '#server/testing/temporary-folder.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createSiteOperator, startOperator } from '#server/testing/test-operator.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

const AT = '2026-11-21T10:00:00.000Z';

const app = await openTestApp();
let place: ThrowAwayPlace;
let folder: string;
beforeEach(async () => {
  place = await openTestPlace();
  folder = makeTemporaryFolder();
});

const onSite = <T>(work: (db: Db) => Promise<T>) => withDatabase(place, work);

const operator = (...args: string[]) => createSiteOperator(place.env).run(...args);
const restore = (...args: string[]) =>
  operator('restore', '--from', join(folder, 'first.backup'), '--yes', ...args);

async function backUp(name: string): Promise<void> {
  const { code, err } = await operator('backup', '--to', join(folder, `${name}.backup`));
  expect([code, err]).toEqual([0, '']);
}

/** Backs up a site, then deletes rows of each kind. Returns the hashes of all deleted ids. */
async function siteWithDeletions(): Promise<readonly string[]> {
  await onSite(async (db) => {
    await migrate(db);
    for (const id of ['stays', 'goes']) await storeAccount(db, id);
    for (const id of ['listed', 'left', 'goes']) await storeEntry(db, id);
    const waits = { email: 'waits@example.com', passwordHash: '', network: '' };
    const deps = { ...app.deps, db, newId: () => 'waits' };
    await db.transaction().execute((tx) => storeSignUp(deps, tx, waits));
    await storeMessage(db, 1);
    await storeMessage(db, 2);
    await storeMessage(db, 3, { email: 'goes@example.com' });
  });
  await backUp('first');
  return onSite(async (db) => {
    const deps = { ...app.deps, db };
    await storeAccount(db, 'waits');
    for (const id of ['goes', 'waits'])
      expect(await deleteAccount(deps, id, { reason: 'asked', by: { actor: 'operator' } })).toBe(true);
    expect(await leaveList(deps, tokenOf('left'))).toBe(true);
    const message = await storeMessage(db, 2, { id: 'new' });
    const [first] = await findRows(db, 'submissions', ['id'], { message: 'Message 1' });
    await deleteSubmissions(deps, [first?.id ?? '', message], { actor: 'operator' });
    return ['goes', 'waits', 'entry of left', 'entry of goes', first?.id ?? '', message, idOf(3)].map(
      hashOfId,
    );
  });
}

const tokenOf = (name: string) => `link of ${name}`;

async function storeEntry(db: Db, name: string): Promise<void> {
  const id = `entry of ${name}`;
  const entry = { id, email: `${name}@example.com`, asked_at: AT, confirmed_at: AT, told_at: null };
  await insertRow(db, 'launch_list', entry);
  const token_hash = hashToken(tokenOf(name));
  await insertRow(db, 'launch_list_links', { token_hash, entry_id: id });
}

const whatIsThere = () =>
  onSite(async (db) => {
    const users = await db.selectFrom('users').select('id').execute();
    const signUps = await db.selectFrom('sign_ups').select('id').execute();
    const listed = await db.selectFrom('launch_list').select('id').execute();
    const messages = await db.selectFrom('submissions').select('message').execute();
    return [...users, ...signUps, ...listed]
      .map(({ id }) => id)
      .concat(messages.map(({ message }) => message));
  });

async function emptyMachine(): Promise<void> {
  if (place.env.DATABASE_URL === undefined) {
    for (const name of readdirSync(place.env.DATA_DIR)) rmSync(join(place.env.DATA_DIR, name));
    return;
  }
  await onSite(async (db) => {
    for (const table of await allTables(db)) await sql`drop table ${sql.table(table)} cascade`.execute(db);
  });
}

test('restoring a backup deletes again all rows that the replaced database has recorded as deleted', async () => {
  await siteWithDeletions();
  const { code, out, err } = await restore('--replace');
  expect([code, err]).toEqual([0, '']);
  for (const again of ['launch-list entries: 2', 'messages: 2', 'accounts or sign-ups: 2'])
    expect(out).toContain(again);
  expect(await whatIsThere()).toEqual(['stays', 'entry of listed', 'Message 2']);
});

test('on an empty machine, a restore repeats deletions from the manifest of a newer backup or from the log', async () => {
  const hashes = await siteWithDeletions();
  await backUp('second');
  const manifest = JSON.parse(readFileSync(manifestFileOf(join(folder, 'second.backup')), 'utf8'));
  expect(manifest.deletedIds.toSorted()).toEqual([...hashes].sort());

  await emptyMachine();
  expect((await restore()).code).toBe(0);
  expect(await whatIsThere()).toEqual(['stays', 'entry of listed', 'Message 2']);

  await emptyMachine();
  rmSync(manifestFileOf(join(folder, 'second.backup')));
  const log = join(folder, 'site.log');
  const lines = [{ msg: 'other' }, { deletedIds: hashes.slice(0, 2) }, { deletedIds: hashes.slice(2) }];
  writeFileSync(log, lines.map((line) => `Nov 21 10:00:00 site[1]: ${JSON.stringify(line)}\n`).join(''));
  expect((await restore('--deleted-from', log)).code).toBe(0);
  expect(await whatIsThere()).toEqual(['stays', 'entry of listed', 'Message 2']);

  // The first restore recorded these deletions, so the next one needs no log.
  expect((await restore('--replace')).code).toBe(0);
  expect(await whatIsThere()).toEqual(['stays', 'entry of listed', 'Message 2']);
});

test('a restore that reads the log deletes an account again, even if the site was killed during the deletion', async () => {
  const site = await createRestartingSite({ ...place.env, LOG_LEVEL: 'info' }, startTestServer);
  const { cookie } = await confirmedVisitor(site, place.open);
  const [id = ''] = await whatIsThere();
  const headers = { ...API_HEADERS, cookie };
  const name = 'Asha Rao';
  await site.post(PRODUCT_API.saveUser, { name, about: '' }, headers);
  await backUp('first');
  await site.post(ACCOUNT_API.deletionProof, { name, password: PASSWORD }, headers);
  const deleted = await site.fetch(pathFor(PRODUCT_API.user, id), { method: 'DELETE', headers });
  await site.killAndRestart();
  expect(deleted.status).toBe(200);
  await until(() => site.output().includes(`"deletedIds":["${hashOfId(id)}"]`));
  await site.restartAfter(async () => {
    await emptyMachine();
    expect((await restore()).code).toBe(0);
    expect(await whatIsThere()).toContain(id);

    await emptyMachine();
    const log = join(folder, 'site.log');
    writeFileSync(log, site.output());
    expect((await restore('--deleted-from', log)).code).toBe(0);
    expect(await whatIsThere()).toEqual([]);
  });
  expect((await site.stop()).code).toBe(0);
});

test('a restore without a list of deletions suggests --deleted-from, and fails if that names a missing file', async () => {
  await siteWithDeletions();
  const missing = await restore('--replace', '--deleted-from', join(folder, 'nowhere'));
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('nowhere')]);
  await emptyMachine();
  const { out } = await restore();
  expect(out).toContain('--deleted-from');
  expect(await whatIsThere()).toContain('goes');
});

test.skipIf(!process.env.TEST_DATABASE_URL).each([
  ['before', ''],
  ['after', 'pg_restore "$@"'],
])(
  'a restore that was killed %s pg_restore and is run again deletes the same rows again',
  async (_, first) => {
    await siteWithDeletions();
    const args = ['restore', '--from', join(folder, 'first.backup'), '--yes', '--replace'];
    const PATH = pathWithPgRestore(`${first}\nkill -9 $PPID`);
    const killed = await startOperator({ ...place.env, PATH }, args).end;
    expect(killed.code).toBeNull();

    const { code, out, err } = await restore('--replace');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('accounts or sign-ups: 2');
    expect(await whatIsThere()).toEqual(['stays', 'entry of listed', 'Message 2']);
  },
  60_000,
);
