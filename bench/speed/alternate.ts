import { median } from '../support/figures.ts';
import type { Row } from './measurement.ts';

/**
 * Runs the sides in turn, each first as often as last, so that what the machine does meanwhile falls on all.
 * Answers the median of each, and every round.
 */
export async function alternate<Side extends string, Figures extends Record<string, number>>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<Figures>>>,
): Promise<Readonly<Record<Side, Sampled<Figures>>>> {
  const names = Object.keys(sides) as Side[];
  const taken = new Map(names.map((side) => [side, [] as Figures[]]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const side of order) taken.get(side)?.push(await sides[side]());
  }
  const all = [...taken].map(([side, figures]) => [side, sampled(figures)]);
  return Object.fromEntries(all) as Record<Side, Sampled<Figures>>;
}

export type Sampled<Figures> = {
  /** The middle of the rounds. */
  readonly of: (name: keyof Figures) => number;
  readonly all: (name: keyof Figures) => readonly number[];
};

/** One figure of both sides, as a row of the table has it. */
export function beside<Figures>(
  figure: keyof Figures,
  ours: Sampled<Figures>,
  name: string,
  floor: Sampled<Figures>,
): Required<Pick<Row, 'ours' | 'floor' | 'rounds'>> {
  return {
    ours: ours.of(figure),
    floor: { name, value: floor.of(figure) },
    rounds: { ours: ours.all(figure), floor: floor.all(figure) },
  };
}

function sampled<Figures extends Record<string, number>>(taken: readonly Figures[]): Sampled<Figures> {
  const all = (name: keyof Figures) => taken.map((figures) => figures[name] ?? Number.NaN);
  return { all, of: (name) => median(all(name)) };
}
