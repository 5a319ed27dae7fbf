import { REASONS } from '#contract/operators.ts';
import { dateInWords, parseDay, timeInWords, typedDay, wrongDay } from '#server/time.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for the content of HTML elements and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Turns the entities of `escapeHtml` back into characters. */
export function unescapeHtml(escaped: string): string {
  const signOf = (entity: string) => Object.keys(ENTITIES).find((sign) => ENTITIES[sign] === entity);
  return escaped.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => signOf(entity) ?? entity);
}

/** Markup in which all text is escaped. Only `html` creates it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | false | null | undefined | readonly Part[];

/** Makes markup from a template. Escapes text values, but not `Html` values. Leaves out null, undefined and false. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, at) => text + markupOf(parts[at])).join(''));
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (part === undefined || part === null || part === false) return '';
  return Array.isArray(part) ? part.map(markupOf).join('') : escapeHtml(String(part));
}

/** A time in the time zone of the site. The console rewrites it in the time zone of the operator. @public */
export function timeOf(iso: string | null): Html {
  if (iso === null) return html`<span class="soft">never</span>`;
  return html`<time datetime="${iso}">${timeInWords(iso)}</time>`;
}

/** Like `timeOf`, but the console always shows the date and time, never “5 minutes ago”. @public */
export const clockTimeOf = (iso: string): Html =>
  html`<time datetime="${iso}" data-clock>${timeInWords(iso)}</time>`;

/** A day in the time zone of the site. The console shows it in the operator’s time zone. @public */
export function dateOf(iso: string | null): Html {
  return html`<time datetime="${iso}" data-day>${iso !== null && dateInWords(iso)}</time>`;
}

/** A select field. An option that contains options becomes a group. `spoken` is a longer label for screen readers. @public */
export function select(
  name: string,
  label: string,
  options: Readonly<Record<string, string | Readonly<Record<string, string>>>>,
  chosen?: string,
  { spoken, isRequired = false }: { readonly spoken?: string; readonly isRequired?: boolean } = {},
): Html {
  const option = ([value, words]: readonly [string, string]) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`;
  return html`<label class="field"><span>${label}</span><select class="input" name="${name}"${isRequired && html` required`}${spoken && html` aria-label="${spoken}"`}>${Object.entries(
    options,
  ).map(([value, words]) =>
    typeof words === 'string'
      ? option([value, words])
      : html`<optgroup label="${value}">${Object.entries(words).map(option)}</optgroup>`,
  )}</select></label>`;
}

/** A text field and, if its value is wrong, a sentence on what is wrong. @public */
export function textField(
  name: string,
  label: string,
  attributes: Html,
  problem?: string | false,
  look = 'input',
): Html {
  return html`<label class="field"><span>${label}</span><input class="${look}" name="${name}" ${attributes}${problem && html` aria-invalid="true" aria-describedby="${name}-wrong" autofocus`}></label>${problem && html`<p class="field-problem" id="${name}-wrong">${problem}</p>`}`;
}

/**
 * The two text fields of a range of days. Date fields of browsers would use the date format of the browser’s country. @public
 * @param problem what is wrong with the range
 */
export function dayFields(
  { from, to }: Partial<Record<'from' | 'to', string | undefined>>,
  problem?: string,
): Html {
  const field = (name: string, label: string, value = '', ofRange?: string) => {
    const day = parseDay(value);
    const wrong = value !== '' && day === undefined && `${label}: ${wrongDay(value).replace(/^P/, 'p')}`;
    const attributes = html`value="${day ? typedDay(day) : value}" placeholder="dd/mm/yyyy" autocomplete="off"`;
    return textField(name, label, attributes, wrong || ofRange, 'input day');
  };
  return html`${field('from', 'From', from)}${field('to', 'To', to, problem)}`;
}

/** A form with one button, and optionally a shortcut key. @public */
export function pressForm(
  action: string,
  fields: Readonly<Record<string, string | readonly string[]>>,
  label: string,
  look = 'button-quiet',
  key?: string,
): Html {
  return html`<form method="post" action="${action}">${hidden(fields)}<button class="button ${look} button-small"${key && html` data-key="${key}"`}>${label}</button></form>`;
}

export function hidden(fields: Readonly<Record<string, string | readonly string[]>>): Html {
  return html`${Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one) => html`<input type="hidden" name="${name}" value="${one}">`),
  )}`;
}

export type Fact = readonly [name: Html | string, value: Html | string | number | false | null | undefined];

/** @public */
export function facts(rows: readonly Fact[], look: 'facts' | 'facts card' = 'facts'): Html {
  return html`<dl class="${look}">${rows.map(
    ([name, value]) =>
      value !== undefined && value !== null && value !== false && html`<dt>${name}</dt><dd>${value}</dd>`,
  )}</dl>`;
}

/** @public */
export function section(id: string, title: string, main: Html, look: 'card' | 'part' = 'card'): Html {
  return html`<section class="${look}" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${main}</section>`;
}

export const empty = (words: Html | string): Html => html`<p class="empty card">${words}</p>`;

/** @public */
export const list = (rows: readonly Html[], without: Html | string, look = ''): Html =>
  rows.length === 0 ? empty(without) : html`<ul class="rows ${look}">${rows}</ul>`;

/** `form-notification` becomes `Form notification`. @public */
export const nameOf = (code: string): string =>
  code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ');

/** A field to choose a reason. Without `chosen`, nothing is preselected, so that nobody gives a reason without having read it. @public */
export function reasonField(
  label: string,
  name = 'reason',
  reasons: Readonly<Record<string, string>> = REASONS,
  chosen?: string,
): Html {
  return select(name, label, { '': 'Please choose', ...reasons }, chosen, { isRequired: true });
}
