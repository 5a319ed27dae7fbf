import type { Plan } from '#content/pricing.ts';

export type Period = 'month' | 'year';

/** A year costs this share of twelve monthly prices (docs/product.md, "Pricing"). */
const YEARLY_SHARE = 0.8;

/** The price of a plan for a month or a year, in whole rupees. Throws if the plan's price is not a number of rupees. */
export function priceOf({ name, price }: Pick<Plan, 'name' | 'price'>, period: Period): number {
  const monthly = Number(price);
  if (!Number.isFinite(monthly) || monthly < 0) {
    throw new Error(`The plan ${name} of content/pricing.ts has no price in rupees: ${price}`);
  }
  return period === 'month' ? monthly : Math.round(monthly * 12 * YEARLY_SHARE);
}

export function savedInYear(plan: Pick<Plan, 'name' | 'price'>): number {
  return priceOf(plan, 'month') * 12 - priceOf(plan, 'year');
}

/** Formats `9600` as `₹9,600`, without `Intl`, whose first use takes a slow phone 60 ms. */
export function formatRupees(rupees: number): string {
  return `₹${`${Math.round(rupees)}`.replace(/\B(?=(?:\d\d)*\d{3}$)/g, ',')}`;
}
