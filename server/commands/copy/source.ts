import { DatabaseSync } from 'node:sqlite';
import { SQLITE_PATIENCE } from '#server/database/database.ts';
import { openAlone } from '#server/database/sqlite-files.ts';
import type { Column, TableShape } from './table-shape.ts';

/** The values of a row, in the order of the table's columns. Numbers are text, so that both databases' are alike. */
export type Row = readonly (string | null)[];

export type Source = {
  readonly database: DatabaseSync;
  /** Nobody else has it open, nor can: what is copied now is all there will be. */
  readonly isAlone: boolean;
  readonly close: () => void;
};

/** Opens the site's database as it is at this moment; what a running site writes from here on is not seen. */
export function openSource(file: string): Source {
  const alone = openAlone(file);
  const database = alone ?? new DatabaseSync(file, { timeout: SQLITE_PATIENCE });
  database.exec('begin');
  database.prepare('select count(*) from sqlite_schema').get();
  return { database, isAlone: alone !== undefined, close: () => database.close() };
}

/** All rows of a table, by their primary key, in the order of its bytes. */
export function* rowsOf({ database }: Source, shape: TableShape, mends: boolean): Generator<Row> {
  const statement = database.prepare(
    `select ${shape.columns.map(({ name }) => quoted(name)).join(', ')} from ${quoted(shape.name)}
     order by ${shape.key.map(quoted).join(', ')}`,
  );
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  for (const values of statement.iterate() as unknown as Iterable<unknown[]>) {
    yield values.map((value) => (value === null ? null : mends ? mended(String(value)) : String(value)));
  }
}

export type Problem = {
  readonly row: string;
  readonly column: string;
  readonly problem: string;
  readonly canMend: boolean;
};

/** What of the source PostgreSQL cannot keep as it is, row by row. SQLite takes anything anywhere. */
export function* problemsOf(source: Source, shape: TableShape): Generator<Problem> {
  const { database } = source;
  const statement = database.prepare(
    `select * from ${quoted(shape.name)} order by ${shape.key.map(quoted).join(', ')}`,
  );
  statement.setReadBigInts(true);
  for (const row of statement.iterate() as Iterable<Record<string, unknown>>) {
    for (const column of shape.columns) {
      const value = row[column.name];
      const found =
        problemOf(column, value) ?? (isLossy(value) ? brokenText(source, shape, column, row) : undefined);
      if (found === undefined) continue;
      const key = shape.key.map((name) => `${name} ${JSON.stringify(String(row[name]))}`).join(', ');
      // A key that is mended would stand at another place in the order.
      const canMend = found.canMend && !shape.key.includes(column.name);
      yield { row: `${shape.name} ${key}`, column: column.name, problem: found.problem, canMend };
    }
  }
}

type Found = Pick<Problem, 'problem' | 'canMend'>;

function problemOf({ kind, isNullable }: Column, value: unknown): Found | undefined {
  if (value === null) return isNullable ? undefined : { problem: 'is empty', canMend: false };
  if (kind === 'integer') {
    if (typeof value !== 'bigint') return { problem: 'is no whole number', canMend: false };
    return BigInt.asIntN(32, value) === value
      ? undefined
      : { problem: 'is too large a number', canMend: false };
  }
  if (typeof value !== 'string') return { problem: 'is no text', canMend: false };
  return value.includes('\0') ? { problem: 'has a character NUL', canMend: true } : undefined;
}

const REPLACEMENT = '\ufffd';
/** Bytes that are no UTF-8 are read as this character, which a text may also really have. */
const isLossy = (value: unknown) => typeof value === 'string' && value.includes(REPLACEMENT);

function brokenText(
  { database }: Source,
  { name, key }: TableShape,
  column: Column,
  row: Record<string, unknown>,
): Found | undefined {
  const bytes = database
    .prepare(
      `select cast(${quoted(column.name)} as blob) as bytes from ${quoted(name)} where ${key.map((part) => `${quoted(part)} is ?`).join(' and ')}`,
    )
    .get(...key.map((part) => row[part] as string | bigint))?.bytes;
  const isText =
    bytes instanceof Uint8Array && Buffer.from(bytes).equals(Buffer.from(String(row[column.name])));
  return isText ? undefined : { problem: 'has bytes that are no text (UTF-8)', canMend: true };
}

function mended(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', REPLACEMENT) : text;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
