import type { Row } from './source.ts';
import type { TableShape } from './table-shape.ts';

/** `missing` in the target, `extra` there, or `changed`: the same key with another value in any column. */
export type Difference =
  | { readonly kind: 'missing'; readonly row: Row }
  | { readonly kind: 'extra'; readonly old: Row }
  | { readonly kind: 'changed'; readonly row: Row; readonly old: Row };

/**
 * Walks through both tables at once, by the order of their keys, and compares every column of every row.
 *
 * @param onEqual called for each row that is the same
 */
export async function* differences(
  source: Iterable<Row>,
  target: AsyncIterable<Row>,
  shape: TableShape,
  onEqual: () => void = () => {},
): AsyncGenerator<Difference> {
  const compare = keyComparison(shape);
  const ours = source[Symbol.iterator]();
  let next = ours.next();
  for await (const old of target) {
    for (; !next.done && compare(next.value, old) < 0; next = ours.next()) {
      yield { kind: 'missing', row: next.value };
    }
    if (next.done || compare(next.value, old) > 0) {
      yield { kind: 'extra', old };
      continue;
    }
    const row = next.value;
    if (row.every((value, at) => value === old[at])) onEqual();
    else yield { kind: 'changed', row, old };
    next = ours.next();
  }
  for (; !next.done; next = ours.next()) yield { kind: 'missing', row: next.value };
}

/** Text by its bytes in UTF-8, as both databases sort it here; JavaScript's own order is another beyond U+FFFF. */
function keyComparison({ columns, key }: TableShape): (a: Row, b: Row) => number {
  const parts = key.map((name) => {
    const at = columns.findIndex((column) => column.name === name);
    return { at, isText: columns[at]?.kind === 'text' };
  });
  return (a, b) => {
    for (const { at, isText } of parts) {
      const [one, other] = [a[at] ?? '', b[at] ?? ''];
      if (one === other) continue;
      return isText ? Buffer.compare(Buffer.from(one), Buffer.from(other)) : Number(one) - Number(other);
    }
    return 0;
  };
}
