import type { Plan } from '#content/pricing.ts';
import type { Period } from './prices.ts';

type Choice = Pick<Plan, 'id' | 'isComingSoon'>;

/** The id of the selected plan; none at first (spec §2). */
export type Selection = string | undefined;

/** What is selected after somebody chose a plan. A plan that is coming soon, or is not there, changes nothing. */
export function selectPlan(plans: readonly Choice[], current: Selection, chosen: string): Selection {
  const plan = plans.find(({ id }) => id === chosen);
  return plan === undefined || plan.isComingSoon ? current : chosen;
}

/** Spec §9: in yearly mode every button is disabled, that of an open plan too. */
export function isButtonDisabled(period: Period): boolean {
  return period === 'year';
}
