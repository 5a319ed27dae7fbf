/** The value at a percentile: the given share of all values is at most this large. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Rows as a Markdown table for the documents; the columns are the keys of the first row. */
export function table(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return [columns, columns.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}
