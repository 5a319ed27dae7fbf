import { z } from 'zod';
import { type Html, html } from './html.ts';

/** Rows on a page of a list, and pages of it: further back nobody walks, but narrows it down. */
const ROWS = 50;
const MOST_PAGES = 200;

/** The page of a list that is asked for; the first for anything else. */
export const pageNumber = z.coerce.number().int().min(1).max(MOST_PAGES).catch(1);

/** What to ask the database for: one row more than is shown tells whether there is another page. */
export function rowsOf(page: number): { readonly limit: number; readonly offset: number } {
  return { limit: ROWS + 1, offset: (page - 1) * ROWS };
}

/** The rows of a page without the one more. */
export function shownOf<T>(rows: readonly T[]): readonly T[] {
  return rows.slice(0, ROWS);
}

/** The ways to the newer and the older rows of a list. */
export function pageLinks(
  path: string,
  filter: Readonly<Record<string, string>>,
  page: number,
  found: readonly unknown[],
): Html {
  const hasMore = found.length > ROWS;
  if (page === 1 && !hasMore) return html``;
  const to = (other: number) =>
    `${path}?${new URLSearchParams({ ...filter, page: String(other) }).toString()}`;
  return html`<nav class="bar" aria-label="Pages">
${page > 1 && html`<a class="button button-quiet button-small" href="${to(page - 1)}" rel="prev">Newer</a>`}
<span class="soft">Page ${page}</span>
${hasMore && page < MOST_PAGES && html`<a class="button button-quiet button-small" href="${to(page + 1)}" rel="next">Older</a>`}
${hasMore && page === MOST_PAGES && html`<span>There are older ones. Narrow the list down to reach them.</span>`}
</nav>`;
}
