import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { PAGES } from '#content/page-paths.ts';
import { RATE_LIMITED } from '#contract/errors.ts';
import { DECIDE_FIRST, NOT_SIGNED_IN, PROOF_MISSING } from '#features/accounts/refusals.ts';
import { createAccess } from '#features/accounts/server/access.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { findProof, withProof } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sessions.ts';
import { endSession, findSession } from '#features/accounts/server/sessions.ts';
import { findPerson } from '#features/forms/server/own-messages.ts';
import { type DoneByUs, withdrawBody, yourDataAnswer } from '#features/your-data/bodies.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { createLineInWords } from '#server/audit/lines.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Person } from '#server/database/tables.ts';
import type { AppDeps, Deps, SiteDeps } from '#server/feature.ts';
import { html } from '#server/html/html.ts';
import { addFormParser } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import type { CookieNames } from '#server/http/cookies.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { accepted, answered, refuse } from '#server/http/refusal.ts';
import { answerAsPages, createPageFrame, headedPage } from '#server/site/page-frame.ts';
import { findAgreements, withdraw } from './agreements.ts';
import { DATA_EXPORTED } from './audit-actions.ts';
import { sendExport } from './export-person.ts';
import { countOwn } from './own-tables.ts';

export const YOUR_DATA_LIMITS = rateLimits({
  /** This limit exists because each export reads all data of a person, with files. */
  exportsADayPerAccount: { points: 10, seconds: 24 * 3_600 },
  /** This limit exists because each request mails an address that anybody may have typed. */
  rightsPerIp: { points: 20, seconds: 600 },
  rightsADayPerIp: { points: 200, seconds: 24 * 3_600 },
  /** This limit exists because each export reads all data of an address, with files. */
  exportsADayPerAddress: { points: 10, seconds: 24 * 3_600 },
});

/** These routes accept only a session cookie, no token (docs/decisions/0071). */
export function yourDataRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { cookies, takeFromLimit } = deps;
  const route = declareRoutes(app, deps);
  const { session: bySession, proof } = createAccess(deps);
  const personOf = async ({ userId }: Session) =>
    (await findPerson(deps, { id: userId })) ?? refuse(NOT_SIGNED_IN);

  const ofData = {
    does: 'Counts the caller’s rows, and lists their agreements and the actions of operators.',
    access: bySession,
    answers: { 200: yourDataAnswer },
  };
  route.get(YOUR_DATA_API.data, ofData, async ({ request, caller: session }) => {
    const person = await personOf(session);
    const sent = Object.values(cookies).filter((name) => request.cookies[name] !== undefined);
    return answered({
      data: {
        counts: await countOwn(deps, person),
        byUs: await findDoneByUs(deps, person),
        agreements: await findAgreements(deps, person),
        cookies: sent.map((name) => name.replace('__Host-', '')),
      },
    });
  });

  const ofWithdraw = {
    does: 'Withdraws an agreement, and erases what was stored because of it.',
    access: bySession,
    body: withdrawBody,
    refuses: [PROOF_MISSING, DECIDE_FIRST],
  };
  route.post(YOUR_DATA_API.withdraw, ofWithdraw, async ({ caller: session, body: { id } }) => {
    await withdraw(deps, await personOf(session), id, session);
    return accepted(YOUR_DATA_WORDS.agreements.done);
  });

  const ofForget = {
    does: 'Ends the sessions of this browser’s cookies, and clears the cookies.',
    refuses: [RATE_LIMITED],
  };
  route.post(YOUR_DATA_API.forgetBrowser, ofForget, async ({ request, reply }) => {
    const session = await findSession(deps, request.cookies[cookies.session]);
    await takeFromLimit(ACCOUNT_LIMITS.apiPerSession, session?.id ?? networkOf(request));
    await forgetBrowser(deps, session, (name) => request.cookies[cookies[name]]);
    for (const name of Object.values(cookies)) reply.clearCookie(name);
    return accepted(YOUR_DATA_WORDS.browser.done);
  });

  app.register(async (own) => {
    sayRefusalsAsPage(own, deps);
    addFormParser(own);
    const ofExport = {
      does: 'Sends all data of the caller as a zip.',
      access: proof,
      answers: { 200: 'application/zip' },
      refuses: [RATE_LIMITED],
    } as const;
    declareRoutes(own, deps).post(YOUR_DATA_API.export, ofExport, async ({ reply, caller: session }) => {
      const person = await personOf(session);
      await takeFromLimit(YOUR_DATA_LIMITS.exportsADayPerAccount, person.id);
      await withProof(deps, session, (tx) =>
        recordAction(deps, tx, { ...byOwner(session), action: DATA_EXPORTED }),
      );
      return sendExport(reply, deps, 'your-data', person, async () => {
        if ((await findProof(deps, deps.db, session)) === 'ended') refuse(NOT_SIGNED_IN);
      });
    });
  });
}

/** Answers refused requests with a page, because a form that was sent without a script needs a page as its answer. */
function sayRefusalsAsPage(app: FastifyInstance, { live }: AppDeps): void {
  const frame = createPageFrame(live.current);
  const { failed, back } = YOUR_DATA_WORDS.export;
  answerAsPages(app, ({ message }) =>
    headedPage(
      frame,
      failed,
      html`<p class="text-lead" role="alert">${message}</p>
      <p><a class="text-link" href="${PAGES.yourData}">${back}</a></p>`,
    ),
  );
}

const SHOWN = 50;

async function findDoneByUs({ db, features }: SiteDeps, { subjects }: Person): Promise<readonly DoneByUs[]> {
  const inWords = createLineInWords(features);
  const lines = await db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'detail'])
    .where('subject', 'in', subjects)
    .where('actor', 'not in', [...subjects, 'visitor', 'system'])
    .orderBy('at', 'desc')
    .limit(SHOWN)
    .execute();
  return lines.map((line) => ({ id: line.id, at: line.at, ...inWords(line) }));
}

/** Ends the access that the browser's cookies give, so that copies of them become useless. */
async function forgetBrowser(
  deps: Deps,
  session: Session | undefined,
  tokenIn: (cookie: keyof CookieNames) => string | undefined,
): Promise<void> {
  if (session !== undefined) await endSession(deps, session);
  // An unconfirmed sign-up stays, because its mailed link can still confirm it.
  const tokens = deps.features.flatMap(({ cookieTokens = {} }) => Object.entries(cookieTokens));
  for (const [cookie, table] of tokens) {
    const token = tokenIn(cookie as keyof CookieNames);
    if (token !== undefined)
      await sql`delete from ${sql.table(table)} where token_hash = ${hashToken(token)}`.execute(deps.db);
  }
}
