import type { Plan } from '#content/pricing.ts';

/** What the card of a plan and the table list: its own features, then those of the plan that it includes. */
export function featuresOf({ features, includes }: Plan, plans: readonly Plan[]): readonly string[] {
  const included = plans.find(({ id }) => id === includes)?.features ?? [];
  return [...new Set([...features, ...included])];
}
