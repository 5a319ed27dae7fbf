import { CompiledQuery, SqliteAdapter } from 'kysely';
import type { Db, Tx } from './database.ts';

type Member = {
  /** Does the work, and answers how its caller is told once it is on the disk. */
  readonly run: (tx: Tx) => Promise<() => void>;
  readonly fail: (error: unknown) => void;
};

/** What waits behind a group is not kept for longer than so many take. */
const MOST_TOGETHER = 100;

/** Who waits for the next common commit of each database. */
const waiting = new WeakMap<Db, Member[]>();

/**
 * Runs the work in a transaction, as `db.transaction()` does: it resolves when what was written is on the disk, rejects
 * as the work does, and then nothing of it was written. On SQLite, works that wait at the same moment share one commit,
 * which is what takes the time there (docs/decisions/0043): they run one after the other, in the order in which they
 * came, each in a savepoint of its own. If that commit fails, all of them reject. PostgreSQL does this by itself.
 *
 * @param work waits for nothing but the database: others wait with it
 */
export function commitTogether<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return db.transaction().execute(work);
  return new Promise<T>((resolve, reject) => {
    const run = async (tx: Tx) => {
      const result = await work(tx);
      return () => resolve(result);
    };
    join(db, { run, fail: reject });
  });
}

function join(db: Db, member: Member): void {
  const group = waiting.get(db);
  if (group !== undefined && group.length < MOST_TOGETHER) {
    group.push(member);
    return;
  }
  const own = [member];
  waiting.set(db, own);
  // What has come in by now is taken in before the first one begins; nobody waits for what has not.
  setImmediate(() => void commit(db, own));
}

/** Never rejects: each member is told. */
async function commit(db: Db, group: readonly Member[]): Promise<void> {
  // Nobody joins any more.
  const close = () => {
    if (waiting.get(db) === group) waiting.delete(db);
  };
  try {
    const tell = await db.transaction().execute(async (tx) => {
      close();
      const [only, ...others] = group;
      if (only !== undefined && others.length === 0) return [await only.run(tx)];
      const answers: (() => void)[] = [];
      for (const member of group) answers.push(await runInSavepoint(tx, member));
      return answers;
    });
    for (const answer of tell) answer();
  } catch (error) {
    close();
    for (const { fail } of group) fail(error);
  }
}

/** Rejects when the transaction itself is lost: SQLite gives up all of it after some errors, such as a full disk. */
async function runInSavepoint(tx: Tx, { run, fail }: Member): Promise<() => void> {
  await tx.executeQuery(SAVEPOINT);
  try {
    const answer = await run(tx);
    await tx.executeQuery(RELEASE);
    return answer;
  } catch (error) {
    try {
      await tx.executeQuery(ROLLBACK);
      await tx.executeQuery(RELEASE);
    } catch {
      throw error;
    }
    return () => fail(error);
  }
}

const SAVEPOINT = CompiledQuery.raw('savepoint member');
const ROLLBACK = CompiledQuery.raw('rollback to member');
const RELEASE = CompiledQuery.raw('release member');
