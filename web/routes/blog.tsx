import { PAGES } from '#contract/paths.ts';
import { BlogScreen } from '#web/features/blog/blog-screen.tsx';
import { FEED_LINK } from '#web/features/blog/feed-link.ts';
import { allPosts, type DatedPost } from '#web/features/blog/posts.server.ts';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function loader() {
  return { posts: allPosts() };
}

export function meta() {
  return [...metaOf(PAGES.blog), FEED_LINK];
}

export default function Blog({ loaderData }: { readonly loaderData: { posts: readonly DatedPost[] } }) {
  return <BlogScreen posts={loaderData.posts} />;
}
