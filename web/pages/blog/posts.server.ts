import { type Heading, newestFirst, type Post } from '#content/markdown.ts';

/**
 * The posts while the pages are made. `.server` in the name keeps this file, and with it every article, out of the
 * browser's scripts: a page gets its own article through its loader, and no other.
 */
const posts = import.meta.glob<Post>('/content/posts/*.md', { eager: true, import: 'attributes' });
const texts = import.meta.glob<string>('/content/posts/*.md', { eager: true, import: 'html' });
const headings = import.meta.glob<readonly Heading[]>('/content/posts/*.md', {
  eager: true,
  import: 'headings',
});

/** A post as the list shows it. */
export type DatedPost = Post & {
  /** How far the sun is up that day: 0 on the first day of the blog, 1 on the last. */
  readonly sun: number;
};

export type Article = {
  readonly post: DatedPost;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly newer?: DatedPost;
  readonly older?: DatedPost;
};

/** Newest first. */
export function allPosts(): readonly DatedPost[] {
  const sorted = Object.values(posts).sort(newestFirst);
  const last = Math.max(1, sorted.length - 1);
  return sorted.map((post, index) => ({ ...post, sun: (sorted.length - 1 - index) / last }));
}

/** The article of a path like `/blog/what-a-token-costs`. Throws when there is none. */
export function articleAt(path: string): Article {
  const all = allPosts();
  const index = all.findIndex((post) => post.path === path);
  const post = all[index];
  if (post === undefined) throw new Error(`There is no post at ${path}`);
  const [newer, older] = [all[index - 1], all[index + 1]];
  return {
    post,
    html: textOf(post),
    headings: headings[fileOf(post)] ?? [],
    ...(newer && { newer }),
    ...(older && { older }),
  };
}

/** The article's HTML. */
export function textOf(post: Post): string {
  return texts[fileOf(post)] ?? '';
}

function fileOf({ slug }: Post): string {
  return `/content/posts/${slug}.md`;
}
