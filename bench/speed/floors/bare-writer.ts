import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { migrate } from '#server/database/migrate.ts';
import { makeThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import { isFloor, startFloor } from './floor-process.ts';

type Row = Readonly<Record<string, SQLInputValue>>;
type Stored = { readonly submission: Row; readonly mails: readonly Row[] };

/**
 * The floor of a form submission (the simplest program that does the same work): a separate process with its own database
 * file, which inserts the rows of a submission, one transaction after the other.
 */
export async function startBareWriter(stored: Stored) {
  const place = await makeThrowAwayPlace('');
  await withDatabase(place, migrate);
  const floor = startFloor(import.meta.filename, join(place.env.DATA_DIR, 'site.sqlite'));
  floor.send(stored);
  return {
    /** Transactions per second, measured over this many seconds. */
    run: async (seconds: number) => {
      floor.send(seconds);
      return (await floor.told()) as number;
    },
    [Symbol.asyncDispose]: async () => {
      await floor[Symbol.asyncDispose]();
      await place.remove();
    },
  };
}

if (isFloor()) {
  const database = new DatabaseSync(process.argv[2] ?? '');
  // The same settings with which the site opens its SQLite file.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  database.exec('pragma secure_delete = on');
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const [stored] = (await once(process, 'message')) as [Stored];
  const storeSubmission = insertOf('submissions', stored.submission);
  const [mail] = stored.mails;
  const storeMail = insertOf('outbox', mail ?? {});
  process.on('message', (seconds: number) => {
    const from = performance.now();
    const end = from + seconds * 1_000;
    let count = 0;
    for (; performance.now() < end; count++) {
      const id = randomUUID();
      begin.run();
      storeSubmission({ ...stored.submission, id, digest: id });
      for (const row of stored.mails) storeMail({ ...row, id: `${row.kind}-${id}` });
      commit.run();
    }
    process.send?.(count / ((performance.now() - from) / 1_000));
  });

  function insertOf(table: string, { ...row }: Row): (row: Row) => void {
    const names = Object.keys(row);
    const insert = database.prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    );
    return (values) => void insert.run(...names.map((name) => values[name] ?? null));
  }
}
