import { median } from './figures.ts';
import type { ProcessSample } from './process-figures.ts';

type Measure = Exclude<keyof ProcessSample, 'second'>;

export type Growth = {
  readonly measure: Measure;
  readonly early: number;
  readonly late: number;
  readonly isTooMuch: boolean;
};

/** Memory may grow by this share of what it was. */
const MEMORY_TOLERANCE = 0.2;
/** What is left open by mistake stays; a leak at a steady load makes hundreds. */
const DESCRIPTOR_TOLERANCE = 5;
/** Of the samples: how many are looked at, of each end. */
const WINDOW = 0.2;

/**
 * Compares the first fifth of the samples with the last: memory by its medians, descriptors by how few there were, since
 * each moment that is busier than others has more connections, and a leak raises the floor.
 *
 * @param samples those after the warm-up, in order
 */
export function growthOf(samples: readonly ProcessSample[]): readonly Growth[] {
  const size = Math.max(1, Math.floor(samples.length * WINDOW));
  const growth = (
    measure: Measure,
    most: (early: number) => number,
    of: (values: readonly number[]) => number = median,
  ): Growth => {
    const early = of(samples.slice(0, size).map((sample) => sample[measure]));
    const late = of(samples.slice(-size).map((sample) => sample[measure]));
    return { measure, early, late, isTooMuch: late > most(early) };
  };
  const memory = (early: number) => early * (1 + MEMORY_TOLERANCE);
  return [
    growth('resident', memory),
    growth('heap', memory),
    growth(
      'descriptors',
      (early) => early + DESCRIPTOR_TOLERANCE,
      (values) => Math.min(...values),
    ),
  ];
}
