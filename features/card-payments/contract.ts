/** What pages know of the settings. */
export type PaymentSettings = {
  /** Stripe's publishable key; empty when no card payment is set up. */
  readonly stripePublishableKey: string;
};

/** Before any server wrote into a page. */
export const PAYMENT_SETTINGS: PaymentSettings = { stripePublishableKey: '' };
