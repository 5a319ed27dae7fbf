import { SITE_PAGES } from '#content/pages.ts';
import { PAGES } from '#contract/paths.ts';

/** Whether there is such a page: one of `content/pages.ts`, or the account's, which nobody takes out. */
export function hasPage(path: string): boolean {
  return path === PAGES.auth || SITE_PAGES.some((page) => page.path === path);
}
