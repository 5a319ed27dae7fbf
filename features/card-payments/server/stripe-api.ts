import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { fetchWhole } from '#server/http/fetch-whole.ts';
import type { Settings } from '#server/settings/settings.ts';

/** The fields of a PaymentIntent that we use. */
export type Intent = {
  readonly id: string;
  readonly status: Stripe.PaymentIntent.Status;
  readonly clientSecret: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  /** The card of the last try; null if it was refused. */
  readonly paymentMethod: string | null;
};

export type IntentAnswer =
  | { readonly kind: 'intent'; readonly intent: Intent }
  /** The card was refused and not charged; `reason`: Stripe's sentence for the cardholder. */
  | { readonly kind: 'declined'; readonly reason: string }
  /** Not done: the intent or the card is in another state than the call assumed. */
  | { readonly kind: 'not-possible'; readonly code?: string }
  /** Our account at Stripe has no such intent. */
  | { readonly kind: 'not-found' }
  /** Not done: too many calls. */
  | { readonly kind: 'turned-away' }
  /** Not done until an operator changes something; `code`: Stripe's error code. */
  | { readonly kind: 'not-working'; readonly code: string }
  /** Stripe failed, and repeats that for the same idempotency key. It may have been done. */
  | { readonly kind: 'failed' }
  /** No understandable answer. It may have been done. */
  | { readonly kind: 'unknown' };

export type NewIntent = {
  readonly amount: number;
  readonly currency: string;
  /** Shown on Stripe's dashboard. */
  readonly description: string;
  readonly submission: string;
  /** Stripe creates one intent per key, for all callers and repetitions. */
  readonly idempotencyKey: string;
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
  /** Then the intent can never be charged. */
  readonly cancel: (id: string) => Promise<IntentAnswer>;
  /** The same calls with a time limit for all together; then they answer `unknown` at once. */
  readonly within: (ms: number) => StripeApi;
};

export type StripeAccess = {
  readonly secretKey: string;
  /** Scheme, host and port. */
  readonly apiUrl: string;
  /** Milliseconds that one try may take. */
  readonly timeout?: number;
  /** Ends running calls; they and later ones answer `unknown`. */
  readonly signal?: AbortSignal;
};

const TIMEOUT = 8_000;

/**
 * Undefined without a secret key.
 *
 * @param signal ends the calls
 */
export function stripeOf(
  { stripe }: Pick<Settings, 'stripe'>,
  log: Logger,
  signal?: AbortSignal,
): StripeApi | undefined {
  if (stripe?.secretKey === undefined) return undefined;
  const { secretKey, apiUrl } = stripe;
  return createStripeApi({ secretKey, apiUrl, ...(signal && { signal }) }, log);
}

/** Loads Stripe's SDK with the first call. */
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
      maxNetworkRetries: 0,
      telemetry: false,
      httpClient: StripeSdk.createFetchHttpClient(fetchUntil(signal)),
    });
  };

  type Call = (
    intents: Stripe['paymentIntents'],
    options: Stripe.RequestOptions,
  ) => Promise<Stripe.PaymentIntent>;

  function callsUntil(end: number): StripeApi {
    /** One try, because the result of each charge must be known. */
    async function once(call: Call): Promise<IntentAnswer> {
      const left = end - performance.now();
      if (isEnding() || left <= 0) return { kind: 'unknown' };
      loading ??= load();
      try {
        return answerOf(
          await call((await loading).paymentIntents, { timeout: Math.ceil(Math.min(timeout, left)) }),
        );
      } catch (error) {
        return isEnding() ? { kind: 'unknown' } : refusalOf(error, log);
      }
    }
    /** For calls that can be repeated: tries again after a lost connection. */
    async function twice(call: Call): Promise<IntentAnswer> {
      const answer = await once(call);
      return answer.kind === 'unknown' ? once(call) : answer;
    }

    return {
      create: async ({ amount, currency, description, submission, idempotencyKey }) => {
        const answer = await twice((intents, options) =>
          intents.create(
            {
              amount,
              currency,
              description,
              metadata: { submission },
              allowed_payment_method_types: ['card'],
              // Only a call with our secret key charges, so no payment succeeds without the server.
              confirmation_method: 'manual',
            },
            { ...options, idempotencyKey },
          ),
        );
        if (answer.kind !== 'not-possible') return answer;
        // All parameters are ours, so no visitor can fix this.
        const { code = 'not-possible' } = answer;
        log.error({ stripe: { code } }, 'card payments do not work: Stripe refuses the amount');
        return { kind: 'not-working', code };
      },
      confirm: (id, paymentMethod) =>
        once((intents, options) =>
          intents.confirm(
            id,
            paymentMethod === undefined ? {} : { payment_method: paymentMethod, use_stripe_sdk: true },
            options,
          ),
        ),
      retrieve: (id) => twice((intents, options) => intents.retrieve(id, {}, options)),
      cancel: (id) => twice((intents, options) => intents.cancel(id, {}, options)),
      within: (ms) => callsUntil(Math.min(end, performance.now() + ms)),
    };
  }

  return callsUntil(Number.POSITIVE_INFINITY);
}

/**
 * Also ends with the signal of the process. Failures are thrown without a code: the SDK would repeat a call after a closed
 * connection, and the second answer says nothing about the first call.
 */
function fetchUntil(signal: AbortSignal | undefined): typeof fetch {
  return (input, init) => {
    const signals = [signal, init?.signal].filter((one) => one != null);
    return fetchWhole(input, { ...init, signal: AbortSignal.any(signals) });
  };
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

/** Errors are recognised by their `type`, because `instanceof` would load the SDK's classes. */
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
  const stripe = { type, code, requestId };
  // Another call holds this intent and may be charging it: unlike other 429 answers.
  if (code === 'lock_timeout') return { kind: 'unknown' };
  switch (type) {
    case 'StripeCardError':
      return { kind: 'declined', reason: error.message };
    case 'StripeInvalidRequestError':
      if (code === 'resource_missing' && param === 'intent') return { kind: 'not-found' };
      if (code === 'resource_missing' && param === 'payment_method')
        return notWorking('no-such-card', 'Stripe has no such card: do both keys belong to one account?');
      log.info({ stripe }, 'Stripe refused a request');
      return { kind: 'not-possible', ...(code && { code }) };
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return notWorking(code ?? 'key-refused', 'Stripe does not take our key');
    case 'StripeRateLimitError':
      log.error({ stripe }, 'Stripe refused a request: too many');
      return { kind: 'turned-away' };
    case 'StripeAPIError':
      log.error({ stripe }, 'Stripe failed');
      return { kind: 'failed' };
    default:
      log.error({ stripe }, 'Stripe gave no usable answer');
      return { kind: 'unknown' };
  }

  function notWorking(code: string, what: string): IntentAnswer {
    log.error({ stripe }, `card payments do not work: ${what}`);
    return { kind: 'not-working', code };
  }
}
