import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { type DatabaseLocation, type Db, openDatabase } from '#server/database/database.ts';

export type ThrowAwayPlace = {
  readonly env: { readonly DATA_DIR: string } & Readonly<Record<string, string>>;
  /** Opens a new connection to this database. Close it before `remove`. */
  readonly open: () => Db;
  readonly remove: () => Promise<void>;
};

/**
 * A folder for a SQLite file or, with the URL of a PostgreSQL server, a new database there. A new schema is not enough, because
 * it would share its advisory locks with all schemas of its database.
 */
export async function makeThrowAwayPlace(
  postgresUrl = process.env.TEST_DATABASE_URL,
): Promise<ThrowAwayPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  const removeFolder = () => rmSync(folder, { recursive: true });
  if (postgresUrl === undefined || postgresUrl === '') {
    return {
      env: { DATA_DIR: folder },
      open: () => open({ kind: 'sqlite', file: join(folder, 'site.sqlite') }),
      remove: async () => removeFolder(),
    };
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  const around = open({ kind: 'postgres', url: postgresUrl });
  await sql`create database ${sql.id(name)}`.execute(around);
  const { href: url } = Object.assign(new URL(postgresUrl), { pathname: `/${name}` });
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url, AUTH_SECRET: 'only for this place, and long enough for it' },
    open: () => open({ kind: 'postgres', url }),
    remove: async () => {
      // PostgreSQL drops the database even if connections are still being closed: it waits some seconds for them.
      await sql`drop database ${sql.id(name)}`.execute(around);
      await around.destroy();
      removeFolder();
    },
  };
}

export async function withDatabase<T>(
  place: Pick<ThrowAwayPlace, 'open'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = place.open();
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

function open(location: DatabaseLocation): Db {
  return openDatabase(location, (error) => {
    throw error;
  });
}

/** `npm run fixture` writes these values into the stored data of each release, and tests look for them. */
export const RELEASED = {
  secret: 'the secret of the data that is kept from each release',
  about: 'I was here when this version was new.',
  message: 'A letter from the days of this version.',
} as const;

export function releasedFiles(version: string) {
  const file = (name: string) => join(import.meta.dirname, 'releases', version, `${name}.sql`);
  return { sqlite: file('sqlite'), postgres: file('postgres'), rows: file('rows') };
}

export async function loadReleasedData(version: string, place: ThrowAwayPlace): Promise<void> {
  const { sqlite, postgres, rows } = releasedFiles(version);
  const isPostgres = place.env.DATABASE_URL !== undefined;
  const tables = isPostgres ? postgres : sqlite;
  if (!existsSync(tables)) throw new Error(`There is no data of ${version}. See docs/guides/upgrade.md.`);
  const statements = readFileSync(tables, 'utf8') + readFileSync(rows, 'utf8');
  if (isPostgres) {
    await withDatabase(place, (db) => sql.raw(statements).execute(db));
    return;
  }
  using database = new DatabaseSync(join(place.env.DATA_DIR, 'site.sqlite'));
  database.exec(statements);
}

type Headers = Readonly<Record<string, string>>;
/** The running site of an example database. Each function sends a request and throws if the site refuses the request. */
export type FixtureSite = {
  readonly get: (path: string, headers: Headers) => Promise<void>;
  readonly post: (path: string, body: unknown, headers?: Headers) => Promise<void>;
};

/** Data of a feature in the example database of a version, which `npm run fixture` makes. */
export type Fixture = {
  /** Sends requests of a visitor to the running site. `signedIn` has the headers of a signed-in person. */
  readonly visit?: (site: FixtureSite, signedIn: Headers) => Promise<void>;
  readonly isStored?: (db: Db) => Promise<boolean>;
  readonly complete?: (db: Db, of: FixtureRows) => Promise<void>;
};

export type FixtureRows = Readonly<Record<'userId' | 'sessionId' | 'submissionId' | 'now', string>>;
