import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** A table as both databases have it. */
export type TableShape = {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Names of the columns of its primary key, in its order. */
  readonly key: readonly string[];
  /** Columns that name another row of the same table. They are filled once all of its rows are there. */
  readonly selfReferences: readonly string[];
};

export type Column = {
  readonly name: string;
  readonly kind: 'text' | 'integer';
  readonly isNullable: boolean;
};

type ForeignKey = { table: string; from: string; on_delete: string };

/**
 * The tables of a SQLite site as the database itself tells of them, each after those that its rows belong to. Throws
 * for what the copy does not know how to move, so that a migration that brings it is noticed.
 */
export function shapesOf(source: DatabaseSync): TableShape[] {
  const names = source
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'
       and name not like 'kysely\\_%' escape '\\' order by name`,
    )
    .all()
    .map(({ name }) => String(name));
  const parents = new Map<string, Set<string>>();
  const shapes = new Map<string, TableShape>();
  for (const name of names) {
    const keys = source.prepare('select * from pragma_foreign_key_list(?)').all(name) as ForeignKey[];
    // What a row that goes takes with it, the copy makes anew; it knows no other way.
    const other = keys.find(({ on_delete }) => on_delete !== 'CASCADE');
    if (other !== undefined)
      throw new Error(`${name}.${other.from}: only “on delete cascade” can be copied.`);
    parents.set(name, new Set(keys.map(({ table }) => table).filter((parent) => parent !== name)));
    const selfReferences = keys.filter(({ table }) => table === name).map(({ from }) => from);
    shapes.set(name, { name, ...columnsOf(source, name), selfReferences });
  }
  return inOrder(parents).flatMap((name) => shapes.get(name) ?? []);
}

function columnsOf(source: DatabaseSync, table: string): Pick<TableShape, 'columns' | 'key'> {
  const found = source.prepare('select * from pragma_table_info(?) order by cid').all(table);
  const columns = found.map(({ name, type, notnull, pk }) => {
    const kind = KINDS[String(type).toLowerCase()];
    if (kind === undefined) throw new Error(`${table}.${name}: the type “${type}” cannot be copied yet.`);
    return {
      name: String(name),
      kind,
      isNullable: Number(notnull) === 0 && Number(pk) === 0,
      place: Number(pk),
    };
  });
  const key = columns
    .filter(({ place }) => place > 0)
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name);
  if (key.length === 0) throw new Error(`${table} has no primary key, by which its rows could be compared.`);
  return { columns: columns.map(({ place, ...column }) => column), key };
}

const KINDS: Readonly<Record<string, Column['kind']>> = {
  text: 'text',
  integer: 'integer',
};

function inOrder(parents: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const ordered = new Set<string>();
  const visit = (name: string, path: readonly string[]) => {
    if (ordered.has(name)) return;
    if (path.includes(name))
      throw new Error(`${[...path, name].join(' → ')}: tables in a circle cannot be copied.`);
    for (const parent of parents.get(name) ?? []) visit(parent, [...path, name]);
    ordered.add(name);
  };
  for (const name of parents.keys()) visit(name, []);
  return [...ordered];
}

/** Throws where the tables of the PostgreSQL schema are not exactly these. */
export async function checkTarget(
  db: Db,
  shapes: readonly TableShape[],
  tables: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select table_name as table, column_name as name from information_schema.columns
    where table_schema = current_schema()`.execute(db);
  const found = tables.flatMap((table) =>
    rows.filter((row) => row.table === table).map((row) => `${table}.${row.name}`),
  );
  const wanted = shapes.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  const differing = [
    ...found.filter((name) => !wanted.includes(name)),
    ...wanted.filter((name) => !found.includes(name)),
  ];
  if (differing.length > 0) {
    throw new Error(`The tables of the two databases are not alike: ${differing.join(', ')}.`);
  }
}
