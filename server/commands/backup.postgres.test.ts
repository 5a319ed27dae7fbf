import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { RATE_LIMITED } from '#contract/errors.ts';
import { hashFile } from '#server/backup/backup-files.ts';
import type { Db } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { RefusalError } from '#server/http/refusal.ts';
import { openRefusedCallers } from '#server/http/refused-callers.ts';
import { acceptClock } from '#server/jobs/run-retention.ts';
import type { ThrowAwayPlace } from '#server/testing/process-database.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { linesOfBackup } from '#server/testing/stored-rows.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { describeOnSqlite } from '#server/testing/test-on-sqlite.ts';
import { createSiteOperator, startOperator } from '#server/testing/test-operator.ts';
import { openTestPlace } from '#server/testing/test-process.ts';

const IS_SQLITE = !process.env.TEST_DATABASE_URL;

let place: ThrowAwayPlace;
let folder: string;
let db: Db;
beforeEach(async () => {
  place = await openTestPlace();
  folder = makeTemporaryFolder();
  db = place.open();
  await migrate(db);
  onTestFinished(() => db.destroy());
  await storeMessage(db, 1);
});

const backup = (...args: string[]) => createSiteOperator(place.env).run('backup', ...args);

test('a backup file is readable only by its owner, overwrites no file, and the output sums up its contents', async () => {
  const file = join(folder, 'mine.backup');
  const { code, out, err } = await backup('--to', file);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('0 accounts, 1 submission, ');
  expect(readdirSync(folder)).toEqual(['mine.backup', 'mine.backup.json']);
  expect([file, `${file}.json`].map((name) => statSync(name).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(JSON.parse(readFileSync(`${file}.json`, 'utf8'))).toMatchObject({
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
  const file = join(folder, 'mine.backup');
  const codes = await Promise.all([1, 2].map(() => startOperator(place.env, ['backup', '--to', file]).end));
  expect(codes.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(readdirSync(folder)).toEqual(['mine.backup', 'mine.backup.json']);
  const { sha256 } = JSON.parse(readFileSync(`${file}.json`, 'utf8'));
  expect(await hashFile(file)).toBe(sha256);
}, 60_000);

test('[V13.3.2] --with-secret writes a generated secret to a private file beside the backup, but never AUTH_SECRET', async () => {
  const file = join(folder, 'mine.backup');
  const { code, err } = await backup('--to', file, '--with-secret');
  if (IS_SQLITE) {
    expect(readFileSync(`${file}.auth-secret`, 'utf8')).toBe(
      readFileSync(join(place.env.DATA_DIR, 'auth-secret'), 'utf8'),
    );
    expect(statSync(`${file}.auth-secret`).mode & 0o777).toBe(0o600);
  } else {
    expect([code, err]).toEqual([1, expect.stringContaining('AUTH_SECRET')]);
  }
});

test('a backup that does not fit on the disk fails and leaves no file, and a later backup succeeds', async () => {
  for (let number = 10; number < 60; number++) {
    await storeMessage(db, number, { message: randomBytes(10_000).toString('base64') });
  }
  const { code, err } = await startOperator(place.env, ['backup', '--to', folder], { blocks: 200 }).end;
  expect([code, readdirSync(folder)]).toEqual([1, []]);
  expect(err).not.toBe('');
  expect((await backup('--to', folder)).code).toBe(0);
}, 60_000);

test.runIf(IS_SQLITE)('the backup command refuses to back up a damaged database', async () => {
  await db.destroy();
  const file = join(place.env.DATA_DIR, 'site.sqlite');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, bytes.length / 2));
  const { code, err } = await backup('--to', folder);
  expect([code, readdirSync(folder)]).toEqual([1, []]);
  expect(err).toContain('damaged');
});

test.skipIf(IS_SQLITE)(
  '[V13.2.1] pg_dump gets the database password and the name of the connection in its environment, not on its command line',
  async () => {
    const programs = makeTemporaryFolder();
    const seen = join(programs, 'seen');
    const script = `#!/bin/sh\n[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99.1" && exit\necho "$@" > ${seen}\necho "$PGPASSWORD|$PGHOST|$PGUSER|$PGDATABASE|$PGAPPNAME" >> ${seen}\nexit 3\n`;
    writeFileSync(join(programs, 'pg_dump'), script, { mode: 0o755 });
    const url = new URL(place.env.DATABASE_URL ?? '');
    url.password = 'not%20for%20others';
    vi.stubEnv('PATH', programs);
    const { code, err } = await createSiteOperator({ ...place.env, DATABASE_URL: url.href }).run(
      'backup',
      '--to',
      folder,
    );
    expect([code, readdirSync(folder)]).toEqual([1, []]);
    expect(err).toContain('pg_dump failed: exit code 3');
    const [line = '', environment] = readFileSync(seen, 'utf8').split('\n');
    expect(line).not.toContain('not');
    expect(environment).toBe(
      `not for others|${url.hostname}|${url.username}|${url.pathname.slice(1)}|site in public`,
    );
  },
);

test('[P-143] a backup does not contain the salts with which the analytics hash visitors', async () => {
  const salt = randomBytes(16).toString('hex');
  await db.insertInto('analytics_salts').values({ day: '2026-11-21', salt }).execute();
  const file = join(folder, 'mine.backup');
  expect((await backup('--to', file)).code).toBe(0);
  await expectWithout(file, salt);
  expect(JSON.parse(readFileSync(`${file}.json`, 'utf8')).tables.analytics_salts).toBe(0);
});

test('[P-090] --keep-days removes older backups, and older databases that were replaced by a restore', async () => {
  const [old, young] = [20, 1].map((days) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString());
  const stampOf = (time = '') => time.replaceAll(':', '-');
  const ending = IS_SQLITE ? 'sqlite' : 'dump';
  for (const time of [old, young]) {
    writeFileSync(join(folder, `site-${stampOf(time)}.${ending}`), '');
    writeFileSync(join(folder, `site-${stampOf(time)}.${ending}.json`), '');
  }
  writeFileSync(join(folder, 'site-of-somebody-else.sqlite'), '');
  const schema = await schemaOfSite();
  const asides = [old, young].flatMap((time) =>
    IS_SQLITE
      ? ['site.sqlite', 'auth-secret'].map((name) => `${name}.before-${stampOf(time)}`)
      : [`${schema}_before_${time?.replace(/\D/g, '')}`],
  );
  for (const name of asides) {
    if (IS_SQLITE) writeFileSync(join(place.env.DATA_DIR, name), '');
    else await sql`create schema ${sql.id(name)}`.execute(db);
  }
  const { code, out, err } = await backup('--to', folder, '--keep-days', '14');
  expect([code, err]).toEqual([0, '']);
  expect(readdirSync(folder).filter((name) => name.includes(stampOf(old)))).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.includes(stampOf(young)))).toHaveLength(2);
  expect(readdirSync(folder).filter((name) => /^site-\d/.test(name))).toHaveLength(4);
  expect(existsSync(join(folder, 'site-of-somebody-else.sqlite'))).toBe(true);
  const { rows } = await (IS_SQLITE
    ? { rows: readdirSync(place.env.DATA_DIR).map((name) => ({ name })) }
    : sql<{ name: string }>`select nspname as name from pg_namespace`.execute(db));
  const left = rows.map(({ name }) => name).filter((name) => asides.includes(name));
  expect(left.toSorted()).toEqual(asides.slice(asides.length / 2).toSorted());
  expect(out).toContain(`Removed ${asides[0]}`);
  if (!IS_SQLITE) for (const name of left) await sql`drop schema ${sql.id(name)}`.execute(db);
});

test('a backup in a folder removes what an interrupted backup left there more than a day ago', async () => {
  const partOf = (name: string) => `site-2026-11-01T00-00-00.000Z.${name}.${randomUUID()}.part`;
  const old = ['sqlite', 'dump', 'sqlite.json', 'sqlite.auth-secret'].map(partOf);
  old.push(`${old[0]}-journal`);
  const kept = [partOf('sqlite'), 'of-somebody-else.part'];
  for (const name of [...old, ...kept]) writeFileSync(join(folder, name), '');
  for (const name of [...old, 'of-somebody-else.part']) makeOld(join(folder, name));
  const { code, out } = await backup('--to', folder);
  expect([code, out]).toEqual([0, expect.stringContaining(`Removed ${old[0]}.`)]);
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual(kept.toSorted());
});

describeOnSqlite('the command “operator backup” on SQLite', () => {
  test('a backup in a folder removes what an interrupted restore left beside the database more than a day ago', async () => {
    const left = ['site.sqlite.restoring', 'site.sqlite.restoring-wal'];
    for (const name of left) {
      writeFileSync(join(place.env.DATA_DIR, name), '');
      makeOld(join(place.env.DATA_DIR, name));
    }
    expect((await backup('--to', folder)).code).toBe(0);
    expect(readdirSync(place.env.DATA_DIR).filter((name) => left.includes(name))).toEqual([]);
  });

  test('a missing target folder is created, and only its owner has access to it', async () => {
    for (const name of ['missing/', 'of/them']) {
      const to = join(folder, name);
      expect((await backup('--to', to, '--keep-days', '14')).code).toBe(0);
      expect(readdirSync(to).filter((made) => made.endsWith('.json'))).toHaveLength(1);
      expect(statSync(to).mode & 0o777).toBe(0o700);
    }
  });

  test('[P-077] a backup does not contain the recorded IP addresses of refused callers', async () => {
    const address = '203.0.113.77';
    const log = pino({ enabled: false });
    const callers = openRefusedCallers({ folder: place.env.DATA_DIR, clock: () => new Date(), log });
    callers.note(
      { ips: [address] },
      new RefusalError(RATE_LIMITED, { limit: 'formsPerIp', isOfNetwork: true }),
    );
    await callers.flush();
    expect(readdirSync(place.env.DATA_DIR).join()).toMatch(/refused-/);
    const file = join(folder, 'mine.backup');
    expect((await backup('--to', file)).code).toBe(0);
    await expectWithout(file, address);
  });

  test('after the system clock has jumped, a backup is still made, but --keep-days removes no old backup', async () => {
    const old = 'site-2020-01-01T00-00-00.000Z.sqlite';
    writeFileSync(join(folder, old), '');
    await acceptClock(db, new Date(Date.now() - 365 * 24 * 60 * 60_000));
    const { code, err } = await backup('--to', folder, '--keep-days', '14');
    expect([code, err]).toEqual([0, expect.stringContaining('accept-clock')]);
    expect(existsSync(join(folder, old))).toBe(true);
  });
});

function makeOld(file: string): void {
  const time = new Date(Date.now() - 25 * 60 * 60_000);
  utimesSync(file, time, time);
}

async function schemaOfSite(): Promise<string> {
  if (IS_SQLITE) return '';
  const { rows } = await sql<{ name: string }>`select left(current_schema(), 30) as name`.execute(db);
  return rows[0]?.name ?? '';
}

async function expectWithout(file: string, text: string): Promise<void> {
  const lines = [...(await linesOfBackup(file, IS_SQLITE ? 'sqlite' : 'postgres'))];
  expect(lines.some((line) => line.includes('Message 1'))).toBe(true);
  expect(lines.filter((line) => line.includes(text))).toEqual([]);
  expect(readFileSync(file).includes(text)).toBe(false);
}
