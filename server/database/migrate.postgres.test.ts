import { execFile } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { allTables } from '#server/backup/tables.ts';
import { readRelease } from '#server/release.ts';
import { startOperator } from '#server/testing/operators.ts';
import { withDatabase } from '#server/testing/process-database.ts';
import { startServerProcess, troubleIn } from '#server/testing/server-process.ts';
import { openTestDatabase, testOnSqlite } from '#server/testing/test-database.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';
import { usingDatabase } from './database.ts';
import { MIGRATION_NAMES, migrate } from './migrate.ts';

test.runIf(process.env.TEST_DATABASE_URL)(
  'a migration succeeds even if another site’s schema in the same database is dropped meanwhile',
  async () => {
    const { db, anotherDb } = await openTestDatabase();
    let migrated = false;
    const comeAndGo = async () => {
      const [other, name] = [anotherDb(), `test_gone_${process.pid}`];
      while (!migrated) {
        await sql`create schema ${sql.id(name)}`.execute(other);
        await sql`create table ${sql.id(name, 'anything')} (id text)`.execute(other);
        await sql`drop schema ${sql.id(name)} cascade`.execute(other);
        for (let looks = 0; looks < 300; looks++) await sql`select 1`.execute(other);
      }
    };
    const others = comeAndGo();
    for (let times = 0; times < 12; times++) await migrate(db);
    migrated = true;
    await others;
  },
  60_000,
);

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'four servers that start at once on an empty database all start, and each migration runs once',
  async () => {
    const place = await openTestPlace();
    const servers = await Promise.all([1, 2, 3, 4].map(() => startServerProcess(place.env)));
    const { rows } = await withDatabase(place, (db) =>
      sql<{ name: string }>`select name from kysely_migration order by name`.execute(db),
    );
    expect(rows.map(({ name }) => name)).toEqual(MIGRATION_NAMES.toSorted());
    for (const server of servers) server.terminate();
    for (const server of servers) {
      expect(await server.exit).toEqual({ code: 0, signal: null });
      expect(troubleIn(server.output())).toEqual([]);
    }
  },
  180_000,
);

test('an older version of the site refuses to start on a newer version’s database, and says why', async () => {
  const place = await openTestPlace();
  await withDatabase(place, async (db) => {
    await migrate(db);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '2026-11-21')`.execute(db);
  });
  await expect(startServerProcess(place.env)).rejects.toThrow(
    'The site cannot start. A newer version of the site has used this database: its schema has 9999-newer',
  );
}, 180_000);

test('a site whose port is taken does not start, and leaves the database unchanged', async () => {
  const place = await openTestPlace();
  const other = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => other.listen(0, resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const started = startServerProcess({ ...place.env, PORT: String(port) });
  await expect(started).rejects.toThrow(`Port ${port} is taken`);
  await withDatabase(place, async (db) => expect(await allTables(db)).toEqual([]));
}, 60_000);

test('an operator command refuses a database without the site’s tables, and creates no tables there', async () => {
  const place = await openTestPlace();
  const { code, err } = await startOperator(place.env, ['staff', 'list']).end;
  expect(code).toBe(1);
  expect(err).toMatch(/^(There is no database|There is no site in the database)/);
  await withDatabase(place, async (db) => expect(await allTables(db)).toEqual([]));
}, 60_000);

test.runIf(process.env.TEST_DATABASE_URL).each([
  ['the user may not create tables', 'role=pg_monitor', 'usage, create on schema public to pg_monitor'],
  ['the schema is missing', 'search_path=nowhere', 'create schema if not exists nowhere'],
])(
  'if %s, a migration and npm run doctor print the SQL statement that solves the problem',
  async (_, option, remedy) => {
    const place = await openTestPlace();
    await withDatabase(place, (db) => sql`revoke create on schema public from public`.execute(db));
    const url = `${place.env.DATABASE_URL}?options=-c%20${option}`;
    const location = { kind: 'postgres', url } as const;
    await expect(usingDatabase(location, (db) => migrate(db))).rejects.toThrow(remedy);
    const env = { ...process.env, ...place.env, DATABASE_URL: url };
    const told = await new Promise((resolve) =>
      execFile(process.execPath, ['server/commands/doctor.ts'], { env }, (_error, out) => resolve(out)),
    );
    expect(told).toContain(remedy);
  },
);

testOnSqlite(
  'the log of a start begins with version and commit, then lists each migration that ran and its duration',
  async () => {
    const place = await openTestPlace();
    const start = async () => {
      const server = await startTestServer({ ...place.env, LOG_LEVEL: 'info' });
      server.terminate();
      await server.exit;
      const lines = server.output().split('\n');
      const said = lines.flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : []));
      return said.filter(({ msg }) => /starts|migrated/.test(msg));
    };
    const begins = expect.objectContaining({ msg: 'the site starts', ...readRelease() });
    const migrated = MIGRATION_NAMES.map((migration) =>
      expect.objectContaining({ msg: 'the database was migrated', migration, ms: expect.any(Number) }),
    );
    expect(await start()).toEqual([begins, ...migrated]);
    expect(await start()).toEqual([begins]);
  },
  180_000,
);
