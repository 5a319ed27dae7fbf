import type { PAYMENT_SETTINGS } from '#features/card-payments/contract.ts';
import type { FeaturePages } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';

/** What Stripe's security guide asks for: its scripts, its card field, its bank windows and its API. */
const STRIPE: FeaturePages = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
  permissions: {
    payment: '(self "https://js.stripe.com")',
    'publickey-credentials-get': '(self "https://js.stripe.com" "https://hooks.stripe.com")',
  },
};

/**
 * Where cards can be charged, each page may hold Stripe's card field: a visitor gets to the form without a new document. No page
 * offers what nobody could charge: our own form service needs the secret key, a hosted one has it.
 */
export function paymentPages({ stripe, formEndpoint }: Settings): FeaturePages {
  const takesCards = stripe?.secretKey !== undefined || formEndpoint !== '';
  const stripePublishableKey = takesCards ? (stripe?.publishableKey ?? '') : '';
  return {
    ...(stripePublishableKey === '' ? {} : STRIPE),
    publicSettings: { stripePublishableKey } satisfies typeof PAYMENT_SETTINGS,
  };
}
