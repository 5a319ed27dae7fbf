import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie } from 'hono/cookie';
import { MESSAGES } from '#contract/messages.ts';
import { PRODUCT_API } from '#contract/paths.ts';
import {
  type DeleteUserAnswer,
  type SaveUserAnswer,
  saveUserBody,
  type UserAnswer,
  type UserRecord,
} from '#contract/users.ts';
import type { AccountsDeps } from '#server/accounts/accounts-deps.ts';
import { type CookieNames, cookieAttributes } from '#server/accounts/cookies.ts';
import { hasFreshProof } from '#server/accounts/deletion-proof.ts';
import { openPending } from '#server/accounts/pending-cookie.ts';
import { authenticate, type Session } from '#server/accounts/sessions.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { readJson } from '#server/http/body.ts';
import { type ClientAddress, limitKeyOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { isSameText } from '#server/settings/keyring.ts';
import { deleteUser } from './delete-user.ts';
import { findRecord } from './record.ts';
import { savePending, saveUser } from './save-user.ts';

type UsersRoutesDeps = AccountsDeps & {
  readonly cookies: CookieNames;
  readonly publicApiKey: string;
  readonly takeFromLimit: TakeFromLimit;
  readonly clientAddress: ClientAddress;
  readonly metrics: Metrics;
};

/** The product API (spec §7, decisions §4): each call reaches only the caller's own record. */
export function usersRoutes(deps: UsersRoutesDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const today = () => deps.clock().toISOString().slice(0, 10);

  const limit = (c: Context<AppEnv>, key: string | undefined) =>
    deps.takeFromLimit('apiPerSession', key ?? limitKeyOf(deps.clientAddress(c)));

  const sessionOf = (c: Context<AppEnv>) =>
    authenticate(deps, {
      authorization: c.req.header('authorization'),
      token: getCookie(c, deps.cookies.session),
    });

  const requireOwn = async (c: Context<AppEnv>): Promise<Session> => {
    const session = await sessionOf(c);
    await limit(c, session?.id);
    if (session === undefined) refuse('NOT_SIGNED_IN', { withoutData: true });
    if (c.req.param('id') !== session.userId) refuse('NOT_YOURS', { withoutData: true });
    return session;
  };

  const requireKey: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (!isSameText(c.req.header('x-api-key') ?? '', deps.publicApiKey))
      refuse('API_KEY_NOT_VALID', { withoutData: true });
    await next();
  };
  for (const path of Object.values(PRODUCT_API)) routes.use(path, requireKey);

  routes.get(PRODUCT_API.user, async (c) => {
    const { userId } = await requireOwn(c);
    const data = (await findRecord(deps.db, userId)) ?? refuse('USER_NOT_FOUND', { withoutData: true });
    return c.json({ success: true, data } satisfies UserAnswer);
  });

  const fieldsOf = (c: Context<AppEnv>) => readJson(c, saveUserBody(today()));
  const saved = (c: Context<AppEnv>, data: UserRecord) =>
    c.json({ success: true, message: MESSAGES.userSaved, data } satisfies SaveUserAnswer);
  const saveOwn = async (c: Context<AppEnv>, session: Session) =>
    saved(
      c,
      (await saveUser(deps, session, await fieldsOf(c))) ?? refuse('USER_NOT_FOUND', { withoutData: true }),
    );

  routes.post(PRODUCT_API.saveUser, async (c) => {
    const session = await sessionOf(c);
    const pending = openPending(deps.keyring, getCookie(c, deps.cookies.pending), deps.clock());
    await limit(c, session?.id ?? pending?.userId);
    if (session !== undefined) return saveOwn(c, session);
    // Right after sign-up nobody is signed in; the pending cookie may save the record just created (decisions §3.5).
    const data = pending === undefined ? undefined : await savePending(deps, pending, await fieldsOf(c));
    return saved(c, data ?? refuse('NOT_SIGNED_IN', { withoutData: true }));
  });

  routes.post(PRODUCT_API.saveUserById, async (c) => saveOwn(c, await requireOwn(c)));

  routes.delete(PRODUCT_API.user, async (c) => {
    const session = await requireOwn(c);
    if (!(await hasFreshProof(deps, session))) refuse('PROOF_MISSING');
    if (!(await deleteUser(deps, session.userId, session.id))) refuse('USER_NOT_FOUND');
    deps.metrics.count('site_account_deletions_total', {});
    for (const name of Object.values(deps.cookies)) deleteCookie(c, name, cookieAttributes(deps.origin));
    return c.json({ success: true, message: MESSAGES.accountDeleted } satisfies DeleteUserAnswer);
  });

  return routes;
}
