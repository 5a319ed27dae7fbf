import { BLOG_WORDS } from '#content/blog.ts';
import { BRAND } from '#content/brand.ts';
import { atomFeed } from '#web/features/blog/atom-feed.ts';
import { allPosts, textOf } from '#web/features/blog/posts.server.ts';

/** The feed is written once, while the pages are made, and served as a file. */
export function loader(): Response {
  const words = { title: `${BRAND.product}: ${BLOG_WORDS.title}`, subtitle: BLOG_WORDS.lead };
  const feed = atomFeed(
    words,
    allPosts().map((post) => ({ post, html: textOf(post) })),
  );
  return new Response(feed, { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } });
}
