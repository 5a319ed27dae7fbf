import type { FooterGroup } from './pages.ts';

/**
 * The header of a Markdown file in this folder. The slug is the file name; the rest is between the two `---` lines at the top, where a
 * mistake fails the build. `{product}` and the like are filled in from `BRAND`.
 */
export type Post = {
  readonly slug: string;
  readonly path: `/blog/${string}`;
  readonly title: string;
  /** The day of publication of a post, for example `2025-01-14`. */
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

/** A page of plain text, such as `/license` from `content/documents/license.md`. */
export type DocumentPage = {
  readonly slug: string;
  readonly path: `/${string}`;
  readonly title: string;
  /** A description of 50 to 160 characters, for search engines and shared links. */
  readonly description: string;
  /** The date as shown on the page, for example `November 2024`. */
  readonly updated: string;
  /** The document's place in a menu; without it, no menu links to the document. */
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
