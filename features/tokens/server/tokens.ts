import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, errors, importJWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { tokenAnswer } from '#features/accounts/bodies.ts';
import { createAccess } from '#features/accounts/server/access.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import type { AppDeps, Deps } from '#server/feature.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { ALGORITHM, findPublicKeys, findSigningKey } from './signing-keys.ts';

const jwksAnswer = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.string(), alg: z.string() })),
});

const TOKEN_MINUTES = 15;

export const TOKEN_SCHEME = {
  bearerToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: `From \`GET ${AUTH_API.token}\`; for ${TOKEN_MINUTES} minutes, while the session lives.`,
  },
};

/** The session id in a valid token; callers must check that the session exists. Rejects when the database does not answer. */
export async function verifyToken(deps: Deps, token: string): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      // Runs only for a well-formed token, so that garbage causes no query.
      async (header, jws) => createLocalJWKSet(await findPublicKeys(deps))(header, jws),
      { algorithms: [ALGORITHM], issuer: deps.origin, audience: deps.origin, currentDate: deps.clock() },
    );
    return typeof payload.sid === 'string' ? payload.sid : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Verifiers may cache the keys for five minutes. They fetch the keys again for a token with an unknown key. */
const JWKS_CACHE_CONTROL = 'public, max-age=300';
/** The public keys are cached, because anybody may request them, and each key must be decrypted. */
const KEYS_KEPT_MS = 10_000;

export function tokenRoutes(app: FastifyInstance, deps: AppDeps): void {
  let known: { readonly at: number; readonly keys: ReturnType<typeof findPublicKeys> } | undefined;

  const route = declareRoutes(app, deps);
  const ofToken = {
    does: `Returns a token for the caller’s session, valid for ${TOKEN_MINUTES} minutes.`,
    // Needs the session cookie: if a token could fetch the next token, access by tokens would not be short-lived.
    access: createAccess(deps).session,
    answers: { 200: tokenAnswer },
  };
  route.get(AUTH_API.token, ofToken, async ({ caller: session }) => {
    const key = await findSigningKey(deps);
    // Drops the cached public keys if they are older than this signing key.
    if ((await known?.keys)?.keys.every(({ kid }) => kid !== key.id)) known = undefined;
    const now = Math.floor(deps.clock().getTime() / 1_000);
    // The token contains no personal data except the ids of the account and the session.
    const token = await new SignJWT({ sid: session.id })
      .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
      .setSubject(session.userId)
      .setIssuer(deps.origin)
      .setAudience(deps.origin)
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_MINUTES * 60)
      .setJti(deps.newId())
      .sign(await importJWK(key.privateKey, ALGORITHM));
    return { token };
  });

  const readKeys = async () => {
    // Creates a missing key in advance, because verifiers with older cached keys would refuse its first token.
    await findSigningKey(deps);
    return findPublicKeys(deps);
  };
  const ofKeys = {
    does: 'Returns the public keys that verify tokens (RFC 7517).',
    answers: { 200: jwksAnswer },
  };
  route.get(AUTH_API.jwks, ofKeys, async ({ reply }) => {
    const now = deps.clock().getTime();
    if (known === undefined || now - known.at > KEYS_KEPT_MS) known = { at: now, keys: readKeys() };
    const keys = await known.keys.catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return reply.header('cache-control', JWKS_CACHE_CONTROL).send(keys);
  });
}
