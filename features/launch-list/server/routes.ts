import type { FastifyInstance } from 'fastify';
import { LIST_CONFIRM_MAIL, LAUNCH_LIST_WORDS as WORDS } from '#content/features/launch-list.ts';
import { LAUNCH_LIST_PAGES } from '#content/features/launch-list-pages.ts';
import { LAUNCH_LIST_ASKED, PAGES } from '#content/page-paths.ts';
import { addressKey } from '#contract/address.ts';
import { FIELDS_NOT_VALID } from '#contract/errors.ts';
import { DID_YOU_MEAN, LOOKS_MISTYPED, likelyAddress } from '#contract/likely-address.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { filled } from '#contract/page-errors.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { createAccess } from '#features/accounts/server/access.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import {
  launchListAnswer,
  launchListBody,
  launchListPlace,
  launchListQuery,
} from '#features/launch-list/bodies.ts';
import { LAUNCH_LIST, LAUNCH_LIST_PLACE } from '#features/launch-list/contract.ts';
import type { AppDeps } from '#server/feature.ts';
import { type Html, html } from '#server/html/html.ts';
import { addFormParser, prefersPage } from '#server/http/body.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { requireOwnOrigin } from '#server/http/origin.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { answered, refuse } from '#server/http/refusal.ts';
import { neverCache } from '#server/http/security-headers.ts';
import { requireMailable } from '#server/mail/addresses.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { answerAsPages, createPageFrame, headedPage, noticeHtml } from '#server/site/page-frame.ts';
import { confirmEntry, isOnList, joinSignedIn, leaveList } from './entries.ts';

/** The routes of the launch list (docs/decisions/0064-the-launch-list.md). They need a Fastify scope of their own. */
export async function launchListRoutes(app: FastifyInstance, deps: AppDeps): Promise<void> {
  neverCache(app);
  const ofPlace = {
    does: 'Returns whether the signed-in person’s address is on the launch list.',
    access: createAccess(deps).visitor,
    answers: { 200: launchListPlace },
  };
  declareRoutes(app, deps).get(LAUNCH_LIST_PLACE, ofPlace, async ({ caller: session }) => {
    const isOn = session !== undefined && (await isOnList(deps.db, session.userId));
    return answered({ data: isOn ? LAUNCH_LIST_PAGES.confirm.done : null });
  });
  await app.register(async (scope) => routesWithPages(scope, deps));
}

async function routesWithPages(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { cookies } = deps;
  const byLink = {
    query: launchListQuery,
    limits: [ACCOUNT_LIMITS.linkPerIp],
    answers: { 200: launchListAnswer },
  };
  answerAsPage(app, deps);
  // Mail providers and forms without fields send bodies of other types, which are ignored.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));

  // A mail provider posts here for its user, from any origin and without cookies (RFC 8058). Only the token counts.
  declareRoutes(app, deps).post(PAGES.launchListLeave, byLink, async ({ query: { token }, giveBack }) => {
    // A mail provider sends the requests of many people from few IP addresses, so a valid request is not counted.
    if (await leaveList(deps, token)) await giveBack();
    return answered(LAUNCH_LIST_PAGES.leave.done);
  });

  await app.register(async (own) => {
    requireOwnOrigin(own, deps.isAllowedOrigin, [cookies.session, cookies.pending]);

    const route = declareRoutes(own, deps);
    const ofConfirm = { ...byLink, refuses: [LINK_NOT_VALID] };
    route.post(PAGES.launchListConfirm, ofConfirm, async ({ query: { token } }) => {
      await confirmEntry(deps, token);
      return answered(LAUNCH_LIST_PAGES.confirm.done);
    });

    addFormParser(own);
    const { sessionOf } = createAccess(deps);
    const ofJoin = {
      does: 'Requests a mail at the launch; a mail to the address confirms it. Answers the same for every address, but asks about one that looks mistyped.',
      body: launchListBody,
      limits: [LAUNCH_LIST_LIMITS.launchListPerIp, LAUNCH_LIST_LIMITS.launchListADayPerIp],
      answers: { 200: launchListAnswer },
    };
    route.post(LAUNCH_LIST, ofJoin, async ({ request, reply, body }) => {
      const { email, sure = '', _gotcha = '', _notice: notice = '' } = body;
      await requireMailable(deps, email);
      if (_gotcha === '') {
        const userId = (await sessionOf(request))?.userId;
        if (userId !== undefined && (await joinSignedIn(deps, { userId, email, notice })))
          return answered({ ...LAUNCH_LIST_PAGES.confirm.done, isConfirmed: true as const });
        const likely = likelyAddress(email);
        if (likely && addressKey(sure) !== email) {
          const question = filled(DID_YOU_MEAN, { email: likely });
          refuse(FIELDS_NOT_VALID, {
            fields: [{ field: 'email', message: `${LOOKS_MISTYPED} ${question}` }],
          });
        }
        // The mail worker looks up the address later, so that the answer reveals nothing about it.
        await requestMail(deps, deps.db, { mail: LIST_CONFIRM_MAIL, to: email, notice });
      }
      return prefersPage(request)
        ? reply.redirect(`${PAGES.launchList}#${LAUNCH_LIST_ASKED}`, 303)
        : answered(WORDS.asked);
    });
  });
}

const link = (path: string, label: string) => html`<p><a href="${path}">${label}</a></p>`;
const TO_HOME = link(PAGES.home, LAUNCH_LIST_PAGES.home);
const LEAVE_BY_ADDRESS = html`<p>${LAUNCH_LIST_PAGES.leave.instead}</p>
      ${link(PAGES.rights, LAUNCH_LIST_PAGES.leave.byAddress)}`;

/** Answers browsers without JavaScript with HTML pages. After a refusal the page shows the form again. */
function answerAsPage(app: FastifyInstance, { live }: AppDeps): void {
  const frame = createPageFrame(live.current);
  answerAsPages(app, ({ title = LAUNCH_LIST_PAGES.failed, message, fields, isRefused, typed }, request) => {
    const { url } = request.routeOptions;
    const isMissing = url === LAUNCH_LIST && typed.trim() === '';
    const said = isMissing ? WORDS.missing : (fields?.[0]?.message ?? message);
    const goOn = url === PAGES.launchListLeave ? LEAVE_BY_ADDRESS : field(typed, fields && typed);
    return headedPage(
      frame,
      title,
      html`<p class="text-lead"${isRefused && html` role="alert"`} id="said">${said}</p>
      ${isRefused ? goOn : TO_HOME}`,
    );
  });
}

/**
 * The same form as in `features/launch-list/web/join-form.tsx`, for browsers without JavaScript.
 * @param asked an address that looks mistyped, about which the page asks
 */
function field(typed: string, asked = ''): Html {
  return html`<form method="post" action="${LAUNCH_LIST}" class="launch-list-form">
        <label for="email">${WORDS.email}</label>
        <input id="email" name="email" type="text" inputmode="email" autocapitalize="none" spellcheck="false" class="input" autocomplete="email" required maxlength="${EMAIL_MAX_LENGTH}" value="${typed}" aria-describedby="said">
        <input type="hidden" name="sure" value="${asked}">
        <div class="sr-only" aria-hidden="true"><input name="_gotcha" tabindex="-1" autocomplete="off" aria-label="${WORDS.trap}"></div>
        <button type="submit" class="button button-dawn">${WORDS.submit}</button>
        ${noticeHtml('launch-list')}
      </form>`;
}

export const LAUNCH_LIST_LIMITS = rateLimits({
  /** This limit exists because each request may send a mail to another person's address. */
  launchListPerIp: { points: 20, seconds: 600 },
  launchListADayPerIp: { points: 200, seconds: 24 * 3_600 },
  launchTests: { points: 10, seconds: 24 * 3_600 },
});
