import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { recordAlone } from '#server/audit/record-action.ts';
import { type Db, openDatabase } from '#server/database/database.ts';
import { holdName } from '#server/database/hold-name.ts';
import { migrate } from '#server/database/migrate.ts';
import { allTables, dataTables } from '#server/database/site-tables.ts';
import { beginWork, endWork, unfinishedWork } from '#server/database/unfinished.ts';
import { auditDeps } from './audit-deps.ts';
import { EXIT_CODES, type ExitCode, type WholeSiteDeps } from './command.ts';
import { copyId, copyIdFile } from './copy/copy-id.ts';
import { compareRows, continueAllSequences, copyRows, type Pair } from './copy/copy-rows.ts';
import { openSource, problemsOf, type Source } from './copy/source.ts';
import { checkTarget, shapesOf, type TableShape } from './copy/table-shape.ts';
import { harmlessLine } from './harmless-text.ts';
import { UsageError, understand } from './usage-error.ts';
import { wholeSiteCommand } from './whole-site-command.ts';

const USAGE = `copy: moves the site from SQLite to PostgreSQL
  copy --to postgres://user@host:5432/name [--mend]
      Call it while the site runs, for the bulk; then stop the site and call it again, for the rest. Killed or not, each
      call goes on where the last one got to, and compares every row in the end. The target must be empty at first, and
      is no site until the last call, with the site stopped, is done. Leave the password out of the URL, where others
      can read it, and give it as PGPASSWORD.
      --mend  what PostgreSQL cannot keep in a text (the character NUL, broken UTF-8) becomes U+FFFD
Exit codes: 0 done, 1 not done, 2 not understood.`;

/** The way past one machine (docs/decisions/0030-backup-restore-copy.md). */
export const copyCommand = wholeSiteCommand('copy', USAGE, async (deps, args) => {
  const { settings, complain } = deps;
  const { to, mends } = parseCopy(args);
  if (settings.database.kind !== 'sqlite') {
    complain('The settings name a PostgreSQL server already: call it with those of the site on SQLite.');
    return EXIT_CODES.failed;
  }
  const { file } = settings.database;
  if (!existsSync(file)) {
    complain(`There is no database at ${file}. Give the site’s own folder as DATA_DIR.`);
    return EXIT_CODES.failed;
  }
  const db = openDatabase({ kind: 'postgres', url: to }, () => {});
  try {
    return await aloneOnTarget(db, () => copy(deps, file, db, mends));
  } finally {
    await db.destroy();
  }
});

function parseCopy(args: readonly string[]): { readonly to: string; readonly mends: boolean } {
  const { values } = understand(() =>
    parseArgs({ args: [...args], options: { to: { type: 'string' }, mend: { type: 'boolean' } } }),
  );
  const { to = '', mend = false } = values;
  if (!URL.canParse(to) || !['postgres:', 'postgresql:'].includes(new URL(to).protocol)) {
    throw new UsageError('--to needs a URL like postgres://user@host:5432/name.');
  }
  return { to, mends: mend };
}

/** Two copies at once would undo each other's work. One that was just killed lets go within a moment. */
async function aloneOnTarget(db: Db, work: () => Promise<ExitCode>): Promise<ExitCode> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(tx);
    const schema = rows[0]?.schema;
    if (schema == null) throw new Error('The schema that the URL leads to is not there. Create it first.');
    await sql`set local lock_timeout = '10s'`.execute(tx);
    await holdName(tx, `copy into ${schema}`, 'alone').catch((error) => {
      throw new Error('Another copy into this database is at work.', { cause: error });
    });
    return work();
  });
}

async function copy(deps: WholeSiteDeps, file: string, db: Db, mends: boolean): Promise<ExitCode> {
  const { settings, print } = deps;
  const unfinished = await unfinishedWork(db);
  if (unfinished === undefined && (await allTables(db)).length > 0) return compareOnly(deps, file, db, mends);
  const id = copyId(settings.dataDir);
  if (unfinished !== undefined && unfinished.source !== id) {
    throw new Error('Something else is being put into this database: a restore, or a copy of another site.');
  }
  await prepareSource(deps, file);
  const source = openSource(file);
  try {
    const shapes = shapesOf(source.database);
    if (hasProblems(deps, source, shapes, mends)) return EXIT_CODES.failed;
    if (unfinished === undefined) {
      await beginWork(db, { work: 'copy', source: id, since: deps.clock().toISOString() });
    } else {
      print(`Going on with the copy of ${unfinished.since}.`);
    }
    await migrate(db, { whileFilling: true });
    await checkTarget(db, shapes, await dataTables(db));
    const pair = { source, db, shapes, mends };
    await copyRows(pair, (name, removed, added) => print(`${name}: ${removed} rows removed, ${added} added`));
    return await conclude(deps, pair);
  } finally {
    source.close();
  }
}

/** Up to date as the target will be, with a line in the log that goes over with the rest. */
async function prepareSource(deps: WholeSiteDeps, file: string): Promise<void> {
  const db = openDatabase({ kind: 'sqlite', file }, () => {});
  try {
    await migrate(db);
    await recordAlone({ db, ...auditDeps(deps) }, { action: 'copied', actor: 'operator' });
  } finally {
    await db.destroy();
  }
}

const PROBLEMS_TOLD = 20;

/** Whether there is anything that cannot be copied. Nothing has been written then. */
function hasProblems(
  { complain }: WholeSiteDeps,
  source: Source,
  shapes: readonly TableShape[],
  mends: boolean,
): boolean {
  let count = 0;
  let allCanMend = true;
  for (const shape of shapes) {
    for (const { row, column, problem, canMend } of problemsOf(source, shape)) {
      if (mends && canMend) continue;
      if (++count <= PROBLEMS_TOLD) complain(harmlessLine(`${row}: ${column} ${problem}`));
      allCanMend &&= canMend;
    }
  }
  if (count === 0) return false;
  complain(
    `${count} values cannot be kept by PostgreSQL as they are; nothing was copied. ${allCanMend ? 'With --mend, the copy has U+FFFD in their place.' : 'Correct or delete those rows first.'}`,
  );
  return true;
}

async function conclude(deps: WholeSiteDeps, pair: Pair): Promise<ExitCode> {
  const { settings, print, complain } = deps;
  const { equal, wrong } = await compareRows(pair);
  if (wrong.length > 0) {
    complain(`The copy is not equal to the site:\n${wrong.map(harmlessLine).join('\n')}`);
    return EXIT_CODES.failed;
  }
  print(countsTable(equal));
  if (!pair.source.isAlone) {
    print(
      'Every row is equal to what the site had when this began. The site is running: stop it, and call this again for what it has written since. Until then no site starts on the copy.',
    );
    return EXIT_CODES.done;
  }
  await pair.db.transaction().execute(async (tx) => {
    await continueAllSequences(tx, pair.shapes);
    await endWork(tx);
  });
  await rm(copyIdFile(settings.dataDir), { force: true });
  print(nextSteps(settings.authSecret === undefined, settings.dataDir));
  return EXIT_CODES.done;
}

/** The target has been a site already, or is somebody else's: nothing is written to it. */
async function compareOnly(
  { complain, print, settings }: WholeSiteDeps,
  file: string,
  db: Db,
  mends: boolean,
): Promise<ExitCode> {
  const source = openSource(file);
  try {
    const shapes = shapesOf(source.database);
    await checkTarget(db, shapes, await dataTables(db));
    const { equal, wrong } = await compareRows({ source, db, shapes, mends });
    if (wrong.length > 0) {
      complain(
        'The target has data that is not a copy under way of this site, or one of the two has been used since: it is left as it is. Give an empty database, or a schema of its own.',
      );
      return EXIT_CODES.failed;
    }
    await rm(copyIdFile(settings.dataDir), { force: true });
    print(`${countsTable(equal)}\nEvery row is there already: nothing was to do.`);
    return EXIT_CODES.done;
  } finally {
    source.close();
  }
}

function countsTable(counts: Readonly<Record<string, number>>): string {
  const width = Math.max(...Object.values(counts).map((count) => String(count).length));
  return Object.entries(counts)
    .map(([name, count]) => `  ${String(count).padStart(width)} ${name}`)
    .join('\n');
}

function nextSteps(hasOwnSecret: boolean, dataDir: string): string {
  const secret = hasOwnSecret
    ? `AUTH_SECRET to what is in the file ${dataDir}/auth-secret`
    : 'AUTH_SECRET to what it is now';
  return `Every row is equal, and the copy is a site now. In the settings of each process, set
  DATABASE_URL to what you gave as --to (with its password)
  ${secret}, so that what the site has signed still counts
and do not start the site on SQLite again: what it would write there is not here.`;
}
