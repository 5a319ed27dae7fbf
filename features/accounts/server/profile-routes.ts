import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MESSAGES } from '#contract/messages.ts';
import { PRODUCT_API } from '#contract/paths.ts';
import {
  type DeleteUserAnswer,
  type SaveUserAnswer,
  saveUserBody,
  type UserAnswer,
  type UserRecord,
} from '#features/accounts/profile-bodies.ts';
import { API_KEY_NOT_VALID, NOT_SIGNED_IN, NOT_YOURS, USER_NOT_FOUND } from '#features/accounts/refusals.ts';
import { parseBody } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import { refuse } from '#server/http/refusal.ts';
import { deleteAccount } from './delete-account.ts';
import { ACCOUNT_LIMITS } from './limits.ts';
import type { RouteDeps } from './route-deps.ts';
import { saveSignUp, saveUser } from './save-user.ts';
import { ACCOUNT_DELETIONS } from './series.ts';
import type { Session } from './sign-in-types.ts';
import { findRecord } from './users.ts';

/** For the pages of another origin of ours (`PRODUCT_API_URL`): they show a bearer token, and no cookie counts. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, X-Api-Key',
  'access-control-max-age': '7200',
};

type WithId = { Params: { id: string } };

/** The product API (docs/product.md, "Product API"): each call reaches only the caller's own record. Expects a scope of its own. */
export function profileRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const today = () => deps.clock().toISOString().slice(0, 10);

  const limit = (request: FastifyRequest, key: string | undefined) =>
    deps.takeFromLimit(ACCOUNT_LIMITS.apiPerSession, key ?? networkOf(request));

  const requireOwn = async (request: FastifyRequest<WithId>): Promise<Session> => {
    const session = await deps.authenticate(request);
    await limit(request, session?.id);
    if (session === undefined) refuse(NOT_SIGNED_IN, { withoutData: true });
    if (request.params.id !== session.userId) refuse(NOT_YOURS, { withoutData: true });
    return session;
  };

  app.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.header('vary', 'Origin');
    // First: a page must be able to read refusals as well.
    if (headers.origin !== undefined && deps.isAllowedOrigin(headers.origin))
      reply.header('access-control-allow-origin', headers.origin);
    // A browser asks what it may send before it sends the key.
    if (method !== 'OPTIONS' && headers['x-api-key'] !== deps.settings.publicApiKey)
      refuse(API_KEY_NOT_VALID, { withoutData: true });
  });

  for (const path of Object.values(PRODUCT_API))
    app.options(path, async (_request, reply) => reply.code(204).headers(PREFLIGHT).send());

  app.get<WithId>(PRODUCT_API.user, async (request) => {
    const { userId } = await requireOwn(request);
    const data = (await findRecord(deps.db, userId)) ?? refuse(USER_NOT_FOUND, { withoutData: true });
    return { success: true, data } satisfies UserAnswer;
  });

  const fieldsOf = (request: FastifyRequest) =>
    parseBody(request, saveUserBody(today(), deps.settings.minimumAge));
  const saved = (data: UserRecord): SaveUserAnswer => ({ success: true, message: MESSAGES.userSaved, data });
  const saveOwn = async (request: FastifyRequest, session: Session) =>
    saved(
      (await saveUser(deps, session, fieldsOf(request))) ?? refuse(USER_NOT_FOUND, { withoutData: true }),
    );

  app.post(PRODUCT_API.saveUser, async (request) => {
    const session = await deps.authenticate(request);
    const browser = request.cookies[deps.cookies.pending];
    await limit(request, session?.id);
    if (session !== undefined) return saveOwn(request, session);
    // Right after sign-up nobody is signed in; the pending cookie may save the record just created (docs/product.md, "Product API").
    const data = browser === undefined ? undefined : await saveSignUp(deps, browser, fieldsOf(request));
    return saved(data ?? refuse(NOT_SIGNED_IN, { withoutData: true }));
  });

  app.post<WithId>(PRODUCT_API.saveUserById, async (request) => saveOwn(request, await requireOwn(request)));

  app.delete<WithId>(PRODUCT_API.user, async (request, reply) => {
    const session = await requireOwn(request);
    if (!(await deleteAccount(deps, session.userId, { session }))) refuse(USER_NOT_FOUND);
    deps.metrics.count(ACCOUNT_DELETIONS, {});
    for (const name of Object.values(deps.cookies)) reply.clearCookie(name);
    return { success: true, message: MESSAGES.accountDeleted } satisfies DeleteUserAnswer;
  });
}
