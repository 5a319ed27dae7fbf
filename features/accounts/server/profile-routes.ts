import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { id } from '#contract/fields.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PRODUCT_API } from '#contract/paths.ts';
import {
  type SaveUserBody,
  saveUserAnswer,
  saveUserBody,
  type UserRecord,
  userAnswer,
} from '#features/accounts/profile-bodies.ts';
import {
  API_KEY_NOT_VALID,
  DECIDE_FIRST,
  NOT_SIGNED_IN,
  NOT_YOURS,
  PROOF_MISSING,
  USER_NOT_FOUND,
} from '#features/accounts/refusals.ts';
import { type AuditEntry, recordAction, wasRecordedSince } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import type { AppDeps, Deps } from '#server/feature.ts';
import { type Access, declareRoutes } from '#server/http/declared-routes.ts';
import { accepted, answered, refuse } from '#server/http/refusal.ts';
import { dayOf, MINUTE_MS, timeAfter } from '#server/time.ts';
import { createAccess, PENDING_COOKIE } from './access.ts';
import { PROFILE_SAVED } from './audit-actions.ts';
import { deleteAccount } from './delete-account.ts';
import { requireSessionIn } from './proof.ts';
import { ACCOUNT_DELETIONS } from './series.ts';
import type { Session } from './sessions.ts';
import { findSignUpOf, recordOfSignUp } from './sign-ups.ts';
import { findRecord, pickProfile } from './users.ts';

/** CORS for pages on another origin of this site (`PRODUCT_API_URL`), which send a bearer token and no cookie. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, X-Api-Key',
  'access-control-max-age': '7200',
};

const userPath = z.object({ id });
const API_KEY_HEADER = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Api-Key',
  description: 'Names the client; opens nothing.',
};

/** The routes of the product API (docs/product.md, "Product API"). Register them in their own plugin scope. */
export function profileRoutes(app: FastifyInstance, deps: AppDeps): void {
  const route = declareRoutes(app, deps);
  const { visitor, person } = createAccess(deps);
  const today = () => dayOf(deps.clock());

  app.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.header('vary', 'Origin');
    // This header is set before any check, because pages of other origins must be able to read refusals.
    if (headers.origin !== undefined && deps.isAllowedOrigin(headers.origin))
      reply.header('access-control-allow-origin', headers.origin);
    // A preflight request needs no API key, because browsers do not send the key with it.
    if (method !== 'OPTIONS' && headers['x-api-key'] !== deps.settings.publicApiKey)
      refuse(API_KEY_NOT_VALID, { withoutData: true });
  });

  for (const path of Object.values(PRODUCT_API))
    route.options(path, { answers: { 204: 'text/plain' } }, async ({ reply }) =>
      reply.code(204).headers(PREFLIGHT).send(),
    );

  const withKey = (schemes: Access<unknown>['schemes']) =>
    schemes.map((scheme) => ({ ...scheme, apiKey: API_KEY_HEADER }));
  const ownRecord: Access<Session> = {
    name: 'own record',
    needs: `the record’s owner, by ${person.needs}`,
    schemes: withKey(person.schemes),
    refuses: [API_KEY_NOT_VALID, NOT_SIGNED_IN, NOT_YOURS],
    check: async (request) => {
      const session = (await visitor.check(request)) ?? refuse(NOT_SIGNED_IN, { withoutData: true });
      if ((request.params as { id?: string }).id !== session.userId) refuse(NOT_YOURS, { withoutData: true });
      return session;
    },
  };
  /** Admits an unconfirmed sign-up by its cookie, because a sign-up does not yet sign the person in. */
  const ownOrPending: Access<Session | undefined> = {
    name: 'own record or sign-up',
    needs: `${person.needs}, or the cookie of an unconfirmed sign-up`,
    schemes: withKey([...person.schemes, PENDING_COOKIE]),
    refuses: [API_KEY_NOT_VALID, NOT_SIGNED_IN],
    check: async (request) => {
      const session = await visitor.check(request);
      if (session === undefined && request.cookies[deps.cookies.pending] === undefined)
        refuse(NOT_SIGNED_IN, { withoutData: true });
      return session;
    },
  };
  const nobody = () => refuse(USER_NOT_FOUND, { withoutData: true });

  route.get(
    PRODUCT_API.user,
    {
      does: 'Returns the caller’s own record.',
      access: ownRecord,
      path: userPath,
      answers: { 200: userAnswer },
      refuses: [USER_NOT_FOUND],
    },
    async ({ caller: { userId } }) => {
      return answered({ data: (await findRecord(deps.db, userId)) ?? nobody() });
    },
  );

  const save = {
    body: saveUserBody(today, deps.settings.minimumAge),
    answers: { 200: saveUserAnswer },
    refuses: [USER_NOT_FOUND],
  };
  const saved = (data: UserRecord) => ({ ...accepted(MESSAGES.userSaved), data });

  route.post(
    PRODUCT_API.saveUser,
    {
      does: 'Saves fields of this browser’s unconfirmed sign-up or, without one, of the caller’s own record.',
      access: ownOrPending,
      ...save,
    },
    async ({ request, caller: session, body }) => {
      const browser = request.cookies[deps.cookies.pending];
      // A sign-in removes this cookie, so this sign-up is newer than the session, and must not overwrite the person's profile.
      const data = browser === undefined ? undefined : await saveSignUp(deps, browser, body);
      if (data !== undefined) return saved(data);
      if (session === undefined) return refuse(NOT_SIGNED_IN, { withoutData: true });
      return saved((await saveUser(deps, session, body)) ?? nobody());
    },
  );

  route.post(
    PRODUCT_API.saveUserById,
    { does: 'Saves fields of the caller’s own record.', access: ownRecord, path: userPath, ...save },
    async ({ caller: session, body }) => saved((await saveUser(deps, session, body)) ?? nobody()),
  );

  route.delete(
    PRODUCT_API.user,
    {
      does: 'Deletes the caller’s account, after a deletion proof of this session.',
      access: ownRecord,
      path: userPath,
      refuses: [PROOF_MISSING, DECIDE_FIRST],
    },
    async ({ caller: session, reply }) => {
      await deleteAccount(deps, session.userId, { session });
      deps.metrics.count(ACCOUNT_DELETIONS, {});
      for (const name of Object.values(deps.cookies)) reply.clearCookie(name);
      return accepted(MESSAGES.accountDeleted);
    },
  );
}

/** The milliseconds within which all saves of one session make only one line in the audit log. */
const ONE_LINE_WITHIN_MS = 10 * MINUTE_MS;

/**
 * Saves a profile with one statement, so that concurrent saves never mix. Refuses with NOT_SIGNED_IN if the session has ended since the request
 * began.
 */
function saveUser(deps: Deps, session: Session, fields: SaveUserBody): Promise<UserRecord | undefined> {
  const { id: sessionId, userId } = session;
  const changes = changesOf(fields, deps.clock());
  if (changes === undefined) return findRecord(deps.db, userId);
  return deps.db.transaction().execute(async (tx) => {
    await requireSessionIn(deps, tx, session);
    await tx.updateTable('users').set(changes).where('id', '=', userId).execute();
    await recordSave(deps, tx, { account: userId }, userId, sessionId);
    return findRecord(tx, userId);
  });
}

/** Saves the profile of an unconfirmed sign-up. Resolves with undefined once the address is confirmed. */
async function saveSignUp(
  deps: Deps,
  browser: string,
  fields: SaveUserBody,
): Promise<UserRecord | undefined> {
  const now = deps.clock();
  const signUp = await findSignUpOf(deps.db, browser, now);
  if (signUp === undefined || signUp.confirmed_at !== null) return undefined;
  const changes = changesOf(fields, now);
  if (changes === undefined) return recordOfSignUp(signUp);
  return deps.db.transaction().execute(async (tx) => {
    const saved = await tx
      .updateTable('sign_ups')
      .set(changes)
      .where('id', '=', signUp.id)
      .where('confirmed_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (saved === undefined) return undefined;
    await recordSave(deps, tx, 'visitor', saved.id);
    return recordOfSignUp(saved);
  });
}

async function recordSave(
  deps: Deps,
  tx: Tx,
  actor: AuditEntry['actor'],
  subject: string,
  session?: string,
): Promise<void> {
  const entry = { action: PROFILE_SAVED, actor, subject, session } as const;
  const since = timeAfter(deps.clock(), -ONE_LINE_WITHIN_MS);
  if (!(await wasRecordedSince(deps, tx, entry, since))) await recordAction(deps, tx, entry);
}

function changesOf(body: SaveUserBody, now: Date) {
  const given = pickProfile(body);
  return Object.keys(given).length === 0 ? undefined : { ...given, updated_at: now.toISOString() };
}
