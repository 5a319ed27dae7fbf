import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { RATE_LIMITED } from '#contract/errors.ts';
import { hashFile, schemasSetAside } from '#server/backup/backup-files.ts';
import type { Db } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { RefusalError } from '#server/http/refusal.ts';
import { openRefusedCallers } from '#server/http/refused-callers.ts';
import { acceptClock } from '#server/jobs/run-retention.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { createSiteOperator, startOperator } from '#server/testing/operators.ts';
import type { ThrowAwayPlace } from '#server/testing/process-database.ts';
import { linesOfBackup, storeMessage } from '#server/testing/stored-rows.ts';
import { describeOnSqlite } from '#server/testing/test-database.ts';
import { openTestPlace } from '#server/testing/test-process.ts';
import { DAY_MS } from '#server/time.ts';

const IS_SQLITE = !process.env.TEST_DATABASE_URL;

let place: ThrowAwayPlace;
let folder: string;
let file: string;
let db: Db;
beforeEach(async () => {
  place = await openTestPlace();
  folder = makeTemporaryFolder();
  file = join(folder, 'mine.backup');
  db = place.open();
  await migrate(db);
  onTestFinished(() => db.destroy());
  await storeMessage(db, 1);
});

const backup = (...args: string[]) => createSiteOperator(place.env).run('backup', ...args);

async function expectBackup(...args: string[]): Promise<string> {
  const { code, out, err } = await backup(...args);
  expect([code, err]).toEqual([0, '']);
  return out;
}

const readManifest = () => JSON.parse(readFileSync(`${file}.json`, 'utf8'));
const rightsOf = (name: string) => statSync(name).mode & 0o777;

test('a backup file can be read only by its owner, overwrites no file, and the command prints what it contains', async () => {
  expect(await expectBackup('--to', file)).toContain('0 accounts, 1 message, ');
  expect(readdirSync(folder)).toEqual(['mine.backup', 'mine.backup.json']);
  expect([file, `${file}.json`].map(rightsOf)).toEqual([0o600, 0o600]);
  expect(readManifest()).toMatchObject({
    format: 1,
    kind: IS_SQLITE ? 'sqlite' : 'postgres',
    schemaVersion: expect.stringMatching(/^\d{4}-/),
    bytes: statSync(file).size,
    tables: { users: 0, submissions: 1 },
  });
  const before = readFileSync(file);
  const again = await backup('--to', file);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('exists already')]);
  expect(readFileSync(file).equals(before)).toBe(true);
  const audit = await db.selectFrom('audit').select(['action', 'actor']).execute();
  expect(audit).toEqual([{ action: 'backup-made', actor: 'operator' }]);
});

test('of two simultaneous backups to the same file one fails, and the file is one complete backup', async () => {
  const codes = await Promise.all([1, 2].map(() => startOperator(place.env, ['backup', '--to', file]).end));
  expect(codes.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(readdirSync(folder)).toEqual(['mine.backup', 'mine.backup.json']);
  expect(await hashFile(file)).toBe(readManifest().sha256);
}, 60_000);

test('[V13.3.2] --with-secret writes a generated secret to a private file beside the backup, but never AUTH_SECRET', async () => {
  const { code, err } = await backup('--to', file, '--with-secret');
  if (!IS_SQLITE) return expect([code, err]).toEqual([1, expect.stringContaining('AUTH_SECRET')]);
  const secret = `${file}.auth-secret`;
  expect(readFileSync(secret)).toEqual(readFileSync(join(place.env.DATA_DIR, 'auth-secret')));
  expect(rightsOf(secret)).toBe(0o600);
});

test('a backup that does not fit on the disk fails and leaves no file, and a later backup succeeds', async () => {
  for (let number = 10; number < 60; number++)
    await storeMessage(db, number, { message: randomBytes(10_000).toString('base64') });
  const { code, err } = await startOperator(place.env, ['backup', '--to', folder], { blocks: 200 }).end;
  expect([code, readdirSync(folder)]).toEqual([1, []]);
  expect(err).not.toBe('');
  await expectBackup('--to', folder);
}, 60_000);

test.runIf(IS_SQLITE)('the backup command refuses to back up a damaged database', async () => {
  await db.destroy();
  const site = join(place.env.DATA_DIR, 'site.sqlite');
  const bytes = readFileSync(site);
  writeFileSync(site, bytes.fill(0x5a, bytes.length / 2));
  const { code, err } = await backup('--to', folder);
  expect([code, readdirSync(folder)]).toEqual([1, []]);
  expect(err).toContain('damaged');
});

test.skipIf(IS_SQLITE)(
  '[V13.2.1] pg_dump gets the database password in its environment and not on its command line',
  async () => {
    const programs = makeTemporaryFolder();
    const seen = join(programs, 'seen');
    const script = `#!/bin/sh
[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99.1" && exit
echo "$@" > ${seen}
echo "$PGPASSWORD|$PGHOST|$PGUSER|$PGDATABASE|$PGAPPNAME" >> ${seen}
exit 3
`;
    writeFileSync(join(programs, 'pg_dump'), script, { mode: 0o755 });
    vi.stubEnv('PATH', programs);
    const url = new URL(place.env.DATABASE_URL ?? '');
    url.password = 'not%20for%20others';
    const operator = createSiteOperator({ ...place.env, DATABASE_URL: url.href });
    const { code, err } = await operator.run('backup', '--to', folder);
    expect([code, readdirSync(folder)]).toEqual([1, []]);
    expect(err).toContain('pg_dump failed: exit code 3');
    const [line, environment] = readFileSync(seen, 'utf8').split('\n');
    expect(line).not.toContain('not');
    expect(environment).toBe(
      `not for others|${url.hostname}|${url.username}|${url.pathname.slice(1)}|site in public`,
    );
  },
);

test('[P-143] a backup does not contain the salts with which the analytics hash visitors', async () => {
  const salt = randomBytes(16).toString('hex');
  await db.insertInto('analytics_salts').values({ day: '2026-11-21', salt }).execute();
  await expectBackup('--to', file);
  await expectWithout(salt);
  expect(readManifest().tables.analytics_salts).toBe(0);
});

test('[P-090] a backup with --keep-days removes older backups, and the older databases that a restore had replaced', async () => {
  const stampOf = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().replaceAll(':', '-');
  const [old, young] = [stampOf(20), stampOf(1)];
  const ending = IS_SQLITE ? 'sqlite' : 'dump';
  const backupsOf = (stamp: string) => [`site-${stamp}.${ending}`, `site-${stamp}.${ending}.json`];
  const asidesOf = (stamp: string) =>
    IS_SQLITE
      ? [`auth-secret.before-${stamp}`, `site.sqlite.before-${stamp}`]
      : [`public_before_${stamp.replace(/\D/g, '')}`];
  for (const name of [...backupsOf(old), ...backupsOf(young), 'site-of-somebody-else.sqlite'])
    writeFileSync(join(folder, name), '');
  for (const name of [...asidesOf(old), ...asidesOf(young)]) {
    if (IS_SQLITE) writeFileSync(join(place.env.DATA_DIR, name), '');
    else await sql`create schema ${sql.id(name)}`.execute(db);
  }
  const out = await expectBackup('--to', folder, '--keep-days', '14');
  expect(out).toContain(`Removed ${asidesOf(old)[0]}`);
  // The folder also has the two files of the new backup.
  expect(readdirSync(folder)).toHaveLength(5);
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining([...backupsOf(young), 'site-of-somebody-else.sqlite']),
  );
  const asides = IS_SQLITE ? readdirSync(place.env.DATA_DIR) : await schemasSetAside(db);
  expect(asides.filter((name) => /before/.test(name))).toEqual(asidesOf(young));
});

test('a backup removes files older than a day that an interrupted backup or restore left behind', async () => {
  const partOf = (name: string) => `site-2026-11-01T00-00-00.000Z.${name}.${randomUUID()}.part`;
  const old = ['sqlite', 'dump', 'sqlite.json', 'sqlite.auth-secret'].map(partOf);
  old.push(`${old[0]}-journal`);
  const kept = [partOf('sqlite'), 'of-somebody-else.part'];
  for (const name of kept) writeFileSync(join(folder, name), '');
  for (const name of [...old, 'of-somebody-else.part']) makeOld(join(folder, name));
  const restoring = ['site.sqlite.restoring', 'site.sqlite.restoring-wal'];
  for (const name of restoring) makeOld(join(place.env.DATA_DIR, name));
  expect(await expectBackup('--to', folder)).toContain(`Removed ${old[0]}.`);
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual(kept.toSorted());
  // On PostgreSQL, a restore leaves no unfinished files, so none are removed.
  if (IS_SQLITE) for (const name of restoring) expect(readdirSync(place.env.DATA_DIR)).not.toContain(name);
});

describeOnSqlite('the command “operator backup” on SQLite', () => {
  test('a missing target folder is created, and only its owner has access to it', async () => {
    for (const name of ['missing/', 'of/them']) {
      const to = join(folder, name);
      await expectBackup('--to', to, '--keep-days', '14');
      expect(readdirSync(to).filter((made) => made.endsWith('.json'))).toHaveLength(1);
      expect(rightsOf(to)).toBe(0o700);
    }
  });

  test('[P-077] a backup does not contain the recorded IP addresses of refused callers', async () => {
    const address = '203.0.113.77';
    const log = pino({ enabled: false });
    const callers = openRefusedCallers({ folder: place.env.DATA_DIR, clock: () => new Date(), log });
    const refusal = new RefusalError(RATE_LIMITED, { limit: 'formsPerIp', isOfNetwork: true });
    callers.note({ ips: [address] }, refusal);
    await callers.flush();
    expect(readdirSync(place.env.DATA_DIR).join()).toMatch(/refused-/);
    await expectBackup('--to', file);
    await expectWithout(address);
  });

  test('after the system clock has jumped, a backup is still made, but --keep-days removes no old backup', async () => {
    const old = 'site-2020-01-01T00-00-00.000Z.sqlite';
    writeFileSync(join(folder, old), '');
    await acceptClock(db, new Date(Date.now() - 365 * DAY_MS));
    const { code, err } = await backup('--to', folder, '--keep-days', '14');
    expect([code, err]).toEqual([0, expect.stringContaining('accept-clock')]);
    expect(existsSync(join(folder, old))).toBe(true);
  });
});

function makeOld(file: string): void {
  writeFileSync(file, '');
  const time = new Date(Date.now() - 25 * 60 * 60_000);
  utimesSync(file, time, time);
}

async function expectWithout(text: string): Promise<void> {
  const lines = [...(await linesOfBackup(file, IS_SQLITE ? 'sqlite' : 'postgres'))];
  expect(lines.some((line) => line.includes('Message 1'))).toBe(true);
  expect(lines.filter((line) => line.includes(text))).toEqual([]);
  expect(readFileSync(file).includes(text)).toBe(false);
}
