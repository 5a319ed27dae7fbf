import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { cleanCode } from '#contract/code.ts';
import type { ConsoleAction } from '#contract/roles.ts';
import { sitePath } from '#contract/site-path.ts';
import { NOT_SIGNED_IN } from '#features/accounts/refusals.ts';
import { checkProof, UNPROVED } from '#features/accounts/server/check-proof.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { withProof } from '#features/accounts/server/proof.ts';
import { findSession } from '#features/accounts/server/sessions.ts';
import { CONSOLE, may } from '#features/console/contract.ts';
import type { FormDefinition } from '#features/forms/server/form-definitions.ts';
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
import { type Html, hidden, html, timeOf } from '#server/html/html.ts';
import { parseBody, parseQuery } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import { answerAsPages } from '#server/site/page-frame.ts';
import { MINUTE_MS } from '#server/time.ts';
import { CONSOLE_ENTERED } from './audit-actions.ts';
import { type FoundOperator, findOperator, noteEntry, noteUse, requireOperatorIn } from './operator.ts';
import {
  CONSOLE_POLICY,
  type ConsoleFrame,
  type FramedPage,
  sendPage,
  storeFlash,
  takeFlash,
} from './page.ts';

export type ConsoleDeps = AppDeps & {
  readonly forms: readonly FormDefinition[];
  /** The address that gets a mail about each new message. */
  readonly notifyTo: string;
  readonly frame: ConsoleFrame;
};

/** Milliseconds within which looking at the same page again writes no second audit line. */
const SEEN_AGAIN_MS = 10 * MINUTE_MS;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action that an operator’s role has to allow for this route of the console. */
    consoleAction?: ConsoleAction;
  }
}

/**
 * Adds every route of the console, with these checks in order: a session; an account with a role (to others the console does
 * not exist); a second factor that opens the console; a role that allows the action; and a strong proof of identity in this
 * session, a fresh one where the route needs that. A page view is audited before the page is sent; a change redirects to a page.
 * Both repeat all checks in their transaction, as `recordAction` calls `requireOperatorIn`.
 *
 * Throws for an export without a proof and for a page about people without an audit line, so that the site does not start.
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
      if (action.name.startsWith('export-') && proof === undefined)
        throw new Error(`${url} is an export, and needs a fresh proof.`);
      if (method === 'GET' && action.readsPeople && audit === NOBODY_IS_SHOWN)
        throw new Error(`${url} shows what is about people, and needs a line in the audit log.`);
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
          const answer = (page: FramedPage) => sendPage(reply, deps.frame, page);
          const now = deps.clock();
          if (operator.opensFrom === undefined) return answer(FACTOR_PAGE);
          if (operator.isFrozen) return answer(FROZEN_PAGE);
          if (operator.opensFrom > now.toISOString()) return answer(newFactorPage(operator.opensFrom));
          if (!may(operator.role, action)) return answer(refusedPage(operator, action));
          if (proof ? !operator.isProved : !operator.isInside) {
            const shown = await takeProof(deps, request, operator);
            if (shown !== 'proved') return answer(proofPage(request, operator, shown.problem));
          } else if (isUse) await noteUse(deps.db, operator, deps.clock());
          const { id = '' } = request.params as { readonly id?: string };
          const requireIn = (tx: Tx, proof = false) =>
            requireOperatorIn(tx, operator, { action, proof, now: deps.clock() });
          const stillMay = askedAgain((tx) => requireIn(tx, proof));
          const stillHere = () => deps.db.transaction().execute((tx) => requireIn(tx));
          const by = { ...operator.by, stillMay };
          const asked = {
            ...{ request, reply, id, operator: { ...operator, by }, stillHere },
            query: query && parseQuery(request, query),
            body: body && parseBody(request, body),
          } as ConsoleRequest<Query, Body>;
          const answered: GetAnswer | PostAnswer | undefined = await handle(asked);
          // A handler that has awaited its own `reply.send()` returns undefined.
          if (answered === undefined) return reply;
          if ('goTo' in answered) {
            if (answered.flash !== undefined) await storeFlash(deps.db, operator, answered.flash);
            return reply.redirect(answered.goTo, 303);
          }
          if ('showsNobody' in answered) return answer({ operator, ...answered.showsNobody });
          if (!('main' in answered)) return answered;
          if (typeof audit !== 'string' && (answered.status ?? 200) < 400)
            await noteLook(deps, asked, typeof audit === 'function' ? await audit(asked) : audit);
          return answer({
            operator,
            ...(await takeFlash(deps.db, operator, pathIn(request.url))),
            ...answered,
          });
        },
      });
    };
  return { get: add('GET'), post: add('POST') };
}

/** Runs a check only once in each transaction, although each audit line written in it asks for the check. */
export function askedAgain(ask: (tx: Tx) => Promise<void>): (tx: Tx) => Promise<void> {
  const asked = new WeakSet<Tx>();
  return async (tx) => {
    if (!asked.has(tx)) await ask(tx);
    asked.add(tx);
  };
}

/** Audits a page view before the page is sent, and refuses an operator whose role or session has just ended. */
function noteLook(deps: ConsoleDeps, asked: ConsoleRequest, line: ReadLine): Promise<void> {
  const { by } = asked.operator;
  return deps.db.transaction().execute(async (tx) => {
    await by.stillMay?.(tx);
    const entry = { ...by, ...line };
    const since = new Date(deps.clock().getTime() - SEEN_AGAIN_MS);
    if (isPartOfList(asked) || !(await wasRecordedSince(deps, tx, entry, since)))
      await recordAction(deps, tx, entry);
  });
}

/** Whether the request is for a search, filter or page of a list. Each is logged, as the log keeps no search words to compare. */
function isPartOfList({ request, id }: ConsoleRequest): boolean {
  return id === '' && Object.values(request.query as object).some((value) => value !== '');
}

/** The path of a console page to return to; the start page of the console if `next` is anything else. */
export function pathIn(next: unknown): string {
  const path = sitePath(next);
  return path !== null && /^\/console(?:[/?]|$)/.test(path) ? path : CONSOLE.home;
}

function answerSignedOut(request: FastifyRequest, reply: FastifyReply, frame: ConsoleFrame): FastifyReply {
  if (request.method === 'GET')
    return reply.redirect(signInPath(encodeURIComponent(pathIn(request.url))), 303);
  const main = html`<p class="text-lead">Your sign-in has expired, so nothing was changed. What you typed is below; copy it before you leave this page.</p>
${typedList(request)}
<p><a class="button button-dawn" href="${signInPath(CONSOLE.home)}">Sign in</a></p>`;
  return sendPage(reply, frame, { title: 'Please sign in again', status: 401, main });
}

/** The form fields that operators see, and those they type into. All others hold internal values, meaningless to a reader. */
export const TYPED_FIELDS = ['subject', 'text', 'email', 'to', 'from', 'typed', 'words', 'q', 'person'];
export const SEEN_FIELDS = [
  ...TYPED_FIELDS,
  ...[
    'reason',
    'closed',
    'proof',
    'role',
    'assignee',
    'format',
    'state',
    'form',
    'press',
    'action',
    'done',
    'zone',
    'by',
  ],
];

/** Lists what somebody typed into a refused form, so that it can be copied. */
function typedList({ body }: FastifyRequest): Html {
  const typed = Object.entries(formSchema.parse(body ?? {})).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && TYPED_FIELDS.includes(name) ? [value] : [],
  );
  return html`${typed.length > 0 && html`<ul class="typed">${typed.map((text) => html`<li>${text}</li>`)}</ul>`}`;
}

const FACTOR_PAGE: FramedPage = {
  title: 'One more thing first',
  status: 403,
  main: html`<p class="text-lead">The console opens only for accounts with a passkey or two-step verification, as there is a lot in it that others have trusted us with.</p>
<p>Add one of the two under Security, in this browser, then come back here. Right after an invitation it opens the console at once; otherwise a day later.</p>
<p><a class="button button-dawn" href="${PAGES.security}">Open Security</a></p>`,
};

const FROZEN_PAGE: FramedPage = {
  title: 'Your account is frozen',
  status: 403,
  main: html`<p class="text-lead">A change to how you sign in was reported as not yours, so the console stays closed until you decide about it.</p>
<p><a class="button button-dawn" href="${PAGES.security}">Open Security</a></p>`,
};

/** The page for a second factor that is too new, because a thief may have added it. The operator and the owners were mailed. */
function newFactorPage(opensFrom: string): FramedPage {
  return {
    title: 'Not yet',
    status: 403,
    main: html`<p class="text-lead">Your passkey or authenticator app is new. It opens the console from ${timeOf(opensFrom)}, so that nobody gets in with one that they added to your account.</p>
<p>If you can’t wait, ask an owner for a new invitation, remove the passkey or app, open the invitation and add it again. Whoever runs the server can make an invitation too: <code>npm run operator -- staff add</code>.</p>`,
  };
}

function refusedPage(operator: FoundOperator, { what }: ConsoleAction): FramedPage {
  return {
    title: 'Not with your role',
    status: 403,
    operator,
    main: html`<p class="text-lead">${what}: that needs another role than yours (${operator.role}).</p>
<p>An owner can change your role. <a href="${CONSOLE.roles}">See who may do what.</a></p>`,
  };
}

/** The proof of identity that an operator typed in, or that the console’s script signed. */
const proofSchema = z.object({
  proof_password: z.string().optional(),
  proof_code: z.string().optional(),
  proof_signed: z.string().optional(),
});
const formSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({});

const PROBLEMS = { ...UNPROVED, refused: NOT_SIGNED_IN };

/** Opens the console on a strong proof of identity, or notes a repeated proof. Otherwise returns what is wrong with the proof. */
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
      return { problem: result === 'refused' ? signed.words.refused : PROBLEMS[result].message };
  } else {
    if (password === undefined) return {};
    const typed = { password, code: cleanCode(code ?? '') || undefined };
    const result = await checkProof(deps, request, session, typed);
    if (result !== 'proved') return { problem: PROBLEMS[result].message };
  }
  await withProof(deps, session, async (tx) => {
    await noteEntry(tx, operator, deps.clock());
    await recordAction(deps, tx, { ...operator.by, action: CONSOLE_ENTERED, subject: session.userId });
  });
  return 'proved';
}

/** Removes the reason from a path, because a link on another site may have set it: operators must choose a reason themselves. */
function withoutReason(path: string): string {
  const [to = path, query] = path.split('?', 2);
  const fields = new URLSearchParams(query);
  if (!fields.has('reason')) return path;
  fields.delete('reason');
  return `${to}?${fields}`;
}

/** The page that asks for a proof of identity. It carries the interrupted form along, so that nothing is typed twice. */
function proofPage(
  request: FastifyRequest,
  operator: FoundOperator,
  problem: string | undefined,
): FramedPage {
  const { signed } = operator;
  const isPost = request.method === 'POST';
  const sent = Object.entries(formSchema.parse(request.body ?? {})).filter(
    ([name]) => !name.startsWith('proof_'),
  );
  const action = isPost
    ? pathIn(request.url)
    : `${CONSOLE.enter}?next=${encodeURIComponent(withoutReason(pathIn(request.url)))}`;
  const lead = operator.isInside
    ? 'This cannot be undone, so please show once more that it’s you. It counts for five minutes.'
    : 'The console opens once you show that it’s you. It closes after half an hour at rest.';
  return {
    title: 'Confirm it’s you',
    status: 401,
    ...(operator.isInside ? { operator } : {}),
    main: html`<p class="text-lead">${lead}</p>
${problem && html`<p class="banner banner-error" role="alert">${problem}</p>`}
<form method="post" action="${action}" class="card proof-form" id="proof">${hidden(isPost ? Object.fromEntries(sent) : {})}
${
  signed &&
  html`<input type="hidden" name="proof_signed" id="proof-signed" disabled>
<p><button type="button" class="button button-dawn" id="sign" data-options="${signed.options}" hidden>${signed.words.button}</button></p>
<p class="soft" id="sign-problem" role="status"></p>
<noscript><p>${signed.words.withoutScripts}</p></noscript>`
}
${passwordFields(operator)}
</form>`,
  };
}

function passwordFields({ signed }: FoundOperator): Html {
  return html`<label class="field"><span>Password</span><input class="input" type="password" name="proof_password" autocomplete="current-password" required></label>
<label class="field"><span>Code from your authenticator app, or a recovery code</span><input class="input" name="proof_code" autocomplete="one-time-code"${!signed && ' required'}></label>
<p><button class="button ${signed ? 'button-quiet' : 'button-dawn'}">Continue</button></p>`;
}

const OUT_OF_DATE =
  'The page that you sent this from is out of date, so nothing was changed. Please open it again.';

/** Answers refused requests from browsers with a page, which shows all that was typed. */
export function answerRefusalsAsPages(app: FastifyInstance, frame: ConsoleFrame): void {
  const page: Parameters<typeof answerAsPages>[1] = ({ message, fields }, request) => {
    const seen = fields?.filter(({ field }) => SEEN_FIELDS.includes(field));
    const lead =
      seen === undefined ? message : seen.length === 0 ? OUT_OF_DATE : 'Please go back and correct this:';
    return frame({
      title: 'That didn’t work',
      main: html`<p class="text-lead" role="alert">${lead}</p>
<ul>${seen?.map((field) => html`<li>${field.message}</li>`)}</ul>${typedList(request)}
<p><a href="${CONSOLE.home}">Back to the console</a></p>`,
    });
  };
  const isRefusal = (_: FastifyRequest, { statusCode }: FastifyReply) => statusCode >= 400;
  answerAsPages(app, page, { isMeant: isRefusal, policy: CONSOLE_POLICY });
}
