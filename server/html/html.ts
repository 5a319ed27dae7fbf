import { DAY_MS, HOUR_MS, MINUTE_MS, plural, timeInWords } from '#server/time.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Safe markup. Only `html` creates it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | false | null | undefined | readonly Part[];

/** Builds markup. Text values are escaped, `Html` values are not; null, undefined and false become nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, at) => text + markupOf(parts[at])).join(''));
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (part === undefined || part === null || part === false) return '';
  return Array.isArray(part) ? part.map(markupOf).join('') : escapeHtml(String(part));
}

/** @public */
export function timeOf(iso: string | null): Html {
  if (iso === null) return html`<span class="soft">never</span>`;
  return html`<time datetime="${iso}">${timeInWords(iso)}</time>`;
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** @public */
export function agoOf(now: Date, iso: string): string {
  const ms = now.getTime() - Date.parse(iso);
  const [unit, length] = UNITS.find(([, each]) => ms >= each) ?? [];
  return unit === undefined ? 'just now' : `${plural(Math.floor(ms / length), unit)} ago`;
}

/** A select field. `spoken` is a longer label for screen readers. @public */
export function select(
  name: string,
  label: string,
  options: Readonly<Record<string, string>>,
  chosen?: string,
  spoken?: string,
): Html {
  return html`<label class="field"><span>${label}</span><select class="input" name="${name}"${spoken && html` aria-label="${spoken}"`}>${Object.entries(
    options,
  ).map(
    ([value, words]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
  )}</select></label>`;
}

/** The fields of a range of days. @public */
export function dayFields({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): Html {
  const field = (name: string, label: string, value: string | undefined) =>
    html`<label class="field"><span>${label}</span><input class="input" type="date" name="${name}" value="${value}"></label>`;
  return html`${field('from', 'From', from)}${field('to', 'To', to)}`;
}

/** A form of one button, with an optional shortcut key. @public */
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

/** A name with its value; absent values are left out. */
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

/** A code as words: `form-notification` becomes `Form notification`. @public */
export const nameOf = (code: string): string =>
  code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ');
