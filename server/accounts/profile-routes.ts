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
import type { Auth } from '#server/accounts/auth.ts';
import { type Caller, findCaller } from '#server/accounts/caller.ts';
import type { CookieNames } from '#server/accounts/cookies.ts';
import { hasFreshProof } from '#server/accounts/deletion-proof.ts';
import type { IdentityDeps } from '#server/accounts/identity-deps.ts';
import { isSameText } from '#server/accounts/same-text.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { readJson } from '#server/http/body.ts';
import { type ClientAddress, limitKeyOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { deleteAccount } from './delete-account.ts';
import { findRecord } from './record.ts';
import { saveSignUp, saveUser } from './save-user.ts';

type UsersRoutesDeps = IdentityDeps & {
  readonly auth: Auth;
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

  const requireOwn = async (c: Context<AppEnv>): Promise<Caller> => {
    const caller = await findCaller(deps, deps.auth, deps.cookies, c);
    await limit(c, caller?.sessionId);
    if (caller === undefined) refuse('NOT_SIGNED_IN', { withoutData: true });
    if (c.req.param('id') !== caller.userId) refuse('NOT_YOURS', { withoutData: true });
    return caller;
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
  const saveOwn = async (c: Context<AppEnv>, caller: Caller) =>
    saved(
      c,
      (await saveUser(deps, caller, await fieldsOf(c))) ?? refuse('USER_NOT_FOUND', { withoutData: true }),
    );

  routes.post(PRODUCT_API.saveUser, async (c) => {
    const caller = await findCaller(deps, deps.auth, deps.cookies, c);
    const browser = getCookie(c, deps.cookies.pending);
    await limit(c, caller?.sessionId);
    if (caller !== undefined) return saveOwn(c, caller);
    // Right after sign-up nobody is signed in; the pending cookie may save the record just created (decisions §3.5).
    const data = browser === undefined ? undefined : await saveSignUp(deps, browser, await fieldsOf(c));
    return saved(c, data ?? refuse('NOT_SIGNED_IN', { withoutData: true }));
  });

  routes.post(PRODUCT_API.saveUserById, async (c) => saveOwn(c, await requireOwn(c)));

  routes.delete(PRODUCT_API.user, async (c) => {
    const caller = await requireOwn(c);
    if (!(await hasFreshProof(deps, caller))) refuse('PROOF_MISSING');
    if (!(await deleteAccount(deps, caller.userId, caller.sessionId))) refuse('USER_NOT_FOUND');
    deps.metrics.count('site_account_deletions_total', {});
    for (const name of Object.values(deps.cookies)) {
      deleteCookie(c, name, { path: '/', secure: deps.origin.startsWith('https:') });
    }
    return c.json({ success: true, message: MESSAGES.accountDeleted } satisfies DeleteUserAnswer);
  });

  return routes;
}
