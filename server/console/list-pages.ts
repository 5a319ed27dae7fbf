import { z } from 'zod';
import { LIST_PAGES, LIST_ROWS } from '#contract/console.ts';
import { type Html, html } from './html.ts';

/** The page of a list that is asked for; the first for anything else. */
export const pageNumber = z.coerce.number().int().min(1).max(LIST_PAGES).catch(1);

/** What to ask the database for: one row more than is shown tells whether there is another page. */
export function rowsOf(page: number): { readonly limit: number; readonly offset: number } {
  return { limit: LIST_ROWS + 1, offset: (page - 1) * LIST_ROWS };
}

/** The rows of a page without the one more. */
export function shownOf<T>(rows: readonly T[]): readonly T[] {
  return rows.slice(0, LIST_ROWS);
}

/** The ways to the newer and the older rows of a list. */
export function pages(page: number, hasMore: boolean, pathOf: (page: number) => string): Html {
  if (page === 1 && !hasMore) return html``;
  return html`<nav class="bar" aria-label="Pages">
${page > 1 && html`<a class="button button-quiet button-small" href="${pathOf(page - 1)}" rel="prev">Newer</a>`}
<span class="soft">Page ${page}</span>
${
  hasMore &&
  (page < LIST_PAGES
    ? html`<a class="button button-quiet button-small" href="${pathOf(page + 1)}" rel="next">Older</a>`
    : html`<span>There is more than can be leafed through: please narrow the list down.</span>`)
}</nav>`;
}

/** The same for a list with a filter, from what `rowsOf` asked for. */
export function pageLinks(
  path: string,
  filter: Readonly<Record<string, string>>,
  page: number,
  found: readonly unknown[],
): Html {
  return pages(
    page,
    found.length > LIST_ROWS,
    (other) => `${path}?${new URLSearchParams({ ...filter, page: String(other) }).toString()}`,
  );
}
