import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { migrate } from '#server/database/migrate.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { undoneAtExit } from '../../support/leave-nothing.ts';

type Row = Readonly<Record<string, SQLInputValue>>;
type Stored = { readonly submission: Row; readonly mail: Row };

export type BareWriter = {
  /** Transactions a second, for so many seconds. */
  readonly run: (seconds: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

/**
 * The floor of a form submission, in a process of its own and on a file of its own beside the site's: these two rows,
 * each time with new ids, in one transaction after the other.
 */
export async function startBareWriter(stored: Stored): Promise<BareWriter> {
  const place = await makeThrowAwayPlace('');
  const db = place.open();
  await migrate(db);
  await db.destroy();
  const child = fork(fileURLToPath(import.meta.url), [join(place.env.DATA_DIR, 'site.sqlite')], {
    execArgv: [],
  });
  const gone = undoneAtExit(() => child.kill('SIGKILL'));
  child.send(stored);
  return {
    run: async (seconds) => {
      child.send(seconds);
      const [perSecond] = (await once(child, 'message')) as [number];
      return perSecond;
    },
    close: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
      await place.remove();
      gone();
    },
  };
}

if (process.send !== undefined) {
  const database = new DatabaseSync(process.argv[2] ?? '');
  // As the site opens its file.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  database.exec('pragma secure_delete = on');
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const [stored] = (await once(process, 'message')) as [Stored];
  const storeSubmission = insertOf('submissions', stored.submission);
  const storeMail = insertOf('outbox', stored.mail);
  process.on('message', (seconds: number) => {
    const from = performance.now();
    const end = from + seconds * 1_000;
    let count = 0;
    for (; performance.now() < end; count++) {
      const id = randomUUID();
      begin.run();
      storeSubmission({ ...stored.submission, id, digest: id });
      storeMail({ ...stored.mail, id: `submission-${id}` });
      commit.run();
    }
    process.send?.(count / ((performance.now() - from) / 1_000));
  });
  process.once('disconnect', () => process.exit(0));

  function insertOf(table: string, { ...row }: Row): (row: Row) => void {
    const names = Object.keys(row);
    const insert = database.prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    );
    return (values) => void insert.run(...names.map((name) => values[name] ?? null));
  }
}
