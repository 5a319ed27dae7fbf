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
  // Parsed without the class `URL`, which would normalise what a test wants to send.
  const [, host = '', target = ''] = /^https?:\/\/([^/]*)(.*)$/s.exec(url) ?? [];
  const { body = null } = init;
  // `Response` encodes form data as a browser does, and sets its media type.
  const encoded = new Response(body);
  const type = encoded.headers.get('content-type');
  const payload =
    body instanceof ReadableStream
      ? Readable.fromWeb(body as WebStream)
      : Buffer.from(await encoded.arrayBuffer());
  const answer = await app.inject({
    method: (init.method ?? 'GET') as 'GET',
    url: target === '' ? '/' : target,
    headers: {
      host,
      ...(type !== null && { 'content-type': type }),
      ...Object.fromEntries(new Headers(init.headers)),
    },
    remoteAddress,
    ...(body !== null && { payload }),
  });
  // The date is removed, so that two answers can be compared as a whole.
  delete answer.headers.date;
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  const text = answer.payload;
  return { status: answer.statusCode, headers: new Headers(headers), text, json: parsed(text) };
}

/** Calls the app like a browser: keeps cookies, sends its origin with writes, and has one IP address. */
export function createTestClient(app: FastifyInstance, origin: string, ip: string) {
  const cookies = new Map<string, string>();

  const send = async (path: string, init: RequestInit): Promise<TestAnswer> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', cookieHeader(cookies));
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

export function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

export function keepCookie(cookies: Map<string, string>, setCookie: string): void {
  const [, name = '', value = ''] = /^([^=;]*)=?([^;]*)/.exec(setCookie) ?? [];
  if (value === '' || /;\s*max-age=0\s*(?:;|$)/i.test(setCookie)) cookies.delete(name);
  else cookies.set(name, value);
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
