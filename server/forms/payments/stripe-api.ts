import type { Logger } from 'pino';
import type Stripe from 'stripe';

/** A payment at Stripe, as far as the form service looks at it. */
export type Intent = {
  readonly id: string;
  readonly status: Stripe.PaymentIntent.Status;
  readonly clientSecret: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  /** The card of the last try; null when it was refused. */
  readonly paymentMethod: string | null;
};

export type IntentAnswer =
  | { readonly kind: 'intent'; readonly intent: Intent }
  /** The card was refused, and why, in Stripe's words for the cardholder. Nothing was charged. */
  | { readonly kind: 'declined'; readonly reason: string }
  /** Stripe did not do it: the intent or the card is not as the call took it to be. */
  | { readonly kind: 'not-possible' }
  /** Our account at Stripe has no such intent. */
  | { readonly kind: 'not-found' }
  /** Stripe did not do it: too many calls, or it does not know our key. */
  | { readonly kind: 'turned-away' }
  /** No answer that could be understood: it may have been done or not. */
  | { readonly kind: 'unknown' };

export type NewIntent = {
  readonly amount: number;
  readonly currency: string;
  /** Shown on the operator's dashboard at Stripe. */
  readonly description: string;
  readonly submission: string;
};

/** The four calls to Stripe that a card payment needs. None throws. */
export type StripeApi = {
  /** Charges nothing. */
  readonly create: (intent: NewIntent) => Promise<IntentAnswer>;
  /**
   * Charges, unless the cardholder's bank asks first (`requires_action`). An intent is charged at most once.
   *
   * @param paymentMethod without it, the card that the cardholder just confirmed
   */
  readonly confirm: (id: string, paymentMethod?: string) => Promise<IntentAnswer>;
  readonly retrieve: (id: string) => Promise<IntentAnswer>;
  /** Afterwards the intent can never be charged. */
  readonly cancel: (id: string) => Promise<IntentAnswer>;
};

export type StripeAccess = {
  readonly secretKey: string;
  /** Scheme, host and port. */
  readonly apiUrl: string;
  /** Milliseconds that one try may take. */
  readonly timeout?: number;
  /** Ends the calls under way; they, and those that come after, answer `unknown`. */
  readonly signal?: AbortSignal;
};

const TIMEOUT = 8_000;
/** With the same idempotency key, which the SDK makes for each call: what was done already is not done again. */
const RETRIES = 2;

/** Stripe through its SDK, which is loaded with the first call. */
export function createStripeApi(
  { secretKey, apiUrl, timeout = TIMEOUT, signal }: StripeAccess,
  log: Logger,
): StripeApi {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isEnding = () => signal?.aborted === true;
  let loading: Promise<Stripe> | undefined;
  const load = async () => {
    const { default: StripeSdk } = await import('stripe');
    return new StripeSdk(secretKey, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port: port === '' ? (protocol === 'http:' ? 80 : 443) : port,
      timeout,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      ...(signal === undefined ? {} : { httpClient: StripeSdk.createFetchHttpClient(fetchUntil(signal)) }),
    });
  };

  async function ask(call: (intents: Stripe['paymentIntents']) => Promise<Stripe.PaymentIntent>) {
    if (isEnding()) return { kind: 'unknown' } as const;
    loading ??= load();
    try {
      return answerOf(await call((await loading).paymentIntents));
    } catch (error) {
      if (isEnding()) return { kind: 'unknown' } as const;
      return refusalOf(error, log);
    }
  }

  return {
    create: ({ amount, currency, description, submission }) =>
      ask((intents) =>
        intents.create({
          amount,
          currency,
          description,
          metadata: { submission },
          allowed_payment_method_types: ['card'],
          // Only a call with our secret key charges: no payment can succeed behind the server's back.
          confirmation_method: 'manual',
        }),
      ),
    confirm: (id, paymentMethod) =>
      ask((intents) =>
        intents.confirm(
          id,
          paymentMethod === undefined ? {} : { payment_method: paymentMethod, use_stripe_sdk: true },
        ),
      ),
    retrieve: (id) => ask((intents) => intents.retrieve(id)),
    cancel: (id) => ask((intents) => intents.cancel(id)),
  };
}

/** The SDK knows no signal, and has one of its own for its timeout. */
function fetchUntil(signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
}

function answerOf(intent: Stripe.PaymentIntent): IntentAnswer {
  const { id, status, client_secret, amount, currency, payment_method } = intent;
  return {
    kind: 'intent',
    intent: {
      id,
      status,
      clientSecret: client_secret ?? '',
      amount,
      currency,
      paymentMethod: typeof payment_method === 'string' ? payment_method : (payment_method?.id ?? null),
    },
  };
}

/** The SDK's errors are told apart by their `type`; its classes would have to be loaded for `instanceof`. */
type SdkError = {
  readonly type?: string;
  readonly code?: string;
  /** What the error is about. */
  readonly param?: string;
  readonly requestId?: string;
  readonly message: string;
};

function refusalOf(thrown: unknown, log: Logger): IntentAnswer {
  const error: SdkError = thrown instanceof Error ? thrown : { message: String(thrown) };
  const { type, code, param, requestId } = error;
  // Another call is at this very intent, and may be charging it: a 429 that does not mean that nothing happens.
  if (code === 'lock_timeout') return { kind: 'unknown' };
  switch (type) {
    case 'StripeCardError':
      return { kind: 'declined', reason: error.message };
    case 'StripeInvalidRequestError':
      log.info({ stripe: { type, code, requestId } }, 'Stripe could not do what was asked');
      return { kind: code === 'resource_missing' && param === 'intent' ? 'not-found' : 'not-possible' };
    case 'StripeRateLimitError':
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      log.error({ stripe: { type, code, requestId } }, 'Stripe turned us away');
      return { kind: 'turned-away' };
    default:
      log.error({ stripe: { type, code, requestId } }, 'Stripe gave no answer that helps');
      return { kind: 'unknown' };
  }
}
