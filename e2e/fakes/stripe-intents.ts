import type { PaymentMethods } from './stripe-cards.ts';

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled';

export type Intent = {
  readonly id: string;
  readonly clientSecret: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  status: IntentStatus;
  paymentMethod: string | null;
  /** The cardholder said yes to the bank for the present payment method. */
  authenticated: boolean;
  lastError: ApiError | null;
};

/** The `error` of Stripe's answers. */
export type ApiError = {
  readonly type:
    | 'api_error'
    | 'card_error'
    | 'idempotency_error'
    | 'invalid_request_error'
    | 'authentication_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
};

/** An answer that is not a success. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly error: ApiError;
  readonly intent: Intent | undefined;

  constructor(status: number, error: ApiError, intent?: Intent) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.intent = intent;
  }
}

type Params = Readonly<Record<string, string>>;

const SMALLEST_AMOUNT = 50;

/**
 * The payment intents of one account, with `confirmation_method=manual`: only a call with the secret key charges, and an
 * intent is charged once at most. Stricter than Stripe where its documents leave room: an intent that waits for the
 * cardholder cannot be confirmed again.
 */
export class Intents {
  readonly #all = new Map<string, Intent>();
  readonly #methods: PaymentMethods;

  constructor(methods: PaymentMethods) {
    this.#methods = methods;
  }

  all(): readonly Intent[] {
    return [...this.#all.values()];
  }

  find(id: string): Intent {
    const intent = this.#all.get(id);
    if (intent !== undefined) return intent;
    throw new ApiRefusal(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'intent',
      message: `No such payment_intent: '${id}'`,
    });
  }

  create(params: Params): Intent {
    const amount = Number(params.amount);
    if (!Number.isInteger(amount)) throw badParam('amount', 'parameter_missing', 'amount is required.');
    if (amount < SMALLEST_AMOUNT)
      throw badParam('amount', 'amount_too_small', 'Amount must be at least 50 of the smallest unit.');
    if (!/^[a-z]{3}$/.test(params.currency ?? ''))
      throw badParam('currency', 'parameter_invalid_string', 'Invalid currency.');
    if (params.confirmation_method !== 'manual' || params['allowed_payment_method_types[0]'] !== 'card')
      throw badParam('confirmation_method', 'parameter_unknown', 'This stand-in knows manual card payments.');
    const id = `pi_${String(this.#all.size + 1).padStart(4, '0')}`;
    const intent: Intent = {
      id,
      clientSecret: `${id}_secret_${crypto.randomUUID().replaceAll('-', '')}`,
      amount,
      currency: params.currency ?? '',
      description: params.description ?? null,
      metadata: metadataOf(params),
      status: 'requires_payment_method',
      paymentMethod: null,
      authenticated: false,
      lastError: null,
    };
    this.#all.set(id, intent);
    return params.confirm === 'true' ? this.confirm(id, params) : intent;
  }

  confirm(id: string, params: Params): Intent {
    const intent = this.find(id);
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation')
      throw unexpectedState(intent, 'confirm');
    const method = params.payment_method ?? intent.paymentMethod;
    if (method === null) throw unexpectedState(intent, 'confirm (it has no payment method)');
    const card = this.#methods.card(method);
    if (card === undefined) {
      throw new ApiRefusal(400, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'payment_method',
        message: `No such PaymentMethod: '${method}'`,
      });
    }
    if (method !== intent.paymentMethod) intent.authenticated = false;
    intent.paymentMethod = method;
    if (card.asksFirst === true && !intent.authenticated) {
      intent.status = 'requires_action';
      return intent;
    }
    if (card.declined !== undefined) {
      const { code, declineCode, message } = card.declined;
      throw this.#refuse(intent, 402, {
        type: 'card_error',
        code,
        ...(declineCode === undefined ? {} : { decline_code: declineCode }),
        message,
      });
    }
    intent.status = 'succeeded';
    intent.lastError = null;
    return intent;
  }

  cancel(id: string): Intent {
    const intent = this.find(id);
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw unexpectedState(intent, 'cancel');
    intent.status = 'canceled';
    return intent;
  }

  /** What the cardholder told the bank. A yes leads back to the shop's server, which has to confirm once more. */
  authenticate(id: string, clientSecret: string, agreed: boolean): Intent {
    const intent = this.findForPage(id, clientSecret);
    if (intent.status !== 'requires_action') throw unexpectedState(intent, 'authenticate');
    if (agreed) {
      intent.authenticated = true;
      intent.status = 'requires_confirmation';
      return intent;
    }
    this.#refuse(intent, 402, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    });
    return intent;
  }

  /** What a page may see: it knows the intent's client secret. */
  findForPage(id: string, clientSecret: string): Intent {
    const intent = this.find(id);
    if (intent.clientSecret === clientSecret) return intent;
    throw badParam('client_secret', 'payment_intent_invalid_parameter', 'The client_secret does not match.');
  }

  #refuse(intent: Intent, status: number, error: ApiError): ApiRefusal {
    intent.status = 'requires_payment_method';
    intent.paymentMethod = null;
    intent.authenticated = false;
    intent.lastError = error;
    return new ApiRefusal(status, error, intent);
  }
}

/** An intent as the API shows it. */
export function intentJson(intent: Intent) {
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    client_secret: intent.clientSecret,
    confirmation_method: 'manual',
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.lastError,
    livemode: false,
    metadata: intent.metadata,
    next_action:
      intent.status === 'requires_action'
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
        : null,
    payment_method: intent.paymentMethod,
    allowed_payment_method_types: ['card'],
    status: intent.status,
  };
}

function metadataOf(params: Params): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}

function badParam(param: string, code: string, message: string): ApiRefusal {
  return new ApiRefusal(400, { type: 'invalid_request_error', code, param, message });
}

function unexpectedState(intent: Intent, verb: string): ApiRefusal {
  return new ApiRefusal(
    400,
    {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `You cannot ${verb} this PaymentIntent: it has a status of ${intent.status}.`,
    },
    intent,
  );
}
