import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, readBody } from './stand-in-server.ts';
import { CARDS, cardOfNumber, PaymentMethods } from './stripe-cards.ts';
import { type ApiAnswer, IdempotentAnswers } from './stripe-idempotency.ts';
import { type ApiError, ApiRefusal, type Intent, Intents, intentJson } from './stripe-intents.ts';
import { pageFile } from './stripe-pages.ts';

type Operation = 'create' | 'confirm' | 'cancel' | 'retrieve';

/**
 * What goes wrong with a call. `rate-limit`, `key-refused`, `forbidden`, `server-error` and `line-cut` leave everything as it was.
 * `answer-lost` and `no-answer` carry it out; then the line breaks, or nothing is ever said.
 */
export type Mishap = 'answer-lost' | 'no-answer' | 'server-error' | 'line-cut' | keyof typeof TURNED_AWAY;

/** What Stripe answers without doing anything. */
const TURNED_AWAY = {
  'rate-limit': [429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down.' }],
  'key-refused': [401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' }],
  forbidden: [403, { type: 'invalid_request_error', message: 'The key may not do this.' }],
  'amount-too-small': [
    400,
    { type: 'invalid_request_error', code: 'amount_too_small', param: 'amount', message: 'Too little.' },
  ],
} as const satisfies Record<string, readonly [number, ApiError]>;

type Call = {
  readonly operation: Operation;
  readonly intent: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly params: Params;
};

export type FakeStripe = {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** The settings of a site that has its account here. */
  readonly settings: {
    readonly STRIPE_PUBLISHABLE_KEY: string;
    readonly STRIPE_SECRET_KEY: string;
    readonly STRIPE_API_URL: string;
  };
  readonly intents: () => readonly Intent[];
  /** The intents that were paid. */
  readonly paid: () => readonly Intent[];
  /** Calls with the secret key, in the order they came. */
  readonly calls: () => readonly Call[];
  /** Lets the next calls of an operation go wrong. */
  readonly breakNext: (operation: Operation, mishap: Mishap, times?: number) => void;
  /** Nothing goes wrong any more. */
  readonly mend: () => void;
  /** Keeps the answer to the next call of an operation back, until it is let go. */
  readonly holdNext: (operation: Operation) => () => void;
  /** While it is away, each line breaks before anything is carried out. */
  readonly setAway: (away: boolean) => void;
  /** So many more payment methods for a good card: `pm_minted_1`, `pm_minted_2` … */
  readonly mintCards: (count: number) => void;
  /** The cardholder says yes or no to the bank, as the bank's window would report it. */
  readonly authenticate: (clientSecret: string, agreed: boolean) => void;
  /** Resolves once as many intents as asked for were paid. */
  readonly whenPaid: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Params = Readonly<Record<string, string>>;

const PUBLISHABLE_KEY = 'pk_test_stand_in';
const SECRET_KEY = 'sk_test_stand_in';

/**
 * Stands in for Stripe: its API as far as card payments use it (form-encoded, keys checked, idempotent, Stripe's error
 * shapes, its test cards), and what a browser gets from `js.stripe.com` and `hooks.stripe.com`.
 */
export async function startFakeStripe(): Promise<FakeStripe> {
  const methods = new PaymentMethods();
  const intents = new Intents(methods);
  const idempotent = new IdempotentAnswers();
  const calls: Call[] = [];
  const mishaps: { readonly operation: Operation; readonly mishap: Mishap }[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let isAway = false;
  let held: { readonly operation: Operation; readonly until: Promise<void> } | undefined;
  const paid = () => intents.all().filter(({ status }) => status === 'succeeded');

  function takeMishap(operation: Operation): Mishap | undefined {
    const at = mishaps.findIndex((mishap) => mishap.operation === operation);
    return at < 0 ? undefined : mishaps.splice(at, 1)[0]?.mishap;
  }

  function carryOut({ operation, intent = '', params }: Call): ApiAnswer {
    try {
      switch (operation) {
        case 'create':
          return ok(intentJson(intents.create(params)));
        case 'confirm':
          return ok(intentJson(intents.confirm(intent, params)));
        case 'cancel':
          return ok(intentJson(intents.cancel(intent)));
        case 'retrieve':
          return ok(intentJson(intents.find(intent)));
      }
    } catch (error) {
      if (error instanceof ApiRefusal) return refused(error);
      throw error;
    }
  }

  function answerShop(request: IncomingMessage, response: ServerResponse, call: Call): void {
    calls.push(call);
    const mishap = takeMishap(call.operation);
    if (isAway || mishap === 'line-cut') {
      response.destroy();
      return;
    }
    if (mishap !== undefined && mishap in TURNED_AWAY) {
      const [status, error] = TURNED_AWAY[mishap as keyof typeof TURNED_AWAY];
      send(response, errorAnswer(status, error));
      return;
    }
    const text = `${request.method} ${request.url} ${JSON.stringify(call.params)}`;
    const { answer, replayed } = idempotent.answer(call.idempotencyKey, text, () =>
      mishap === 'server-error'
        ? errorAnswer(500, { type: 'api_error', message: 'Our fault.' })
        : carryOut(call),
    );
    for (const { count, resolve } of waiting) if (paid().length >= count) resolve();
    if (mishap === 'answer-lost') response.destroy();
    else if (mishap !== 'no-answer') {
      if (replayed) response.setHeader('Idempotent-Replayed', 'true');
      if (answer.status === 500) response.setHeader('Stripe-Should-Retry', 'false');
      send(response, answer);
    }
  }

  function answerPage(path: string, params: Params, response: ServerResponse): void {
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (path === '/v1/payment_methods') {
      const card = cardOfNumber(params['card[number]'] ?? '');
      if (card === undefined)
        throw new ApiRefusal(402, {
          type: 'card_error',
          code: 'incorrect_number',
          message: 'Your card number is incorrect.',
        });
      send(response, ok({ id: methods.mint(card), object: 'payment_method', type: 'card' }));
      return;
    }
    const id = /^\/v1\/payment_intents\/([^/]+)$/.exec(path)?.[1];
    const secret = params.client_secret ?? '';
    if (path === '/v1/3ds2/authenticate') {
      send(
        response,
        ok(intentJson(intents.authenticate(params.source ?? '', secret, params.outcome === 'agreed'))),
      );
      return;
    }
    if (id === undefined) throw notFound(path);
    send(response, ok(intentJson(intents.findForPage(id, secret))));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe.test');
    const file = pageFile(pathname);
    if (file !== undefined) {
      response.writeHead(200, { 'Content-Type': file.type, 'Access-Control-Allow-Origin': '*' });
      response.end(file.text);
      return;
    }
    const params = { ...Object.fromEntries(searchParams), ...(await formOf(request)) };
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? params.key;
    if (key === PUBLISHABLE_KEY) return answerPage(pathname, params, response);
    if (key !== SECRET_KEY) {
      throw new ApiRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
    }
    const call = callOf(request, pathname, params);
    if (call === undefined) throw notFound(pathname);
    if (held?.operation === call.operation) {
      const { until } = held;
      held = undefined;
      await until;
    }
    answerShop(request, response, call);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      send(
        response,
        error instanceof ApiRefusal
          ? refused(error)
          : errorAnswer(500, { type: 'api_error', message: `The stand-in failed: ${String(error)}` }),
      );
    });
  });
  const { port, close } = await listen(server, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;

  return {
    url,
    settings: {
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_API_URL: url,
    },
    intents: () => intents.all(),
    paid,
    calls: () => calls,
    breakNext: (operation, mishap, times = 1) => {
      for (let time = 0; time < times; time++) mishaps.push({ operation, mishap });
    },
    mend: () => {
      mishaps.length = 0;
      isAway = false;
    },
    holdNext: (operation) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = { operation, until: promise };
      return resolve;
    },
    setAway: (away) => {
      isAway = away;
    },
    mintCards: (count) => {
      for (let card = 0; card < count; card++) methods.mint(CARDS.visa);
    },
    authenticate: (clientSecret, agreed) => {
      intents.authenticate(clientSecret.split('_secret_')[0] ?? '', clientSecret, agreed);
    },
    whenPaid: (count) =>
      new Promise((resolve) => {
        if (paid().length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close,
  };
}

function callOf(request: IncomingMessage, path: string, params: Params): Call | undefined {
  const [, id, verb] = /^\/v1\/payment_intents(?:\/([^/]+)(?:\/(confirm|cancel))?)?$/.exec(path) ?? [];
  const key = request.headers['idempotency-key'];
  const rest = { intent: id, params, idempotencyKey: typeof key === 'string' ? key : undefined };
  if (request.method === 'GET' && id !== undefined && verb === undefined)
    return { operation: 'retrieve', ...rest };
  if (request.method !== 'POST' || !path.startsWith('/v1/payment_intents')) return undefined;
  if (verb === 'confirm' || verb === 'cancel') return { operation: verb, ...rest };
  return id === undefined ? { operation: 'create', ...rest } : undefined;
}

async function formOf(request: IncomingMessage): Promise<Params> {
  const text = await readBody(request);
  const type = request.headers['content-type'] ?? '';
  if (text !== '' && !type.startsWith('application/x-www-form-urlencoded'))
    throw new ApiRefusal(400, {
      type: 'invalid_request_error',
      message: 'Send application/x-www-form-urlencoded.',
    });
  return Object.fromEntries(new URLSearchParams(text));
}

function send(response: ServerResponse, { status, body }: ApiAnswer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_stand_in' });
  response.end(body);
}

function ok(body: object): ApiAnswer {
  return { status: 200, body: JSON.stringify(body) };
}

function refused({ status, error, intent }: ApiRefusal): ApiAnswer {
  return errorAnswer(status, intent === undefined ? error : { ...error, payment_intent: intentJson(intent) });
}

function errorAnswer(status: number, error: ApiError & { payment_intent?: object }): ApiAnswer {
  return { status, body: JSON.stringify({ error }) };
}

function notFound(path: string): ApiRefusal {
  return new ApiRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${path}).`,
  });
}
