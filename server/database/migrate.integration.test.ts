import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Kysely, Migrator, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

function failLoudly(error: Error): never {
  throw error;
}

test('a migration that fails half-way leaves nothing behind', async () => {
  const { db, close } = await openTestDatabase();
  const halfWay = {
    up: async (step: Kysely<unknown>) => {
      await step.schema.createTable('half').addColumn('id', 'text').execute();
      throw new Error('on purpose');
    },
  };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ '9999-half': halfWay }) },
    migrationTableName: 'other_migrations',
    migrationLockTableName: 'other_migrations_lock',
  });

  expect((await migrator.migrateToLatest()).error).toBeInstanceOf(Error);

  await expect(sql`select * from half`.execute(db)).rejects.toThrow(/half/);
  await close();
});

// Real processes: within one, a connection that waits for SQLite's lock would hold up the one that has it.
test.skipIf(process.env.TEST_DATABASE_URL)('processes may migrate one SQLite file at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  const program = `
    const { openDatabase } = await import('#server/database/database.ts');
    const { migrate } = await import('#server/database/migrate.ts');
    const db = openDatabase({ kind: 'sqlite', file: ${JSON.stringify(join(folder, 'site.db'))} }, () => {});
    await migrate(db);
    await db.destroy();`;
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  await Promise.all([start(), start(), start()]);
  rmSync(folder, { recursive: true });
});

test.runIf(process.env.TEST_DATABASE_URL)(
  'two processes may migrate one PostgreSQL schema at once',
  async () => {
    const { db, close } = await openTestDatabase();
    const url = String(process.env.TEST_DATABASE_URL);
    const schema = `test_race_${process.pid}`;
    await sql`create schema ${sql.id(schema)}`.execute(db);
    const databases = [1, 2, 3].map(() => openDatabase({ kind: 'postgres', url, schema }, failLoudly));
    await Promise.all(databases.map((other) => migrate(other)));
    await Promise.all(databases.map((other) => other.destroy()));
    await sql`drop schema ${sql.id(schema)} cascade`.execute(db);
    await close();
  },
);

test.runIf(process.env.TEST_DATABASE_URL)(
  'a schema of another site that goes meanwhile does not keep ours from being migrated',
  async () => {
    const { db, anotherDb, close } = await openTestDatabase();
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
    await close();
  },
  60_000,
);

test('four servers that start at once on nothing all come up, and the schema is made once', async () => {
  const place = await makeThrowAwayPlace();
  onTestFinished(place.remove);
  const servers = await Promise.all([1, 2, 3, 4].map(() => startServerProcess(place.env)));
  const db = place.open();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const names = rows.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names).size).toBe(names.length);
  await db.destroy();
  for (const server of servers) server.terminate();
  for (const server of servers) {
    expect(await server.exit).toEqual({ code: 0, signal: null });
    expect(server.output()).not.toContain('"level":');
  }
}, 180_000);

test('an older version does not start on what a newer one has changed, and says so', async () => {
  const place = await makeThrowAwayPlace();
  onTestFinished(place.remove);
  const db = place.open();
  await migrate(db);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '2026-11-21')`.execute(db);
  await expect(migrate(db)).rejects.toThrow('A newer version of the site has used this database');
  await db.destroy();
  await expect(startServerProcess(place.env)).rejects.toThrow(
    /The site cannot start\. A newer version of the site has used this database/,
  );
}, 180_000);
