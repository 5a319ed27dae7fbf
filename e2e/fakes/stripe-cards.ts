/** The behaviour of one of Stripe's test cards, with its number and the id of its payment method. */
export type TestCard = {
  readonly number: string;
  readonly method: string;
  /** The bank first asks the cardholder to approve the payment (SCA). */
  readonly asksFirst?: true;
  /** Stripe's decline code and message, when the bank refuses the charge. */
  readonly declined?: { readonly code: string; readonly message: string };
};

const NO_FUNDS = { code: 'card_declined', message: 'Your card has insufficient funds.' };

export const CARDS = {
  visa: { number: '4242424242424242', method: 'pm_card_visa' },
  declined: {
    number: '4000000000000002',
    method: 'pm_card_chargeDeclined',
    declined: { code: 'card_declined', message: 'Your card was declined.' },
  },
  noFunds: {
    number: '4000000000009995',
    method: 'pm_card_chargeDeclinedInsufficientFunds',
    declined: NO_FUNDS,
  },
  expired: {
    number: '4000000000000069',
    method: 'pm_card_chargeDeclinedExpiredCard',
    declined: { code: 'expired_card', message: 'Your card has expired.' },
  },
  asksFirst: {
    number: '4000002760003184',
    method: 'pm_card_authenticationRequired',
    asksFirst: true,
  },
  asksFirstThenNoFunds: {
    number: '4000008260003178',
    method: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    asksFirst: true,
    declined: NO_FUNDS,
  },
} as const satisfies Record<string, TestCard>;
