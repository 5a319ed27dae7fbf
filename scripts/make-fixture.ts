import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import type { Db } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { isForSearch } from '#server/database/search.ts';
import { readRelease } from '#server/release.ts';
import { PASSWORD } from '#server/testing/people.ts';
import {
  type Fixture,
  type FixtureRows,
  type FixtureSite,
  makeThrowAwayPlace,
  RELEASED,
  releasedFiles,
  type ThrowAwayPlace,
  withDatabase,
} from '#server/testing/process-database.ts';
import {
  API_HEADERS,
  confirmedVisitor,
  createRestartingSite,
  startServerProcess,
  until,
} from '#server/testing/server-process.ts';

/** `npm run fixture`: stores a small site of this version, which later versions must open, on SQLite and PostgreSQL. */
const { TEST_DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/test' } = process.env;
const NOW = new Date().toISOString();

const ROOT = join(import.meta.dirname, '..');
const FIXTURES: readonly Fixture[] = await Promise.all(
  globSync('features/*/server/testing/fixture.ts', { cwd: ROOT })
    .sort()
    .map(async (file) => (await import(join(ROOT, file))).FIXTURE),
);

const { version } = readRelease();
const files = releasedFiles(version);
mkdirSync(dirname(files.rows), { recursive: true });

const place = await makeThrowAwayPlace('');
try {
  await live(place);
  await withDatabase(place, complete);
  using database = new DatabaseSync(join(place.env.DATA_DIR, 'site.sqlite'));
  writeFileSync(files.sqlite, tablesOf(database));
  writeFileSync(files.rows, rowsOf(database));
} finally {
  await place.remove();
}
writeFileSync(files.postgres, await tablesOfPostgres());
process.stdout.write(`The data of ${version} is in ${dirname(files.rows)}.\n`);

async function live({ env, open }: ThrowAwayPlace): Promise<void> {
  const site = await createRestartingSite({ ...env, AUTH_SECRET: RELEASED.secret }, startServerProcess);
  const { email, cookie } = await confirmedVisitor(site, open);
  const headers = { ...API_HEADERS, cookie };
  const post: FixtureSite['post'] = async (path, body, others = API_HEADERS) => {
    const answer = await site.post(path, body, others);
    if (answer === undefined || answer.status > 299) throw new Error(`${path}: ${answer?.text}`);
  };
  const get: FixtureSite['get'] = async (path, others) => {
    const { ok, status } = await site.fetch(path, { headers: others });
    if (!ok) throw new Error(`${path}: ${status}`);
  };
  await post(PRODUCT_API.saveUser, { name: 'Asha', about: RELEASED.about }, headers);
  const letter = { name: 'Asha', email, message: RELEASED.message };
  await post(pathFor(FORMS_API.submit, 'contact'), letter, headers);
  await post(pathFor(FORMS_API.submit, 'feedback'), { ...letter, _gotcha: 'a robot' });
  await post(ACCOUNT_API.signUp, { email: 'waiting@example.com', password: PASSWORD });
  await post(ACCOUNT_API.requestReset, { email });
  for (const { visit } of FIXTURES) await visit?.({ get, post }, headers);
  await withDatabase({ open }, (db) =>
    until(async () => {
      const links = await db.selectFrom('reset_links').select('user_id').execute();
      const stored = await Promise.all(FIXTURES.map(({ isStored }) => isStored?.(db) ?? true));
      return links.length > 0 && !stored.includes(false);
    }),
  );
  const { code } = await site.stop();
  if (code !== 0) throw new Error(`The site ended with ${code}:\n${site.output()}`);
}

/** Adds rows that a visitor cannot create or for which this site has no form, and shortens the stored mails. */
async function complete(db: Db): Promise<void> {
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const session = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow();
  const letter = await db.selectFrom('submissions').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('submission_files')
    .values({
      id: '3f8e1c2a-0000-4000-8000-000000000000',
      submission_id: letter.id,
      field: 'attachment',
      name: 'note.txt',
      type: 'text/plain',
      size: 2,
      content: 'aGk=',
    })
    .execute();
  const of: FixtureRows = { userId: id, sessionId: session.id, submissionId: letter.id, now: NOW };
  for (const fixture of FIXTURES) await fixture.complete?.(db, of);
  await db.updateTable('outbox').set({ text_body: 'A mail.', html_body: '<p>A mail.</p>' }).execute();
}

function tablesOf(database: DatabaseSync): string {
  const made = database
    .prepare('select name, sql from sqlite_schema where sql is not null and name not like ? order by rowid')
    .all('sqlite_%')
    .map(({ name, sql: statement }) => ({ name: String(name), statement: `${statement};\n` }));
  const searches = made.filter(({ statement }) => /^create virtual table/i.test(statement));
  // Skips the tables that SQLite's full-text search creates and fills itself.
  const own = made.filter(({ name }) => !searches.some((search) => isPartOf(name, search.name)));
  const settings = searches.map(
    ({ name }) => `insert into ${name} (${name}, rank) values ('secure-delete', 1);\n`,
  );
  return [...own.map(({ statement }) => statement), ...settings].join('');
}

/** True for a table that SQLite's FTS5 creates for a search table. */
function isPartOf(name: string, search: string): boolean {
  return ['data', 'idx', 'docsize', 'config'].some((part) => name === `${search}_${part}`);
}

/** All rows as SQL, in the order in which the tables were made, so that referenced rows come first. */
function rowsOf(database: DatabaseSync): string {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like ? order by rowid")
    .all('sqlite_%')
    .map(({ name }) => String(name))
    .filter((name) => !isForSearch(name));
  return tables
    .map((table) => {
      const rows = database.prepare(`select * from ${table}`).all();
      if (rows.length === 0) process.stderr.write(`${table} has no row: add what makes one.\n`);
      return rows
        .map(
          (row) =>
            `insert into ${table} (${Object.keys(row)}) values (${Object.values(row).map(literal)});\n`,
        )
        .join('');
    })
    .join('');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** The tables of PostgreSQL as SQL, without the schema's name and without settings that other versions do not have. */
async function tablesOfPostgres(): Promise<string> {
  const postgres = await makeThrowAwayPlace(TEST_DATABASE_URL);
  try {
    await withDatabase(postgres, (db) => migrate(db));
    const options = ['--schema-only', '--no-owner', '--no-privileges', '--schema=public'];
    return execFileSync('pg_dump', [...options, postgres.env.DATABASE_URL ?? ''], { encoding: 'utf8' })
      .replaceAll('public.', '')
      .replaceAll(/^(?:--|\\|SET |SELECT |CREATE SCHEMA ).*\n|^\n/gm, '');
  } finally {
    await postgres.remove();
  }
}
