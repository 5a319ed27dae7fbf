import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { deleteAccount } from '#features/accounts/server/delete-account.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { storeSignUp } from '#features/accounts/server/sign-ups.ts';
import { deleteSubmissions } from '#features/forms/server/delete-submissions.ts';
import { leaveList } from '#features/launch-list/server/entries.ts';
import { hashOfId } from '#server/audit/record-action.ts';
import { hashFile, manifestFileOf, schemasSetAside } from '#server/backup/backup-files.ts';
import { allTables } from '#server/backup/tables.ts';
import { type Db, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { findRows, insertRow } from '#server/database/rows.ts';
import { makeTemporaryFolder, pathWithPgRestore } from '#server/testing/folders.ts';
import { createSiteOperator, startOperator } from '#server/testing/operators.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { type ThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import {
  API_HEADERS,
  confirmedVisitor,
  createRestartingSite,
  startServerProcess,
  until,
} from '#server/testing/server-process.ts';
import { idOf, storeAccount, storeMailRow, storeMessage } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

const IS_SQLITE = !process.env.TEST_DATABASE_URL;
const AT = '2026-11-21T10:00:00.000Z';
const LATER = '2099-01-01T00:00:00.000Z';

const app = await openTestApp();
let place: ThrowAwayPlace;
let folder: string;
let file: string;
beforeEach(async () => {
  place = await openTestPlace();
  folder = makeTemporaryFolder();
  file = join(folder, 'site.backup');
});

const onSite = <T>(work: (db: Db) => Promise<T>) => withDatabase(place, work);

const operator = (...args: string[]) => createSiteOperator(place.env).run(...args);
const restore = (...args: string[]) => operator('restore', '--from', file, '--yes', ...args);

async function backUp(to = file): Promise<void> {
  expect(await operator('backup', '--to', to)).toMatchObject({ code: 0, err: '' });
}

async function restoreWell(...args: string[]): Promise<string> {
  const { code, out, err } = await restore(...args);
  expect([code, err]).toEqual([0, '']);
  return out;
}

/** Backs up a site with one message, then stores a second message. */
async function siteWithBackup(): Promise<void> {
  await onSite(async (db) => {
    await migrate(db);
    await storeMessage(db, 1);
  });
  await backUp();
  await onSite((db) => storeMessage(db, 2));
}

const messages = () =>
  onSite(async (db) => {
    await migrate(db);
    const rows = await db.selectFrom('submissions').select('message').orderBy('id').execute();
    return rows.map(({ message }) => message);
  });

/** Databases that a restore has set aside or left unfinished. */
const asides = async () =>
  IS_SQLITE
    ? readdirSync(place.env.DATA_DIR).filter((name) => name.startsWith('site.sqlite.'))
    : onSite((db) => schemasSetAside(db));

type Ended = { readonly code: number | null; readonly err: string };
async function expectRefusal(restored: Ended | Promise<Ended>, words: string | RegExp): Promise<void> {
  const { code, err } = await restored;
  expect([code, err]).toEqual([1, expect.stringMatching(words)]);
  expect(await messages()).toEqual(['Message 1', 'Message 2']);
  expect(await asides()).toEqual([]);
}

const readManifest = () => JSON.parse(readFileSync(manifestFileOf(file), 'utf8'));
const changeManifest = (values: object) =>
  writeFileSync(manifestFileOf(file), JSON.stringify({ ...readManifest(), ...values }));

test('a restore replaces a database only with --replace and --yes, and prints the name of the old one, which it keeps', async () => {
  await siteWithBackup();
  await expectRefusal(restore(), '--replace');
  await expectRefusal(operator('restore', '--from', file, '--replace'), '--yes');

  const out = await restoreWell('--replace');
  const files = readdirSync(place.env.DATA_DIR);
  expect(files.filter((name) => /restoring|-wal|-shm|-journal/.test(name))).toEqual([]);
  expect(await messages()).toEqual(['Message 1']);
  const audit = await onSite((db) => db.selectFrom('audit').select('action').execute());
  expect(audit).toEqual([{ action: 'restored' }]);
  const [, aside = ''] = /old database is kept as (\S+)/.exec(out) ?? [];
  expect(await countMessagesIn(aside)).toBe(2);
});

test('a backup cannot be restored over the database of a running site, even one idle for minutes', async () => {
  await siteWithBackup();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const running = place.open();
  await Promise.all([1, 2].map(() => running.selectFrom('users').select('id').execute()));
  vi.advanceTimersByTime(10 * 60 * 1_000);
  vi.useRealTimers();
  const refused = await restore('--replace');
  await running.destroy();
  await expectRefusal(refused, /[Ss]top/);
});

test('a restore refuses a backup that was changed, is for another kind of database, or is of a newer version', async () => {
  await siteWithBackup();
  changeManifest({ schemaVersion: '9999-newer' });
  await expectRefusal(restore('--replace'), 'newer version of the site');
  changeManifest({ kind: IS_SQLITE ? 'postgres' : 'sqlite' });
  await expectRefusal(restore('--replace'), 'This is a backup of');
  writeFileSync(file, 'x', { flag: 'a' });
  await expectRefusal(restore('--replace'), 'has changed since it was made');
  writeFileSync(manifestFileOf(file), 'null');
  await expectRefusal(restore('--replace'), 'does not describe a backup');
  rmSync(manifestFileOf(file));
  await expectRefusal(restore('--replace'), 'cannot be checked without it');
});

test.each([
  ['that is cut short', undefined],
  ['without a row that its .json file counts', { users: 1 }],
  ['with an empty table that its .json file does not list', { users: undefined }],
])('restoring a backup %s fails and keeps the old database', async (_, counts) => {
  await siteWithBackup();
  if (counts === undefined) {
    truncateSync(file, 20_000);
    changeManifest({ sha256: await hashFile(file) });
  } else {
    changeManifest({ tables: { ...readManifest().tables, ...counts } });
  }
  const words = /damaged|malformed|pg_restore failed|users: 0 rows instead of (?:1|none)/;
  await expectRefusal(restore('--replace'), words);
});

test.each([{}, { analytics_salts: 0 }])(
  'a backup of a site without analytics tables can be restored if its manifest also lists the tables %o',
  async (salts) => {
    await onSite(async (db) => {
      await migrate(db);
      await db.schema.dropTable('analytics_salts').execute();
    });
    await siteWithBackup();
    changeManifest({ tables: { ...readManifest().tables, ...salts } });
    await restoreWell('--replace');
    expect(await messages()).toEqual(['Message 1']);
  },
);

test.skipIf(IS_SQLITE)(
  'Ctrl-C during a restore also ends pg_restore, and keeps the old database',
  async () => {
    await siteWithBackup();
    // In a terminal, Ctrl-C also reaches pg_restore. Here only its parent gets the signal.
    await expectRefusal(restoreWith('kill -s INT $PPID; exec sleep 600').end, /^Stopped by SIGINT\.\n$/);
  },
);

test('a restore ends sessions (unless --keep-sessions) and mailed links, and --hold-mail holds back waiting mails', async () => {
  await onSite(async (db) => {
    await migrate(db);
    await storeAccount(db, 'u');
    const common = { user_id: 'u', expires_at: LATER };
    const times = { created_at: AT, last_used_at: AT };
    await insertRow(db, 'sessions', {
      ...common,
      ...times,
      id: 's',
      token_hash: 't',
      remembered: 1,
      browser: '',
    });
    await insertRow(db, 'reset_links', { ...common, token_hash: 'reset', created_at: AT });
    await insertRow(db, 'address_changes', { ...common, token_hash: 'change', email: 'new@example.com' });
    for (const state of ['waiting', 'sent', 'requested'] as const)
      await storeMailRow(db, state, { state, next_attempt_at: AT });
  });
  await backUp();
  const left = () =>
    onSite(async (db) => ({
      sessions: await db.selectFrom('sessions').select('id').execute(),
      links: await db.selectFrom('reset_links').select('user_id').execute(),
      changes: await db.selectFrom('address_changes').select('user_id').execute(),
      mails: await db.selectFrom('outbox').select('state').orderBy('id').execute(),
    }));
  const kept = await restoreWell('--replace', '--keep-sessions');
  expect(kept).toContain('2 emails that waited then will be sent');
  const mails = [{ state: 'requested' }, { state: 'sent' }, { state: 'waiting' }];
  expect(await left()).toEqual({ sessions: [{ id: 's' }], links: [], changes: [], mails });
  expect(await restoreWell('--replace', '--hold-mail')).toContain('1 session ended');
  expect(await left()).toMatchObject({ sessions: [], mails: [{ state: 'sent' }, { state: 'dead' }] });
  // The retention period of held mails starts at the restore, however old the backup is.
  const held = await onSite((db) => findRows(db, 'outbox', ['next_attempt_at'], { state: 'dead' }));
  expect(held).not.toEqual([{ next_attempt_at: AT }]);
});

test.runIf(IS_SQLITE)('a restore can replace a damaged database that cannot be opened', async () => {
  await siteWithBackup();
  const site = join(place.env.DATA_DIR, 'site.sqlite');
  writeFileSync(site, 'this is no database, and it is long enough to be looked at as one'.repeat(100));
  writeFileSync(`${site}-wal`, 'left behind');
  await restoreWell('--replace');
  expect(await messages()).toEqual(['Message 1']);
  expect(existsSync(`${site}-wal`)).toBe(false);
});

test.runIf(IS_SQLITE)(
  'a restore replaces the site’s secret only with --with-secret, and keeps the old secret in a file',
  async () => {
    await siteWithBackup();
    const secret = join(place.env.DATA_DIR, 'auth-secret');
    const old = readFileSync(secret, 'utf8');
    writeFileSync(`${file}.auth-secret`, 'another secret');
    await restoreWell('--replace');
    expect(readFileSync(secret, 'utf8')).toBe(old);
    const out = await restoreWell('--replace', '--with-secret');
    expect(readFileSync(secret, 'utf8')).toBe('another secret');
    const [, aside = ''] = /old secret is kept as (\S+)/.exec(out) ?? [];
    expect(readFileSync(aside, 'utf8')).toBe(old);
  },
);

test.skipIf(IS_SQLITE)(
  'after a restore on PostgreSQL was killed, site, commands and backups refuse to run until a restore succeeds',
  async () => {
    await siteWithBackup();
    for (const script of ['kill -9 $PPID', 'pg_restore "$@"; kill -9 $PPID'])
      expect((await restoreWith(script).end).code).toBeNull();

    const list = () => startOperator(place.env, ['audit', 'list']).end;
    const refused = { code: 1, err: expect.stringContaining('restore of this database has not finished') };
    expect(await operator('backup', '--to', folder, '--keep-days', '1')).toMatchObject(refused);
    expect(await list()).toMatchObject(refused);
    await expect(startServerProcess(place.env)).rejects.toThrow('has not finished');

    await restoreWell('--replace');
    expect(await list()).toMatchObject({ code: 0, err: '' });
    expect(await messages()).toEqual(['Message 1']);
    const [aside = '', ...others] = await asides();
    expect([others, await countMessagesIn(aside)]).toEqual([[], 2]);
  },
);

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
  await backUp();
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
  await backUp(join(folder, 'newer.backup'));
  const newer = manifestFileOf(join(folder, 'newer.backup'));
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

test('a restore with a log repeats the deletion of an account during which the site was killed', async () => {
  const site = await createRestartingSite({ ...place.env, LOG_LEVEL: 'info' }, startTestServer);
  const { cookie } = await confirmedVisitor(site, place.open);
  const [id = ''] = await whatIsThere();
  const headers = { ...API_HEADERS, cookie };
  const name = 'Asha Rao';
  await site.post(PRODUCT_API.saveUser, { name, about: '' }, headers);
  await backUp();
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

test('a restore without a list of deletions suggests --deleted-from, and fails if that option names a missing file', async () => {
  await siteWithDeletions();
  const missing = await restore('--replace', '--deleted-from', join(folder, 'nowhere'));
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('nowhere')]);
  await emptyMachine();
  expect(await restoreWell()).toContain('Restore again with --deleted-from');
  expect(await whatIsThere()).toContain('goes');
});

test('a restore with a log or a newer backup that names no deletion does not ask for another restore with it', async () => {
  await siteWithDeletions();
  const log = join(folder, 'site.log');
  writeFileSync(log, '{"msg":"the site starts"}\n');
  await emptyMachine();
  expect(await restoreWell('--deleted-from', log)).toContain('accounts or sign-ups: 0');
  await backUp(join(folder, 'newer.backup'));
  await emptyMachine();
  expect(await restoreWell()).toContain('accounts or sign-ups: 0');
});

test.skipIf(!process.env.TEST_DATABASE_URL).each([
  ['before', ''],
  ['after', 'pg_restore "$@"'],
])(
  'if a restore is killed %s pg_restore runs, a second restore repeats the recorded deletions',
  async (_, first) => {
    await siteWithDeletions();
    expect((await restoreWith(`${first}\nkill -9 $PPID`).end).code).toBeNull();
    expect(await restoreWell('--replace')).toContain('accounts or sign-ups: 2');
    expect(await whatIsThere()).toEqual(LEFT);
  },
  60_000,
);

/** Starts a restore for which `pg_restore` is this shell script. */
function restoreWith(script: string) {
  const env = { ...place.env, PATH: pathWithPgRestore(script) };
  return startOperator(env, ['restore', '--from', file, '--yes', '--replace']);
}

/** Counts the messages in a database that a restore has set aside. */
async function countMessagesIn(aside: string): Promise<number> {
  const location = { kind: 'sqlite', file: aside } as const;
  const db = IS_SQLITE ? openDatabase(location, () => {}) : place.open().withSchema(aside);
  onTestFinished(() => db.destroy());
  return (await db.selectFrom('submissions').select('id').execute()).length;
}
