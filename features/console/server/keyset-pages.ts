import { z } from 'zod';
import { LIST_ROWS } from '#features/console/contract.ts';
import type { Cursor } from '#server/database/search.ts';
import { type Html, html } from '#server/html/html.ts';

/** A cursor in a URL is the direction, time and id of a row: `older~2026-11-23T10:00:00.000Z~an-id`. */
const written = z
  .string()
  .regex(/^(older|newer)~[\d\-T:.Z]{1,30}~[\w-]{1,100}$/)
  .optional()
  .catch(undefined);

/** The query field for the page of a list. An invalid value means the first page. */
export const page = { page: written };
export type PageQuery = { readonly page?: string | undefined };

export type ListPage<T> = {
  readonly rows: readonly T[];
  readonly before?: string | undefined;
  readonly after?: string | undefined;
};

/**
 * Reads one page of a list.
 *
 * @param first the cursor where the list begins
 * @param read gets the rows next to a cursor, the nearest first
 * @param timeOf the time by which the list is sorted
 */
export async function readPage<T extends { readonly id: string }>(
  { page }: PageQuery,
  first: Cursor,
  read: (cursor: Cursor, limit: number) => Promise<readonly T[]>,
  timeOf: (row: T) => string | null,
): Promise<ListPage<T>> {
  const [side, at = '', id = ''] = page?.split('~') ?? [];
  const cursor: Cursor = side === 'older' || side === 'newer' ? { side, at, id } : first;
  // Reads one row more than a page shows, which tells if there is another page.
  const found = await read(cursor, LIST_ROWS + 1);
  const near = found.slice(0, LIST_ROWS);
  const isForth = cursor.side === first.side;
  const rows = isForth ? near : near.toReversed();
  const hasMore = found.length > LIST_ROWS;
  const back = first.side === 'older' ? 'newer' : 'older';
  const beyond = (side: Cursor['side'], row: T | undefined) => row && `${side}~${timeOf(row)}~${row.id}`;
  return {
    rows,
    // There is always a page in the direction from which the reader came.
    before: (isForth ? cursor !== first : hasMore) ? beyond(back, rows[0]) : undefined,
    after: !isForth || hasMore ? beyond(first.side, rows.at(-1)) : undefined,
  };
}

export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const fields = Object.entries(query).filter((field): field is [string, string] => Boolean(field[1]));
  const [to, hash = ''] = path.split(/(?=#)/);
  return fields.length === 0 ? path : `${to}?${new URLSearchParams(fields)}${hash}`;
}

/** The labels of the links back and forth, in a list by age and in a list by due date. */
export const NEWEST_ORDER = ['Newer', 'Older'] as const;
export const DUE_ORDER = ['Due earlier', 'Due later'] as const;

export function pages(
  path: string,
  query: Parameters<typeof withQuery>[1],
  { before, after }: Omit<ListPage<unknown>, 'rows'>,
  [back, forth]: readonly [string, string] = NEWEST_ORDER,
): Html {
  const link = (page: string | undefined, rel: 'prev' | 'next', label: string) =>
    page !== undefined &&
    html`<a class="button button-quiet button-small" href="${withQuery(path, { ...query, page })}" rel="${rel}">${label}</a>`;
  return html`${
    (before ?? after) &&
    html`<nav class="bar" aria-label="Pages">${link(before, 'prev', back)}${link(after, 'next', forth)}</nav>`
  }`;
}
