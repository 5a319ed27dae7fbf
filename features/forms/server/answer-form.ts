import type { FastifyReply, FastifyRequest } from 'fastify';
import { BRAND } from '#content/brand.ts';
import { FORM_SERVICE_PAGE as WORDS } from '#content/form-service.ts';
import { filled } from '#contract/page-errors.ts';
import { type Html, hidden, html } from '#server/html/html.ts';
import { prefersPage, requestTarget } from '#server/http/body.ts';
import { noticeHtml, type PageFrame, sendPage } from '#server/site/page-frame.ts';
import type { FormDefinition, FormField } from './form-definitions.ts';
import type { FormProblem, FormRefusal } from './form-refusal.ts';
import { type FormEntries, SPECIAL } from './read-form.ts';

type RefusedForm = FormRefusal & {
  readonly form: FormDefinition | undefined;
  /** The content of the refused form. Undefined if the body was unreadable. */
  readonly entries: FormEntries | undefined;
  /**
   * Whether another site sent the form. That site may have added hidden fields, so only the form's own visible fields are shown
   * again.
   */
  readonly isFromElsewhere: boolean;
};

/** Redirects a browser without JavaScript to `next`, an address of this site, and answers others with JSON. */
export function answerAccepted(request: FastifyRequest, reply: FastifyReply, next: string): FastifyReply {
  return prefersPage(request) ? reply.redirect(pathOf(next), 303) : reply.send({ ok: true, next });
}

/** Keeps only the path, so that visitors stay on their host name. A path with `//` would name another host. */
function pathOf(page: string): string {
  const { pathname, search, hash } = new URL(page);
  return pathname.startsWith('//') ? page : `${pathname}${search}${hash}`;
}

/** Answers a program with the protocol's errors, and a browser without JavaScript with the form and all that was typed. */
export function answerRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  refused: RefusedForm,
  frame: PageFrame,
): FastifyReply {
  const { status, problems, retryAfter } = refused;
  reply.code(status);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (!prefersPage(request)) {
    const error = problems.map(({ field, message }) =>
      field === undefined ? message : `${field} ${message}`,
    );
    return reply.send({ error: error.join(' '), errors: problems });
  }
  const { path: action } = requestTarget(request.url);
  return sendPage(reply, failurePage({ ...refused, action }, frame));
}

type FailurePage = RefusedForm & { readonly action: string };

const canSendAgain = ({ status }: FailurePage) => status !== 403 && status !== 404;

/** The page of a refused form for browsers without JavaScript. Its styles are in `features/forms/web/forms.css`. */
function failurePage(page: FailurePage, frame: PageFrame): string {
  return frame(
    `${[WORDS.title, page.form?.title].filter(Boolean).join(': ')} — ${BRAND.product}`,
    html`<div class="page-width refused-form">
      <h1 class="first-light text-heading">${WORDS.heading}</h1>
      ${problemList(page)}
      ${whatWasTyped(page)}
      <p class="text-soft">${WORDS.byEmail} <a href="mailto:${WORDS.email}">${WORDS.email}</a></p>
    </div>`,
  );
}

function problemList(page: FailurePage): Html {
  const { problems, form, entries, isFromElsewhere } = page;
  const items = problems.map(({ field, message }) => {
    if (field === undefined) return html`<li>${message}</li>`;
    const sentence = `${labelOf(form, field)} ${message}`;
    const isOpen = canSendAgain(page) && form !== undefined && entries !== undefined;
    const hasInput = isOpen && (!isFromElsewhere || isOwn(form, field));
    return html`<li>${hasInput ? html`<a href="#${idOf(field)}">${sentence}</a>` : sentence}</li>`;
  });
  return html`<section class="banner banner-error" role="alert" aria-labelledby="problems">
        <div>
          <h2 id="problems">${WORDS.problems}</h2>
          <ul>${items}</ul>
        </div>
      </section>`;
}

function whatWasTyped(page: FailurePage): Html {
  const { form, entries } = page;
  if (entries === undefined) {
    return html`<p class="text-lead text-soft">${WORDS.goBack}${form && html` <a href="${form.page}">${WORDS.emptyForm}</a>`}</p>`;
  }
  if (form === undefined || !canSendAgain(page)) return toCopy(page, entries, WORDS.copy, WORDS.written);
  const lead = leadOf(page, form);
  if (!page.isFromElsewhere) return sendAgain(page, form, entries, lead);
  const own = {
    ...page,
    problems: page.problems.filter(({ field }) => field !== undefined && isOwn(form, field)),
  };
  const [shown, left] = splitFields(form, entries);
  return html`${sendAgain(own, form, shown, lead)}${toCopy(page, left, WORDS.leftOut, WORDS.leftOutTitle)}`;
}

function leadOf({ problems }: FailurePage, { submit }: FormDefinition): string {
  const isOnlyTime = problems.every(({ code }) => code === 'RATE_LIMITED' || code === 'UNEXPECTED');
  return isOnlyTime ? filled(WORDS.wait, { send: submit }) : WORDS.correct;
}

/** Separates the fields that the form shows from all others. Files have to be chosen again. */
function splitFields(
  form: FormDefinition,
  { texts, notText, notStorable, files }: FormEntries,
): [FormEntries, FormEntries] {
  const only = (wanted: boolean, files: FormEntries['files']): FormEntries => ({
    texts: new Map([...texts].filter(([name]) => isOwn(form, name) === wanted)),
    notText: new Set([...notText].filter((name) => isOwn(form, name) === wanted)),
    notStorable,
    files,
  });
  return [
    only(
      true,
      files.map((file) => ({ ...file, field: 'file' })),
    ),
    only(false, []),
  ];
}

function toCopy({ form }: FailurePage, { texts }: FormEntries, lead: string, title: string): Html {
  const typed = [...texts].filter(([name, text]) => !name.startsWith('_') && text !== '');
  if (typed.length === 0) return html``;
  const rows = typed.map(
    ([name, text]) => html`<div><dt>${labelOf(form, name)}</dt><dd class="typed">${text}</dd></div>`,
  );
  return html`<p class="text-lead text-soft">${lead}</p>
      <section class="card" aria-labelledby="written">
        <h2 id="written">${title}</h2>
        <dl>${rows}</dl>
      </section>`;
}

function sendAgain(
  { problems, action }: FailurePage,
  form: FormDefinition,
  entries: FormEntries,
  lead: string,
): Html {
  const refused = new Set(problems.flatMap(({ field }) => (field === undefined ? [] : [field])));
  const others = [...new Set([...entries.texts.keys(), ...entries.notText, ...refused])].filter(
    (name) => !isOwn(form, name) && name !== SPECIAL.notice,
  );
  // Fields that the page hides stay hidden, unless they must be corrected.
  const toCorrect = others.filter((name) => refused.has(name));
  const asTheyWere = others.filter((name) => !refused.has(name));
  return html`<p class="text-lead text-soft">${lead}</p>
      <form method="post" action="${action}"${form.files && html` enctype="multipart/form-data"`} class="card" novalidate>
        ${form.fields.map((field) => fieldInput(field, entries, problems))}
        ${toCorrect.map((name) => fieldInput({ ...PLAIN, name, label: name }, entries, problems))}
        ${asTheyWere.map((name) => hidden({ [name]: entries.texts.get(name) ?? '' }))}
        ${fileInputs(form, entries)}
        ${form.notice && noticeHtml(form.notice)}
        <div><button type="submit" class="button button-dawn">${form.submit}</button></div>
      </form>`;
}

/** The `inputmode` of fields. No field gets `type=email`, because browsers would then refuse `josé@example.com`. */
const INPUT_MODES = {
  text: html``,
  choice: html``,
  email: html` inputmode="email" autocapitalize="none" spellcheck="false"`,
  numeric: html` inputmode="decimal"`,
} as const satisfies Record<FormField['type'], Html>;

const PLAIN = { type: 'text', required: false, max: 0, rows: 2 } as const;

function fieldInput(field: FormField, entries: FormEntries, problems: readonly FormProblem[]): Html {
  const { name, label, type, required, rows } = field;
  const own = problems.filter((problem) => problem.field === name);
  const value = entries.texts.get(name) ?? '';
  const id = idOf(name);
  const invalid = own.length > 0 && html` aria-invalid="true" aria-describedby="${id}-problem"`;
  const attributes = html`id="${id}" class="input" name="${name}"${required && html` required`}${invalid}`;
  // HTML drops the first line break after a `<textarea>` tag, so the page adds one.
  const input = field.options
    ? html`<select ${attributes}><option></option>${field.options.map((option) => html`<option${option === value.trim() && html` selected`}>${option}</option>`)}</select>`
    : rows === undefined
      ? html`<input ${attributes} type="text"${INPUT_MODES[type]} value="${value}">`
      : html`<textarea ${attributes} rows="${rows}">\n${value}</textarea>`;
  const said = own.map(({ message }) => `${label} ${message}`).join(' ');
  const problem = own.length > 0 && html`<p class="field-problem" id="${id}-problem">${said}</p>`;
  return html`<div class="field"><label for="${id}">${label}</label>${input}${problem}</div>`;
}

function fileInputs({ files }: FormDefinition, entries: FormEntries): Html[] {
  if (files === undefined) return [];
  const sent = new Set(entries.files.map(({ field }) => field));
  const again = sent.size > 0 && html`<p class="field-hint">${WORDS.filesAgain}</p>`;
  return [...(sent.size === 0 ? ['file'] : sent)].map((name) => {
    const id = `file-${idOf(name)}`;
    return html`<div class="field"><label for="${id}">${WORDS.files}</label>${again}<input type="file" id="${id}" name="${name}" multiple class="input"></div>`;
  });
}

function isOwn(form: FormDefinition, name: string): boolean {
  return form.fields.some((field) => field.name === name);
}

function labelOf(form: FormDefinition | undefined, name: string): string {
  return form?.fields.find((field) => field.name === name)?.label ?? name;
}

/** Encodes a field name as an id. Ids may not hold blanks or characters that are special in links. */
function idOf(name: string): string {
  return `field-${Buffer.from(name).toString('hex')}`;
}
