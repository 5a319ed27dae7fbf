import { LIST_PAGES, LIST_ROWS } from '#contract/console.ts';
import { type Html, html } from './html.ts';

export type ListPage<T> = { readonly page: number; readonly rows: readonly T[]; readonly hasMore: boolean };

/** What to ask the database for: one row more than is shown tells whether there is another page. */
export function rowsOf(page: number): { readonly limit: number; readonly offset: number } {
  return { limit: LIST_ROWS + 1, offset: (page - 1) * LIST_ROWS };
}

/** A page of a list, from what `rowsOf` asked for. */
export function pageOf<T>(page: number, found: readonly T[]): ListPage<T> {
  return { page, rows: found.slice(0, LIST_ROWS), hasMore: found.length > LIST_ROWS };
}

/** The address of a list, or of what is read in it. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const fields = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' || (name === 'page' && value === 1) ? [] : [[name, String(value)]],
  );
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`;
}

/** The ways to the newer and the older rows of a list. */
export function pages(
  path: string,
  query: Parameters<typeof withQuery>[1],
  { page, hasMore }: Omit<ListPage<unknown>, 'rows'>,
): Html {
  if (page === 1 && !hasMore) return html``;
  const link = (to: number, rel: 'prev' | 'next', label: string) =>
    html`<a class="button button-quiet button-small" href="${withQuery(path, { ...query, page: to })}" rel="${rel}">${label}</a>`;
  return html`<nav class="bar" aria-label="Pages">
${page > 1 && link(page - 1, 'prev', 'Newer')}
<span class="soft">Page ${page}</span>
${
  hasMore &&
  (page < LIST_PAGES
    ? link(page + 1, 'next', 'Older')
    : html`<span>There is more than can be leafed through: please narrow the list down.</span>`)
}</nav>`;
}
