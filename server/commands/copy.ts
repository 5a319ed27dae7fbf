import type { DatabaseSync } from 'node:sqlite';
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { Kysely, sql } from 'kysely';
import { COPIED } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { openExclusively } from '#server/backup/sqlite-files.ts';
import { allTables, countRows, dataTables, schemaVersion } from '#server/backup/tables.ts';
import { type Db, usingDatabase } from '#server/database/database.ts';
import { createTables, NEWEST_SCHEMA } from '#server/database/migrate.ts';
import type { Schema } from '#server/database/schema.ts';
import { nodeSqliteDialect } from '#server/database/sqlite-file.ts';
import { refuseUnfinished } from '#server/database/unfinished-restore.ts';
import { secretFileIn } from '#server/settings/keyring.ts';
import { plural } from '#server/time.ts';
import { auditDeps, BY, type OperatorDeps, requireSite, type Start } from './operator-deps.ts';

export function addCopyCommand(program: Command, start: Start): void {
  program
    .command('copy')
    .description('copy from SQLite to PostgreSQL; stop the site first')
    .requiredOption('--to <url>', 'like postgres://user@host:5432/name', parsePostgresUrl)
    .addHelpText(
      'after',
      '\nCopies and compares all rows, or copies nothing. Other users can read command lines: give the password as PGPASSWORD, not in the URL.',
    )
    .action(({ to }) => copy(start(), to));
}

function parsePostgresUrl(text: string): string {
  if (!URL.canParse(text) || !['postgres:', 'postgresql:'].includes(new URL(text).protocol)) {
    throw new InvalidArgumentError('It must be a URL like postgres://user@host:5432/name.');
  }
  return text;
}

async function copy(deps: OperatorDeps, to: string): Promise<void> {
  const { database, dataDir, authSecret } = deps.settings;
  if (database.kind !== 'sqlite') {
    throw new Error(
      'The settings already name a PostgreSQL server: run this with the settings of the site on SQLite.',
    );
  }
  requireSite(database);
  await usingDatabase({ kind: 'postgres', url: to }, async (db) => {
    const { tables, replaced } = await copyToPostgres(database.file, db);
    await recordAlone({ ...(await auditDeps(deps)), db }, { ...BY, action: COPIED });
    for (const [name, count] of Object.entries(tables)) deps.print(`${name}: ${plural(count, 'row')}`);
    if (replaced > 0) {
      deps.print(
        `PostgreSQL cannot store the character NUL: it was replaced by U+FFFD in ${plural(replaced, 'text')}.`,
      );
    }
  });
  const secret = authSecret === undefined ? `the content of ${secretFileIn(dataDir)}` : 'its present value';
  deps.print(`Every row was copied and compared. In the settings of each process, set
  DATABASE_URL to the value of --to (with the password)
  AUTH_SECRET to ${secret}, so that everyone stays signed in
and do not start the site on SQLite again: the copy would miss what it writes there.`);
}

type Table = { readonly name: string; readonly columns: readonly string[] };
/** Values are in the order of the table's columns. Numbers are text, so that rows of both databases can be compared. */
type Row = readonly (string | null)[];

const ROWS_PER_BATCH = 500;
/** The approximate number of characters in a batch. It limits the memory, because rows with uploaded files are long. */
const BATCH_LENGTH = 4_000_000;

/**
 * Copies a site into an empty PostgreSQL database, in one transaction, and compares each stored row. Throws an error for the
 * operator if the site is running, the target is not empty, the schema has another version, or a row differs. The target is then
 * unchanged.
 * @returns the copied rows of each table, and the number of texts with a replaced NUL
 */
export async function copyToPostgres(file: string, target: Db) {
  const source = openExclusively(file);
  await using site = new Kysely<Schema>({ dialect: nodeSqliteDialect(source) });
  const version = await schemaVersion(site);
  if (version !== NEWEST_SCHEMA) {
    throw new Error(
      `The schema of ${file} is ${version ?? 'unknown'}, and this version of the site has ${NEWEST_SCHEMA}. Start and stop this version on it once to migrate it.`,
    );
  }
  const tables = inCopyOrder(source, await dataTables(site));
  return await inTransaction(target, async (connection) => {
    await refuseUnfinished(connection);
    if ((await allTables(connection)).length > 0) {
      throw new Error('The target is not empty. Give an empty database, or an empty schema in one.');
    }
    await createTables(connection);
    let replaced = 0;
    for (const table of tables) {
      await sql`delete from ${sql.table(table.name)}`.execute(connection);
      replaced += await copyRows(source, connection, table);
    }
    return { tables: await compareCounts(site, connection), replaced };
  });
}

/** Runs `work` in a transaction. Kysely's own transactions are not used, because migrations cannot run in them. */
function inTransaction<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    try {
      const result = await work(connection);
      await sql`commit`.execute(connection);
      return result;
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => {});
      throw error;
    }
  });
}

/** Lists the tables so that each comes after the tables to which its foreign keys refer. */
function inCopyOrder(source: DatabaseSync, names: readonly string[]): Table[] {
  const seen = new Set<string>();
  const tables: Table[] = [];
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const parents = source.prepare('select "table" as name from pragma_foreign_key_list(?)').all(name);
    for (const parent of parents) add(String(parent.name));
    const columns = source.prepare('select name from pragma_table_info(?)').all(name);
    tables.push({ name, columns: columns.map((column) => String(column.name)) });
  };
  for (const name of names) add(name);
  return tables;
}

function* rowsOf(source: DatabaseSync, { name, columns }: Table): Generator<Row> {
  const statement = source.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)}`);
  statement.setReadBigInts(true);
  for (const row of statement.iterate()) {
    yield columns.map((column) => {
      const value = row[column] ?? null;
      if (value instanceof Uint8Array) throw new Error(`${name}.${column} holds bytes instead of text.`);
      return value === null ? null : String(value);
    });
  }
}

/** Copies the rows of a table. Returns the number of texts in which a NUL was replaced. */
async function copyRows(source: DatabaseSync, target: Db, table: Table): Promise<number> {
  let replaced = 0;
  let batch: Row[] = [];
  let length = 0;
  for (const row of rowsOf(source, table)) {
    replaced += row.filter((value) => value?.includes('\0')).length;
    batch.push(storable(row));
    length += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (batch.length < ROWS_PER_BATCH && length <= BATCH_LENGTH) continue;
    await insert(target, table, batch);
    batch = [];
    length = 0;
  }
  await insert(target, table, batch);
  return replaced;
}

/** Inserts rows. Throws if PostgreSQL stored values that differ from the given ones. */
async function insert(target: Db, { name, columns }: Table, batch: readonly Row[]): Promise<void> {
  const table = sql.table(name);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const asText = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`));
  const records = batch.map((row) => Object.fromEntries(row.map((value, at) => [columns[at], value])));
  const { rows } = await sql<{ row: string }>`
    insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(records)})
    returning json_build_array(${asText})::text as row`.execute(target);
  const stored = new Set(rows.map(({ row }) => JSON.stringify(JSON.parse(row))));
  if (!batch.every((row) => stored.has(JSON.stringify(row))))
    throw new Error(`PostgreSQL stored a row of ${name} with other values. Nothing was copied.`);
}

/** Compares the number of rows of each table. Returns the numbers by table. Throws if the databases differ. */
async function compareCounts(source: Db, target: Db): Promise<Record<string, number>> {
  const counts = await countRows(source);
  const copied = await countRows(target);
  const different = Object.keys(counts).find((name) => copied[name] !== counts[name]);
  if (different !== undefined)
    throw new Error(
      `The copy of ${different} has ${copied[different]} rows, not ${counts[different]}. Nothing was copied.`,
    );
  return counts;
}

const storable = (row: Row): Row => row.map((value) => value?.replaceAll('\0', '\ufffd') ?? null);

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
