import type { Hono } from 'hono';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import type { AppEnv } from '#server/http/app-env.ts';

export type TestAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; `undefined` when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
};

export type TestClient = {
  readonly cookies: Map<string, string>;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<TestAnswer>;
  readonly post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestAnswer>;
  readonly delete: (path: string, headers?: Record<string, string>) => Promise<TestAnswer>;
  readonly send: (path: string, init: RequestInit) => Promise<TestAnswer>;
};

/** Calls the app as a browser would: keeps cookies, names its origin on writes, comes from one IP address. */
export function createTestClient(app: Hono<AppEnv>, origin: string, ip: string): TestClient {
  const cookies = new Map<string, string>();

  const send = async (path: string, init: RequestInit): Promise<TestAnswer> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    const answer = await app.request(`${origin}${path}`, { ...init, headers }, {
      incoming: { socket: { remoteAddress: ip } },
    } as unknown as AppEnv['Bindings']);
    for (const cookie of answer.headers.getSetCookie()) keep(cookies, cookie);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: parsed(text) };
  };
  const key = { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey };
  return {
    cookies,
    send,
    get: (path, headers) => send(path, { headers: { ...key, ...headers } }),
    post: (path, body = {}, headers) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin, ...key, ...headers },
      }),
    delete: (path, headers) => send(path, { method: 'DELETE', headers: { origin, ...key, ...headers } }),
  };
}

function keep(cookies: Map<string, string>, setCookie: string): void {
  const [pair = '', ...attributes] = setCookie.split(';');
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  const isGone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute)) || value === '';
  if (isGone) cookies.delete(name);
  else cookies.set(name, value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
