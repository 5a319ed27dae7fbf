import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';

/** Whether a page exists: one of `content/pages.ts`, or one of the program’s own, which cannot be removed. */
export function hasPage(path: string): boolean {
  return path === PAGES.auth || path === PAGES.rights || SITE_PAGES.some((page) => page.path === path);
}
