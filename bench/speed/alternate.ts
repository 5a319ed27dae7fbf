import { median } from '../support/figures.ts';

/**
 * Runs both sides in turn, each first as often as second, so that what the machine does meanwhile falls on both.
 * Answers the median of each, and every round.
 */
export async function alternate<Figures extends Record<string, number>>(
  rounds: number,
  sides: { readonly ours: () => Promise<Figures>; readonly floor: () => Promise<Figures> },
): Promise<{ readonly ours: Sampled<Figures>; readonly floor: Sampled<Figures> }> {
  const taken = { ours: [] as Figures[], floor: [] as Figures[] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const);
    for (const side of order) taken[side].push(await sides[side]());
  }
  return { ours: sampled(taken.ours), floor: sampled(taken.floor) };
}

export type Sampled<Figures> = {
  /** The middle of the rounds. */
  readonly of: (name: keyof Figures) => number;
  readonly all: (name: keyof Figures) => readonly number[];
};

function sampled<Figures extends Record<string, number>>(taken: readonly Figures[]): Sampled<Figures> {
  const all = (name: keyof Figures) => taken.map((figures) => figures[name] ?? Number.NaN);
  return { all, of: (name) => median(all(name)) };
}
