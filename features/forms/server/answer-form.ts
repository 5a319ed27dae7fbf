import type { FastifyReply, FastifyRequest } from 'fastify';
import { BRAND } from '#content/brand.ts';
import { FORM_SERVICE_PAGE as WORDS } from '#content/form-service.ts';
import { filled } from '#contract/page-errors.ts';
import { escapeHtml } from '#server/html/html.ts';
import { prefersPage } from '#server/http/body.ts';
import { noticeHtml, type PageFrame, sendPage } from '#server/site/page-frame.ts';
import type { FormDefinition, FormField } from './form-definitions.ts';
import type { FormProblem, FormRefusal } from './form-refusal.ts';
import { type FormEntries, SPECIAL } from './read-form.ts';

export type RefusedForm = FormRefusal & {
  readonly form?: FormDefinition | undefined;
  /** What was typed, to be shown again. */
  readonly entries?: FormEntries | undefined;
  /** Whether it may have been a page of somebody else's that sent it. */
  readonly isFromElsewhere?: boolean | undefined;
};

/** Whether the sender reads pages: a browser that sends the form by itself. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return prefersPage(headers.accept);
}

/** @param next absolute address of a page of this site */
export function answerAccepted(request: FastifyRequest, reply: FastifyReply, next: string): FastifyReply {
  return wantsPage(request) ? reply.redirect(pathOf(next), 303) : reply.send({ ok: true, next });
}

/** The library shows the bank's question with it, and posts again. Only a page with scripts can get here. */
export function answerBankAsks(
  reply: FastifyReply,
  { clientSecret, resubmitKey }: { readonly clientSecret: string; readonly resubmitKey: string },
): FastifyReply {
  return reply.send({ stripe: { paymentIntentClientSecret: clientSecret }, resubmitKey });
}

/** A visitor may have come by another name of this machine, and stays with it. Two slashes would name another one. */
function pathOf(page: string): string {
  const { pathname, search, hash } = new URL(page);
  return pathname.startsWith('//') ? page : `${pathname}${search}${hash}`;
}

/** The protocol's refusal for programs; for people the form again, with everything they typed. */
export function answerRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  refused: RefusedForm,
  frame: PageFrame,
): FastifyReply {
  const { status, problems, retryAfter, form, entries, isFromElsewhere = true } = refused;
  reply.code(status);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (!wantsPage(request)) {
    const error = problems.map(({ field, message }) =>
      field === undefined ? message : `${field} ${message}`,
    );
    return reply.send({ error: error.join(' '), errors: problems });
  }
  const canSendAgain = status !== 403 && status !== 404;
  const [action = ''] = request.url.split('?', 1);
  const page = { problems, form, entries, action, canSendAgain, isFromElsewhere };
  return sendPage(reply, failurePage(page, frame));
}

type FailurePage = {
  readonly problems: readonly FormProblem[];
  /** Undefined when the address belongs to no form. */
  readonly form: FormDefinition | undefined;
  /** What was typed; undefined when it could not be read. */
  readonly entries: FormEntries | undefined;
  /** Path to send the form to again. */
  readonly action: string;
  /** Whether the same form can be sent again, corrected or later. */
  readonly canSendAgain: boolean;
  /**
   * Whether another site's page may have sent it. Then the form shows its own fields only, since the visitor must see
   * everything that they send.
   */
  readonly isFromElsewhere: boolean;
};

/**
 * The page of a refused form, for browsers without JavaScript: the problems, and the form with everything that was
 * typed. Its classes are those of `features/forms/web/forms.css`.
 */
function failurePage(page: FailurePage, frame: PageFrame): string {
  return frame(
    `${[WORDS.title, page.form?.title].filter(Boolean).join(': ')} — ${BRAND.product}`,
    `<div class="page-width refused-form">
      <h1 class="first-light text-heading">${escapeHtml(WORDS.heading)}</h1>
      ${problemList(page)}
      ${whatWasTyped(page)}
      <p class="text-soft">${escapeHtml(WORDS.byEmail)} <a href="mailto:${escapeHtml(WORDS.email)}">${escapeHtml(WORDS.email)}</a></p>
    </div>`,
  );
}

function problemList(page: FailurePage): string {
  const { problems, form, entries, canSendAgain, isFromElsewhere } = page;
  const items = problems.map(({ field, message }) => {
    if (field === undefined) return `<li>${escapeHtml(message)}</li>`;
    const sentence = escapeHtml(`${labelOf(form, field)} ${message}`);
    const isOpen = canSendAgain && form !== undefined && entries !== undefined;
    const hasInput = isOpen && (!isFromElsewhere || isOwn(form, field));
    return hasInput ? `<li><a href="#${idOf(field)}">${sentence}</a></li>` : `<li>${sentence}</li>`;
  });
  return `<section class="banner banner-error" role="alert" aria-labelledby="problems">
        <div>
          <h2 id="problems">${escapeHtml(WORDS.problems)}</h2>
          <ul>${items.join('')}</ul>
        </div>
      </section>`;
}

function whatWasTyped(page: FailurePage): string {
  const { form, entries, canSendAgain } = page;
  if (entries === undefined) {
    const link =
      form === undefined ? '' : ` <a href="${escapeHtml(form.page)}">${escapeHtml(WORDS.emptyForm)}</a>`;
    return `<p class="text-lead text-soft">${escapeHtml(WORDS.goBack)}${link}</p>`;
  }
  if (form === undefined || !canSendAgain) return toCopy(page, entries, WORDS.copy, WORDS.written);
  const lead = leadOf(page, form);
  if (!page.isFromElsewhere) return sendAgain(page, form, entries, lead);
  const own = {
    ...page,
    problems: page.problems.filter(({ field }) => field !== undefined && isOwn(form, field)),
  };
  const [shown, left] = divided(form, entries);
  return sendAgain(own, form, shown, lead) + toCopy(page, left, WORDS.leftOut, WORDS.leftOutTitle);
}

/** What to do with the form below: correct it, or only wait where nothing that was typed is to blame. */
function leadOf({ problems }: FailurePage, { submit }: FormDefinition): string {
  const isOnlyTime = problems.every(({ code }) => code === 'RATE_LIMITED' || code === 'UNEXPECTED');
  return isOnlyTime ? filled(WORDS.wait, { send: submit }) : WORDS.correct;
}

/** What the form shows by itself, and all the rest. A file has to be chosen again anyhow. */
function divided(
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

function toCopy({ form }: FailurePage, { texts }: FormEntries, lead: string, title: string): string {
  const typed = [...texts].filter(([name, text]) => !name.startsWith('_') && text !== '');
  if (typed.length === 0) return '';
  const rows = typed.map(
    ([name, text]) =>
      `<div><dt>${escapeHtml(labelOf(form, name))}</dt><dd class="typed">${escapeHtml(text)}</dd></div>`,
  );
  return `<p class="text-lead text-soft">${escapeHtml(lead)}</p>
      <section class="card postcard" aria-labelledby="written">
        <h2 id="written">${escapeHtml(title)}</h2>
        <dl>${rows.join('')}</dl>
      </section>`;
}

function sendAgain(
  { problems, action }: FailurePage,
  form: FormDefinition,
  entries: FormEntries,
  lead: string,
): string {
  const refused = new Set(problems.flatMap(({ field }) => (field === undefined ? [] : [field])));
  const others = [...new Set([...entries.texts.keys(), ...entries.notText, ...refused])].filter(
    (name) => !isOwn(form, name) && name !== SPECIAL.notice,
  );
  // What the page had hidden stays hidden, unless it is what has to be corrected.
  const [toCorrect, hidden] = [
    others.filter((name) => refused.has(name)),
    others.filter((name) => !refused.has(name)),
  ];
  const inputs = [
    ...form.fields.map((field) => fieldInput(field, entries, problems)),
    ...toCorrect.map((name) => fieldInput({ ...PLAIN, name, label: name }, entries, problems)),
    ...hidden.map(
      (name) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(entries.texts.get(name) ?? '')}">`,
    ),
    ...fileInputs(form, entries),
  ];
  const encoding = form.files === undefined ? '' : ' enctype="multipart/form-data"';
  return `<p class="text-lead text-soft">${escapeHtml(lead)}</p>
      <form method="post" action="${escapeHtml(action)}"${encoding} class="card postcard" novalidate>
        ${inputs.join('\n        ')}
        ${form.notice === undefined ? '' : noticeHtml(form.notice)}
        <div><button type="submit" class="button button-dawn">${escapeHtml(form.submit)}</button></div>
      </form>`;
}

/** Not of the type `email`: in that, browsers refuse `josé@example.com`. */
const INPUT_MODES = {
  text: '',
  choice: '',
  email: ' inputmode="email" autocapitalize="none" spellcheck="false"',
  numeric: ' inputmode="decimal"',
} as const satisfies Record<FormField['type'], string>;

const PLAIN = { type: 'text', required: false, max: 0, rows: 2 } as const;

function fieldInput(field: FormField, entries: FormEntries, problems: readonly FormProblem[]): string {
  const { name, label, type, required, rows } = field;
  const own = problems.filter((problem) => problem.field === name);
  const value = escapeHtml(entries.texts.get(name) ?? '');
  const id = idOf(name);
  const attributes = [
    `id="${id}" class="input" name="${escapeHtml(name)}"`,
    ...(required ? ['required'] : []),
    ...(own.length > 0 ? [`aria-invalid="true" aria-describedby="${id}-problem"`] : []),
  ].join(' ');
  // HTML drops a line break right after the tag; this one is for it.
  const input = field.options
    ? `<select ${attributes}><option></option>${field.options.map((option) => optionOf(option, entries.texts.get(name)?.trim())).join('')}</select>`
    : rows === undefined
      ? `<input ${attributes} type="text"${INPUT_MODES[type]} value="${value}">`
      : `<textarea ${attributes} rows="${rows}">\n${value}</textarea>`;
  const said = own.map(({ message }) => escapeHtml(`${label} ${message}`)).join(' ');
  const problem = own.length === 0 ? '' : `<p class="field-problem" id="${id}-problem">${said}</p>`;
  return `<div class="field"><label for="${id}">${escapeHtml(label)}</label>${input}${problem}</div>`;
}

function optionOf(option: string, chosen: string | undefined): string {
  return `<option${option === chosen ? ' selected' : ''}>${escapeHtml(option)}</option>`;
}

function fileInputs({ files }: FormDefinition, entries: FormEntries): string[] {
  if (files === undefined) return [];
  const sent = new Set(entries.files.map(({ field }) => field));
  const again = sent.size === 0 ? '' : `<p class="field-hint">${escapeHtml(WORDS.filesAgain)}</p>`;
  return [...(sent.size === 0 ? ['file'] : sent)].map((name) => {
    const id = `file-${idOf(name)}`;
    return `<div class="field"><label for="${id}">${escapeHtml(WORDS.files)}</label>${again}<input type="file" id="${id}" name="${escapeHtml(name)}" multiple class="input"></div>`;
  });
}

function isOwn(form: FormDefinition, name: string): boolean {
  return form.fields.some((field) => field.name === name);
}

function labelOf(form: FormDefinition | undefined, name: string): string {
  return form?.fields.find((field) => field.name === name)?.label ?? name;
}

/** An id has no blanks, and a link to it no signs with a meaning; names of fields are anything. */
function idOf(name: string): string {
  return `field-${Buffer.from(name).toString('hex')}`;
}
