import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { countWord } from '#content/count-words.ts';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { PROOF_MINUTES } from '#contract/limits.ts';
import type { ConsoleAction } from '#contract/operators.ts';
import { isConsolePath, pathFor } from '#contract/paths.ts';
import { sitePath } from '#contract/site-path.ts';
import { CONSOLE } from '#features/console/contract.ts';
import type { Operator } from '#server/console-view.ts';
import { type Html, hidden, html, textField } from '#server/html/html.ts';
import { requestTarget } from '#server/http/body.ts';
import { answerAsPages } from '#server/site/page-frame.ts';
import { timeInWords } from '#server/time.ts';
import { withQuery } from './keyset-pages.ts';
import type { FoundOperator } from './operator.ts';
import { CONSOLE_POLICY, type ConsoleFrame, entryOf, type FramedPage, sendConsolePage } from './page.ts';

/**
 * The operator of each request that passed the guard's check. The page of a refusal shows this operator the menu of the
 * console.
 */
export const insiders = new WeakMap<FastifyRequest, Operator>();

/** Reads the text fields of a form. Anything else counts as an empty form. */
const formSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({});

/** A path of the console to return to: `next`, or the start page of the console if `next` is anything else. */
export function pathIn(next: unknown): string {
  const path = sitePath(next);
  return path !== null && isConsolePath(path) ? path : CONSOLE.home;
}

/**
 * The page of the console from which a form was sent. Only a form is sure to come from this origin: the `Referer` of a link could name a
 * path with a reason.
 */
function pageOfForm({ method, headers: { referer = '' } }: FastifyRequest): string {
  const from = method === 'POST' ? URL.parse(referer) : null;
  return pathIn(from && from.pathname + from.search);
}

export function answerSignedOut(
  request: FastifyRequest,
  reply: FastifyReply,
  frame: ConsoleFrame,
): FastifyReply {
  if (request.method === 'GET')
    return reply.redirect(signInPath(encodeURIComponent(pathIn(request.url))), 303);
  const main = html`<p class="text-lead">Your sign-in has expired, so nothing was changed.</p>
${typedList(request)}
<p><a class="button button-dawn" href="${signInPath(encodeURIComponent(pageOfForm(request)))}">Sign in</a></p>`;
  return sendConsolePage(reply, frame, { title: 'Please sign in again', status: 401, main });
}

/**
 * The form fields into which operators type, with their labels. If a form is refused, the page repeats their text. `SEEN_FIELDS` has
 * all fields that operators see; the page does not mention errors in other fields.
 */
const TYPED_FIELDS = {
  subject: 'Subject',
  text: 'Text',
  email: 'Email address',
  to: 'To',
  from: 'From',
  typed: 'Address or name',
  words: 'Words',
  q: 'Words',
  person: 'Person',
};
const SEEN_FIELDS = [
  ...Object.keys(TYPED_FIELDS),
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

const isTyped = (name: string) => Object.hasOwn(TYPED_FIELDS, name);

function typedList({ body }: FastifyRequest): Html {
  const typed = Object.entries(formSchema.parse(body ?? {})).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && isTyped(name) ? [value] : [],
  );
  return html`${typed.length > 0 && html`<p>What you typed is below; copy it before you leave this page.</p><ul class="typed">${typed.map((text) => html`<li>${text}</li>`)}</ul>`}`;
}

type FormWords = readonly [title: string, textLabel: string, button: string];
/** The heading of the page of a refused form, the label of its field `text` and its button, by the name of the form. */
const FORM_WORDS = new Map<string, FormWords>([
  ['reply', ['Your answer was not sent', 'Your answer', 'Send']],
  ['note', ['The note was not saved', 'New note', 'Save the note']],
  ['test', ['The test was not sent', TYPED_FIELDS.text, 'Send the test']],
]);
const OTHER_FORM: FormWords = ['Nothing was sent or changed', TYPED_FIELDS.text, 'Continue'];

const wordsOf = ({ body }: FastifyRequest) =>
  FORM_WORDS.get(String(formSchema.parse(body ?? {}).do)) ?? OTHER_FORM;

/** The form that was refused, to be corrected and sent again. */
function refusedForm(request: FastifyRequest, wrong: readonly FieldProblem[]): Html {
  const sent = formSchema.parse(request.body ?? {});
  const isHidden = (name: string) => !isTyped(name) && name !== 'done' && !name.startsWith('proof_');
  const kept = Object.entries(sent).filter(([name]) => isHidden(name));
  const [, textLabel, button] = wordsOf(request);
  return html`<form method="post" action="${pathIn(request.url)}" class="fields wide">${hidden(Object.fromEntries(kept))}
${Object.entries(TYPED_FIELDS).map(([name, label]) => {
  if (sent[name] === undefined) return '';
  const problem = wrong.find(({ field }) => field === name)?.message;
  return name === 'text'
    ? textArea(name, textLabel, String(sent[name]), problem)
    : textField(name, label, html`value="${String(sent[name])}"`, problem);
})}
${sent.done !== undefined && html`<label class="choice"><input type="checkbox" class="tick" name="done" value="1" checked> and mark it as done</label>`}
<p><button class="button button-dawn">${button}</button></p></form>`;
}

function textArea(name: string, label: string, value: string, problem: string | undefined): Html {
  const wrong = problem && html` aria-invalid="true" aria-describedby="${name}-wrong" autofocus`;
  return html`<label class="field"><span>${label}</span><textarea class="input" name="${name}" rows="10"${wrong}>${value}</textarea></label>${problem && html`<p class="field-problem" id="${name}-wrong">${problem}</p>`}`;
}

export const FACTOR_PAGE: FramedPage = {
  title: 'One more thing first',
  status: 403,
  main: html`<p class="text-lead">The console opens only for accounts with a passkey or two-step verification, because people have trusted us with what is in it.</p>
<p>Add one of the two under Security, in this browser, then come back here. If you have just accepted an invitation, the console opens at once; otherwise, a day later.</p>
<p><a class="button button-dawn" href="${PAGES.security}#security-passkeys">Open Security</a></p>`,
};

export const FROZEN_PAGE: FramedPage = {
  title: 'Your account is frozen',
  status: 403,
  main: html`<p class="text-lead">A change to how you sign in was reported as not yours, so the console stays closed until you decide about it.</p>
<p><a class="button button-dawn" href="${PAGES.security}">Open Security</a></p>`,
};

/** The page for a second factor that is too new: a thief may have added it. The operator and the owners have got a mail. */
export function newFactorPage(opensFrom: string): FramedPage {
  return {
    title: 'Not yet',
    status: 403,
    main: html`<p class="text-lead">Your passkey or authenticator app is new. It opens the console from ${timeInWords(opensFrom)}, so that nobody gets in with one that they added to your account.</p>
<p>If you can’t wait: ask an owner for a new invitation, remove the passkey or app, open the invitation, then add it again. The people who run the server can make an invitation too: <code>npm run operator -- staff add</code>.</p>`,
  };
}

export function refusedPage(
  request: FastifyRequest,
  operator: FoundOperator,
  { who }: ConsoleAction,
): FramedPage {
  const what = request.method === 'POST' ? 'do this' : 'open this page';
  return {
    title: 'Your role doesn’t allow this',
    status: 403,
    operator,
    main: html`<p class="text-lead">Your role (${operator.role}) can’t ${what}. Roles that can: ${who.join(', ')}.</p>
<p>An owner can change your role. <a href="${CONSOLE.roles}">See who may do what.</a></p>
${typedList(request)}`,
  };
}

/** Removes the reason from a path. A link on another site may have set it, but operators must choose a reason themselves. */
function withoutReason(path: string): string {
  const { path: to, search } = requestTarget(path);
  const fields = new URLSearchParams(search);
  if (!fields.has('reason')) return path;
  fields.delete('reason');
  return `${to}?${fields}`;
}

/** The page that asks for a proof of identity. It repeats the fields of the interrupted form, so that nothing is typed twice. */
export function proofPage(
  request: FastifyRequest,
  operator: FoundOperator,
  problem: string | undefined,
): FramedPage {
  const { signed } = operator;
  const isPost = request.method === 'POST';
  const sent = Object.entries(formSchema.parse(request.body ?? {})).filter(
    ([name]) => !name.startsWith('proof_'),
  );
  const { id } = request.params as { readonly id?: string };
  const { reason } = { ...Object.fromEntries(sent), ...(request.query as object) };
  const person = withQuery(pathFor(CONSOLE.person, id ?? ''), { reason: String(reason ?? '') });
  const isOfPerson = request.routeOptions.url?.startsWith(`${CONSOLE.person}/`);
  const action = isPost
    ? pathIn(request.url)
    : `${CONSOLE.enter}?next=${encodeURIComponent(withoutReason(pathIn(request.url)))}`;
  const { consoleAction } = request.routeOptions.config;
  const file = consoleAction?.isExport ? ' The file then downloads, and this page stays.' : '';
  const lead = operator.isInside
    ? `Before you continue, please confirm once more that it’s you. The confirmation lasts ${countWord(PROOF_MINUTES)} minutes.${file}`
    : 'The console opens once you confirm that it’s you. It closes after half an hour without use.';
  return {
    title: 'Confirm it’s you',
    status: 401,
    ...(operator.isInside ? { operator } : {}),
    main: html`<p class="text-lead">${lead}</p>
${problem && html`<p class="banner banner-error" role="alert">${problem}</p>`}
<form method="post" action="${action}" class="card proof-form" id="proof">${hidden(isPost ? Object.fromEntries(sent) : {})}
${
  signed &&
  html`<p><button type="button" class="button button-dawn" id="sign" data-options="${signed.options}" hidden>${signed.words.button}</button></p>
<p class="soft" id="sign-problem" role="status"></p>
<noscript><p>${signed.words.withoutScripts}</p></noscript>`
}
${passwordFields(operator)}
</form>
${operator.isInside && html`<p>${isOfPerson ? html`<a href="${person}">Back to the person</a>` : html`<a href="${CONSOLE.home}">Back to the console</a>`}</p>`}`,
  };
}

function passwordFields({ signed }: FoundOperator): Html {
  return html`<label class="field"><span>Password</span><input class="input" type="password" name="proof_password" autocomplete="current-password" required></label>
<label class="field"><span>Code from your authenticator app, or a recovery code</span><input class="input" name="proof_code" autocomplete="one-time-code"${!signed && ' required'}></label>
<p><button class="button ${signed ? 'button-quiet' : 'button-dawn'}">Continue</button></p>`;
}

const OUT_OF_DATE =
  'The page you sent this from is out of date, so nothing was changed. Please open it again.';

type FieldProblem = { readonly field: string; readonly message: string };

/** Answers refused requests of browsers with a page that shows all typed texts. */
export function answerRefusalsAsPages(app: FastifyInstance, frame: ConsoleFrame): void {
  const page: Parameters<typeof answerAsPages>[1] = ({ message, fields }, request) => {
    const seen = fields?.filter(({ field }) => SEEN_FIELDS.includes(field));
    const isCorrectable = request.method === 'POST' && fields?.every(({ field }) => isTyped(field)) === true;
    const correct = isCorrectable ? 'Please correct this:' : 'Please go back and correct this:';
    const lead = seen === undefined ? message : seen.length === 0 ? OUT_OF_DATE : correct;
    const operator = insiders.get(request);
    const back = pageOfForm(request);
    const [title] = isCorrectable ? wordsOf(request) : ['That didn’t work'];
    const main = html`<p class="text-lead" role="alert">${lead}</p>
${
  isCorrectable
    ? refusedForm(request, fields)
    : html`<ul>${seen?.map((field) => html`<li>${field.message}</li>`)}</ul>${typedList(request)}`
}
<p><a href="${back}">${back === CONSOLE.home ? 'Back to the console' : 'Back to where you were'}</a></p>`;
    return frame({ title, main, ...(operator && { operator }) }, entryOf(request));
  };
  // People who are not in the console get the site's usual 404 page, as if the console did not exist.
  const isRefusal = (request: FastifyRequest, { statusCode }: FastifyReply) =>
    statusCode >= 400 && (statusCode !== 404 || insiders.has(request));
  answerAsPages(app, page, { isMeant: isRefusal, policy: CONSOLE_POLICY });
}
