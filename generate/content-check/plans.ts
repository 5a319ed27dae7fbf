import { z } from 'zod';
import type { Plan } from '#content/pricing.ts';
import { sentencesFor } from './sentences.ts';

const text = z.string().trim().min(1, 'must not be empty');

/** Mistakes in the values of the plans. The compiler has already checked their types. */
export function mistakesInPlans(plans: readonly Plan[]): readonly string[] {
  if (plans.length === 0)
    return ['content/pricing.ts: please keep at least one plan; /pricing tells the range of prices.'];
  const schema = z
    .object({
      id: z.string().regex(/^[a-z0-9-]+$/, 'must be a–z, 0–9 and hyphens'),
      price: z.string().regex(/^\d+$/, 'must be whole rupees'),
      features: z.array(text).min(1, 'must name at least one feature'),
      includes: z
        .enum(
          plans.map(({ id }) => id),
          'must be the id of a plan',
        )
        .optional(),
      highlightFeature: text,
      buttonText: text,
    })
    .refine(({ features, highlightFeature }) => features.includes(highlightFeature), {
      path: ['highlightFeature'],
      message: 'must be one of its features',
    });
  return plans.flatMap((plan) => {
    const found = schema.safeParse(plan);
    return found.success ? [] : sentencesFor(`content/pricing.ts, plan “${plan.id}”`, found.error, plan);
  });
}
