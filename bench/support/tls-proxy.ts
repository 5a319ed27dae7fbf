import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

export type TlsProxy = {
  /** `https://localhost:<port>`. */
  readonly origin: string;
  /** Of its certificate's key, for Chromium's `--ignore-certificate-errors-spki-list`: with it the browser also caches. */
  readonly keyHash: string;
  /** Where requests go to. Said later, as the site behind wants to know the origin first. */
  readonly passTo: (port: number) => void;
  readonly close: () => void;
};

/** The headers of one connection, which HTTP/2 has no use for. */
const OF_A_CONNECTION = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'host',
];

/** What stands in front of the site for real (`deploy/Caddyfile`): ends TLS, and speaks HTTP/2. Close it. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  let port = 0;
  const front = createSecureServer({ key, cert, allowHTTP1: true }, (incoming, answer) => {
    pass(port, incoming, answer);
  });
  front.listen(0, 'localhost');
  await once(front, 'listening');
  return {
    origin: `https://localhost:${(front.address() as AddressInfo).port}`,
    keyHash: createHash('sha256')
      .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64'),
    passTo: (to) => {
      port = to;
    },
    close: () => void front.close(),
  };
}

function pass(port: number, incoming: Http2ServerRequest, answer: Http2ServerResponse): void {
  const headers = Object.entries(incoming.headers).filter(
    ([name]) => !name.startsWith(':') && name !== 'host',
  );
  const outgoing = request({
    port,
    host: '127.0.0.1',
    method: incoming.method,
    path: incoming.url,
    headers: {
      ...Object.fromEntries(headers),
      host: incoming.authority,
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
    },
  });
  outgoing.on('response', (response) => {
    const sent = Object.entries(response.headers).filter(([name]) => !OF_A_CONNECTION.includes(name));
    answer.writeHead(response.statusCode ?? 502, Object.fromEntries(sent));
    response.pipe(answer);
  });
  outgoing.on('error', () => answer.stream.destroy());
  incoming.pipe(outgoing);
}
