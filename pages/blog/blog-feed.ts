import type { LoaderFunctionArgs } from 'react-router';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { atomFeed } from './atom-feed.server.ts';
import { allPosts, textOf } from './posts.server.ts';

export function loader({ request }: LoaderFunctionArgs): Response {
  const feed = atomFeed(allPosts().map((post) => ({ post, html: textOf(post) })));
  // In production the server replaces the placeholder by the site's origin; the development server does not.
  const text = import.meta.env.DEV ? feed.replaceAll(ORIGIN_PLACEHOLDER, new URL(request.url).origin) : feed;
  return new Response(text, { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } });
}
