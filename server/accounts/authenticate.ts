import type { FastifyRequest } from 'fastify';
import type { AccountsDeps } from './accounts-deps.ts';
import type { CookieNames } from './cookies.ts';
import { authenticate, type Session } from './sessions.ts';

/** The session that a request comes with, by bearer token or cookie; see `authenticate` in `sessions.ts`. */
export type Authenticate = (request: FastifyRequest) => Promise<Session | undefined>;

export function createAuthenticate(deps: AccountsDeps, cookies: CookieNames): Authenticate {
  return ({ headers, cookies: sent }) =>
    authenticate(deps, { authorization: headers.authorization, token: sent[cookies.session] });
}
