import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openDatabase } from './database.ts';

async function rightsOfFiles(before: (file: string) => void): Promise<Record<string, string>> {
  const folder = makeTemporaryFolder();
  chmodSync(folder, 0o755);
  const file = join(folder, 'site.sqlite');
  before(file);
  const db = openDatabase({ kind: 'sqlite', file }, () => {});
  onTestFinished(() => db.destroy());
  await sql`create table words (word text)`.execute(db);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
}

const openToAll = (file: string) => {
  writeFileSync(file, '');
  chmodSync(file, 0o644);
};

test.each([
  ['a new SQLite file', () => {}],
  ['a SQLite file that others could read', openToAll],
])(
  '%s can be read only by its owner after the database is opened, even in a folder that everybody may read',
  async (_, before) => {
    const PRIVATE = { 'site.sqlite': '600', 'site.sqlite-shm': '600', 'site.sqlite-wal': '600' };
    expect(await rightsOfFiles(before)).toEqual(PRIVATE);
  },
);
