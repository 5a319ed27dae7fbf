/** Settings that pages use until a server writes its own into them. */
export const PAYMENT_SETTINGS = {
  /** Stripe's publishable key; empty if the site takes no card payments. */
  stripePublishableKey: '',
};
