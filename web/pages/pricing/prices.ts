import type { Plan } from '#content/pricing.ts';

export type Period = 'month' | 'year';

/** Spec §9: what remains to be paid of twelve months when a year is paid at once. */
const YEARLY_SHARE = 0.8;

const RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});

/** Whole rupees for one period. Throws for a price that is no amount of rupees. */
export function priceOf({ name, price }: Pick<Plan, 'name' | 'price'>, period: Period): number {
  const monthly = Number(price);
  if (!Number.isFinite(monthly) || monthly < 0) {
    throw new Error(`The plan ${name} of content/pricing.ts has no price in rupees: ${price}`);
  }
  return period === 'month' ? monthly : Math.round(monthly * 12 * YEARLY_SHARE);
}

/** Whole rupees that a year paid at once costs less than twelve months. */
export function savedInYear(plan: Pick<Plan, 'name' | 'price'>): number {
  return priceOf(plan, 'month') * 12 - priceOf(plan, 'year');
}

/** `9600` → `₹9,600`; the same text on the server and in every browser. */
export function formatRupees(rupees: number): string {
  return RUPEES.format(rupees);
}
