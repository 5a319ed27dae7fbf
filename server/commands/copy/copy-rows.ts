import type { Db, Tx } from '#server/database/database.ts';
import { type Difference, differences } from './differences.ts';
import { type Row, rowsOf, type Source } from './source.ts';
import type { TableShape } from './table-shape.ts';
import { continueSequences, deleteRows, inBatches, insertRows, referToRows, targetRowsOf } from './target.ts';

export type Pair = {
  readonly source: Source;
  readonly db: Db;
  /** Parents before the tables whose rows belong to them. */
  readonly shapes: readonly TableShape[];
  /** What PostgreSQL cannot keep is written as U+FFFD. */
  readonly mends: boolean;
};

/**
 * Makes the target's rows those of the source. It may be killed at any point: whatever is there then, the next call
 * begins with comparing, and ends the same.
 *
 * @param onTable told what was done to a table, where anything was
 */
export async function copyRows(
  pair: Pair,
  onTable: (name: string, removed: number, added: number) => void,
): Promise<void> {
  const { db, shapes } = pair;
  const removed = new Map<string, number>();
  // First everything goes that is not as it should be, children before their parents. What is changed goes too, and
  // comes anew: were it changed in its place, a unique value that moved from one row to another would be in the way.
  for (const shape of shapes.toReversed()) {
    const count = await eachDifference(pair, shape, (rows) => deleteRows(db, shape, rows), oldRowOf);
    removed.set(shape.name, count);
  }
  for (const shape of shapes) {
    const added = await eachDifference(pair, shape, (rows) => insertRows(db, shape, rows), missingRowOf);
    if (shape.selfReferences.length > 0) {
      await eachDifference(pair, shape, (rows) => referToRows(db, shape, rows), changedRowOf);
    }
    const gone = removed.get(shape.name) ?? 0;
    if (gone + added > 0) onTable(shape.name, gone, added);
  }
}

const oldRowOf = (difference: Difference) => (difference.kind === 'missing' ? undefined : difference.old);
const missingRowOf = (difference: Difference) => (difference.kind === 'missing' ? difference.row : undefined);
const changedRowOf = (difference: Difference) => (difference.kind === 'changed' ? difference.row : undefined);

/** Hands on the rows that `pick` picks, while it reads on; answers how many. */
async function eachDifference(
  pair: Pair,
  shape: TableShape,
  write: (rows: readonly Row[]) => Promise<void>,
  pick: (difference: Difference) => Row | undefined,
): Promise<number> {
  let count = 0;
  const batch = inBatches(write);
  await reading(pair.db, async (tx) => {
    const rows = rowsOf(pair.source, shape, pair.mends);
    for await (const difference of differences(rows, targetRowsOf(tx, shape), shape)) {
      const row = pick(difference);
      if (row === undefined) continue;
      count++;
      await batch.add(row);
    }
  });
  await batch.flush();
  return count;
}

export type Comparison = {
  /** Equal rows of each table. */
  readonly equal: Readonly<Record<string, number>>;
  /** The first differences, one line each. */
  readonly wrong: readonly string[];
};

const WRONG_TOLD = 20;

/** Compares every column of every row, in both directions, and changes nothing. */
export async function compareRows({ source, db, shapes, mends }: Pair): Promise<Comparison> {
  const equal: Record<string, number> = {};
  const wrong: string[] = [];
  for (const shape of shapes) {
    let count = 0;
    await reading(db, async (tx) => {
      const rows = rowsOf(source, shape, mends);
      for await (const found of differences(rows, targetRowsOf(tx, shape), shape, () => count++)) {
        if (wrong.length < WRONG_TOLD) wrong.push(`${shape.name} ${keyOf(shape, found)}: ${found.kind}`);
      }
    });
    equal[shape.name] = count;
  }
  return { equal, wrong };
}

export async function continueAllSequences(tx: Tx, shapes: readonly TableShape[]): Promise<void> {
  for (const shape of shapes) await continueSequences(tx, shape);
}

function keyOf({ columns, key }: TableShape, difference: Difference): string {
  const row = difference.kind === 'extra' ? difference.old : difference.row;
  return key
    .map((name) => `${name} ${JSON.stringify(row[columns.findIndex((column) => column.name === name)])}`)
    .join(', ');
}

function reading(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}
