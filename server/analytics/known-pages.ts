import { OTHER_PATH } from '#contract/analytics.ts';
import type { Site } from '#server/site/site.ts';

/** The page that a path stands for; `other` for every path that is no page of the site. */
export type KnownPage = (path: string) => string;

/** Maps what strangers send as a path to a page of the build, or `other`: no other path is ever stored. */
export function createKnownPages(site: Site): KnownPage {
  const pages = new Set([...site.files].flatMap(([path, { isPage }]) => (isPage ? [path] : [])));
  return (path) => {
    const bare = path.replace(/[?#].*$/s, '').replace(/(?!^)\/+$/, '');
    return pages.has(bare) ? bare : OTHER_PATH;
  };
}
