import { DAY_MS, HOUR_MS, MINUTE_MS, plural, timeInWords } from '#server/time.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand between tags and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Markup that is safe to send: only `html` makes it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | false | null | undefined | readonly Part[];

/** Markup with values in it. Text is escaped, markup is not, and what is absent or false leaves nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, at) => text + markupOf(parts[at])).join(''));
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (part === undefined || part === null || part === false) return '';
  return Array.isArray(part) ? part.map(markupOf).join('') : escapeHtml(String(part));
}

/** A moment, in words and in UTC. @public */
export function timeOf(iso: string | null): Html {
  if (iso === null) return html`<span class="soft">never</span>`;
  return html`<time datetime="${iso}">${timeInWords(iso)}</time>`;
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** How long ago a moment was. @public */
export function agoOf(now: Date, iso: string): string {
  const ms = now.getTime() - Date.parse(iso);
  const [unit, length] = UNITS.find(([, each]) => ms >= each) ?? [];
  return unit === undefined ? 'just now' : `${plural(Math.floor(ms / length), unit)} ago`;
}

/** A choice of a form; the first is chosen unless told. `spoken` says more than the label has room for. @public */
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

/** The first and the last day that a list is asked for. @public */
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

/** A form that is one button, which a key presses as well. @public */
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

/** What something is, by name; what is absent is left out. */
export type Fact = readonly [name: Html | string, value: Html | string | number | false | null | undefined];

/** @public */
export function facts(rows: readonly Fact[], look: 'facts' | 'facts card' = 'facts'): Html {
  return html`<dl class="${look}">${rows.map(
    ([name, value]) =>
      value !== undefined && value !== null && value !== false && html`<dt>${name}</dt><dd>${value}</dd>`,
  )}</dl>`;
}

/** A part of a page with a heading, which names it. @public */
export function section(id: string, title: string, main: Html, look: 'card' | 'part' = 'card'): Html {
  return html`<section class="${look}" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${main}</section>`;
}

/** What stands in the place of a list that has nothing. */
export const empty = (words: Html | string): Html => html`<p class="empty card">${words}</p>`;

/** Rows, or what stands in their place. @public */
export const list = (rows: readonly Html[], without: Html | string, look = ''): Html =>
  rows.length === 0 ? empty(without) : html`<ul class="rows ${look}">${rows}</ul>`;

/** A code of ours as words: `form-notification` as `Form notification`. @public */
export const nameOf = (code: string): string =>
  code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ');
