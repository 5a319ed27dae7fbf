import { displayWidth, fitInto, harmlessLine } from './harmless-text.ts';

export type Column<Row> = {
  readonly title: string;
  readonly text: (row: Row) => string;
  /** Widest it may get, in letters; the last column takes what is left of the line. */
  readonly most: number;
};

const GAP = '  ';
/** A last column narrower than this tells nothing; then lines are longer than the terminal. */
const LAST_LEAST = 12;

/**
 * Rows as text within `width` columns, under their titles. Whatever the cells hold, each row is one line (and one more
 * below, where asked for), and nothing in it can drive the terminal.
 *
 * @param below what a row says in a line of its own, such as a text that no column has room for
 */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
  below?: (row: Row) => string,
): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ text }) => text(row))),
  ];
  const cells = lines.map((line) => line.map(harmlessLine));
  const widths = columns.map(({ most }, at) =>
    Math.min(most, Math.max(...cells.map((line) => displayWidth(line[at] ?? '')))),
  );
  const before = widths.slice(0, -1).reduce((sum, own) => sum + own + GAP.length, 0);
  const last = widths.at(-1) ?? 0;
  const room = Math.max(LAST_LEAST, width - before);
  const fitted = [...widths.slice(0, -1), Math.min(last, room)];
  const aligned = cells.map((line) =>
    line
      .map((cell, at) => fitInto(cell, fitted[at] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  if (below === undefined) return aligned.join('\n');
  const [titles = '', ...facts] = aligned;
  const words = rows.map((row) => fitInto(`${GAP}${harmlessLine(below(row))}`, width).trimEnd());
  return [titles, ...facts.flatMap((fact, at) => [fact, words[at]])].join('\n');
}
