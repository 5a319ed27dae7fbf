import type { Plan } from '#content/pricing.ts';
import type { Period } from './prices.ts';

type Choice = Pick<Plan, 'id' | 'isComingSoon'>;

/** The id of the selected plan; undefined at first (docs/product.md, "Pricing"). */
export type Selection = string | undefined;

/** The selection after a choice. A plan that is coming soon or unknown changes nothing. */
export function selectPlan(plans: readonly Choice[], current: Selection, chosen: string): Selection {
  const plan = plans.find(({ id }) => id === chosen);
  return plan === undefined || plan.isComingSoon ? current : chosen;
}

/** With yearly prices the button of every plan is disabled, even that of an open plan (docs/product.md, "Pricing"). */
export function isButtonDisabled(period: Period): boolean {
  return period === 'year';
}
