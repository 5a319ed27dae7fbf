import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { ACTIONS, type Action, CONSOLE, may } from '#contract/console.ts';
import { ERRORS, SECURITY_ERRORS } from '#contract/errors.ts';
import { provePasskeyBody } from '#contract/passkeys.ts';
import type { AccountsDeps } from '#server/accounts/accounts-deps.ts';
import type { CookieNames } from '#server/accounts/cookies.ts';
import { proveByPasskey } from '#server/accounts/passkeys/check-passkey.ts';
import { checkProof } from '#server/accounts/security/check-proof.ts';
import { findSession } from '#server/accounts/sessions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { prefersPage } from '#server/forms/preferred-answer.ts';
import { networkOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { type Html, html } from './html.ts';
import { type FoundOperator, findOperator, noteEntry, noteUse, type Operator } from './operator.ts';
import { CONSOLE_POLICY, type ConsoleFrame, type Page, sendPage } from './page.ts';
import { hidden } from './parts.ts';
import { type Told, takeTold, tell } from './told.ts';

export type ConsoleDeps = AccountsDeps & {
  readonly cookies: CookieNames;
  readonly takeFromLimit: TakeFromLimit;
  readonly frame: ConsoleFrame;
};

/** What a handler answers: a page, the way to another one and what that says first, or what it sent by itself. */
export type ConsoleAnswer = Page | { readonly goTo: string; readonly told?: Told } | FastifyReply;

export type Asked = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operator: Operator;
  /** What the path has in the place of `:id`. */
  readonly id: string;
};

type AddRoute = (
  url: string,
  action: Action,
  handle: (asked: Asked) => Promise<ConsoleAnswer>,
  options?: {
    /** Whether it is asked again who sits here, unless that was shown within the last minutes. */
    readonly needsProof?: true;
    /** Whether it counts as using the console; what a page asks by itself does not. */
    readonly isUse?: false;
  },
) => void;

export type ConsoleRoutes = { readonly get: AddRoute; readonly post: AddRoute };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What an operator has to be allowed for this route of the console. */
    consoleAction?: Action;
  }
}

/**
 * Every route of the console is made here. In this order: somebody signed in, who is an operator (to others the console does
 * not exist), with a second step or a passkey, whose role allows it, in a session that was let in by that step, and who has
 * just shown again who they are where the route asks for it.
 */
export function guardRoutes(app: FastifyInstance, deps: ConsoleDeps): ConsoleRoutes {
  const add =
    (method: 'GET' | 'POST'): AddRoute =>
    (url, action, handle, { needsProof, isUse = true as boolean } = {}) =>
      void app.route({
        method,
        url,
        config: { consoleAction: action },
        handler: async (request, reply) => {
          const session = await findSession(deps, request.cookies[deps.cookies.session]);
          await deps.takeFromLimit('apiPerSession', session?.id ?? networkOf(request));
          if (session === undefined) return answerSignedOut(request, reply, deps.frame);
          const operator = await findOperator(deps.db, session, deps.clock());
          if (operator === undefined) return reply.callNotFound();
          const answer = (page: Page) => sendPage(reply, deps.frame, page);
          if (!operator.hasPasskey && !operator.hasSecondStep) return answer(SECOND_STEP_PAGE);
          if (!may(operator.role, action)) return answer(refusedPage(operator, action));
          if (needsProof ? !operator.isProved : !operator.isInside) {
            const proof = await takeProof(deps, request, operator);
            if (proof !== 'proved') return answer(proofPage(request, operator, proof));
          } else if (isUse) await noteUse(deps.db, operator, deps.clock());
          const { id = '' } = request.params as { readonly id?: string };
          const answered: ConsoleAnswer | undefined = await handle({ request, reply, operator, id });
          // A reply that was waited for leaves nothing.
          if (answered === undefined) return reply;
          if ('goTo' in answered) {
            if (answered.told !== undefined) await tell(deps.db, operator, answered.told);
            return reply.redirect(answered.goTo, 303);
          }
          if (!('main' in answered)) return answered;
          const done = method === 'GET' ? await takeTold(deps.db, operator, pathIn(request.url)) : undefined;
          return answer({ operator, done, ...answered });
        },
      });
  return { get: add('GET'), post: add('POST') };
}

/** Where a page of the console leads back to; the beginning for anything else. */
export function pathIn(next: unknown): string {
  const isOurs =
    typeof next === 'string' && /^\/console(?:[/?][\w\-./?=&%+~:@,*]*)?$/.test(next) && !next.includes('..');
  return isOurs ? next : CONSOLE.home;
}

function answerSignedOut(request: FastifyRequest, reply: FastifyReply, frame: ConsoleFrame): FastifyReply {
  if (request.method === 'GET')
    return reply.redirect(signInPath(encodeURIComponent(pathIn(request.url))), 303);
  const main = html`<p class="text-lead">Your sign-in has ended, so nothing was changed. What you typed is below; copy it before you leave this page.</p>
${typedList(request)}
<p><a class="button button-dawn" href="${signInPath(CONSOLE.home)}">Sign in</a></p>`;
  return sendPage(reply, frame, { title: 'Please sign in again', status: 401, main });
}

/** The fields that operators see, and of them those that are typed into. What is in the others is ours, and says nothing to anybody. */
export const TYPED_FIELDS = ['subject', 'text', 'email', 'to', 'from', 'typed', 'words', 'q', 'person'];
export const SEEN_FIELDS = [
  ...TYPED_FIELDS,
  ...['reason', 'closed', 'proof', 'role', 'assignee', 'format', 'state', 'form', 'press', 'action', 'done'],
];

/** What somebody typed, so that it can be copied. */
function typedList({ body }: FastifyRequest): Html {
  const typed = Object.entries(formSchema.parse(body ?? {})).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && TYPED_FIELDS.includes(name) ? [value] : [],
  );
  return html`${typed.length > 0 && html`<ul class="typed">${typed.map((text) => html`<li>${text}</li>`)}</ul>`}`;
}

const SECOND_STEP_PAGE: Page = {
  title: 'One more thing first',
  status: 403,
  main: html`<p class="text-lead">The console opens only for accounts with a passkey or a second step, as there is a lot in it that others have trusted us with.</p>
<p>Add one of the two under Security, then come back here.</p>
<p><a class="button button-dawn" href="${PAGES.security}">Open Security</a></p>`,
};

function refusedPage(operator: FoundOperator, action: Action): Page {
  return {
    title: 'Not with your role',
    status: 403,
    operator,
    main: html`<p class="text-lead">${ACTIONS[action].what}: that needs another role than yours (${operator.role}).</p>
<p>An owner can change your role. <a href="${CONSOLE.roles}">See who may do what.</a></p>`,
  };
}

/** What was sent by hand or by the console's script to show who sits here. */
const proofSchema = z.object({
  proof_password: z.string().optional(),
  proof_code: z.string().optional(),
  proof_passkey: z.string().optional(),
});
const formSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({});

type ProofProblem = 'missing' | Exclude<Awaited<ReturnType<typeof checkProof>>, 'proved'> | 'passkey-refused';

const PROOF_SENTENCES: Readonly<Record<Exclude<ProofProblem, 'missing'>, string>> = {
  refused: ERRORS.NOT_SIGNED_IN.message,
  'wrong-password': SECURITY_ERRORS.PROOF_REFUSED.message,
  'first-needed': SECURITY_ERRORS.FIRST_STEP_NEEDED.message,
  'second-needed': SECURITY_ERRORS.SECOND_STEP_NEEDED.message,
  'not-fresh': ERRORS.PROOF_MISSING.message,
  'wrong-code': SECURITY_ERRORS.SECOND_STEP_REFUSED.message,
  'passkey-refused': SECURITY_ERRORS.PASSKEY_REFUSED.message,
};

/**
 * Lets an operator in, or notes that they showed again who they are: by a passkey, or by the password with a code. A password
 * alone is not enough, so whoever has only passkeys uses one.
 */
async function takeProof(
  deps: ConsoleDeps,
  request: FastifyRequest,
  operator: FoundOperator,
): Promise<'proved' | ProofProblem> {
  const { session } = operator;
  const { data } = proofSchema.safeParse(request.body ?? {});
  if (request.method !== 'POST' || data === undefined) return 'missing';
  const { proof_password: password, proof_code: code, proof_passkey: passkey } = data;
  const result = passkey
    ? await takePasskey(deps, request, operator, passkey)
    : password === undefined || !operator.hasSecondStep
      ? 'missing'
      : await checkProof(deps, request, session, { password, code });
  if (result !== 'proved') return result;
  await noteEntry(deps.db, operator, deps.clock());
  await recordAlone(deps, { ...operator.by, action: 'console-entered', subject: session.userId });
  return 'proved';
}

async function takePasskey(
  deps: ConsoleDeps,
  request: FastifyRequest,
  { session }: FoundOperator,
  sent: string,
): Promise<'proved' | ProofProblem> {
  const browser = request.cookies[deps.cookies.passkey];
  const { data } = provePasskeyBody.safeParse({ answer: parsedJson(sent) });
  if (browser === undefined || data === undefined) return 'passkey-refused';
  const result = await proveByPasskey(deps, session, { browser, answer: data.answer });
  return result === 'refused' ? 'passkey-refused' : result;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Another site may have led here: whoever is let in chooses a reason by themselves. */
function withoutReason(path: string): string {
  const [to = path, query] = path.split('?', 2);
  const fields = new URLSearchParams(query);
  if (!fields.has('reason')) return path;
  fields.delete('reason');
  return `${to}?${fields}`;
}

/** Asks who sits here. What was about to be sent goes along, so that nothing is typed twice. */
function proofPage(request: FastifyRequest, operator: FoundOperator, problem: ProofProblem): Page {
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
    title: 'Show that it’s you',
    status: 401,
    ...(operator.isInside ? { operator } : {}),
    main: html`<p class="text-lead">${lead}</p>
${problem !== 'missing' && html`<p class="banner banner-error" role="alert">${PROOF_SENTENCES[problem]}</p>`}
<form method="post" action="${action}" class="card proof-form" id="proof">${hidden(isPost ? Object.fromEntries(sent) : {})}
${
  operator.hasPasskey &&
  html`<input type="hidden" name="proof_passkey" id="proof-passkey" disabled>
<p><button type="button" class="button button-dawn" id="use-passkey" hidden>Use your passkey</button></p>
<p class="soft" id="passkey-problem" role="status"></p>
<noscript><p>A passkey needs JavaScript${operator.hasSecondStep && '; the password and a code do not'}.</p></noscript>`
}
${operator.hasSecondStep && passwordFields(operator)}
</form>`,
  };
}

function passwordFields({ hasPasskey }: FoundOperator): Html {
  return html`<label class="field"><span>Password</span><input class="input" type="password" name="proof_password" autocomplete="current-password" required></label>
<label class="field"><span>Code from your authenticator app</span><input class="input" name="proof_code" inputmode="numeric" autocomplete="one-time-code" required></label>
<p><button class="button ${hasPasskey ? 'button-quiet' : 'button-dawn'}">Go on</button></p>`;
}

const refusalSchema = z.object({
  message: z.string(),
  fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

const OUT_OF_DATE =
  'The page that you sent this from is out of date, so nothing was changed. Please open it again.';

/** Gives browsers what was refused as a page, with all that they typed. */
export function answerRefusalsAsPages(app: FastifyInstance, frame: ConsoleFrame): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (
      !isJson ||
      reply.statusCode < 400 ||
      typeof payload !== 'string' ||
      !prefersPage(request.headers.accept)
    )
      return payload;
    const { message, fields } = refusalSchema.parse(JSON.parse(payload));
    reply.type('text/html; charset=utf-8').header('content-security-policy', CONSOLE_POLICY);
    const seen = fields?.filter(({ field }) => SEEN_FIELDS.includes(field));
    const lead =
      seen === undefined ? message : seen.length === 0 ? OUT_OF_DATE : 'Please go back and correct this:';
    return frame({
      title: 'That didn’t work',
      main: html`<p class="text-lead" role="alert">${lead}</p>
<ul>${seen?.map((field) => html`<li>${field.message}</li>`)}</ul>${typedList(request)}
<p><a href="${CONSOLE.home}">Back to the console</a></p>`,
    });
  });
}
