import { z } from 'zod';
import { sentencesFor } from './sentences.ts';

const text = z.string('must be a text').trim().min(1, 'must not be empty');

/** The fields of spec §3, and the plan that is included. */
const planAmong = (ids: readonly unknown[]) =>
  z
    .strictObject({
      id: z.string('must be a text').regex(/^[a-z0-9-]+$/, 'must be a–z, 0–9 and hyphens'),
      name: text,
      price: z.string('must be a text of digits, in quotes').regex(/^\d+$/, 'must be whole rupees'),
      icon: text,
      features: z.array(text, 'must be a list of texts').min(1, 'must name at least one feature'),
      includes: z
        .string('must be a text')
        .refine((id) => ids.includes(id), 'must be the id of a plan')
        .optional(),
      highlightFeature: text,
      isPopular: z.boolean('must be true or false').optional(),
      buttonText: text,
      variant: text,
      isComingSoon: z.boolean('must be true or false'),
    })
    .refine(({ features, highlightFeature }) => features.includes(highlightFeature), {
      path: ['highlightFeature'],
      message: 'must be one of its features',
    });

/** What is wrong with the plans. */
export function mistakesInPlans(plans: unknown): readonly string[] {
  if (!Array.isArray(plans)) return ['content/pricing.ts: must export the list PLANS.'];
  const schema = planAmong(plans.map((plan) => plan?.id));
  return plans.flatMap((plan, index) => {
    const found = schema.safeParse(plan);
    const name = plan?.id ? `“${plan.id}”` : `no. ${index + 1}`;
    return found.success ? [] : sentencesFor(`content/pricing.ts, plan ${name}`, found.error, plan);
  });
}
