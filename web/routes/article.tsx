import type { LoaderFunctionArgs } from 'react-router';
import { ArticleScreen } from '#web/features/blog/article-screen.tsx';
import { FEED_LINK } from '#web/features/blog/feed-link.ts';
import { type Article, articleAt } from '#web/features/blog/posts.server.ts';
import { pageMeta } from '#web/features/shell/page-meta.ts';
import { pathOf } from '#web/features/shell/path-of.ts';

/** Each post's path is a route of its own, so an unknown one is no article but the catch-all. */
export function loader({ request }: LoaderFunctionArgs): Article {
  return articleAt(pathOf(request));
}

export function meta({ loaderData }: { readonly loaderData?: Article }) {
  if (loaderData === undefined) return [];
  const { title, summary, path } = loaderData.post;
  return [...pageMeta({ title, description: summary, canonical: path }), FEED_LINK];
}

export default function ArticlePage({ loaderData }: { readonly loaderData: Article }) {
  return <ArticleScreen {...loaderData} />;
}
