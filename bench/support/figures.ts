/** The middle value; the mean of the two in the middle of an even count. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

const RESAMPLES = 1_000;

/**
 * Where the ratio of the two medians would lie in 95 of 100 repetitions (bootstrap): how much of a difference is the
 * noise of this machine.
 */
export function ratioInterval(
  ones: readonly number[],
  others: readonly number[],
  random: () => number,
): [low: number, high: number] {
  const again = (values: readonly number[]) =>
    median(values.map(() => values[Math.floor(random() * values.length)] ?? Number.NaN));
  const ratios = Array.from({ length: RESAMPLES }, () => again(ones) / again(others)).sort((a, b) => a - b);
  const at = (share: number) => ratios[Math.floor(share * RESAMPLES)] ?? Number.NaN;
  return [at(0.025), at(0.975)];
}

/** Rows of text in aligned columns: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

/** The smallest value that this share of all does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}
