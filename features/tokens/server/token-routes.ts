import type { FastifyInstance } from 'fastify';
import type { TokenAnswer } from '#features/accounts/bodies.ts';
import { NOT_SIGNED_IN } from '#features/accounts/refusals.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import type { RouteDeps } from '#features/accounts/server/route-deps.ts';
import { findSession } from '#features/accounts/server/sessions.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { networkOf } from '#server/http/client-address.ts';
import { refuse } from '#server/http/refusal.ts';
import { findPublicKeys, findSigningKey } from './signing-keys.ts';
import { signToken } from './tokens.ts';

/** Whoever verifies tokens may keep the keys for five minutes; a key it does not know is a reason to ask again. */
const JWKS_CACHE_CONTROL = 'public, max-age=300';
/** Milliseconds that the keys are answered from memory: anybody may ask, and each is opened with a key of ours. */
const KEYS_KEPT_MS = 10_000;

/** The short-lived token of whoever is signed in, and the public keys that verify it (docs/product.md, "Tokens"). */
export function tokenRoutes(app: FastifyInstance, deps: RouteDeps): void {
  let known: { readonly at: number; readonly keys: ReturnType<typeof findPublicKeys> } | undefined;

  // By the cookie only: a token that could fetch the next one would not be short-lived.
  app.get(AUTH_API.token, async (request) => {
    const session = await findSession(deps, request.cookies[deps.cookies.session]);
    await deps.takeFromLimit(ACCOUNT_LIMITS.apiPerSession, session?.id ?? networkOf(request));
    if (session === undefined) refuse(NOT_SIGNED_IN);
    const key = await findSigningKey(deps);
    // A verifier may have asked for the keys just before this one was made.
    if ((await known?.keys)?.keys.every(({ kid }) => kid !== key.id)) known = undefined;
    return { token: await signToken(deps, key, session) } satisfies TokenAnswer;
  });

  const readKeys = async () => {
    // So that the key is published before its first token, which a verifier that keeps the keys would refuse.
    await findSigningKey(deps);
    return findPublicKeys(deps);
  };
  app.get(AUTH_API.jwks, async (_request, reply) => {
    const now = deps.clock().getTime();
    if (known === undefined || now - known.at > KEYS_KEPT_MS) known = { at: now, keys: readKeys() };
    const keys = await known.keys.catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return reply.header('cache-control', JWKS_CACHE_CONTROL).send(keys);
  });
}
