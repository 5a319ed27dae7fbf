import { BRAND } from '#content/brand.ts';
import { type MarkdownFile, newestFirst, type Post } from '#content/markdown.ts';
import { PAGES } from '#content/page-paths.ts';
import { memberId } from '#content/team.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { hasPage } from '#web/ui/link.tsx';

/** The posts, for loaders at build. `.server` in the file's name keeps the texts out of the browser's scripts. */
const FILES = import.meta.glob<MarkdownFile<Post>>('/content/posts/*.md', { eager: true });

export type DatedPost = Post & {
  /** The height of the sun in the picture: 0 for the oldest post, 1 for the newest. */
  readonly sun: number;
  /** The author of a post: a member of the team, or the company. */
  readonly by: { readonly kind: 'Person' | 'Organization'; readonly name: string; readonly path?: string };
  /** The date is formatted at build, because a browser is slow to start formatting dates. */
  readonly day: DayInWords;
};

export type Article = ReturnType<typeof articleAt>;

export function allPosts(): readonly DatedPost[] {
  const posts = Object.values(FILES).map(({ attributes }) => attributes);
  const sorted = posts.sort(newestFirst);
  const last = Math.max(1, sorted.length - 1);
  return sorted.map((post, index) => ({
    ...post,
    sun: (sorted.length - 1 - index) / last,
    by: bylineOf(post),
    day: inWords(post.date),
  }));
}

function bylineOf({ author }: Post): DatedPost['by'] {
  if (author === undefined)
    return {
      kind: 'Organization',
      name: BRAND.company,
      ...(hasPage(PAGES.about) && { path: PAGES.about }),
    };
  const path = `${PAGES.team}#${memberId(author)}`;
  return { kind: 'Person', name: author, ...(hasPage(PAGES.team) && { path }) };
}

export function postsByTag(): readonly { readonly tag: string; readonly posts: readonly DatedPost[] }[] {
  const all = allPosts();
  const tags = [...new Set(all.flatMap((post) => post.tags))].sort((a, b) => a.localeCompare(b));
  return tags.map((tag) => ({ tag, posts: all.filter((post) => post.tags.includes(tag)) }));
}

/** Throws when no article has this path. */
export function articleAt(path: string) {
  const all = allPosts();
  const index = all.findIndex((post) => post.path === path);
  const post = all[index];
  if (post === undefined) throw new Error(`There is no post at ${path}`);
  return {
    post,
    html: textOf(post),
    headings: fileOf(post)?.headings ?? [],
    newer: all[index - 1],
    older: all[index + 1],
  };
}

export function textOf(post: Post): string {
  return fileOf(post)?.html ?? '';
}

function fileOf({ slug }: Post): MarkdownFile<Post> | undefined {
  return FILES[`/content/posts/${slug}.md`];
}

const FULL = new Intl.DateTimeFormat(SITE_LANGUAGE, { dateStyle: 'full', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat(SITE_LANGUAGE, { weekday: 'long', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat(SITE_LANGUAGE, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The parts of `2025-01-14`: `14`, `Tuesday`, `January 2025`, `Tuesday 14 January 2025`. */
type DayInWords = Readonly<Record<'number' | 'weekday' | 'month' | 'full', string>>;

export function inWords(date: string): DayInWords {
  const day = new Date(date);
  return {
    number: String(day.getUTCDate()),
    weekday: WEEKDAY.format(day),
    month: MONTH.format(day),
    full: FULL.format(day),
  };
}
