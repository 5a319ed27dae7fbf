import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';

/** Whether a page exists: one of `content/pages.ts`, or `/auth`, which cannot be removed. */
export function hasPage(path: string): boolean {
  return path === PAGES.auth || SITE_PAGES.some((page) => page.path === path);
}
