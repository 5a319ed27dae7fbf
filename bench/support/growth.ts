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
/** Connections come and go; a leak at a steady load makes hundreds. */
const DESCRIPTOR_TOLERANCE = 5;
/** Of the samples: what each of the two medians is taken over. */
const WINDOW = 0.2;

/**
 * Compares the first fifth of the samples with the last, by their medians.
 *
 * @param samples those after the warm-up, in order
 */
export function growthOf(samples: readonly ProcessSample[]): readonly Growth[] {
  const size = Math.max(1, Math.floor(samples.length * WINDOW));
  const growth = (measure: Measure, most: (early: number) => number): Growth => {
    const early = median(samples.slice(0, size).map((sample) => sample[measure]));
    const late = median(samples.slice(-size).map((sample) => sample[measure]));
    return { measure, early, late, isTooMuch: late > most(early) };
  };
  const memory = (early: number) => early * (1 + MEMORY_TOLERANCE);
  return [
    growth('resident', memory),
    growth('heap', memory),
    growth('descriptors', (early) => early + DESCRIPTOR_TOLERANCE),
  ];
}
