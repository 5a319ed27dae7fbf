/** What Stripe's test cards do, by their number and by the id of the payment method that stands for each. */
type TestCard = {
  readonly number: string;
  readonly method: string;
  readonly brand: string;
  /** Its bank asks the cardholder first (SCA). */
  readonly asksFirst?: true;
  /** Why its bank refuses the charge. */
  readonly declined?: { readonly code: string; readonly declineCode?: string; readonly message: string };
};

const NO_FUNDS = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};

export const CARDS = {
  visa: { number: '4242424242424242', method: 'pm_card_visa', brand: 'visa' },
  declined: {
    number: '4000000000000002',
    method: 'pm_card_chargeDeclined',
    brand: 'visa',
    declined: {
      code: 'card_declined',
      declineCode: 'generic_decline',
      message: 'Your card was declined.',
    },
  },
  noFunds: {
    number: '4000000000009995',
    method: 'pm_card_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    declined: NO_FUNDS,
  },
  expired: {
    number: '4000000000000069',
    method: 'pm_card_chargeDeclinedExpiredCard',
    brand: 'visa',
    declined: { code: 'expired_card', message: 'Your card has expired.' },
  },
  asksFirst: {
    number: '4000002760003184',
    method: 'pm_card_authenticationRequired',
    brand: 'visa',
    asksFirst: true,
  },
  asksFirstThenNoFunds: {
    number: '4000008260003178',
    method: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    brand: 'visa',
    asksFirst: true,
    declined: NO_FUNDS,
  },
} as const satisfies Record<string, TestCard>;

const ALL: readonly TestCard[] = Object.values(CARDS);

export function cardOfNumber(number: string): TestCard | undefined {
  return ALL.find((card) => card.number === number.replaceAll(' ', ''));
}

/** Methods minted from a number, beside the well-known ones. */
export class PaymentMethods {
  readonly #minted = new Map<string, TestCard>();

  mint(card: TestCard): string {
    const id = `pm_minted_${this.#minted.size + 1}`;
    this.#minted.set(id, card);
    return id;
  }

  card(method: string): TestCard | undefined {
    return this.#minted.get(method) ?? ALL.find((card) => card.method === method);
  }
}
