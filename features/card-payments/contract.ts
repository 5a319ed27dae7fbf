/** The defaults of the settings. The server writes its own values into the page. */
export const PAYMENT_SETTINGS = {
  /** The key is empty if the site takes no card payments. */
  stripePublishableKey: '',
};
