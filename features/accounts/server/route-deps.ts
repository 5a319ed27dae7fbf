import type { FastifyRequest } from 'fastify';
import type { AppDeps, Deps } from '#server/feature.ts';
import { networkOf } from '#server/http/client-address.ts';
import { ACCOUNT_LIMITS } from './limits.ts';
import { authenticate } from './sessions.ts';
import type { Session } from './sign-in-types.ts';

/** The session that a request comes with, by bearer token or cookie; see `authenticate` in `sessions.ts`. */
type Authenticate = (request: FastifyRequest) => Promise<Session | undefined>;

/** Refuses with RATE_LIMITED, before any is looked at, when too many bearer tokens of a network were none of ours. */
function createAuthenticate(deps: Pick<AppDeps, keyof Deps | 'takeFromLimit' | 'cookies'>): Authenticate {
  return async (request) => {
    const { authorization } = request.headers;
    const credentials = { authorization, token: request.cookies[deps.cookies.session] };
    if (authorization === undefined) return authenticate(deps, credentials);
    const giveBack = await deps.takeFromLimit(ACCOUNT_LIMITS.tokensPerIp, networkOf(request));
    const session = await authenticate(deps, credentials);
    if (session !== undefined) await giveBack();
    return session;
  };
}

/** What routes about people work with. */
export type RouteDeps = AppDeps & { readonly authenticate: Authenticate };

export function routeDeps<D extends AppDeps>(deps: D): D & RouteDeps {
  return { ...deps, authenticate: createAuthenticate(deps) };
}
