import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { generate } from 'selfsigned';
import { listen } from './stand-in-server.ts';

/** The path of the site's public keys, as in `docs/guides/receive-tokens.md`. */
const KEYS_PATH = '/api/auth/jwks';

/** A recorded request, with every detail that a test may want to check. */
export type Told = {
  readonly method: string;
  /** The bearer token; null when the request had none. */
  readonly token: string | null;
  /** The payload of the token, verified with the site's published keys; null without a valid token. */
  readonly payload: JWTPayload | null;
  /** Why the token was not accepted; null for a valid one. */
  readonly problem: string | null;
  /** Seconds since the token was issued. */
  readonly age: number | null;
  readonly hasCookie: boolean;
  readonly referrer: string | null;
  readonly path: string;
};

export type TokenSyncHost = {
  /** The URL to which tokens are sent: `https://localhost:<port>/token`. */
  readonly url: string;
  readonly told: Told[];
  /** Accepts tokens of this site and allows calls from its pages (CORS). */
  readonly trust: (siteOrigin: string) => void;
  readonly close: () => Promise<void>;
};

/**
 * A stand-in for the other server that `TOKEN_SYNC_URL` names (docs/product.md, "Token sync"): HTTPS on loopback, CORS
 * for one site. It checks each token as a real receiver would, with only the site's address as input.
 */
export async function startTokenSyncHost(): Promise<TokenSyncHost> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  const told: Told[] = [];
  let siteOrigin = '';
  let keys: ReturnType<typeof createRemoteJWKSet>;

  async function judge(request: IncomingMessage): Promise<Told> {
    const { method = '', url = '', headers } = request;
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null;
    const seen = {
      method,
      token,
      hasCookie: headers.cookie !== undefined,
      referrer: headers.referer ?? null,
      path: url,
    };
    const problem = (text: string) => ({ ...seen, payload: null, age: null, problem: text });
    if (token === null)
      return method === 'DELETE' ? { ...seen, payload: null, age: null, problem: null } : problem('no token');
    try {
      const options = { issuer: siteOrigin, audience: siteOrigin, algorithms: ['EdDSA'] };
      const { payload } = await jwtVerify(token, keys, options);
      return { ...seen, payload, age: Date.now() / 1_000 - Number(payload.iat), problem: null };
    } catch (error) {
      return problem(error instanceof Error ? error.message : String(error));
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Access-Control-Allow-Origin', siteOrigin);
    response.setHeader('Vary', 'Origin');
    // Ends each connection, because on a reused one a browser silently repeats a request that was cut off.
    response.setHeader('Connection', 'close');
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Methods', 'POST, DELETE');
      response.setHeader('Access-Control-Allow-Headers', 'authorization');
      response.writeHead(204).end();
      return;
    }
    const verdict = await judge(request);
    told.push(verdict);
    response.writeHead(verdict.problem === null ? 204 : 401).end();
  }

  const server = createServer({ key, cert }, (request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  const { port, close } = await listen(server, 'localhost');
  return {
    url: `https://localhost:${port}/token`,
    told,
    trust: (origin) => {
      siteOrigin = origin;
      keys = createRemoteJWKSet(new URL(KEYS_PATH, origin));
    },
    close,
  };
}
