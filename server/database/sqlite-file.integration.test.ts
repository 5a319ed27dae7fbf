import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createFakeTime, createRandom } from '#server/testing/clock-and-random.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { freePages, leaveFreePages } from '#server/testing/stored-rows.ts';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { deleteRows, insertRow, updateRows } from './rows.ts';
import { createFileRewriter, rewriteFile } from './sqlite-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = makeTemporaryFolder();
  file = join(folder, 'site.sqlite');
});

function open(): Db {
  const db = openDatabase({ kind: 'sqlite', file }, () => {});
  onTestFinished(() => db.destroy());
  return db;
}

function writeForAll(): void {
  writeFileSync(file, '');
  chmodSync(file, 0o644);
}

test.each([
  ['a new SQLite file', () => {}],
  ['a SQLite file that others could read', writeForAll],
])(
  '%s can be read only by its owner after the database is opened, even in a folder that everybody may read',
  async (_, before) => {
    chmodSync(folder, 0o755);
    before();
    await sql`create table words (word text)`.execute(open());
    const rights = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
    const PRIVATE = { 'site.sqlite': 0o600, 'site.sqlite-shm': 0o600, 'site.sqlite-wal': 0o600 };
    expect(Object.fromEntries(rights)).toEqual(PRIVATE);
  },
);

test('[P-091] after the site has rewritten its SQLite file, no byte of deleted texts is left in the file', async () => {
  const db = open();
  await migrate(db);
  // With this seed, some deleted text remains unless the file is rewritten.
  const random = createRandom(3);
  const kept = new Map<string, string>();
  const deleted: string[] = [];
  // One transaction, because a commit for each row would take seconds.
  await db.transaction().execute(async (tx) => {
    for (let number = 0; number < 400; number++) {
      const word = `letter-${number}-of-somebody`;
      const id = `${random()}`;
      const state = { form: 'contact', state: 'received', fields: '{}', digest: '' } as const;
      const person = { name: word, email: `${word}@example.com`, created_at: word };
      const message = `${word} `.repeat(random() * 80);
      await insertRow(tx, 'submissions', { id, ...state, ...person, message });
      kept.set(id, word);
      const [[changed = '', itsWord = ''] = []] = [...kept].slice(random() * kept.size);
      await updateRows(tx, 'submissions', { id: changed }, { message: `${itsWord} `.repeat(random() * 80) });
      if (random() < 0.5) continue;
      const [[removed = '', gone = ''] = []] = [...kept].slice(random() * kept.size);
      await deleteRows(tx, 'submissions', { id: removed });
      kept.delete(removed);
      deleted.push(gone);
    }
  });
  await rewriteFile(db);
  const bytes = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  expect(deleted.filter((word) => bytes.includes(word))).toEqual([]);
  expect([...kept.values()].filter((word) => !bytes.includes(word))).toEqual([]);
});

test('[P-092] a running site rewrites its SQLite file in the first hour of each day', async () => {
  const db = open();
  await migrate(db);
  const time = createFakeTime('2026-01-06T21:30:00.000Z');
  const { daily } = createFileRewriter({ db, clock: time.clock, log: { error: () => {} } });
  const rewritten: string[] = [];
  for (let hour = 0; hour < 30; hour++) {
    await leaveFreePages(db);
    await daily();
    if ((await freePages(db)) === 0) rewritten.push(time.clock().toISOString());
    time.advance(60 * 60_000);
  }
  expect(rewritten).toEqual(['2026-01-07T00:30:00.000Z', '2026-01-08T00:30:00.000Z']);
});
