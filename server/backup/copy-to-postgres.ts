import type { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { createTables, NEWEST_SCHEMA } from '#server/database/migrate.ts';
import type { Schema } from '#server/database/schema.ts';
import { nodeSqliteDialect } from '#server/database/sqlite-file.ts';
import { openExclusively } from './sqlite-files.ts';
import { allTables, dataTables, schemaVersion } from './tables.ts';

export type Copied = {
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  /** Texts in which the character NUL became U+FFFD, because PostgreSQL cannot store it. */
  readonly replaced: number;
};

type Table = { readonly name: string; readonly columns: readonly string[]; readonly key: readonly string[] };
/** Values in the order of the table's columns. Numbers are text, so that rows of both databases can be compared. */
type Row = readonly (string | null)[];

const ROWS_PER_BATCH = 500;
const ROWS_PER_FETCH = 100;
/** Characters of a batch, roughly: rows with files are long. */
const BATCH_LENGTH = 4_000_000;

/**
 * Copies a site from SQLite into an empty PostgreSQL database, in one transaction, and compares each row at its end.
 * Throws, in words for the operator, while the site runs, for a target that is not empty, another version of the
 * schema, and a row that differs; the target is then still empty.
 */
export async function copyToPostgres(file: string, target: Db): Promise<Copied> {
  const source = openExclusively(file);
  const site = new Kysely<Schema>({ dialect: nodeSqliteDialect(source) });
  try {
    const version = await schemaVersion(site);
    if (version !== NEWEST_SCHEMA) {
      throw new Error(
        `The schema of ${file} is ${version ?? 'none of ours'}, and this version of the site has ${NEWEST_SCHEMA}. Start and stop this version on it once, which brings it up to date.`,
      );
    }
    const tables = tablesOf(source, await dataTables(site));
    return await inTransaction(target, async (connection) => {
      if ((await allTables(connection)).length > 0) {
        throw new Error('The target is not empty. Give an empty database, or an empty schema in one.');
      }
      await createTables(connection);
      const copied = { tables: {} as Record<string, number>, replaced: 0 };
      for (const table of tables) {
        // The migrations put first rows into some tables.
        await sql`delete from ${sql.table(table.name)}`.execute(connection);
        copied.replaced += await copyRows(source, connection, table);
      }
      for (const table of tables) copied.tables[table.name] = await compareRows(source, connection, table);
      return copied;
    });
  } finally {
    await site.destroy();
  }
}

/** On one connection, unlike Kysely's transactions open to the migrations. */
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

/** The tables, each after those that its foreign keys point to. */
function tablesOf(source: DatabaseSync, names: readonly string[]): Table[] {
  const seen = new Set<string>();
  const tables: Table[] = [];
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const parents = source.prepare('select "table" as name from pragma_foreign_key_list(?)').all(name);
    for (const parent of parents) add(String(parent.name));
    const columns = source.prepare('select name, pk from pragma_table_info(?)').all(name);
    const key = columns.filter(({ pk }) => pk !== 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    const nameOf = (column: (typeof columns)[number]) => String(column.name);
    tables.push({ name, columns: columns.map(nameOf), key: key.map(nameOf) });
  };
  for (const name of names) add(name);
  return tables;
}

/** All rows in the order of their keys, by bytes. */
function* rowsOf(source: DatabaseSync, { name, columns, key }: Table): Generator<Row> {
  const statement = source.prepare(
    `select ${columns.map(quoted).join(', ')} from ${quoted(name)}
     order by ${key.map((column) => `cast(${quoted(column)} as text)`).join(', ')}`,
  );
  statement.setReadBigInts(true);
  for (const row of statement.iterate()) {
    yield columns.map((column) => {
      const value = row[column] ?? null;
      if (value instanceof Uint8Array) throw new Error(`${name}.${column} holds bytes instead of text.`);
      return value === null ? null : String(value);
    });
  }
}

/** Returns in how many texts a NUL was replaced. */
async function copyRows(source: DatabaseSync, target: Db, table: Table): Promise<number> {
  const name = sql.table(table.name);
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  let replaced = 0;
  let batch: object[] = [];
  let length = 0;
  const insert = async () => {
    await sql`insert into ${name} (${columns})
      select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(batch)})`.execute(
      target,
    );
    batch = [];
    length = 0;
  };
  for (const row of rowsOf(source, table)) {
    replaced += row.filter((value) => value?.includes('\0')).length;
    batch.push(Object.fromEntries(storable(row).map((value, at) => [table.columns[at], value])));
    length += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (batch.length === ROWS_PER_BATCH || length > BATCH_LENGTH) await insert();
  }
  await insert();
  return replaced;
}

/** Compares all columns of all rows, and returns how many rows there are. Throws at the first difference. */
async function compareRows(source: DatabaseSync, target: Db, table: Table): Promise<number> {
  const expected = rowsOf(source, table);
  let count = 0;
  const compare = (found: string | undefined) => {
    const { value } = expected.next();
    if ((value === undefined ? undefined : JSON.stringify(storable(value))) !== found) {
      throw new Error(`Row ${count + 1} of ${table.name} is not in the copy as it was. Nothing was copied.`);
    }
    count++;
  };
  for await (const row of targetRowsOf(target, table)) compare(row);
  compare(undefined);
  return count - 1;
}

/** As JSON, in the same order and form as `rowsOf`. */
async function* targetRowsOf(target: Db, { name, columns, key }: Table): AsyncGenerator<string> {
  const values = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`));
  const order = sql.join(key.map((column) => sql`${sql.ref(column)}::text collate "C"`));
  await sql`declare copied_rows no scroll cursor for
    select json_build_array(${values})::text as row from ${sql.table(name)} order by ${order}`.execute(
    target,
  );
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_PER_FETCH)} from copied_rows`.execute(
      target,
    );
    for (const { row } of rows) yield JSON.stringify(JSON.parse(row));
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await sql`close copied_rows`.execute(target);
}

const storable = (row: Row): Row => row.map((value) => value?.replaceAll('\0', '\ufffd') ?? null);

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
