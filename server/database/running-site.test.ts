import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { MIGRATIONS } from './migrate.ts';

async function statementsOf(up: (db: Kysely<unknown>) => Promise<void>): Promise<string[]> {
  const said: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void said.push(query.sql.replaceAll(/\s+/g, ' ').trim()),
  });
  await up(db);
  return said;
}

/** Tables that exist in a released version may have millions of rows, so later migrations must not lock them for long. */
const RELEASES = join(import.meta.dirname, '../testing/releases');
const released = readdirSync(RELEASES).flatMap((version) =>
  [
    ...readFileSync(join(RELEASES, version, 'rows.sql'), 'utf8').matchAll(
      /kysely_migration\b.*'(\d{4}-[\w-]+)'/g,
    ),
  ].map(([, name]) => name ?? ''),
);

const CREATED = /^create table (\w+)/;
/** Finds the table that a statement reads or changes. Statements that only create do not match. */
const TABLE =
  /^(?:alter table|lock table|drop table|truncate|update|delete from|insert into|create (?:unique )?index \w+ on|create trigger .*? on) (\w+)/;
const FROM = / (?:from|join) (\w+)/g;
/** Statements that change only the database’s catalogue. They touch no rows and lock a table only for a moment. */
const INSTANT = [
  /^alter table \w+ add column \w+ \w+(?: references \w+ \(\w+\) on delete (?:set null|cascade))?$/,
  /^alter table \w+ add column \w+ \w+ (?:default (?:'[^']*'|\d+) not null|not null default (?:'[^']*'|\d+))$/,
  // Dropping a column and adding it again empties it.
  /^alter table \w+ drop column (\w+), add column \1 \w+$/,
  /^create trigger \w+ before insert or update of [\w, ]+ on \w+ for each row execute function \w+\(\)$/,
];

function tooLong(statements: readonly string[], large: ReadonlySet<string>): string[] {
  return statements.filter((statement) => {
    const tables = [TABLE.exec(statement)?.[1], ...[...statement.matchAll(FROM)].map(([, table]) => table)];
    const isAboutLarge = tables.some((table) => table !== undefined && large.has(table));
    return isAboutLarge && !INSTANT.some((instant) => instant.test(statement));
  });
}

test('no migration locks a large table for long or rewrites its rows, so a site can be upgraded while it runs', async () => {
  const large = new Set<string>();
  const found: Record<string, string[]> = {};
  for (const [name, { up }] of Object.entries(MIGRATIONS)) {
    const statements = await statementsOf(up);
    // The removal of a feature may delete its rows, however long that takes.
    const isRemoval = name.includes('-without-');
    if (!released.includes(name) && !isRemoval) found[name] = tooLong(statements, large);
    if (released.includes(name))
      for (const statement of statements) large.add(CREATED.exec(statement)?.[1] ?? '');
  }
  expect(released).toContain('0001-initial');
  expect(large).toContain('users');
  expect(Object.fromEntries(Object.entries(found).filter(([, statements]) => statements.length > 0))).toEqual(
    {},
  );
});

test.each([
  'create index users_name on users (name)',
  'create unique index users_name on users (name)',
  "alter table users add column words text generated always as (name || ' ') stored",
  'alter table users add column made text default now() not null',
  'alter table users add column word text unique',
  'alter table users drop column name',
  'alter table users drop column name, add column name text not null',
  'alter table users drop column name, add column word text',
  'alter table users add column word text not null',
  'alter table users alter column name type varchar',
  "alter table users add constraint named check (name <> '')",
  "update users set name = ''",
  'delete from users where closed_at is not null',
  'insert into names (name) select name from users',
])('the check of migrations refuses the statement “%s” for a table that may be large', (statement) => {
  expect(tooLong([statement], new Set(['users']))).toEqual([statement]);
});
