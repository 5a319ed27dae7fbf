/** What pages know of the settings, before any server wrote into one. */
export const PAYMENT_SETTINGS = {
  /** Stripe's publishable key; empty when no card payment is set up. */
  stripePublishableKey: '',
};
