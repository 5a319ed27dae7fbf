import type { ListedPage } from './listed-pages.ts';

/** The home page shows the half-sun of the mark. */
const HOME = 0.31;
const EARLIEST = 0.06;
const LATEST = 0.78;

/**
 * How far the sun is up on each page's share picture. Over the pages it climbs in the order of the menus; over the posts
 * from the first day of the blog to the last.
 */
export function sunHeights(pages: readonly ListedPage[]): ReadonlyMap<string, number> {
  const posts = pages
    .filter(({ kind }) => kind === 'post')
    .sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
  const others = pages.filter(({ kind, path }) => kind !== 'post' && path !== '/');
  return new Map([
    ['/', HOME],
    ...[others, posts].flatMap((group) =>
      group.map(
        ({ path }, index) =>
          [path, EARLIEST + (LATEST - EARLIEST) * (index / Math.max(1, group.length - 1))] as const,
      ),
    ),
  ]);
}
