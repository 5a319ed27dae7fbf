import type { Plan } from '#content/pricing.ts';

export type Period = 'month' | 'year';

/** A year costs this share of twelve monthly prices (docs/product.md, "Pricing"). */
const YEARLY_SHARE = 0.8;

/** The price of a plan for a month or a year, in whole rupees. The build checks that a plan's price is a number of rupees. */
export function priceOf({ price }: Pick<Plan, 'price'>, period: Period): number {
  return period === 'month' ? Number(price) : Math.round(Number(price) * 12 * YEARLY_SHARE);
}

export function savedInYear(plan: Pick<Plan, 'price'>): number {
  return priceOf(plan, 'month') * 12 - priceOf(plan, 'year');
}

/** Formats `9600` as `₹9,600`, without `Intl`, whose first use takes a slow phone 60 ms. */
export function formatRupees(rupees: number): string {
  return `₹${`${Math.round(rupees)}`.replace(/\B(?=(?:\d\d)*\d{3}$)/g, ',')}`;
}
