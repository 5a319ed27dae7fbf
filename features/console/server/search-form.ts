import { type Html, html } from '#server/html/html.ts';

/**
 * The search form above a list: a search field and filters. On a phone the filters fold into one line that names those in use.
 *
 * @param chosen the filters that are set, in words
 */
export function searchForm(
  action: string,
  words: Html,
  filters: Html,
  chosen: readonly (string | false | undefined)[],
): Html {
  const said = chosen.filter((one) => Boolean(one)).join(', ');
  return html`<form method="get" action="${action}" class="bar search" role="search">${words}
<details class="filters"><summary>Filters: ${said === '' ? 'none' : said}</summary><div class="bar">${filters}</div></details>
<button class="button button-quiet">Show</button></form>`;
}
