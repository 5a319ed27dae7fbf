import type { LoaderFunctionArgs } from 'react-router';
import { FOUND_WORDS } from '#content/found.ts';
import { PAGES } from '#contract/paths.ts';
import { ArticleScreen } from '#web/features/blog/article-screen.tsx';
import { FEED_LINK } from '#web/features/blog/feed-link.ts';
import { type Article, articleAt } from '#web/features/blog/posts.server.ts';
import { pageMeta } from '#web/features/shell/page-meta.ts';
import { pathOf } from '#web/features/shell/path-of.ts';
import { blogPosting, breadcrumbs } from '#web/features/shell/structured-data.ts';

/** Each post's path is a route of its own, so an unknown one is no article but the catch-all. */
export function loader({ request }: LoaderFunctionArgs): Article {
  return articleAt(pathOf(request));
}

export function meta({ loaderData }: { readonly loaderData?: Article }) {
  if (loaderData === undefined) return [];
  const { title, summary: description, path, date: published } = loaderData.post;
  const trail = [
    { name: FOUND_WORDS.blog, path: PAGES.blog },
    { name: title, path },
  ];
  return [
    ...pageMeta({
      title,
      description,
      canonical: path,
      published,
      data: [blogPosting({ path, title, description, published }), breadcrumbs(trail)],
    }),
    FEED_LINK,
  ];
}

export default function ArticlePage({ loaderData }: { readonly loaderData: Article }) {
  return <ArticleScreen {...loaderData} />;
}
