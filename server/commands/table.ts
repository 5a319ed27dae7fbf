import { printable, printableLine } from './printable-text.ts';

/**
 * Lines of a table, the titles first, one for each row. No text in it can drive the terminal, and its last column is
 * cut to the width of the terminal.
 */
export function tableLines(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const cells = [titles, ...rows].map((row) => row.map(printableLine));
  const widths = titles.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    cut(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '), width),
  );
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
