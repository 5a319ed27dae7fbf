import type { LoaderFunctionArgs } from 'react-router';
import { BLOG_WORDS } from '#content/blog.ts';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { atomFeed } from './atom-feed.ts';
import { allPosts, textOf } from './posts.server.ts';

export function loader({ request }: LoaderFunctionArgs): Response {
  const words = { title: BLOG_WORDS.feedTitle, subtitle: BLOG_WORDS.lead, note: BLOG_WORDS.feedNote };
  const feed = atomFeed(
    words,
    allPosts().map((post) => ({ post, html: textOf(post) })),
  );
  // The server replaces the placeholder; the development server does not.
  const text = import.meta.env.DEV ? feed.replaceAll(ORIGIN_PLACEHOLDER, new URL(request.url).origin) : feed;
  return new Response(text, { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } });
}
