import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hashFile, manifestFileOf, schemasSetAside } from '#server/backup/backup-files.ts';
import { type Db, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { findRows, insertRow } from '#server/database/rows.ts';
import { type ThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { storeAccount, storeMailRow } from '#server/testing/stored-rows.ts';
import { makeTemporaryFolder, pathWithPgRestore } from '#server/testing/temporary-folder.ts';
import { createSiteOperator, startOperator } from '#server/testing/test-operator.ts';
import { openTestPlace } from '#server/testing/test-process.ts';

const IS_SQLITE = !process.env.TEST_DATABASE_URL;
const AT = '2026-11-21T10:00:00.000Z';
const LATER = '2099-01-01T00:00:00.000Z';

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

/** Backs up a site with one message, then stores a second message. */
async function siteWithBackup(): Promise<void> {
  await onSite(async (db) => {
    await migrate(db);
    await storeMessage(db, 1);
  });
  expect((await operator('backup', '--to', file)).code).toBe(0);
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

test('a restore replaces an existing database only with --replace and --yes, keeps the old database, and prints its new name', async () => {
  await siteWithBackup();
  await expectRefusal(restore(), '--replace');
  await expectRefusal(operator('restore', '--from', file, '--replace'), '--yes');

  const { code, out, err } = await restore('--replace');
  expect([code, err]).toEqual([0, '']);
  const files = readdirSync(place.env.DATA_DIR);
  expect(files.filter((name) => /restoring|-wal|-shm|-journal/.test(name))).toEqual([]);
  expect(await messages()).toEqual(['Message 1']);
  const audit = await onSite((db) => db.selectFrom('audit').select('action').execute());
  expect(audit).toEqual([{ action: 'restored' }]);
  const [, aside = ''] = /old database is kept as (\S+)/.exec(out) ?? [];
  expect(await countMessagesIn(aside)).toBe(2);
});

test('restoring a backup over the database of a running site is refused, even when the site was idle for minutes', async () => {
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

test('a restore refuses a backup that was changed, is for another kind of database or is of a newer version', async () => {
  await siteWithBackup();
  changeManifest({ schemaVersion: '9999-newer' });
  await expectRefusal(restore('--replace'), 'newer version of the site');
  changeManifest({ kind: IS_SQLITE ? 'postgres' : 'sqlite' });
  await expectRefusal(restore('--replace'), 'This is a backup of');
  writeFileSync(file, 'x', { flag: 'a' });
  await expectRefusal(restore('--replace'), 'has changed since it was made');
  writeFileSync(manifestFileOf(file), 'null');
  await expectRefusal(restore('--replace'), 'not the second file of a backup');
  rmSync(manifestFileOf(file));
  await expectRefusal(restore('--replace'), 'two files');
});

test.each([
  ['that is cut short', undefined],
  ['without a row that its second file counts', { users: 1 }],
  ['with an empty table that its second file does not list', { users: undefined }],
])('restoring a backup %s fails and leaves the old database in its place', async (_, counts) => {
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
  'a backup of a site whose analytics were removed can be restored if its second file also lists %o',
  async (salts) => {
    await onSite(async (db) => {
      await migrate(db);
      await db.schema.dropTable('analytics_salts').execute();
    });
    await siteWithBackup();
    changeManifest({ tables: { ...readManifest().tables, ...salts } });
    expect(await restore('--replace')).toMatchObject({ code: 0, err: '' });
    expect(await messages()).toEqual(['Message 1']);
  },
);

test.skipIf(IS_SQLITE)('Ctrl-C ends pg_restore too, and leaves the old database in its place', async () => {
  await siteWithBackup();
  // In a terminal, Ctrl-C also reaches pg_restore. Here only its parent gets the signal.
  await expectRefusal(restoreWith('kill -s INT $PPID; exec sleep 600').end, /^Stopped by SIGINT\.\n$/);
});

test('a restore makes mailed links invalid, ends sessions unless told not to, and holds back waiting mails if told to', async () => {
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
  await operator('backup', '--to', file);
  const left = () =>
    onSite(async (db) => ({
      sessions: await db.selectFrom('sessions').select('id').execute(),
      links: await db.selectFrom('reset_links').select('user_id').execute(),
      changes: await db.selectFrom('address_changes').select('user_id').execute(),
      mails: await db.selectFrom('outbox').select('state').orderBy('id').execute(),
    }));
  const kept = await restore('--replace', '--keep-sessions');
  expect(kept.out).toContain('2 emails that waited then will be sent');
  const mails = [{ state: 'requested' }, { state: 'sent' }, { state: 'waiting' }];
  expect(await left()).toEqual({ sessions: [{ id: 's' }], links: [], changes: [], mails });
  const usual = await restore('--replace', '--hold-mail');
  expect(usual.out).toContain('1 session ended');
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
  expect(await restore('--replace')).toMatchObject({ code: 0, err: '' });
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
    expect((await restore('--replace')).code).toBe(0);
    expect(readFileSync(secret, 'utf8')).toBe(old);
    const { out } = await restore('--replace', '--with-secret');
    expect(readFileSync(secret, 'utf8')).toBe('another secret');
    const [, aside = ''] = /old secret is kept as (\S+)/.exec(out) ?? [];
    expect(readFileSync(aside, 'utf8')).toBe(old);
  },
);

test.skipIf(IS_SQLITE)(
  'after a killed restore, the site, its commands and backups refuse to run until another restore has finished',
  async () => {
    await siteWithBackup();
    for (const script of ['kill -9 $PPID', 'pg_restore "$@"; kill -9 $PPID'])
      expect((await restoreWith(script).end).code).toBeNull();

    const list = () => startOperator(place.env, ['audit', 'list']).end;
    const refused = { code: 1, err: expect.stringContaining('restore of this database has not finished') };
    expect(await operator('backup', '--to', folder, '--keep-days', '1')).toMatchObject(refused);
    expect(await list()).toMatchObject(refused);
    await expect(startServerProcess(place.env)).rejects.toThrow('has not finished');

    expect(await restore('--replace')).toMatchObject({ code: 0, err: '' });
    expect(await list()).toMatchObject({ code: 0, err: '' });
    expect(await messages()).toEqual(['Message 1']);
    const [aside = '', ...others] = await asides();
    expect([others, await countMessagesIn(aside)]).toEqual([[], 2]);
  },
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
