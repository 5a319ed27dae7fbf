import type { FooterGroup } from './pages.ts';

/**
 * The header of a Markdown file in this folder. The slug is the file name; the rest is between the two `---` lines at the top, where a
 * mistake fails the build. `{product}` and the like are filled in from `BRAND`.
 */
export type Post = {
  readonly slug: string;
  readonly path: `/blog/${string}`;
  readonly title: string;
  /** The day of publication, for example `2025-01-14`. */
  readonly date: string;
  /** One or two sentences, 50 to 200 characters, for the list, the feed and search engines. */
  readonly summary: string;
  readonly tags: readonly string[];
  /** A name from `content/team.ts`. Absent: the company. */
  readonly author?: string;
  /** Reading time, at least 1. */
  readonly minutes: number;
  /** Words of prose, without code. */
  readonly words: number;
};

/** The order of posts in every list; posts of one day by slug. */
export function newestFirst(a: Pick<Post, 'date' | 'slug'>, b: Pick<Post, 'date' | 'slug'>): number {
  return b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug);
}

/** A page of plain text: `content/documents/license.md` is `/license`. */
export type DocumentPage = {
  readonly slug: string;
  readonly path: `/${string}`;
  readonly title: string;
  /** 50 to 160 characters, for search engines and shared links. */
  readonly description: string;
  /** As shown, for example `November 2024`. */
  readonly updated: string;
  /** Absent: no menu links to it. */
  readonly menu?: { readonly group: MenuGroup; readonly label: string };
};

export type MenuGroup = FooterGroup | 'Legal';

/** A second-level heading, for the table of contents. */
export type Heading = { readonly id: string; readonly text: string };
