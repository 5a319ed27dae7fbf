/** One line of the table: what was measured of the site, beside the same of its floor. */
export type Row = {
  /** As in the table of targets: `Serving a page`. */
  readonly target: string;
  /** `requests a second`. */
  readonly what: string;
  /** Medians of the rounds. Of a count or a size that does not vary, the one figure. */
  readonly ours: number;
  /** What the site is held against, measured in turn with it; without one, the limit is a figure by itself. */
  readonly floor?: { readonly name: string; readonly value: number };
  readonly unit: string;
  /** Of `ours / floor` where there is a floor, else of `ours`. Several: one that holds is enough ("≤ 3 × idle, or 25 ms"). */
  readonly limits: readonly Limit[];
  /** What each round gave, for the JSON. */
  readonly rounds?: { readonly ours: readonly number[]; readonly floor?: readonly number[] };
};

export type Limit = {
  readonly of: 'ratio' | 'ours';
  readonly kind: 'at most' | 'at least';
  readonly value: number;
};

/** A part of the table. It starts what it needs, and has ended and removed all of it when it settles. */
export type Measurement = () => Promise<readonly Row[]>;

export function ratioOf({ ours, floor }: Row): number | undefined {
  return floor === undefined ? undefined : ours / floor.value;
}

/** A figure that is none (a division by nothing, a run without an answer) is never within a limit. */
export function isMet(row: Row): boolean {
  return row.limits.some(({ of, kind, value }) => {
    const figure = of === 'ratio' ? (ratioOf(row) ?? Number.NaN) : row.ours;
    return kind === 'at most' ? figure <= value : figure >= value;
  });
}
