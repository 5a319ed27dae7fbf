import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { PROCESS_ORIGIN } from '#server/testing/server-process.ts';

export type TimedAnswer = {
  readonly milliseconds: number;
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingMessage['headers'];
  /** `name=value` of the first cookie it set; empty without one. */
  readonly cookie: string;
};

export type TimedClient = {
  readonly get: (path: string, cookie?: string) => Promise<TimedAnswer>;
  readonly post: (path: string, body: unknown, cookie?: string) => Promise<TimedAnswer>;
  readonly close: () => void;
};

/** One connection, one request at a time. The time runs from the first byte sent to the last received. */
export function createTimedClient(url: string): TimedClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (method: string, path: string, body: string, cookie: string): Promise<TimedAnswer> => {
    const from = performance.now();
    const outgoing = request(`${url}${path}`, {
      agent,
      method,
      headers: {
        origin: PROCESS_ORIGIN,
        'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey,
        ...(body === ''
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...(cookie === '' ? {} : { cookie }),
      },
    }).end(body);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const text = await incoming.setEncoding('utf8').reduce((all: string, part: string) => all + part, '');
    const milliseconds = performance.now() - from;
    const { statusCode = 0, headers } = incoming;
    return {
      milliseconds,
      status: statusCode,
      text,
      headers,
      cookie: headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '',
    };
  };
  return {
    get: (path, cookie = '') => send('GET', path, '', cookie),
    post: (path, body, cookie = '') => send('POST', path, JSON.stringify(body), cookie),
    close: () => agent.destroy(),
  };
}
