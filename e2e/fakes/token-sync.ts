import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { generate } from 'selfsigned';
import { listen } from './stand-in-server.ts';

/** The path at which the site publishes its public keys, as in `docs/guides/receive-tokens.md`. */
const KEYS_PATH = '/api/auth/jwks';

/** A recorded request, with every detail that a test may want to check. */
type Told = {
  readonly method: string;
  readonly path: string;
  readonly hasCookie: boolean;
  readonly referrer: string | null;
  readonly token: string | null;
  /** The payload of the token, verified with the site's published keys; null without a valid token. */
  readonly payload: JWTPayload | null;
  /** Why the token was not accepted; null for a valid one, and for a DELETE without a token. */
  readonly problem: string | null;
  readonly age: number | null;
};

export type TokenSyncHost = Awaited<ReturnType<typeof startTokenSyncHost>>;

/**
 * A stand-in for the other server that `TOKEN_SYNC_URL` names (docs/product.md, "Token sync"): HTTPS on loopback, CORS
 * for one site. It checks each token as a real receiver would, with only the site's address as input.
 */
export async function startTokenSyncHost() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  const told: Told[] = [];
  let siteOrigin = '';
  let keys: ReturnType<typeof createRemoteJWKSet>;

  async function judge({ method = '', url: path = '', headers }: IncomingMessage): Promise<Told> {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null;
    const { cookie, referer = null } = headers;
    const seen = { method, path, hasCookie: cookie !== undefined, referrer: referer, token };
    const unproved = { ...seen, payload: null, age: null };
    if (token === null) return { ...unproved, problem: method === 'DELETE' ? null : 'no token' };
    try {
      const options = { issuer: siteOrigin, audience: siteOrigin, algorithms: ['EdDSA'] };
      const { payload } = await jwtVerify(token, keys, options);
      return { ...seen, payload, age: Date.now() / 1_000 - Number(payload.iat), problem: null };
    } catch (error) {
      return { ...unproved, problem: String(error) };
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Access-Control-Allow-Origin', siteOrigin);
    response.setHeader('Vary', 'Origin');
    // Ends each connection, because a browser silently repeats a request that breaks off on a reused connection.
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
    /** Accepts tokens of this site and allows calls from its pages (CORS). */
    trust: (origin: string) => {
      siteOrigin = origin;
      keys = createRemoteJWKSet(new URL(KEYS_PATH, origin));
    },
    close,
  };
}
