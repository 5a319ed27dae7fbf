import { once } from 'node:events';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { PROCESS_ORIGIN } from '#server/testing/server-process.ts';
import { keepCookie, parsed } from '#server/testing/test-client.ts';

export type Answer = {
  readonly milliseconds: number;
  readonly status: number;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
  readonly headers: IncomingMessage['headers'];
  /** `name=value` of the first cookie in the answer; empty without one. */
  readonly cookie: string;
};

type Send = (
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  headers?: OutgoingHttpHeaders,
) => Promise<Answer>;

/** A request that takes longer than this counts as unanswered. */
const PATIENCE_MS = 30_000;

/** A client with one connection and one request at a time. Times run from the first byte sent to the last received. */
export function createClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: Send = async (method, path, body, headers) => {
    const from = performance.now();
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const outgoing = request(url + path, {
      agent,
      method,
      timeout: PATIENCE_MS,
      headers: {
        origin: PROCESS_ORIGIN,
        'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey,
        ...(sent !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(sent),
        }),
        ...headers,
      },
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${path}: no answer in time`)));
    const [incoming] = (await once(outgoing.end(sent), 'response')) as [IncomingMessage];
    const text = await textOf(incoming);
    const milliseconds = performance.now() - from;
    const { statusCode: status = 0, headers: received } = incoming;
    const cookie = received['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    return { milliseconds, status, text, json: parsed(text), headers: received, cookie };
  };
  const withCookie = (cookie: string) => (cookie === '' ? {} : { cookie });
  return {
    send,
    get: (path: string, cookie = '') => send('GET', path, undefined, withCookie(cookie)),
    post: (path: string, body: unknown, cookie = '') => send('POST', path, body, withCookie(cookie)),
    close: () => agent.destroy(),
  };
}

export type Client = ReturnType<typeof createClient>;

/** A simulated browser that keeps cookies. Returns undefined without an answer: nobody knows whether the request took effect. */
export function createVisitor(url: string) {
  const client = createClient(url);
  const cookies = new Map<string, string>();
  const send = async (...[method, path, body, headers]: Parameters<Send>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await client.send(method, path, body, { cookie, ...headers }).catch(() => undefined);
    for (const line of answer?.headers['set-cookie'] ?? []) keepCookie(cookies, line);
    return answer;
  };
  return { cookies, send };
}

export type Visitor = ReturnType<typeof createVisitor>;
