import { once } from 'node:events';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { keepCookie, parsed } from '#server/testing/test-client.ts';

export type Answer = {
  readonly milliseconds: number;
  readonly status: number;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
};

export type Client = ReturnType<typeof createClient>;

/** The `SITE_ORIGIN` for a site at a loopback URL. Its host is `localhost`, which browsers trust like an https site. */
export const originOf = (url: string) => url.replace('127.0.0.1', 'localhost');

/** A request that takes longer than this counts as unanswered. */
const PATIENCE_MS = 30_000;

/**
 * A client that keeps cookies, with one connection and one request at a time. Times run from the first byte sent to the last
 * received.
 */
export function createClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const cookies = new Map<string, string>();
  const headers = () => ({
    origin: originOf(url),
    'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  /** Rejects if no answer comes, because it is then unknown whether the request took effect. */
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    more?: OutgoingHttpHeaders,
  ): Promise<Answer> => {
    const from = performance.now();
    const sent = body === undefined ? '' : JSON.stringify(body);
    const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) };
    const outgoing = request(url + path, {
      ...{ agent, method, timeout: PATIENCE_MS },
      headers: { ...headers(), ...(body === undefined ? {} : length), ...more },
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${path}: no answer in time`)));
    const [incoming] = (await once(outgoing.end(sent), 'response')) as [IncomingMessage];
    const text = await textOf(incoming);
    const milliseconds = performance.now() - from;
    for (const line of incoming.headers['set-cookie'] ?? []) keepCookie(cookies, line);
    return { milliseconds, status: incoming.statusCode ?? 0, text, json: parsed(text) };
  };
  const expect200 = async (...asked: Parameters<typeof send>) => {
    const answer = await send(...asked);
    if (answer.status !== 200) throw new Error(`${asked[1]}: ${answer.status} ${answer.text}`);
    return answer;
  };
  return {
    cookies,
    headers,
    send,
    /** `get` and `post` throw unless the answer has the status 200. */
    get: (path: string) => expect200('GET', path),
    post: (path: string, body: unknown) => expect200('POST', path, body),
  };
}
