import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { fetchWhole } from '#server/http/fetch-whole.ts';
import type { Settings } from '#server/settings/settings.ts';

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
  | { readonly kind: 'not-possible'; readonly code?: string }
  /** Our account at Stripe has no such intent. */
  | { readonly kind: 'not-found' }
  /** Stripe did not do it: too many calls. */
  | { readonly kind: 'turned-away' }
  /** Stripe did not do it and never will until an operator changes something; `code` is Stripe's word for what. */
  | { readonly kind: 'not-working'; readonly code: string }
  /** Stripe had a fault, and gives it again to who asks with the same idempotency key: it may have been done or not. */
  | { readonly kind: 'failed' }
  /** No answer that could be understood: it may have been done or not. */
  | { readonly kind: 'unknown' };

export type NewIntent = {
  readonly amount: number;
  readonly currency: string;
  /** Shown on the operator's dashboard at Stripe. */
  readonly description: string;
  readonly submission: string;
  /** Stripe makes one intent for a key, however often and by whichever process it is asked. */
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
  /** Afterwards the intent can never be charged. */
  readonly cancel: (id: string) => Promise<IntentAnswer>;
  /** The same calls, which together take no longer than so many milliseconds; later ones answer `unknown` at once. */
  readonly within: (ms: number) => StripeApi;
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

/**
 * Stripe by the keys of the settings; undefined where no secret one is set.
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
    /** One try: whoever charges has to know of each try what became of it. */
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
    /** For calls that may be made twice: a lost line is tried again. */
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
              // Only a call with our secret key charges: no payment can succeed behind the server's back.
              confirmation_method: 'manual',
            },
            { ...options, idempotencyKey },
          ),
        );
        if (answer.kind !== 'not-possible') return answer;
        // All that was sent is ours: nothing that a visitor does will make it right.
        const { code = 'not-possible' } = answer;
        log.error({ stripe: { code } }, 'card payments do not work: Stripe refuses what they cost');
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
 * Ends with the signal of the process, too. A failure carries no code: the SDK would repeat a call whose connection was closed, and a
 * refusal of the second try would say nothing of the first.
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
  const stripe = { type, code, requestId };
  // Another call is at this very intent, and may be charging it: a 429 that does not mean that nothing happens.
  if (code === 'lock_timeout') return { kind: 'unknown' };
  switch (type) {
    case 'StripeCardError':
      return { kind: 'declined', reason: error.message };
    case 'StripeInvalidRequestError':
      if (code === 'resource_missing' && param === 'intent') return { kind: 'not-found' };
      if (code === 'resource_missing' && param === 'payment_method')
        return notWorking('no-such-card', 'Stripe has no such card: do both keys belong to one account?');
      log.info({ stripe }, 'Stripe could not do what was asked');
      return { kind: 'not-possible', ...(code && { code }) };
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return notWorking(code ?? 'key-refused', 'Stripe does not take our key');
    case 'StripeRateLimitError':
      log.error({ stripe }, 'Stripe turned us away');
      return { kind: 'turned-away' };
    case 'StripeAPIError':
      log.error({ stripe }, 'Stripe had a fault');
      return { kind: 'failed' };
    default:
      log.error({ stripe }, 'Stripe gave no answer that helps');
      return { kind: 'unknown' };
  }

  function notWorking(code: string, what: string): IntentAnswer {
    log.error({ stripe }, `card payments do not work: ${what}`);
    return { kind: 'not-working', code };
  }
}
