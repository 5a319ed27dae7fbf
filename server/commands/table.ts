import { printable, printableLine } from '#server/printable-text.ts';

/**
 * A table as text, one line for each row, cut to the width of the terminal. No text in it can drive the terminal.
 *
 * @param below a second line for each row, for what no column has room for
 */
export function table(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  below: readonly string[] = [],
): string {
  const lines = aligned([titles, ...rows].map((row) => row.map(printableLine)));
  return lines
    .flatMap((line, at) => {
      const second = below[at - 1];
      return second === undefined ? [line] : [line, `  ${printableLine(second)}`];
    })
    .map((line) => cut(line, width))
    .join('\n');
}

/**
 * Columns two blanks apart.
 *
 * @param right whether a column stands to the right, as numbers do
 */
export function aligned(
  rows: readonly (readonly string[])[],
  right: (column: number) => boolean = () => false,
): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const padded = (cell: string, column: number) =>
    right(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(padded).join('  ').trimEnd());
}

/** A line of at most `width` characters. */
export function cut(line: string, width: number): string {
  const letters = [...line.trimEnd()];
  return letters.length <= width ? letters.join('') : `${letters.slice(0, width - 1).join('')}…`;
}

/** A line for each fact: its label, and what a stranger may have written. */
export function factLines(facts: readonly (readonly [label: string, value: string])[]): string[] {
  const width = Math.max(...facts.map(([label]) => label.length));
  return facts.map(([label, value]) => `${label.padEnd(width)}  ${printableLine(value)}`.trimEnd());
}

/** A stranger's text, indented so that none of its lines looks like one of ours. */
export function indented(text: string): string {
  return printable(text.trimEnd())
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}
