import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { RIGHTS_LINK_MAIL, RIGHTS_WORDS } from '#content/features/your-data-rights.ts';
import { PAGES } from '#content/page-paths.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { id } from '#contract/fields.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { networkHash } from '#features/accounts/server/hashes.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { rightsAnswer, rightsBody, rightsQuery } from '#features/your-data/bodies.ts';
import { NOT_BY_MAILBOX } from '#features/your-data/refusals.ts';
import { RIGHTS_API, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import { ADDRESS_EXPORTED } from '#features/your-data/server/audit-actions.ts';
import { sendExport } from '#features/your-data/server/export-person.ts';
import { personOfMailbox } from '#features/your-data/server/own-tables.ts';
import { YOUR_DATA_LIMITS } from '#features/your-data/server/routes.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import type { AppDeps } from '#server/feature.ts';
import { addFormParser, prefersPage } from '#server/http/body.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { requireOwnOrigin } from '#server/http/origin.ts';
import { answered, refuse } from '#server/http/refusal.ts';
import { neverCache } from '#server/http/security-headers.ts';
import { requireMailable } from '#server/mail/addresses.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { answerAsPages, createPageFrame, type PageFrame, sendPage } from '#server/site/page-frame.ts';
import { eraseAddress, findLinkedAddress } from './kept-under-address.ts';
import { askedPage, erasedPage, keptPage, refusedPage, sentPage } from './pages.ts';

const tickedBody = z.object({ sure: z.string() });
const sentQuery = z.object({ id }).catch({ id: '' });

/**
 * Routes that show the data of an address to a person who reads its mailbox. Register them in a separate Fastify scope,
 * because no answer there may be cached.
 */
export function rightsRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { cookies, db, takeFromLimit } = deps;
  const route = declareRoutes(app, deps);
  const frame = createPageFrame(deps.live.current);
  neverCache(app);
  requireOwnOrigin(app, deps.isAllowedOrigin, [cookies.session, cookies.pending]);
  sayAsPage(app, frame);
  addFormParser(app);

  const ofAsk = {
    does: 'Mails a link to the data of an address. Answers the same for every address.',
    body: rightsBody,
    limits: [YOUR_DATA_LIMITS.rightsPerIp, YOUR_DATA_LIMITS.rightsADayPerIp],
    answers: { 200: rightsAnswer },
  };
  route.post(RIGHTS_API.ask, ofAsk, async ({ request, reply, body: { email, _gotcha = '' } }) => {
    await requireMailable(deps, email);
    // The address is not looked up, so that the answer does not reveal whether the site knows the address.
    const network = networkHash(deps, request);
    if (_gotcha === '') await requestMail(deps, db, { mail: RIGHTS_LINK_MAIL, to: email, network });
    return prefersPage(request) ? reply.redirect(RIGHTS_PAGES.asked, 303) : answered(RIGHTS_WORDS.ask.asked);
  });

  const byLink = { query: rightsQuery, limits: [ACCOUNT_LIMITS.linkPerIp] };
  const pageByLink = { ...byLink, answers: { 200: 'text/html' }, refuses: [LINK_NOT_VALID] } as const;
  route.get(RIGHTS_PAGES.link, pageByLink, async ({ reply, query: { token } }) => {
    return sendPage(reply, await keptPage(frame, deps, await findLinkedAddress(deps, token), { token }));
  });

  const ofExport = {
    does: 'Sends the data of an address as a zip, by the mailed token.',
    ...byLink,
    answers: { 200: 'application/zip' },
    refuses: [LINK_NOT_VALID, NOT_BY_MAILBOX],
  } as const;
  route.post(RIGHTS_API.export, ofExport, async ({ reply, query: { token } }) => {
    const { email, account } = await findLinkedAddress(deps, token);
    if (account === 'guarded') refuse(NOT_BY_MAILBOX);
    await takeFromLimit(YOUR_DATA_LIMITS.exportsADayPerAddress, email);
    await recordAlone(deps, { action: ADDRESS_EXPORTED, actor: 'visitor' });
    return sendExport(reply, deps, 'your-data', personOfMailbox(email));
  });

  const ofErase = {
    does: 'Erases the data of an address without a guarded account, by the mailed token.',
    ...byLink,
    answers: { 200: 'text/html', 422: 'text/html' },
    refuses: [LINK_NOT_VALID, NOT_BY_MAILBOX],
  } as const;
  route.post(RIGHTS_API.erase, ofErase, async ({ request, reply, query: { token } }) => {
    const linked = await findLinkedAddress(deps, token);
    if (!tickedBody.safeParse(request.body).success)
      return sendPage(reply.code(422), await keptPage(frame, deps, linked, { token, isUnticked: true }));
    return sendPage(reply, erasedPage(frame, await eraseAddress(deps, linked.email)));
  });

  const ofReturn = { does: 'Redirects to the page with the form.', answers: { 303: 'text/html' } } as const;
  // These paths also answer GET requests. A browser sends one if it reopens a sent form, such as from its history.
  for (const path of [RIGHTS_API.ask, RIGHTS_API.erase])
    route.get(path, ofReturn, async ({ reply }) => reply.redirect(PAGES.rights, 303));

  route.get(RIGHTS_PAGES.asked, { answers: { 200: 'text/html' } }, async ({ reply }) =>
    sendPage(reply, askedPage(frame)),
  );

  const ofSent = {
    query: sentQuery,
    limits: [ACCOUNT_LIMITS.linkPerIp],
    answers: { 200: 'text/html', 404: 'text/html' },
  } as const;
  route.get(RIGHTS_PAGES.sent, ofSent, async ({ reply, query: { id } }) => {
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

/** Answers refused requests with pages, which show the address field again if trying again can help. */
function sayAsPage(app: FastifyInstance, frame: PageFrame): void {
  answerAsPages(app, ({ title, message, fields, status, typed }) => {
    const [problem] = fields ?? [];
    const isMissing = problem?.field === 'email' && typed.trim() === '';
    const ofField = isMissing ? FIELD_ERRORS.EMAIL_MISSING : problem?.message;
    const said = { title, sentence: ofField ?? message };
    return refusedPage(frame, said, status === 403 ? undefined : typed);
  });
}
