import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type DatabaseLocation, type Db, openDatabase } from '#server/database/database.ts';

export type ThrowAwayPlace = {
  /** The settings that make a server process keep its data here. */
  readonly env: { readonly DATA_DIR: string } & Readonly<Record<string, string>>;
  /** A way in beside the server's. Close it before `remove`. */
  readonly open: () => Db;
  readonly remove: () => Promise<void>;
};

/**
 * An empty place for the data of a server process: a folder for its SQLite file, or, given the URL of a PostgreSQL
 * server, a schema of its own there.
 *
 * @param postgresUrl TEST_DATABASE_URL unless told; undefined or empty for SQLite
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
  const schema = `test_${randomBytes(8).toString('hex')}`;
  const around = open({ kind: 'postgres', url: postgresUrl });
  await sql`create schema ${sql.id(schema)}`.execute(around);
  const options = encodeURIComponent(`-c search_path=${schema}`);
  const url = `${postgresUrl}${postgresUrl.includes('?') ? '&' : '?'}options=${options}`;
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url, AUTH_SECRET: 'only for this place, and long enough for it' },
    open: () => open({ kind: 'postgres', url }),
    remove: async () => {
      await sql`drop schema ${sql.id(schema)} cascade`.execute(around);
      await around.destroy();
      removeFolder();
    },
  };
}

/** Does something to the database of a place, as a process that then ends. */
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
