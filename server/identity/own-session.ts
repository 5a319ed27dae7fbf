import type { Context } from 'hono';
import { deleteCookie } from 'hono/cookie';
import type { Tx } from '#server/database/database.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { type Auth, SESSION_DAYS } from './auth.ts';
import { type Caller, findCaller } from './caller.ts';
import type { CookieNames } from './cookies.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { headersForAuth } from './signed-cookie.ts';

type SessionDeps = IdentityDeps & { readonly auth: Auth; readonly cookies: CookieNames };

type OpenedSession = {
  readonly sessionId: string;
  /** Lets the browser have it. What came before in this browser (a pending verification, "do not remember") ends. */
  readonly giveCookies: () => void;
};

/**
 * Opens a session for a person whose proof was checked. Sessions are rotated at sign-in (decisions §3.8): the one this
 * browser had ends, whoever put it there. `undefined` when the account is gone.
 */
export async function openOwnSession(
  deps: SessionDeps,
  c: Context<AppEnv>,
  { userId, remember }: { userId: string; remember: boolean },
): Promise<OpenedSession | undefined> {
  const { auth, cookies } = deps;
  const caller = await findCaller(deps, auth, cookies, c);
  if (caller !== undefined) await endSession(deps, caller);
  const { response, headers } = await auth.api.openSession({
    body: { userId, remember },
    headers: headersForAuth(deps, cookies, c),
    returnHeaders: true,
  });
  if (response === null) return undefined;
  return {
    sessionId: response.sessionId,
    giveCookies: () => {
      const attributes = { path: '/', secure: deps.origin.startsWith('https:') };
      takeCookies(c, headers);
      // Left from an earlier sign-in without "remember", it would keep this session from sliding on.
      if (remember) deleteCookie(c, cookies.dontRemember, attributes);
      deleteCookie(c, cookies.pending, attributes);
    },
  };
}

/**
 * Nobody finds it any more once this resolves, in whatever process.
 *
 * @param inTheEnd the last part of the transaction that ends it; not called when it had ended already
 */
export async function endSession(
  { db, sessionCache }: Pick<IdentityDeps, 'db' | 'sessionCache'>,
  { userId, sessionId }: Caller,
  inTheEnd: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const end = async (tx: Tx) => {
    const ended = await tx.deleteFrom('sessions').where('id', '=', sessionId).executeTakeFirst();
    if (ended.numDeletedRows > 0n) await inTheEnd(tx);
  };
  await sessionCache.ending(userId, () => db.transaction().execute(end));
}

const DAY = 24 * 60 * 60_000;
/** Its two times are read from the clock one after the other. */
const CLOCK_STEP = 60_000;

/**
 * Whether a session is to get its days anew: a remembered one, once a day. By its times alone: whoever has its cookie
 * could leave away the one that says "do not remember".
 */
export function isDueToSlide(session: { createdAt: Date; expiresAt: Date }, now: Date): boolean {
  const expires = session.expiresAt.getTime();
  const isRemembered = expires - session.createdAt.getTime() > DAY + CLOCK_STEP;
  return isRemembered && expires - now.getTime() <= (SESSION_DAYS - 1) * DAY;
}

/** Hands on the cookies that better-auth set. */
export function takeCookies(c: Context<AppEnv>, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
}
