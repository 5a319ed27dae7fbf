import { type Context, Hono } from 'hono';
import type { TokenAnswer } from '#contract/identity.ts';
import { AUTH_API } from '#contract/paths.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { type ClientAddress, limitKeyOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Auth } from './auth.ts';
import { findSignedIn } from './caller.ts';
import type { CookieNames } from './cookies.ts';
import type { IdentityDeps } from './identity-deps.ts';

type TokenRoutesDeps = IdentityDeps & {
  readonly auth: Auth;
  readonly cookies: CookieNames;
  readonly takeFromLimit: TakeFromLimit;
  readonly clientAddress: ClientAddress;
};

/** Whoever verifies tokens may keep the keys for five minutes; a key it does not know is a reason to ask again. */
const KEYS_MAY_BE_KEPT = 'public, max-age=300';

/**
 * The short-lived token of whoever is signed in, and the public keys that verify it (decisions §3.10). The token says
 * who (`sub`), by which session (`sid`), for and from this site (`aud`, `iss`), from when until when (`iat`, `exp`), and
 * nothing else about the person; `jti` makes each one different.
 */
export function tokenRoutes(deps: TokenRoutesDeps): Hono<AppEnv> {
  const { auth, clock, newId } = deps;
  const routes = new Hono<AppEnv>();
  const limitKey = (c: Context<AppEnv>) => limitKeyOf(deps.clientAddress(c));

  // By the cookie only: a token that could fetch the next one would not be short-lived.
  routes.get(AUTH_API.token, async (c) => {
    const caller = await findSignedIn(deps, deps.cookies, c);
    await deps.takeFromLimit('apiPerSession', caller?.sessionId ?? limitKey(c));
    if (caller === undefined) refuse('NOT_SIGNED_IN');
    const iat = Math.floor(clock().getTime() / 1_000);
    const payload = { sub: caller.userId, sid: caller.sessionId, jti: newId(), iat };
    return c.json((await auth.api.signJWT({ body: { payload } })) satisfies TokenAnswer);
  });

  routes.get(AUTH_API.jwks, async (c) => {
    const keys = await auth.api.getJwks();
    return c.json(keys, 200, { 'Cache-Control': KEYS_MAY_BE_KEPT });
  });
  return routes;
}
