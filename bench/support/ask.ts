import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { buffer } from 'node:stream/consumers';

export type Answer = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** As it came, compressed or not. */
  readonly body: Buffer;
};

/** One request on a connection of its own to this machine; over TLS, with any certificate, if `servername` is given. */
export async function ask(
  port: number,
  path: string,
  { body = '', ...options }: https.RequestOptions & { readonly body?: string } = {},
): Promise<Answer> {
  const { request } = options.servername === undefined ? http : https;
  const target = { host: '127.0.0.1', port, path, agent: false, rejectUnauthorized: false, ...options };
  const [answer] = (await once(request(target).end(body), 'response')) as [http.IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
}
