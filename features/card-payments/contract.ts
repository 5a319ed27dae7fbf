/** The values that these settings have in the built page. The server replaces them by its own values. */
export const PAYMENT_SETTINGS = {
  /** The key is empty if the site takes no card payments. */
  stripePublishableKey: '',
};
