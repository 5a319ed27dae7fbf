import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { buffer } from 'node:stream/consumers';

export type Answer = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The body as received, compressed or not. */
  readonly body: Buffer;
};

/** Sends one request to this machine on a new connection. With a `servername` it uses TLS and accepts any certificate. */
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
