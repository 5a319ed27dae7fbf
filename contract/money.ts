import { SITE_LANGUAGE } from './language.ts';

/**
 * Formats an amount, given in hundredths of the currency, with the currency's sign: `₹100`, `€12.50`. The currency has three
 * letters.
 */
export function moneyText(amount: number, currency: string): string {
  return new Intl.NumberFormat(SITE_LANGUAGE, {
    style: 'currency',
    currency,
    minimumFractionDigits: amount % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(amount / 100);
}
