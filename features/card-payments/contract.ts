/** What pages assume of the settings until a server writes its own into them. */
export const PAYMENT_SETTINGS = {
  /** Stripe's publishable key; empty without card payments. */
  stripePublishableKey: '',
};
