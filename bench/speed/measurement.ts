import { median, table } from '../support/figures.ts';

/** `≤ 3 ×` limits ours divided by its floor, `≤ 25` ours by itself. */
type Limit = `${'≤' | '≥'} ${number}${' ×' | ''}`;

/** One line of the table: what was measured of the site, beside the same of its floor. */
export type Row = {
  /** As in the table of targets: `Serving a page`. */
  readonly target: string;
  /** `requests a second`. */
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** What the site is held against, measured in turn with it. */
  readonly floor?: number;
  readonly beside?: string;
  /** Several: one that holds is enough. */
  readonly limits: readonly Limit[];
};

/** A part of the table. It starts what it needs, and has ended and removed all of it when it settles. */
export type Measurement = () => Promise<readonly Row[]>;

/** A figure that is none (a division by nothing, a run without an answer) is never within a limit. */
export function isMet({ ours, floor = Number.NaN, limits }: Row): boolean {
  return limits.some((limit) => {
    const [sign, value, times] = limit.split(' ');
    const figure = times === undefined ? ours : ours / floor;
    return sign === '≤' ? figure <= Number(value) : figure >= Number(value);
  });
}

/** In Markdown, as docs/performance.md keeps the table of a whole run. */
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

/** Three digits that count, as noise takes the rest. */
function shown(value: number): string {
  return Number.isNaN(value) ? 'none' : value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

/**
 * Measures both sides in turn, each first as often as last, so that other work of the machine slows both.
 * Answers the median of each figure.
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
