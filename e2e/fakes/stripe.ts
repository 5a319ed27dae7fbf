import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readForm, send, startStandIn } from './stand-in-server.ts';
import { type ApiError, ApiRefusal, CARDS, type Intent, Intents, type Params } from './stripe-payments.ts';

type Operation = 'create' | 'confirm' | 'cancel' | 'retrieve';

/**
 * How a call fails. `rate-limit`, `lock-timeout`, `key-refused`, `server-error` and `line-cut` change nothing. `answer-lost`
 * and `no-answer` carry out the call; then the connection breaks, or no answer ever comes.
 */
export type Mishap = 'answer-lost' | 'no-answer' | 'server-error' | 'line-cut' | keyof typeof TURNED_AWAY;

/** Stripe's error answers to calls that it rejects without carrying them out. */
const TURNED_AWAY = {
  'rate-limit': [429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down.' }],
  'lock-timeout': [429, { type: 'invalid_request_error', code: 'lock_timeout', message: 'Locked.' }],
  'key-refused': [401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' }],
  'amount-too-small': [
    400,
    { type: 'invalid_request_error', code: 'amount_too_small', param: 'amount', message: 'Too little.' },
  ],
} as const satisfies Record<string, readonly [number, ApiError]>;

type Call = { readonly operation: Operation; readonly intent: string; readonly params: Params };

type ApiAnswer = { readonly status: number; readonly body: object };

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

const PUBLISHABLE_KEY = 'pk_test_stand_in';
const SECRET_KEY = 'sk_test_stand_in';
const OUR_FAULT: ApiAnswer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'The stand-in failed.' } satisfies ApiError },
};

/**
 * A stand-in for Stripe: the part of its API that card payments use (form-encoded, keys checked, idempotent, Stripe's error
 * shapes, its test cards), and what a browser loads from `js.stripe.com` and `hooks.stripe.com`.
 */
export async function startFakeStripe() {
  const intents = new Intents();
  /** The answer for each idempotency key. Later calls with the same key get the same answer. */
  const kept = new Map<string, ApiAnswer>();
  const calls: Call[] = [];
  const mishaps: { readonly operation: Operation; readonly mishap: Mishap }[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let isAway = false;
  let held: { readonly operation: Operation; readonly until: Promise<void> } | undefined;
  const paid = (): readonly Intent[] => intents.all().filter(({ status }) => status === 'succeeded');

  function takeMishap(operation: Operation): Mishap | undefined {
    const at = mishaps.findIndex((mishap) => mishap.operation === operation);
    return at < 0 ? undefined : mishaps.splice(at, 1)[0]?.mishap;
  }

  function carryOut({ operation, intent, params }: Call): ApiAnswer {
    try {
      if (operation === 'create') return ok(intents.create(params));
      if (operation === 'confirm') return ok(intents.confirm(intent, params));
      return ok(operation === 'cancel' ? intents.cancel(intent) : intents.find(intent));
    } catch (error) {
      return refused(error);
    }
  }

  function answerShop(response: ServerResponse, call: Call, key: string): void {
    calls.push(call);
    const mishap = takeMishap(call.operation);
    if (isAway || mishap === 'line-cut') {
      response.destroy();
      return;
    }
    if (mishap !== undefined && mishap in TURNED_AWAY) {
      const [status, error] = TURNED_AWAY[mishap as keyof typeof TURNED_AWAY];
      send(response, { error }, status);
      return;
    }
    const answer = kept.get(key) ?? (mishap === 'server-error' ? OUR_FAULT : carryOut(call));
    kept.set(key, answer);
    for (const { count, resolve } of waiting) if (paid().length >= count) resolve();
    if (mishap === 'answer-lost') response.destroy();
    else if (mishap !== 'no-answer') sendAnswer(response, answer);
  }

  function answerPage(path: string, params: Params): ApiAnswer {
    const { client_secret: secret = '' } = params;
    if (path === '/v1/payment_methods') {
      const number = params['card[number]']?.replaceAll(' ', '');
      const card = Object.values(CARDS).find((one) => one.number === number);
      if (card !== undefined) return { status: 200, body: { id: intents.mint(card), type: 'card' } };
      const message = 'Your card number is incorrect.';
      throw new ApiRefusal(402, { type: 'card_error', code: 'incorrect_number', message });
    }
    if (path === '/v1/3ds2/authenticate')
      return ok(intents.authenticate(secret, params.outcome === 'agreed'));
    return ok(intents.findForPage(path.split('/').at(-1) ?? '', secret));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe.test');
    const path = pathname.replace(/\/$/, '');
    if (path in STRIPE_FILES) {
      const type = path === '/v3' ? 'text/javascript' : 'text/html';
      response.writeHead(200, {
        'content-type': `${type}; charset=utf-8`,
        'access-control-allow-origin': '*',
      });
      response.end(STRIPE_FILES[path]);
      return;
    }
    const params = Object.fromEntries([...searchParams, ...(await readForm(request))]);
    const { authorization = '', 'idempotency-key': idempotencyKey } = request.headers;
    const key = /^Bearer (.+)$/.exec(authorization)?.[1] ?? params.key;
    if (key === PUBLISHABLE_KEY) {
      response.setHeader('access-control-allow-origin', '*');
      return sendAnswer(response, answerPage(path, params));
    }
    if (key !== SECRET_KEY)
      throw new ApiRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
    const call = callOf(request, path, params);
    if (held?.operation === call.operation) {
      const { until } = held;
      held = undefined;
      await until;
    }
    answerShop(response, call, String(idempotencyKey ?? crypto.randomUUID()));
  }

  const { url, close } = await startStandIn(0, async () => async (request, response) => {
    await answer(request, response).catch((error: unknown) => sendAnswer(response, refused(error)));
  });

  return {
    url,
    settings: {
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_API_URL: url,
    },
    intents: () => intents.all(),
    paid,
    /** The calls with the secret key, in the order of their arrival. */
    calls: (): readonly Call[] => calls,
    /** Makes the next calls of an operation fail. */
    breakNext: (operation: Operation, mishap: Mishap, times = 1) => {
      for (let time = 0; time < times; time++) mishaps.push({ operation, mishap });
    },
    mend: () => {
      mishaps.length = 0;
      isAway = false;
    },
    /** Delays the next call of an operation until the returned function is called. */
    holdNext: (operation: Operation) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = { operation, until: promise };
      return resolve;
    },
    /** While Stripe is away, each connection breaks before the call is carried out. */
    setAway: (away: boolean) => {
      isAway = away;
    },
    /** Creates more payment methods of a valid card: `pm_minted_1`, `pm_minted_2` … */
    mintCards: (count: number) => {
      for (let card = 0; card < count; card++) intents.mint(CARDS.visa);
    },
    /** The cardholder's answer to the bank, as the bank's window would report it. */
    authenticate: (clientSecret: string, agreed: boolean) => void intents.authenticate(clientSecret, agreed),
    whenPaid: (count: number) =>
      new Promise<void>((resolve) => {
        if (paid().length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close,
  };
}

function callOf({ method }: IncomingMessage, path: string, params: Params): Call {
  const [, intent = '', verb] =
    /^\/v1\/payment_intents(?:\/([^/]+)(?:\/(confirm|cancel))?)?$/.exec(path) ?? [];
  if (method === 'GET') return { operation: 'retrieve', intent, params };
  return { operation: verb === 'confirm' || verb === 'cancel' ? verb : 'create', intent, params };
}

function sendAnswer(response: ServerResponse, { status, body }: ApiAnswer): void {
  if (status === 500) response.setHeader('Stripe-Should-Retry', 'false');
  send(response, body, status);
}

/** The API's success answer, which describes an intent. */
function ok(intent: Intent): ApiAnswer {
  const { id, amount, currency, status, clientSecret, paymentMethod, lastError } = intent;
  const shown = { id, object: 'payment_intent', amount, currency, status, client_secret: clientSecret };
  return { status: 200, body: { ...shown, payment_method: paymentMethod, last_payment_error: lastError } };
}

function refused(error: unknown): ApiAnswer {
  return error instanceof ApiRefusal ? { status: error.status, body: { error: error.error } } : OUR_FAULT;
}

const script = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Each script is before the elements that it listens to, so that no early input or click is missed. */
const CARD_FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Card</title>
<style>body{margin:0;display:flex;gap:8px}input{font:inherit;border:0;background:none;color:inherit;min-width:0}</style>
<script>${script('stripe-card-frame.js')}</script>
<input id="number" aria-label="Card number" placeholder="Card number" size="19">
<input id="expiry" aria-label="Expiration" placeholder="MM / YY" size="7">
<input id="cvc" aria-label="CVC" placeholder="CVC" size="4"></html>`;

const BANK_FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Your bank</title>
<script>addEventListener('click', ({ target }) => parent.postMessage({ kind: 'bank', outcome: target.id }, '*'))</script>
<h1>Is this payment yours?</h1>
<button id="agreed">Complete authentication</button> <button id="refused">Fail authentication</button></html>`;

/** The files that a browser loads from Stripe's hosts, by path: Stripe's script, the card field and the bank's page. */
export const STRIPE_FILES: Readonly<Record<string, string>> = {
  '/v3': script('stripe-in-the-page.js'),
  '/stand-in/card': CARD_FRAME,
  '/stand-in/bank': BANK_FRAME,
};
