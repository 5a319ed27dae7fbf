import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cleanCode } from '#contract/code.ts';
import type { ConsoleAction } from '#contract/operators.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { checkProof, UNPROVED, withProof } from '#features/accounts/server/proof.ts';
import { findSession } from '#features/accounts/server/sessions.ts';
import { ACTIONS, may } from '#features/console/contract.ts';
import { recordAction, wasRecordedSince } from '#server/audit/record-action.ts';
import {
  type ConsoleRequest,
  type ConsoleRoutes,
  type GetAnswer,
  type GetOptions,
  NOBODY_IS_SHOWN,
  type PostAnswer,
  type PostOptions,
  type ReadLine,
} from '#server/console-view.ts';
import type { Tx } from '#server/database/database.ts';
import type { AppDeps } from '#server/feature.ts';
import { parseBody, parseFields, requestTarget } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import { MINUTE_MS, timeAfter } from '#server/time.ts';
import { CONSOLE_ENTERED } from './audit-actions.ts';
import { countUnread } from './inbox.ts';
import { type FoundOperator, findOperator, noteEntry, noteUse, requireOperatorIn } from './operator.ts';
import {
  type ConsoleFrame,
  type FramedPage,
  flashFor,
  sendConsolePage,
  storeFlash,
  takeFlash,
} from './page.ts';
import {
  answerSignedOut,
  FACTOR_PAGE,
  FROZEN_PAGE,
  insiders,
  newFactorPage,
  pathIn,
  proofPage,
  refusedPage,
} from './refused-pages.ts';

export type ConsoleDeps = AppDeps & { readonly frame: ConsoleFrame };

/** The milliseconds within which a second view of the same page writes no audit line. */
const SEEN_AGAIN_MS = 10 * MINUTE_MS;

declare module 'fastify' {
  interface FastifyContextConfig {
    consoleAction?: ConsoleAction;
  }
}

/**
 * Adds a route of the console with these checks, in order: a session; an account with a role (other people get 404); a second
 * factor that opens the console; a role that allows the action; a strong proof of identity in this session, and a fresh one if the
 * route needs it. A page view is audited before the page is sent. A change redirects to a page. Page views and changes repeat all
 * checks in their transaction, because `recordAction` calls `requireOperatorIn`. At start, throws for an export without a proof and
 * for a page about people without an audit line.
 */
export function guardRoutes(app: FastifyInstance, deps: ConsoleDeps): ConsoleRoutes {
  const add =
    (method: 'GET' | 'POST') =>
    <Query, Body>(
      url: string,
      options: PostOptions<Query, Body> & Partial<GetOptions<Query>>,
      handle: (request: ConsoleRequest<Query, Body>) => Promise<GetAnswer | PostAnswer>,
    ) => {
      const { action, query, body, proof, audit = NOBODY_IS_SHOWN, isUse = true } = options;
      if (action.isExport && proof === undefined)
        throw new Error(`${url} is an export, so it needs a fresh proof of identity.`);
      if (method === 'GET' && action.readsPeople && audit === NOBODY_IS_SHOWN)
        throw new Error(`${url} shows data about people, so it needs a line in the audit log.`);
      app.route({
        method,
        url,
        config: { consoleAction: action },
        handler: async (request, reply) => {
          const session = await findSession(deps, request.cookies[deps.cookies.session]);
          await deps.takeFromLimit(ACCOUNT_LIMITS.apiPerSession, session?.id ?? networkOf(request));
          if (session === undefined) return answerSignedOut(request, reply, deps.frame);
          const operator = await findOperator(deps, session, deps.clock());
          if (operator === undefined) return reply.callNotFound();
          const answer = async (page: FramedPage) => {
            const isCounted = page.operator !== undefined && may(operator.role, ACTIONS.readMessages);
            const unread = isCounted ? await countUnread(deps.db) : 0;
            return sendConsolePage(reply, deps.frame, { ...page, unread });
          };
          const now = deps.clock();
          if (operator.opensFrom === undefined) return answer(FACTOR_PAGE);
          if (operator.isFrozen) return answer(FROZEN_PAGE);
          if (operator.opensFrom > now.toISOString()) return answer(newFactorPage(operator.opensFrom));
          if (!may(operator.role, action)) return answer(refusedPage(request, operator, action));
          const { id = '' } = request.params as { readonly id?: string };
          const requireIn = (tx: Tx, proof = false) =>
            requireOperatorIn(tx, operator, { action, proof, now: deps.clock() });
          const stillMay = askedAgain((tx) => requireIn(tx, proof));
          const stillHere = () => deps.db.transaction().execute((tx) => requireIn(tx));
          const by = { ...operator.by, stillMay };
          const flash = flashFor(operator, request.url);
          const read = () =>
            ({
              ...{ request, reply, id, operator: { ...operator, by }, stillHere },
              typed: flash?.typed,
              query: query && parseFields(request.query, query),
              body: body && parseBody(request, body),
            }) as ConsoleRequest<Query, Body>;
          if (operator.isInside) insiders.set(request, operator);
          const asksProof = proof ? !operator.isProved : !operator.isInside;
          const refused = asksProof && operator.isInside ? await options.refuse?.(read()) : undefined;
          if (asksProof && refused === undefined) {
            const shown = await takeProof(deps, request, operator);
            if (shown !== 'proved') return answer(proofPage(request, operator, shown.problem));
          } else if (isUse) await noteUse(deps.db, operator, deps.clock());
          insiders.set(request, operator);
          const asked = read();
          const answered: GetAnswer | PostAnswer | undefined = refused ?? (await handle(asked));
          // A handler returns undefined if it has sent the answer itself and awaited its `reply.send()`.
          if (answered === undefined) return reply;
          if ('goTo' in answered) {
            if (answered.flash !== undefined)
              await storeFlash(deps.db, operator, {
                ...answered.flash,
                path: requestTarget(answered.goTo).path,
              });
            return reply.redirect(answered.goTo, 303);
          }
          if ('showsNobody' in answered) return answer({ operator, ...answered.showsNobody });
          if (!('main' in answered)) return answered;
          if (typeof audit !== 'string' && (answered.status ?? 200) < 400)
            await noteLook(deps, asked, typeof audit === 'function' ? await audit(asked) : audit);
          return answer({
            operator,
            ...(await takeFlash(deps.db, operator, flash, pathIn(request.url))),
            ...answered,
          });
        },
      });
    };
  return { get: add('GET'), post: add('POST') };
}

/** Makes a check run only once in each transaction, although each audit line of the transaction calls the check. */
export function askedAgain(ask: (tx: Tx) => Promise<void>): (tx: Tx) => Promise<void> {
  const asked = new WeakSet<Tx>();
  return async (tx) => {
    if (!asked.has(tx)) await ask(tx);
    asked.add(tx);
  };
}

/** Audits a page view before the page is sent. Refuses an operator whose role or session has just ended. */
function noteLook(deps: ConsoleDeps, asked: ConsoleRequest, line: ReadLine): Promise<void> {
  const { by } = asked.operator;
  return deps.db.transaction().execute(async (tx) => {
    await by.stillMay?.(tx);
    const entry = { ...by, ...line };
    const since = timeAfter(deps.clock(), -SEEN_AGAIN_MS);
    if (isPartOfList(asked) || !(await wasRecordedSince(deps, tx, entry, since)))
      await recordAction(deps, tx, entry);
  });
}

/**
 * True for a search, a filter or a page of a list. Each of these views is audited, because the audit log cannot tell two
 * searches apart.
 */
function isPartOfList({ request, id }: ConsoleRequest): boolean {
  return id === '' && Object.values(request.query as object).some((value) => value !== '');
}

/**
 * The form fields of a proof of identity: a typed password and code, or the signature that the console’s script got from a passkey.
 */
const proofSchema = z.object({
  proof_password: z.string().optional(),
  proof_code: z.string().optional(),
  proof_signed: z.string().optional(),
});

/**
 * Opens the console after a strong proof of identity, or records a repeated proof. Otherwise returns what is wrong with the
 * proof.
 */
async function takeProof(
  deps: ConsoleDeps,
  request: FastifyRequest,
  operator: FoundOperator,
): Promise<'proved' | { readonly problem?: string }> {
  const { session, signed } = operator;
  const { data } = proofSchema.safeParse(request.body ?? {});
  if (request.method !== 'POST' || data === undefined) return {};
  const { proof_password: password, proof_code: code, proof_signed: sent } = data;
  if (sent && signed) {
    const result = await signed.prove(deps, request, session, sent);
    if (result !== 'proved')
      return { problem: result === 'refused' ? signed.words.refused : UNPROVED[result].message };
  } else {
    if (password === undefined) return {};
    const typed = { password, code: cleanCode(code ?? '') || undefined };
    const result = await checkProof(deps, request, session, typed);
    if (result !== 'proved') return { problem: UNPROVED[result].message };
  }
  await withProof(deps, session, async (tx) => {
    await noteEntry(tx, operator, deps.clock());
    await recordAction(deps, tx, { ...operator.by, action: CONSOLE_ENTERED, subject: session.userId });
  });
  return 'proved';
}
