/** The value at a percentile: the given share of all values is at most this large. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Formats rows as a Markdown table for the documents. The columns are the keys of the first row. */
export function table(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return [columns, columns.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** A figure measured for the site, and the same figure of the fastest possible program (the floor). */
export type Row = {
  /** The first column of the table in docs/performance.md, for example `Serving a page`. */
  readonly target: string;
  /** The measured quantity, for example `requests a second`. */
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** The figure of the fastest possible program, measured alternately with the site's. */
  readonly floor?: number;
  readonly beside?: string;
  /** `≤ 3 ×` limits the site's figure divided by the floor's. `≤ 25` limits the site's figure itself. */
  readonly limit: `${'≤' | '≥'} ${number}${' ×' | ''}`;
};

/** A table row that compares the site's figure with that of the fastest possible program. */
export function compared(
  [target, what, unit]: readonly [target: string, what: string, unit: string],
  figures: { readonly ours: number; readonly floor: number },
  beside: string,
  limit: Row['limit'],
): Row {
  return { target, what, unit, ...figures, beside, limit };
}

/** An invalid figure (a division by zero, a run without an answer) is never within a limit. */
function isMet({ ours, floor = Number.NaN, limit }: Row): boolean {
  const [sign, value, times] = limit.split(' ');
  const figure = times === undefined ? ours : ours / floor;
  return sign === '≤' ? figure <= Number(value) : figure >= Number(value);
}

/** Prints the rows as a Markdown table, as docs/performance.md shows them. The process ends with 1 if a limit is missed. */
export function report(rows: readonly Row[]): void {
  const cells = rows.map((row) => {
    const { target, what, unit, ours, floor, beside, limit } = row;
    return {
      Target: target,
      Measured: what,
      Ours: `${shown(ours)} ${unit}`.trim(),
      Floor: floor === undefined ? '' : `${shown(floor)} ${unit} (${beside})`,
      Ratio: floor === undefined ? '' : (ours / floor).toFixed(3),
      Limit: limit,
      Met: isMet(row) ? 'yes' : 'NO',
    };
  });
  const met = rows.filter(isMet).length;
  process.stdout.write(`${table(cells)}\n\n${met} of ${rows.length} met.\n`);
  if (met < rows.length) process.exitCode = 1;
}

/** Formats a figure with three significant digits, because the rest is noise. */
function shown(value: number): string {
  return Number.isNaN(value) ? 'none' : value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

/**
 * Measures both sides alternately, and each side goes first equally often, so that other work of the machine slows both equally.
 * Returns the median of each figure.
 */
export async function alternate<Name extends string>(
  rounds: number,
  ours: () => Promise<Readonly<Record<Name, number>>>,
  floor: () => Promise<Readonly<Record<NoInfer<Name>, number>>>,
): Promise<Record<Name, { readonly ours: number; readonly floor: number }>> {
  const taken = { ours: [] as Record<Name, number>[], floor: [] as Record<Name, number>[] };
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) taken.ours.push(await ours());
    taken.floor.push(await floor());
    if (round % 2 === 1) taken.ours.push(await ours());
  }
  const medianOf = (side: readonly Record<Name, number>[], name: Name) =>
    median(side.map((one) => one[name]));
  return Object.fromEntries(
    (Object.keys(taken.ours[0] ?? {}) as Name[]).map((name) => [
      name,
      { ours: medianOf(taken.ours, name), floor: medianOf(taken.floor, name) },
    ]),
  ) as Record<Name, { ours: number; floor: number }>;
}
