import { line } from '#contract/fields.ts';
import { empty, type Html, html, textField } from '#server/html/html.ts';
import { parseDay, typedDay } from '#server/time.ts';

/** The filters in use, in words. Filters that are not in use are undefined, false or empty. */
export type Chosen = readonly (string | false | undefined)[];

/** A range of days in words. If the range ends before it begins, the words say so, because such a range finds nothing. */
export function chosenDays({
  from = '',
  to = '',
}: Partial<Record<'from' | 'to', string | undefined>>): Chosen {
  const [first, last] = [parseDay(from), parseDay(to)];
  const isOdd = first !== undefined && last !== undefined && last < first;
  return [
    first && `from ${typedDay(first)}`,
    last && `to ${typedDay(last)}${isOdd ? ' (which is before the first day)' : ''}`,
  ];
}

const inWords = (chosen: Chosen) => chosen.filter((one) => Boolean(one)).join(', ');

/** The words for which a list is searched. Undefined if nothing was typed, or more than `most` characters. */
export const searchedWords = (typed: string | undefined, most: number): string | undefined =>
  line(most).safeParse(typed).data || undefined;

/** The field for the words of a search, without `maxlength`, because browsers would cut off pasted text without a word. */
export function searchField(
  name: string,
  label: string,
  {
    typed = '',
    most,
    hint,
  }: { readonly typed: string | undefined; readonly most: number; readonly hint?: string },
): Html {
  const { error } = line(most).safeParse(typed);
  const attributes = html`type="search" value="${typed}"${hint && html` placeholder="${hint}"`} autocomplete="off"`;
  return textField(name, label, attributes, error?.issues[0]?.message, 'input grow');
}

/** The search field and the filters above a list. On a phone the filters fold into one line that names those in use. */
export function searchForm(action: string, words: Html, filters: Html, chosen: Chosen): Html {
  const said = inWords(chosen);
  return html`<form method="get" action="${action}" class="bar search" role="search">${words}
<details class="filters folded"${filters.markup.includes('aria-invalid') && html` open`}><summary>Filters: ${said === '' ? 'none' : said}</summary><div class="bar">${filters}</div></details>
<button class="button button-quiet">Show</button></form>`;
}

/** Names the search words and filters that found nothing, so that the reader sees filters that conflict. */
export function nothingMatches(words: string | undefined, chosen: Chosen, all: string): Html {
  return empty(
    html`Nothing matches: ${inWords([words && `“${words}”`, ...chosen])}. <a href="${all}">Clear all filters</a>`,
  );
}
