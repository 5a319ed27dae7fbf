import { empty, type Html, html } from '#server/html/html.ts';
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
