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
import { insertRow } from '#server/database/rows.ts';
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

const fileOf = (name: string) => join(folder, `${name}.backup`);
const operator = (...args: string[]) => createSiteOperator(place.env).run(...args);
const restore = (...args: string[]) => operator('restore', '--from', fileOf('first'), '--yes', ...args);

async function backUp(name: string): Promise<void> {
  expect(await operator('backup', '--to', fileOf(name))).toMatchObject({ code: 0, err: '' });
}

async function restoreWell(...args: string[]): Promise<string> {
  const { code, out, err } = await restore(...args);
  expect([code, err]).toEqual([0, '']);
  return out;
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
    for (const number of [1, 2]) await storeMessage(db, number);
    await storeMessage(db, 3, { email: 'goes@example.com' });
  });
  await backUp('first');
  return onSite(async (db) => {
    const deps = { ...app.deps, db };
    await storeAccount(db, 'waits');
    for (const id of ['goes', 'waits'])
      expect(await deleteAccount(deps, id, { reason: 'asked', by: { actor: 'operator' } })).toBe(true);
    expect(await leaveList(deps, tokenOf('left'))).toBe(true);
    const messages = [idOf(1), await storeMessage(db, 2, { id: 'new' })];
    await deleteSubmissions(deps, messages, { actor: 'operator' });
    return ['goes', 'waits', 'entry of left', 'entry of goes', ...messages, idOf(3)].map(hashOfId);
  });
}

const tokenOf = (name: string) => `link of ${name}`;

async function storeEntry(db: Db, name: string): Promise<void> {
  const id = `entry of ${name}`;
  const entry = { id, email: `${name}@example.com`, asked_at: AT, confirmed_at: AT, told_at: null };
  await insertRow(db, 'launch_list', entry);
  await insertRow(db, 'launch_list_links', { token_hash: hashToken(tokenOf(name)), entry_id: id });
}

const LEFT = ['stays', 'entry of listed', 'Message 2'];
const whatIsThere = () =>
  onSite(async (db) => {
    const tables = ['users', 'sign_ups', 'launch_list'] as const;
    const ids = tables.map((table) => db.selectFrom(table).select('id').execute());
    const messages = await db.selectFrom('submissions').select('message').execute();
    const named = (await Promise.all(ids)).flat().map(({ id }) => id);
    return [...named, ...messages.map(({ message }) => message)];
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
  const out = await restoreWell('--replace');
  for (const again of ['launch-list entries: 2', 'messages: 2', 'accounts or sign-ups: 2'])
    expect(out).toContain(again);
  expect(await whatIsThere()).toEqual(LEFT);
});

test('on an empty machine, a restore repeats deletions from the manifest of a newer backup or from the log', async () => {
  const hashes = await siteWithDeletions();
  await backUp('second');
  const newer = manifestFileOf(fileOf('second'));
  expect(JSON.parse(readFileSync(newer, 'utf8')).deletedIds.toSorted()).toEqual([...hashes].sort());

  await emptyMachine();
  await restoreWell();
  expect(await whatIsThere()).toEqual(LEFT);

  await emptyMachine();
  rmSync(newer);
  const log = join(folder, 'site.log');
  const lines = [{ msg: 'other' }, { deletedIds: hashes.slice(0, 2) }, { deletedIds: hashes.slice(2) }];
  writeFileSync(log, lines.map((line) => `Nov 21 10:00:00 site[1]: ${JSON.stringify(line)}\n`).join(''));
  await restoreWell('--deleted-from', log);
  expect(await whatIsThere()).toEqual(LEFT);

  // The first restore recorded these deletions, so the next one needs no log.
  await restoreWell('--replace');
  expect(await whatIsThere()).toEqual(LEFT);
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
    await restoreWell();
    expect(await whatIsThere()).toContain(id);

    await emptyMachine();
    const log = join(folder, 'site.log');
    writeFileSync(log, site.output());
    await restoreWell('--deleted-from', log);
    expect(await whatIsThere()).toEqual([]);
  });
  expect((await site.stop()).code).toBe(0);
});

test('a restore without a list of deletions suggests --deleted-from, and fails if that names a missing file', async () => {
  await siteWithDeletions();
  const missing = await restore('--replace', '--deleted-from', join(folder, 'nowhere'));
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('nowhere')]);
  await emptyMachine();
  expect(await restoreWell()).toContain('--deleted-from');
  expect(await whatIsThere()).toContain('goes');
});

test.skipIf(!process.env.TEST_DATABASE_URL).each([
  ['before', ''],
  ['after', 'pg_restore "$@"'],
])(
  'a restore that was killed %s pg_restore and is run again deletes the same rows again',
  async (_, first) => {
    await siteWithDeletions();
    const PATH = pathWithPgRestore(`${first}\nkill -9 $PPID`);
    const args = ['restore', '--from', fileOf('first'), '--yes', '--replace'];
    expect((await startOperator({ ...place.env, PATH }, args).end).code).toBeNull();
    expect(await restoreWell('--replace')).toContain('accounts or sign-ups: 2');
    expect(await whatIsThere()).toEqual(LEFT);
  },
  60_000,
);
