import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Db } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import type { Auth } from './auth.ts';
import type { CookieNames } from './cookies.ts';
import type { IdentityDeps } from './identity-deps.ts';
import type { KnownSession } from './session-cache.ts';
import { openSignedCookie } from './signed-cookie.ts';

/** Who makes a call: the account, and the session behind it. */
export type Caller = {
  readonly userId: string;
  readonly sessionId: string;
};

type CallerDeps = Pick<IdentityDeps, 'db' | 'clock' | 'secret' | 'acceptedSecrets' | 'sessionCache'>;

/**
 * The caller, by bearer token or session cookie; `undefined` when nobody is signed in. A token counts only while the
 * session it was made for lives, so a reset, a sign-out or a deletion ends it too. Fails closed.
 */
export async function findCaller(
  deps: CallerDeps,
  auth: Auth,
  names: CookieNames,
  c: Context<AppEnv>,
): Promise<Caller | undefined> {
  const authorization = c.req.header('authorization');
  if (authorization !== undefined) {
    const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
    const sessionId = bearer === undefined ? undefined : await sessionOfToken(auth, bearer);
    return sessionId === undefined ? undefined : liveSession(deps, 'id', sessionId);
  }
  return findSignedIn(deps, names, c);
}

/** The caller by session cookie alone: for what a token may not do. Fails closed. */
export async function findSignedIn(
  deps: CallerDeps,
  names: CookieNames,
  c: Context<AppEnv>,
): Promise<Caller | undefined> {
  const token = openSignedCookie(deps, getCookie(c, names.session));
  return token === undefined ? undefined : liveSession(deps, 'token', token);
}

async function sessionOfToken(auth: Auth, token: string): Promise<string | undefined> {
  const { payload } = await auth.api.verifyJWT({ body: { token } });
  return typeof payload?.sid === 'string' ? payload.sid : undefined;
}

/** The caller behind a session that lives, by its id or its token. Rejects when the database does not answer. */
export async function liveSession(
  { db, clock, sessionCache }: Pick<CallerDeps, 'db' | 'clock' | 'sessionCache'>,
  by: 'id' | 'token',
  value: string,
): Promise<Caller | undefined> {
  const now = clock().toISOString();
  const ask = () => findSession(db, by, value, now);
  const known = await sessionCache.find(by, value, ask);
  // It may have slid on since it was kept.
  const live = known !== undefined && known.expiresAt <= now ? await ask() : known;
  return live === undefined ? undefined : { userId: live.userId, sessionId: live.sessionId };
}

async function findSession(
  db: Db,
  by: 'id' | 'token',
  value: string,
  now: string,
): Promise<KnownSession | undefined> {
  const [session] = await FIND_LIVE[by](db, { value, now });
  return session;
}

const findLiveBy = (by: 'id' | 'token') =>
  prepareQuery((db, value: Values<{ value: string; now: string }>) =>
    db
      .selectFrom('sessions')
      .select(['id as sessionId', 'user_id as userId', 'expires_at as expiresAt'])
      .where(by, '=', value('value'))
      .where('expires_at', '>', value('now')),
  );
const FIND_LIVE = { id: findLiveBy('id'), token: findLiveBy('token') };
