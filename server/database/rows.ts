import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { type Day, daysAfter } from '#server/time.ts';
import type { Db, Tx } from './database.ts';
import type { IsoTime, Schema } from './schema.ts';

// These functions only compare for equality, or with a list. Joins, other conditions, sorting and conflicts need Kysely.

type Table = keyof Schema & string;
type Row<T extends Table> = Selectable<Schema[T]>;
type Column<T extends Table> = keyof Row<T> & string;
type Changes<T extends Table> = Readonly<Partial<Row<T>>>;
/** The values that rows must have. A null means `is null` in SQL, and a list means any of its values. */
type Values<T extends Table> = { readonly [C in Column<T>]?: Row<T>[C] | readonly Row<T>[C][] };

export async function findRow<T extends Table, C extends Column<T>>(
  db: Db | Tx,
  table: T,
  columns: readonly C[] | '*',
  values: Values<T>,
): Promise<Pick<Row<T>, C> | undefined> {
  const [row] = await findRows(db, table, columns, values);
  return row;
}

/** Finds the rows with these values. The rows have no particular order. */
export async function findRows<T extends Table, C extends Column<T>>(
  db: Db | Tx,
  table: T,
  columns: readonly C[] | '*',
  values: Values<T>,
): Promise<Pick<Row<T>, C>[]> {
  const names = columns === '*' ? sql`*` : sql.join(columns.map((column) => sql.ref(column)));
  const select = sql<Pick<Row<T>, C>>`select ${names} from ${sql.table(table)} where ${areEqual(values)}`;
  return (await select.execute(db)).rows;
}

export async function hasRow<T extends Table>(db: Db | Tx, table: T, values: Values<T>): Promise<boolean> {
  const select = sql`select 1 from ${sql.table(table)} where ${areEqual(values)} limit 1`;
  return (await select.execute(db)).rows.length > 0;
}

/** A column whose value is undefined gets its default. */
export async function insertRow<T extends Table>(
  db: Db | Tx,
  table: T,
  row: Insertable<Schema[T]>,
): Promise<void> {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const columns = sql.join(given.map(([column]) => sql.ref(column)));
  const values = sql.join(given.map(([, value]) => value));
  await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
}

export async function updateRows<T extends Table>(
  db: Db | Tx,
  table: T,
  values: Values<T>,
  changes: Changes<T>,
): Promise<number> {
  const set = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const update = sql`update ${sql.table(table)} set ${sql.join(set)} where ${areEqual(values)}`;
  return Number((await update.execute(db)).numAffectedRows ?? 0);
}

export async function deleteRows<T extends Table>(db: Db | Tx, table: T, values: Values<T>): Promise<number> {
  const statement = sql`delete from ${sql.table(table)} where ${areEqual(values)}`;
  return Number((await statement.execute(db)).numAffectedRows ?? 0);
}

/** The number of rows with a time after the given one. @public */
export async function countSince(db: Db, table: Table, column: string, since: IsoTime): Promise<number> {
  const count = sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} > ${since}`;
  return (await count.execute(db)).rows[0]?.count ?? 0;
}

/** The number of rows on each of these days (UTC, both ends included). Days without rows are left out. @public */
export async function countByDay(
  db: Db,
  { table, column }: { readonly table: string; readonly column: string },
  { first, last }: { readonly first: Day; readonly last: Day },
): Promise<ReadonlyMap<Day, number>> {
  const time = sql.ref(column);
  const { rows } = await sql<{ day: Day; count: number }>`
    select substr(${time}, 1, 10) as day, count(*) as count from ${sql.table(table)}
    where ${time} >= ${first} and ${time} < ${daysAfter(last, 1)} group by 1`.execute(db);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/**
 * The condition that columns have these values. If `values` is empty, the SQL is invalid and the statement fails, so that no
 * mistake changes all rows.
 */
function areEqual(values: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  const conditions = Object.entries(values).map(([column, value]) => {
    if (value === null) return sql`${sql.ref(column)} is null`;
    if (!Array.isArray(value)) return sql`${sql.ref(column)} = ${value}`;
    // PostgreSQL refuses an empty list after `in`, so the list gets a null. The null finds no row either, because nothing
    // equals null.
    return sql`${sql.ref(column)} in (${sql.join(value.length === 0 ? [null] : value)})`;
  });
  return sql.join(conditions, sql` and `);
}

/**
 * Splits values into lists of at most `size`, for statements about all rows of a person. SQLite takes 32,766 values in a statement
 * and PostgreSQL 65,535, and strangers can send more messages with the person's address.
 */
export function chunksOf<V>(values: readonly V[], size = 500): V[][] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, at) => values.slice(at * size, (at + 1) * size));
}
