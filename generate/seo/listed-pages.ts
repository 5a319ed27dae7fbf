import { FEATURES } from '#content/features.ts';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { readDocuments, readPosts } from '../markdown/read-markdown.ts';

/** A page that search engines may list and people may share. */
export type ListedPage = {
  readonly kind: 'page' | 'post' | 'document';
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The publication day of a post, for example `2025-01-14`; pages and documents have none. */
  readonly date?: string;
};

/**
 * Every listed page once; posts are last, newest first. The sitemap, the list for language models and the share pictures are made
 * from this list. Throws like `readPosts`.
 *
 * @param root the project's folder, whose Markdown files are read
 */
export function listedPages(root?: string): readonly ListedPage[] {
  return [
    ...SITE_PAGES.map((page) => listed('page', page)),
    listed('page', {
      path: PAGES.auth,
      title: AUTH_WORDS.pageTitle,
      description: AUTH_WORDS.pageDescription,
    }),
    ...FEATURES.flatMap(({ pages = [] }) => pages).map((page) => listed('page', page)),
    ...readDocuments(root).map((document) => listed('document', document)),
    ...readPosts(root).map((post) => ({
      ...listed('post', { ...post, description: post.summary }),
      date: post.date,
    })),
  ];
}

function listed(
  kind: ListedPage['kind'],
  { path, title, description }: Pick<ListedPage, 'path' | 'title' | 'description'>,
): ListedPage {
  return { kind, path, title, description };
}
