import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { fetchWhole } from '#server/http/fetch-whole.ts';
import type { Settings } from '#server/settings/settings.ts';

export type Intent = {
  readonly id: string;
  readonly status: Stripe.PaymentIntent.Status;
  readonly clientSecret: string;
  readonly amount: number;
  readonly currency: string;
  /** The card of the last attempt to pay. Null if the card was refused. */
  readonly paymentMethod: string | null;
};

export type IntentAnswer =
  | { readonly kind: 'intent'; readonly intent: Intent }
  /** The bank refused the card. `reason` is Stripe's explanation for the cardholder. */
  | { readonly kind: 'declined'; readonly reason: string }
  /** Stripe did nothing: the intent or the card is in the wrong state for the call. */
  | { readonly kind: 'not-possible'; readonly code?: string }
  | { readonly kind: 'not-found' }
  /** Stripe did nothing, because of too many calls. */
  | { readonly kind: 'turned-away' }
  /** Stripe did nothing. An operator must first correct the keys or the price. `code` is Stripe's error code. */
  | { readonly kind: 'not-working'; readonly code: string }
  /** Stripe failed, and repeats this answer for the same idempotency key. The call may have had its effect. */
  | { readonly kind: 'failed' }
  /** There was no answer, or an unreadable one. The call may have had its effect. */
  | { readonly kind: 'unknown' };

type NewIntent = {
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly submission: string;
  /** The key of a call. Stripe creates only one intent for each key. */
  readonly idempotencyKey: string;
};

/** The four calls to Stripe. None of them throws. */
export type StripeApi = ReturnType<typeof createStripeApi>;

type StripeAccess = {
  readonly secretKey: string;
  readonly apiUrl: string;
  readonly timeout?: number;
  /** When this signal is aborted, running and later calls answer `unknown`. */
  readonly signal?: AbortSignal;
};

const TIMEOUT = 8_000;

/**
 * Makes the API of Stripe. Returns undefined without a secret key.
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

/** Loads Stripe's SDK at the first call. */
export function createStripeApi({ secretKey, apiUrl, timeout = TIMEOUT, signal }: StripeAccess, log: Logger) {
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
      timeout,
      telemetry: false,
      httpClient: StripeSdk.createFetchHttpClient(fetchUntil(signal)),
    });
  };

  type Call = (intents: Stripe['paymentIntents']) => Promise<Stripe.PaymentIntent>;

  /** Makes a call without a retry, because the result of each attempt to charge must be known. */
  async function once(call: Call): Promise<IntentAnswer> {
    if (isEnding()) return { kind: 'unknown' };
    loading ??= load();
    try {
      return answerOf(await call((await loading).paymentIntents));
    } catch (error) {
      return isEnding() ? { kind: 'unknown' } : refusalOf(error, log);
    }
  }
  /** Makes a call that may be repeated: a lost answer is tried once more. */
  async function twice(call: Call): Promise<IntentAnswer> {
    const answer = await once(call);
    return answer.kind === 'unknown' ? once(call) : answer;
  }

  return {
    create: async (intent: NewIntent): Promise<IntentAnswer> => {
      const { amount, currency, description, submission, idempotencyKey } = intent;
      const answer = await twice((intents) =>
        intents.create(
          {
            amount,
            currency,
            description,
            metadata: { submission },
            allowed_payment_method_types: ['card'],
            // With manual confirmation, only a call with the secret key can charge, so no payment succeeds without the server.
            confirmation_method: 'manual',
          },
          { idempotencyKey },
        ),
      );
      if (answer.kind !== 'not-possible') return answer;
      // The server sets all parameters, so the visitor did not cause this refusal. Only an operator can correct it.
      const { code = 'not-possible' } = answer;
      log.error(
        { stripe: { code } },
        'card payments do not work: Stripe refuses the amount; “npm run doctor” says what to do',
      );
      return { kind: 'not-working', code };
    },
    /**
     * Charges the intent once, unless the cardholder's bank asks first (`requires_action`).
     * @param paymentMethod without it, charges the card that the cardholder just confirmed
     */
    confirm: (id: string, paymentMethod?: string) =>
      once((intents) =>
        intents.confirm(
          id,
          paymentMethod === undefined ? {} : { payment_method: paymentMethod, use_stripe_sdk: true },
        ),
      ),
    retrieve: (id: string) => twice((intents) => intents.retrieve(id)),
    cancel: (id: string) => twice((intents) => intents.cancel(id)),
  };
}

/**
 * A `fetch` that also ends with the process's signal. Its errors have no `code`. After an error with a code, such as a closed
 * connection, the SDK would repeat the call, and the result of the first call would be lost.
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

/** An error of Stripe's SDK, which is recognised by its `type`, because `instanceof` would load the SDK. */
type SdkError = {
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  readonly requestId?: string;
  readonly message: string;
};

function refusalOf(thrown: unknown, log: Logger): IntentAnswer {
  const error: SdkError = thrown instanceof Error ? thrown : { message: String(thrown) };
  const { type, code, param, requestId } = error;
  const stripe = { type, code, requestId };
  // The result is unknown, because another call has locked this intent and may be charging it. Other 429 answers mean that nothing
  // was done.
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
      return notWorking(code ?? 'key-refused', 'Stripe refuses STRIPE_SECRET_KEY');
    case 'StripeRateLimitError':
      log.error({ stripe }, 'Stripe refused a request, because there were too many');
      return { kind: 'turned-away' };
    case 'StripeAPIError':
      log.error({ stripe }, 'Stripe had an error of its own');
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
