import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { PROCESS_ORIGIN } from '#server/testing/server-process.ts';

/** `cut`: no answer came, and nobody knows whether it was done. */
export type VisitorAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The parsed body; undefined when it is no JSON. */
      readonly json: unknown;
      readonly isFromProxy: boolean;
    }
  | { readonly kind: 'cut' };

export type Visitor = {
  readonly send: (
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<VisitorAnswer>;
  readonly cookies: Map<string, string>;
};

/** Longer than this nobody waits for an answer. */
const PATIENCE_MS = 30_000;

/** One browser: keeps cookies, names its origin. */
export function createVisitor(url: string): Visitor {
  const cookies = new Map<string, string>();
  return {
    cookies,
    send: async (method, path, body, headers = {}) => {
      try {
        const answer = await fetch(`${url}${path}`, {
          method,
          redirect: 'manual',
          signal: AbortSignal.timeout(PATIENCE_MS),
          headers: {
            origin: PROCESS_ORIGIN,
            'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey,
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        for (const cookie of answer.headers.getSetCookie()) keep(cookies, cookie);
        return {
          kind: 'answered',
          status: answer.status,
          json: parsed(await answer.text()),
          isFromProxy: answer.headers.get('x-answered-by') === 'proxy',
        };
      } catch {
        return { kind: 'cut' };
      }
    },
  };
}

function keep(cookies: Map<string, string>, setCookie: string): void {
  const [pair = '', ...attributes] = setCookie.split(';');
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  if (value === '' || attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) cookies.delete(name);
  else cookies.set(name, value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
