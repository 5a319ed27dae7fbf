/** The behaviour of one of Stripe's test cards, with its number and the id of its payment method. */
export type TestCard = {
  readonly number: string;
  readonly method: string;
  /** True if the bank first asks the cardholder to approve the payment (SCA). */
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

export type Intent = {
  readonly id: string;
  readonly clientSecret: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: { readonly submission: string };
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
  paymentMethod: string | null;
  /** True once the cardholder has approved the payment with the current payment method. */
  authenticated: boolean;
  lastError: ApiError | null;
};

export type ApiError = {
  readonly type: 'api_error' | 'card_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
};

/** An error answer of Stripe's API. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly error: ApiError;

  constructor(status: number, error: ApiError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export type Params = Readonly<Record<string, string>>;

/**
 * The payment intents of one account, with `confirmation_method=manual`: only a call with the secret key charges a
 * card, and an intent is charged at most once. Where Stripe's documentation is not clear, the stricter reading applies:
 * an intent that waits for the cardholder cannot be confirmed again.
 */
export class Intents {
  readonly #all = new Map<string, Intent>();
  readonly #cards = new Map<string, TestCard>(Object.values(CARDS).map((card) => [card.method, card]));
  #minted = 0;

  all(): readonly Intent[] {
    return [...this.#all.values()];
  }

  mint(card: TestCard): string {
    this.#minted += 1;
    const method = `pm_minted_${this.#minted}`;
    this.#cards.set(method, card);
    return method;
  }

  find(id: string): Intent {
    const intent = this.#all.get(id);
    if (intent !== undefined) return intent;
    throw missing('intent', 404);
  }

  /** Finds an intent for a page, which must send the intent's client secret. */
  findForPage(id: string, clientSecret: string): Intent {
    const intent = this.find(id);
    if (intent.clientSecret !== clientSecret) throw impossible('read');
    return intent;
  }

  create(params: Params): Intent {
    if (params.confirmation_method !== 'manual') throw impossible('create');
    const id = `pi_${this.#all.size + 1}`;
    const intent: Intent = {
      id,
      clientSecret: `${id}_secret_${crypto.randomUUID()}`,
      amount: Number(params.amount),
      currency: params.currency ?? '',
      metadata: { submission: params['metadata[submission]'] ?? '' },
      status: 'requires_payment_method',
      paymentMethod: null,
      authenticated: false,
      lastError: null,
    };
    this.#all.set(id, intent);
    return intent;
  }

  confirm(id: string, params: Params): Intent {
    const intent = this.find(id);
    const method = params.payment_method ?? intent.paymentMethod;
    const isOpen = intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation';
    if (!isOpen || method === null) throw impossible('confirm');
    const card = this.#cards.get(method);
    if (card === undefined) throw missing('payment_method', 400);
    if (method !== intent.paymentMethod) intent.authenticated = false;
    intent.paymentMethod = method;
    if (card.asksFirst === true && !intent.authenticated) intent.status = 'requires_action';
    else if (card.declined !== undefined) throw refuse(intent, { type: 'card_error', ...card.declined });
    else intent.status = 'succeeded';
    return intent;
  }

  cancel(id: string): Intent {
    const intent = this.find(id);
    if (intent.status === 'succeeded' || intent.status === 'canceled') throw impossible('cancel');
    intent.status = 'canceled';
    return intent;
  }

  /** Records whether the cardholder approved. After an approval the shop's server has to confirm the intent once more. */
  authenticate(clientSecret: string, agreed: boolean): Intent {
    const intent = this.findForPage(clientSecret.split('_secret_')[0] ?? '', clientSecret);
    if (intent.status !== 'requires_action') throw impossible(`authenticate, as it is ${intent.status}`);
    if (agreed) {
      intent.authenticated = true;
      intent.status = 'requires_confirmation';
      return intent;
    }
    const message = 'We are unable to authenticate your payment method.';
    const code = 'payment_intent_authentication_failure';
    refuse(intent, { type: 'invalid_request_error', code, message });
    return intent;
  }
}

/** Records the error and leaves the intent ready for another card. */
function refuse(intent: Intent, error: ApiError): ApiRefusal {
  intent.status = 'requires_payment_method';
  intent.paymentMethod = null;
  intent.authenticated = false;
  intent.lastError = error;
  return new ApiRefusal(402, error);
}

function missing(param: string, status: number): ApiRefusal {
  const message = `There is no such ${param}.`;
  return new ApiRefusal(status, { type: 'invalid_request_error', code: 'resource_missing', param, message });
}

function impossible(verb: string): ApiRefusal {
  const message = `You cannot ${verb} this PaymentIntent.`;
  const code = 'payment_intent_unexpected_state';
  return new ApiRefusal(400, { type: 'invalid_request_error', code, message });
}
