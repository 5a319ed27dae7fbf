import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { Selectable } from 'kysely';
import type { Provider } from '#contract/social.ts';
import type { UserRecord } from '#contract/users.ts';
import { findRecord } from '#server/accounts/record.ts';
import type { Tx } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import type { SessionsTable } from '#server/database/schema.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { type Auth, SESSION_DAYS } from './auth.ts';
import { type Caller, findCaller } from './caller.ts';
import type { CookieNames } from './cookies.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { AccountChanged } from './lost-race.ts';
import { recordSignIn } from './record-session.ts';
import { stillHasPassword } from './sign-in.ts';
import { signedCookie } from './signed-cookie.ts';

type SessionDeps = IdentityDeps & { readonly auth: Auth; readonly cookies: CookieNames };

type ProvedPerson = {
  readonly userId: string;
  /** The session opens only while this is still the account's password. */
  readonly proof: { readonly way: 'password'; readonly passwordHash: string } | { readonly way: Provider };
  readonly remember: boolean;
};

type OpenedSession = {
  readonly record: UserRecord;
  /** Lets the browser have it. What came before in this browser (a pending verification, "do not remember") ends. */
  readonly giveCookies: () => void;
};

const DAY = 24 * 60 * 60_000;

/**
 * Opens a session for a person whose proof was checked, and stores all that belongs to it in one transaction: the visit
 * counts, and has its line in the audit log. Sessions are rotated at sign-in (decisions §3.8): the one this browser had
 * ends, whoever put it there. `undefined`, with nothing changed, when the account is gone or has another password by now.
 */
export async function openOwnSession(
  deps: SessionDeps,
  c: Context<AppEnv>,
  person: ProvedPerson,
): Promise<OpenedSession | undefined> {
  const before = await findCaller(deps, deps.auth, deps.cookies, c);
  const token = deps.newToken();
  const store = () =>
    deps.db
      .transaction()
      .execute((tx) =>
        storeSession(deps, tx, person, { token, userAgent: c.req.header('user-agent'), before }),
      );
  try {
    const record = await (before === undefined ? store() : deps.sessionCache.ending(before.userId, store));
    return { record, giveCookies: () => giveCookies(deps, c, token, person.remember) };
  } catch (error) {
    if (error instanceof AccountChanged) return undefined;
    throw error;
  }
}

const countVisit = prepareQuery((db, value: Values<{ userId: string; now: string }>) =>
  db
    .updateTable('users')
    .set((eb) => ({ last_login: value('now'), login_count: eb('login_count', '+', 1) }))
    .where('id', '=', value('userId'))
    .returning('id'),
);

type NewSession = Pick<Selectable<SessionsTable>, 'id' | 'token' | 'user_id' | 'expires_at'> & {
  readonly now: string;
  readonly user_agent: string;
};

/** As better-auth writes it, which reads it, lets it slide on and signs it out. */
const insertSession = prepareQuery((db, value: Values<NewSession>) =>
  db.insertInto('sessions').values({
    id: value('id'),
    token: value('token'),
    user_id: value('user_id'),
    expires_at: value('expires_at'),
    created_at: value('now'),
    updated_at: value('now'),
    ip_address: '',
    user_agent: value('user_agent'),
  }),
);

async function storeSession(
  deps: SessionDeps,
  tx: Tx,
  { userId, proof, remember }: ProvedPerson,
  {
    token,
    userAgent = '',
    before,
  }: { token: string; userAgent?: string | undefined; before: Caller | undefined },
): Promise<UserRecord> {
  const now = deps.clock();
  // First, as it holds the account: a reset or a deletion came before, and is seen below, or comes later and finds the
  // session. In a statement of its own, as PostgreSQL judges all of one by what was there when it began.
  const [held] = await countVisit(tx, { userId, now: now.toISOString() });
  if (held === undefined) throw new AccountChanged();
  if (proof.way === 'password' && !(await stillHasPassword(tx, userId, proof.passwordHash)))
    throw new AccountChanged();
  if (before !== undefined) await tx.deleteFrom('sessions').where('id', '=', before.sessionId).execute();
  const id = deps.newId();
  await insertSession(tx, {
    id,
    token,
    user_id: userId,
    expires_at: new Date(now.getTime() + (remember ? SESSION_DAYS : 1) * DAY).toISOString(),
    now: now.toISOString(),
    user_agent: userAgent,
  });
  const record = await findRecord(tx, userId);
  if (record === undefined) throw new AccountChanged();
  await recordSignIn(deps, tx, { userId, session: id, way: proof.way });
  return record;
}

function giveCookies(deps: SessionDeps, c: Context<AppEnv>, token: string, remember: boolean): void {
  const { secret, cookies } = deps;
  const attributes = { path: '/', secure: deps.origin.startsWith('https:') };
  const hidden = { ...attributes, httpOnly: true, sameSite: 'Lax' } as const;
  setCookie(c, cookies.session, signedCookie(secret, token), {
    ...hidden,
    ...(remember ? { maxAge: (SESSION_DAYS * DAY) / 1_000 } : {}),
  });
  // Left from an earlier sign-in without "remember", it would keep this session from sliding on.
  if (remember) deleteCookie(c, cookies.dontRemember, attributes);
  else setCookie(c, cookies.dontRemember, signedCookie(secret, 'true'), hidden);
  deleteCookie(c, cookies.pending, attributes);
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

/**
 * Whether a session is to get its days anew: a remembered one, once a day. By its times alone: whoever has its cookie
 * could leave away the one that says "do not remember".
 */
export function isDueToSlide(session: { createdAt: Date; expiresAt: Date }, now: Date): boolean {
  const expires = session.expiresAt.getTime();
  const isRemembered = expires - session.createdAt.getTime() > DAY;
  return isRemembered && expires - now.getTime() <= (SESSION_DAYS - 1) * DAY;
}

/** Hands on the cookies that better-auth set. */
export function takeCookies(c: Context<AppEnv>, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
}
