import { AUTH_WORDS } from '#content/account.ts';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { RIGHTS_WORDS } from '#content/rights.ts';
import { readDocuments, readPosts } from '../markdown/read-markdown.ts';

/** A page that search engines may list and people may share. */
export type ListedPage = {
  readonly kind: 'page' | 'post' | 'document';
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The day a post appeared, as `2025-01-14`; pages and documents have none. */
  readonly date?: string;
};

/**
 * All of them, once: the sitemap, the list for language models and the share pictures are made from it. Posts come last,
 * newest first. Throws like the readers when a Markdown file does not hold.
 *
 * @param root the project's folder, whose Markdown files are read
 */
export function listedPages(root?: string): readonly ListedPage[] {
  return [
    ...SITE_PAGES.map(({ path, title, description }) => ({
      kind: 'page' as const,
      path,
      title,
      description,
    })),
    {
      kind: 'page',
      path: PAGES.auth,
      title: AUTH_WORDS.pageTitle,
      description: AUTH_WORDS.pageDescription,
    },
    {
      kind: 'page',
      path: PAGES.rights,
      title: RIGHTS_WORDS.pageTitle,
      description: RIGHTS_WORDS.pageDescription,
    },
    ...readDocuments(root).map(({ path, title, description }) => ({
      kind: 'document' as const,
      path,
      title,
      description,
    })),
    ...readPosts(root).map(({ path, title, summary, date }) => ({
      kind: 'post' as const,
      path,
      title,
      description: summary,
      date,
    })),
  ];
}
