import { OTHER_PATH } from '#contract/analytics.ts';
import type { Site } from '#server/site/site.ts';

/** The page that a path stands for; `other` for every path that is no page of the site. */
export type KnownPage = (path: string) => string;

/**
 * Knows the pages of the built site, so that what strangers send as a path can only ever be one of them: no path is
 * stored that the build did not make. Queries and fragments are cut off, and slashes at the end.
 */
export function createKnownPages(site: Site): KnownPage {
  const pages = new Set([...site.files].flatMap(([path, { isPage }]) => (isPage ? [path] : [])));
  return (path) => {
    const bare = path.replace(/[?#].*$/s, '').replace(/(?!^)\/+$/, '');
    return pages.has(bare) ? bare : OTHER_PATH;
  };
}
