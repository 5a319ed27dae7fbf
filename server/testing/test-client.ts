import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { FastifyInstance } from 'fastify';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';

export type TestAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; `undefined` when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
};

export type TestClient = ReturnType<typeof createTestClient>;

export async function inject(
  app: FastifyInstance,
  url: string,
  init: RequestInit = {},
  remoteAddress = '127.0.0.1',
): Promise<TestAnswer> {
  const { host, target } = splitUrl(url);
  const headers = new Headers(init.headers);
  if (!headers.has('host')) headers.set('host', host);
  // `Response` encodes form data as a browser does, and sets its media type.
  const encoded = new Response(init.body ?? null);
  const type = encoded.headers.get('content-type');
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
  const answer = await app.inject({
    method: (init.method ?? 'GET') as 'GET',
    url: target,
    headers: Object.fromEntries(headers),
    remoteAddress,
    ...(init.body == null ? {} : { payload: await payloadOf(init.body, encoded) }),
  });
  const text = answer.payload;
  // The date is removed, so that two answers can be compared as a whole.
  delete answer.headers.date;
  return { status: answer.statusCode, headers: headersOf(answer.headers), text, json: parsed(text) };
}

async function payloadOf(body: RequestInit['body'], encoded: Response): Promise<Readable | Buffer> {
  if (body instanceof ReadableStream) return Readable.fromWeb(body as WebStream);
  return Buffer.from(await encoded.arrayBuffer());
}

/** Calls the app like a browser: keeps cookies, sends its origin with writes, and has one IP address. */
export function createTestClient(app: FastifyInstance, origin: string, ip: string) {
  const cookies = new Map<string, string>();

  const send = async (path: string, init: RequestInit): Promise<TestAnswer> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    const answer = await inject(app, `${origin}${path}`, { ...init, headers }, ip);
    for (const cookie of answer.headers.getSetCookie()) keepCookie(cookies, cookie);
    return answer;
  };
  const key = { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey };
  return {
    cookies,
    send,
    get: (path: string, headers?: Record<string, string>) => send(path, { headers: { ...key, ...headers } }),
    post: (path: string, body: unknown = {}, headers?: Record<string, string>) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin, ...key, ...headers },
      }),
    delete: (path: string, headers?: Record<string, string>) =>
      send(path, { method: 'DELETE', headers: { origin, ...key, ...headers } }),
  };
}

/** Splits a URL into host and path. It does not use the class `URL`, which would normalise what a test wants to send. */
function splitUrl(url: string): { readonly host: string; readonly target: string } {
  const [, host = '', target = ''] = /^https?:\/\/([^/]*)(.*)$/s.exec(url) ?? [];
  return { host, target: target === '' ? '/' : target };
}

function headersOf(sent: Readonly<Record<string, number | string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent))
    for (const one of [value ?? []].flat()) headers.append(name, String(one));
  return headers;
}

export function keepCookie(cookies: Map<string, string>, setCookie: string): void {
  const [pair = '', ...attributes] = setCookie.split(';');
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  const isGone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute)) || value === '';
  if (isGone) cookies.delete(name);
  else cookies.set(name, value);
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
