import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';

/** The pages of features that other pages link to. */
const OF_FEATURES = Object.values(
  import.meta.glob<readonly string[]>('/features/*/web/slots/pages.ts', { eager: true, import: 'default' }),
).flat();

/** Whether a page exists: one of `content/pages.ts`, one of a feature, or the sign-in, which cannot be removed. */
export function hasPage(path: string): boolean {
  return path === PAGES.auth || OF_FEATURES.includes(path) || SITE_PAGES.some((page) => page.path === path);
}
