import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { Row } from './source.ts';
import type { TableShape } from './table-shape.ts';

const FIRST_BATCH = 200;
const LARGEST_BATCH = 2_000;
/** Characters that are fetched at a time, about: rows with files are long. */
const BATCH_SIZE = 4_000_000;

/** All rows of a table as `tx` sees them, in the same order and form as the source's. */
export async function* targetRowsOf(tx: Tx, { name, columns, key }: TableShape): AsyncGenerator<Row> {
  const values = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`));
  const kinds = new Map(columns.map((column) => [column.name, column.kind]));
  // In the order of bytes, as SQLite has it; the database's own order is that of a language.
  const order = sql.join(
    key.map((part) => (kinds.get(part) === 'text' ? sql`${sql.ref(part)} collate "C"` : sql.ref(part))),
  );
  await sql`declare copied_rows no scroll cursor for
    select json_build_array(${values})::text as row from ${sql.table(name)} order by ${order}`.execute(tx);
  let size = FIRST_BATCH;
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(size)} from copied_rows`.execute(tx);
    let length = 0;
    for (const { row } of rows) {
      length += row.length;
      yield JSON.parse(row) as Row;
    }
    if (rows.length < size) break;
    size = Math.max(1, Math.min(LARGEST_BATCH, Math.floor((BATCH_SIZE * rows.length) / (length + 1))));
  }
  await sql`close copied_rows`.execute(tx);
}

/** Collects rows and hands them on in batches of bounded size. */
export function inBatches(write: (rows: readonly Row[]) => Promise<void>) {
  let rows: Row[] = [];
  let length = 0;
  const flush = async () => {
    if (rows.length === 0) return;
    const batch = rows;
    rows = [];
    length = 0;
    await write(batch);
  };
  return {
    add: async (row: Row) => {
      rows.push(row);
      length += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
      if (rows.length >= LARGEST_BATCH || length >= BATCH_SIZE) await flush();
    },
    flush,
  };
}

export async function insertRows(db: Db, shape: TableShape, rows: readonly Row[]): Promise<void> {
  const late = new Set(shape.selfReferences);
  const names = shape.columns.map(({ name }) => name);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const records = rows.map((row) => recordOf(names, row, (name, value) => (late.has(name) ? null : value)));
  await sql`insert into ${sql.table(shape.name)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(shape.name)}, ${JSON.stringify(records)})`.execute(
    db,
  );
}

/** Fills the columns that name another row of the same table. */
export async function referToRows(db: Db, shape: TableShape, rows: readonly Row[]): Promise<void> {
  const table = sql.table(shape.name);
  const names = shape.columns.map(({ name }) => name);
  const values = shape.selfReferences.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`);
  const records = rows.map((row) => recordOf(names, row));
  await sql`update ${table} set ${sql.join(values)}
    from json_populate_recordset(null::${table}, ${JSON.stringify(records)}) as given
    where ${sameKey(shape)}`.execute(db);
}

export async function deleteRows(db: Db, shape: TableShape, rows: readonly Row[]): Promise<void> {
  const table = sql.table(shape.name);
  const names = shape.columns.map(({ name }) => name);
  const keys = rows.map((row) =>
    Object.fromEntries(
      names.flatMap((name, at) => (shape.key.includes(name) ? [[name, row[at] ?? null]] : [])),
    ),
  );
  await sql`delete from ${table}
    using json_populate_recordset(null::${table}, ${JSON.stringify(keys)}) as given
    where ${sameKey(shape)}`.execute(db);
}

function sameKey({ name, key }: TableShape) {
  return sql.join(
    key.map((part) => sql`${sql.ref(`${name}.${part}`)} = ${sql.ref(`given.${part}`)}`),
    sql` and `,
  );
}

function recordOf(
  names: readonly string[],
  row: Row,
  pick: (name: string, value: string | null) => string | null = (_, value) => value,
): Record<string, string | null> {
  return Object.fromEntries(names.map((name, at) => [name, pick(name, row[at] ?? null)]));
}

/** Numbers that the database gives out by itself go on behind those that were copied. */
export async function continueSequences(tx: Tx, shape: TableShape): Promise<void> {
  for (const { name, kind } of shape.columns) {
    if (kind !== 'integer') continue;
    const { rows } = await sql<{ sequence: string | null }>`
      select pg_get_serial_sequence(quote_ident(${shape.name}), ${name}) as sequence`.execute(tx);
    const sequence = rows[0]?.sequence;
    if (sequence == null) continue;
    await sql`select setval(${sequence}, coalesce(max(${sql.ref(name)}), 0) + 1, false) from ${sql.table(shape.name)}`.execute(
      tx,
    );
  }
}
