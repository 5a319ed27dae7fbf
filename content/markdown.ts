import type { FooterGroup } from './pages.ts';

/**
 * What a Markdown file of this folder says about itself. The file's name is its slug; the rest stands between the two
 * `---` lines at its top, where a mistake fails the build. `{product}` and the like are filled in from `BRAND`.
 */
export type Post = {
  readonly slug: string;
  readonly path: `/blog/${string}`;
  readonly title: string;
  /** The day it was published, `2025-01-14`. */
  readonly date: string;
  /** One or two sentences, 50 to 200 characters: the list, the feed, search engines. */
  readonly summary: string;
  readonly tags: readonly string[];
  /** Who wrote it, as `content/team.ts` names the person. Absent: the company. */
  readonly author?: string;
  /** Reading time at an easy pace, at least 1. */
  readonly minutes: number;
  /** Words of prose; code does not count. */
  readonly words: number;
};

/** The order of posts in every list. Of one day, by slug. */
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
  /** As people read it, `November 2024`. */
  readonly updated: string;
  /** Absent: linked from nowhere in the shell. */
  readonly menu?: { readonly group: MenuGroup; readonly label: string };
};

export type MenuGroup = FooterGroup | 'Legal';

/** A heading of the second level, as a table of contents lists it. */
export type Heading = { readonly id: string; readonly text: string };
