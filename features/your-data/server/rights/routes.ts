import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { RIGHTS_LINK_MAIL, RIGHTS_WORDS } from '#content/features/your-data-rights.ts';
import { id } from '#contract/fields.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { networkHash } from '#features/accounts/server/hashes.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import type { RouteDeps } from '#features/accounts/server/route-deps.ts';
import { NOT_BY_MAILBOX } from '#features/your-data/refusals.ts';
import { type RightsAnswer, rightsBody, rightsQuery } from '#features/your-data/rights-bodies.ts';
import { RIGHTS_API, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import { ADDRESS_EXPORTED } from '#features/your-data/server/audit-actions.ts';
import { exportPerson } from '#features/your-data/server/export-person.ts';
import { YOUR_DATA_LIMITS } from '#features/your-data/server/limits.ts';
import { personOfMailbox } from '#features/your-data/server/own-tables.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { parseBody, parseQuery, takeForms } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import { requireOwnOrigin } from '#server/http/origin.ts';
import { refuse } from '#server/http/refusal.ts';
import { neverCache } from '#server/http/security-headers.ts';
import { requireMailable } from '#server/mail/addresses.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { answerAsPages, createPageFrame, type PageFrame, sendPage } from '#server/site/page-frame.ts';
import { eraseAddress, findLinkedAddress } from './kept-under-address.ts';
import { erasedPage, keptPage, saidPage, sentPage } from './pages.ts';

/**
 * What is kept under an address, for whoever has its mailbox (docs/decisions/0071-your-data.md), and the page
 * after the form `rights`. Expects a scope of its own.
 */
export function rightsRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { cookies, db, takeFromLimit } = deps;
  const frame = createPageFrame(deps.site);
  neverCache(app);
  requireOwnOrigin(app, deps.isAllowedOrigin, [cookies.session, cookies.pending]);
  sayAsPage(app, frame);
  takeForms(app);
  const linkedAddress = async (token: string) =>
    (await findLinkedAddress(deps, token)) ?? refuse(LINK_NOT_VALID);

  app.post(RIGHTS_API.ask, async (request): Promise<RightsAnswer> => {
    const { email, _gotcha = '' } = parseBody(request, rightsBody);
    await takeFromLimit(YOUR_DATA_LIMITS.rightsPerIp, networkOf(request));
    await takeFromLimit(YOUR_DATA_LIMITS.rightsADayPerIp, networkOf(request));
    await requireMailable(deps, email);
    // Nothing is looked up, now or when the mail is written.
    if (_gotcha === '')
      await requestMail(
        db,
        { id: deps.newId(), mail: RIGHTS_LINK_MAIL, to: email, network: networkHash(deps, request) },
        deps.clock(),
      );
    return { success: true, ...RIGHTS_WORDS.ask.asked };
  });

  app.get(RIGHTS_PAGES.link, async (request, reply) => {
    const { token } = parseQuery(request, rightsQuery);
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    return sendPage(reply, await keptPage(frame, deps, await linkedAddress(token), token));
  });

  app.post(RIGHTS_API.export, async (request, reply) => {
    const { token } = parseQuery(request, rightsQuery);
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    const { email, account } = await linkedAddress(token);
    if (account === 'guarded') refuse(NOT_BY_MAILBOX);
    await takeFromLimit(YOUR_DATA_LIMITS.exportsADayPerAddress, email);
    await recordAlone(deps, { action: ADDRESS_EXPORTED, actor: 'visitor' });
    const day = deps.clock().toISOString().slice(0, 10);
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="your-data-${day}.zip"`)
      .send(exportPerson(deps, personOfMailbox(email)));
  });

  app.post(RIGHTS_API.erase, async (request, reply) => {
    const { token } = parseQuery(request, rightsQuery);
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    const { email } = await linkedAddress(token);
    const erased = await eraseAddress(deps, email);
    if (erased.kind === 'guarded') refuse(NOT_BY_MAILBOX);
    return sendPage(reply, erasedPage(frame, erased));
  });

  app.get(RIGHTS_PAGES.sent, async (request, reply) => {
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    const id = sentQuery.parse(request.query).id;
    const row = await db
      .selectFrom('submissions')
      .select(['id', 'due_at'])
      .$narrowType<{ due_at: string }>()
      .where('id', '=', id)
      .where('due_at', 'is not', null)
      .executeTakeFirst();
    if (row === undefined) reply.code(404);
    return sendPage(reply, sentPage(frame, row));
  });
}

const sentQuery = z.object({ id }).catch({ id: '' });

/** Gives browsers each JSON answer of this scope as a page; with the field for the address where asking again helps. */
function sayAsPage(app: FastifyInstance, frame: PageFrame): void {
  const { ask } = RIGHTS_WORDS;
  answerAsPages(app, ({ title, message, fields, status, isRefused, typed }) => {
    const [problem] = fields ?? [];
    const isMissing = problem?.field === 'email' && typed.trim() === '';
    const ofField = isMissing ? ask.missing : problem?.message;
    return saidPage(
      frame,
      { title, sentence: ofField ?? message, isRefused },
      isRefused && status !== 403 ? typed : undefined,
    );
  });
}
