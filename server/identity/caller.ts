import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Db } from '#server/database/database.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import type { Auth } from './auth.ts';
import type { CookieNames } from './cookies.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { openSignedCookie } from './signed-cookie.ts';

/** Who makes a call: the account, the session behind it, and when that session last proved its owner. */
export type Caller = {
  readonly userId: string;
  readonly sessionId: string;
  readonly provedAt: string | null;
};

/**
 * The caller, by bearer token or session cookie; `undefined` when nobody is signed in. A token counts only while the
 * session it was made for lives, so a reset, a sign-out or a deletion ends it too. Fails closed.
 */
export async function findCaller(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'secret' | 'acceptedSecrets'>,
  auth: Auth,
  names: CookieNames,
  c: Context<AppEnv>,
): Promise<Caller | undefined> {
  const authorization = c.req.header('authorization');
  if (authorization !== undefined) {
    const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
    const sessionId = bearer === undefined ? undefined : await sessionOfToken(auth, bearer);
    return sessionId === undefined ? undefined : liveSession(deps.db, 'id', sessionId, deps.clock());
  }
  return findSignedIn(deps, names, c);
}

/** The caller by session cookie alone: for what a token may not do. Fails closed. */
export async function findSignedIn(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'secret' | 'acceptedSecrets'>,
  names: CookieNames,
  c: Context<AppEnv>,
): Promise<Caller | undefined> {
  const token = openSignedCookie(deps, getCookie(c, names.session));
  return token === undefined ? undefined : liveSession(deps.db, 'token', token, deps.clock());
}

async function sessionOfToken(auth: Auth, token: string): Promise<string | undefined> {
  const { payload } = await auth.api.verifyJWT({ body: { token } });
  return typeof payload?.sid === 'string' ? payload.sid : undefined;
}

async function liveSession(
  db: Db,
  key: 'id' | 'token',
  value: string,
  now: Date,
): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'proved_at'])
    .where(key, '=', value)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row === undefined ? undefined : { userId: row.user_id, sessionId: row.id, provedAt: row.proved_at };
}
