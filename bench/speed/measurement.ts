import { median, table } from '../support/figures.ts';

/** `≤ 3 ×` limits our figure divided by its floor, `≤ 25` our figure itself. */
type Limit = `${'≤' | '≥'} ${number}${' ×' | ''}`;

/** One line of the table: a figure measured for the site, and the same figure for its floor. */
export type Row = {
  /** The first column of the table in docs/performance.md, for example `Serving a page`. */
  readonly target: string;
  /** The measured quantity, for example `requests a second`. */
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** The floor that the site is compared with, measured alternately with it. */
  readonly floor?: number;
  readonly beside?: string;
  /** The row passes if any one of these limits holds. */
  readonly limits: readonly Limit[];
};

/** Measures some rows of the table. It starts the programs that it needs, and stops them before its promise settles. */
export type Measurement = () => Promise<readonly Row[]>;

/** An invalid figure (a division by zero, a run without an answer) is never within a limit. */
export function isMet({ ours, floor = Number.NaN, limits }: Row): boolean {
  return limits.some((limit) => {
    const [sign, value, times] = limit.split(' ');
    const figure = times === undefined ? ours : ours / floor;
    return sign === '≤' ? figure <= Number(value) : figure >= Number(value);
  });
}

/** The rows as a Markdown table, as docs/performance.md shows them after a whole run. */
export function tableOf(rows: readonly Row[]): string {
  return table(
    rows.map((row) => {
      const { target, what, unit, ours, floor, beside, limits } = row;
      return {
        Target: target,
        Measured: what,
        Ours: `${shown(ours)} ${unit}`.trim(),
        Floor: floor === undefined ? '' : `${shown(floor)} ${unit} (${beside})`,
        Ratio: floor === undefined ? '' : (ours / floor).toFixed(3),
        Limit: limits.join(' or '),
        Met: isMet(row) ? 'yes' : 'NO',
      };
    }),
  );
}

/** Three significant digits, because the rest is noise. */
function shown(value: number): string {
  return Number.isNaN(value) ? 'none' : value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

/**
 * Measures both sides alternately, and each side goes first equally often, so that other work of the machine slows both.
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
  const names = Object.keys(taken.ours[0] ?? {}) as Name[];
  const medianOf = (side: readonly Record<Name, number>[], name: Name) =>
    median(side.map((one) => one[name]));
  return Object.fromEntries(
    names.map((name) => [name, { ours: medianOf(taken.ours, name), floor: medianOf(taken.floor, name) }]),
  ) as Record<Name, { ours: number; floor: number }>;
}
