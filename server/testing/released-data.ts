import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { type ThrowAwayPlace, withDatabase } from './process-database.ts';

/** What `npm run fixture` puts into the data of each release, for tests to find again. */
export const RELEASED = {
  secret: 'the secret of the data that is kept from each release',
  about: 'I was here when this version was new.',
  message: 'A letter from the days of this version.',
} as const;

/** The files of a release: the tables as each database has them, and the rows, which are the same for both. */
export function releasedFiles(version: string) {
  const file = (name: string) => join(import.meta.dirname, 'releases', version, `${name}.sql`);
  return { sqlite: file('sqlite'), postgres: file('postgres'), rows: file('rows') };
}

/** Fills an empty place with the data of a release. Throws when that is not kept. */
export async function loadReleasedData(version: string, place: ThrowAwayPlace): Promise<void> {
  const files = releasedFiles(version);
  const read = (file: string) => {
    if (!existsSync(file))
      throw new Error(`The data of ${version} is missing: there is no ${file}. See docs/guides/upgrade.md.`);
    return readFileSync(file, 'utf8');
  };
  if (place.env.DATABASE_URL !== undefined) {
    const statements = read(files.postgres) + read(files.rows);
    await withDatabase(place, (db) => sql.raw(statements).execute(db));
    return;
  }
  const database = new DatabaseSync(join(place.env.DATA_DIR, 'site.sqlite'));
  database.exec(read(files.sqlite) + read(files.rows));
  database.close();
}
