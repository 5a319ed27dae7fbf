import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { TokenAnswer } from '#contract/identity.ts';
import { AUTH_API } from '#contract/paths.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { type ClientAddress, limitKeyOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { CookieNames } from './cookies.ts';
import { findSession } from './sessions.ts';
import { findPublicKeys, findSigningKey } from './signing-keys.ts';
import { signToken } from './tokens.ts';

type TokenRoutesDeps = AccountsDeps & {
  readonly cookies: CookieNames;
  readonly takeFromLimit: TakeFromLimit;
  readonly clientAddress: ClientAddress;
};

/** Whoever verifies tokens may keep the keys for five minutes; a key it does not know is a reason to ask again. */
const KEYS_MAY_BE_KEPT = 'public, max-age=300';

/** The short-lived token of whoever is signed in, and the public keys that verify it (decisions §3.10). */
export function tokenRoutes(deps: TokenRoutesDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const limitKey = (c: Context<AppEnv>) => limitKeyOf(deps.clientAddress(c));

  // By the cookie only: a token that could fetch the next one would not be short-lived.
  routes.get(AUTH_API.token, async (c) => {
    const session = await findSession(deps, getCookie(c, deps.cookies.session));
    await deps.takeFromLimit('apiPerSession', session?.id ?? limitKey(c));
    if (session === undefined) refuse('NOT_SIGNED_IN');
    return c.json({ token: await signToken(deps, session) } satisfies TokenAnswer);
  });

  routes.get(AUTH_API.jwks, async (c) => {
    // So that the key is published before its first token, which a verifier that keeps the keys would refuse.
    await findSigningKey(deps);
    return c.json(await findPublicKeys(deps), 200, { 'Cache-Control': KEYS_MAY_BE_KEPT });
  });
  return routes;
}
