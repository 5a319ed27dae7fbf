import type { FooterGroup } from './pages.ts';

/**
 * The header of a Markdown file. A mistake in it fails the build. Placeholders such as `{product}` are filled in from `BRAND`.
 */
export type Post = {
  readonly slug: string;
  readonly path: `/blog/${string}`;
  readonly title: string;
  /** The day of publication, such as `2025-01-14`. */
  readonly date: string;
  /** A summary of one or two sentences, 50 to 200 characters, for the list of posts, the feed and search engines. */
  readonly summary: string;
  readonly tags: readonly string[];
  /** The author's name from `content/team.ts`. Without it, the company is the author. */
  readonly author?: string;
  /** Reading time in minutes, at least 1. */
  readonly minutes: number;
  /** The number of words of prose, without code. */
  readonly words: number;
};

/** The order of posts in every list: newest first, posts of the same day by slug. */
export function newestFirst(a: Pick<Post, 'date' | 'slug'>, b: Pick<Post, 'date' | 'slug'>): number {
  return b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug);
}

/** A page of plain text: `content/documents/license.md` is `/license`. */
export type DocumentPage = {
  readonly slug: string;
  readonly path: `/${string}`;
  readonly title: string;
  /** A description of 50 to 160 characters, for search engines and shared links. */
  readonly description: string;
  readonly updated: string;
  readonly menu?: { readonly group: MenuGroup; readonly label: string };
};

export type MenuGroup = FooterGroup | 'Legal';

/** A second-level heading of a document, for its table of contents. */
export type Heading = { readonly id: string; readonly text: string };

/** The module that the build makes from a Markdown file (`generate/markdown/markdown-plugin.ts`). */
export type MarkdownFile<Header> = {
  readonly attributes: Header;
  readonly html: string;
  readonly headings: readonly Heading[];
};
