import { Link } from 'react-router';
import { BLOG_WORDS } from '#content/blog.ts';
import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { partsOf } from './days.ts';
import { FEED_LINK } from './feed-link.ts';
import { Morning } from './morning.tsx';
import { allPosts, type DatedPost } from './posts.server.ts';

export function loader() {
  return { posts: allPosts() };
}

export const meta = () => [...metaOf(PAGES.blog), FEED_LINK];

type BlogProps = { readonly loaderData: { readonly posts: readonly DatedPost[] } };

/** The blog: one row a morning, newest first, each on a horizon of its own. */
export default function Blog({ loaderData: { posts } }: BlogProps) {
  const { title, lead, listTitle, feed, empty } = BLOG_WORDS;
  return (
    <>
      <PageHead title={title} lead={lead} hour={0.12} />
      <section className="page-width blog" aria-labelledby="posts-title">
        <div className="blog-top">
          <h2 id="posts-title" className="unseen">
            {listTitle}
          </h2>
          <a className="text-link blog-feed" href={PAGES.blogFeed}>
            {feed}
          </a>
        </div>
        {posts.length === 0 && <p className="text-lead text-soft">{empty}</p>}
        <ol className="mornings" reversed>
          {posts.map((post) => (
            <PostRow key={post.slug} post={post} />
          ))}
        </ol>
      </section>
    </>
  );
}

function PostRow({ post }: { readonly post: DatedPost }) {
  const { day, weekday, month } = partsOf(post.date);
  return (
    <li className="morning-row">
      <time dateTime={post.date} className="morning-date">
        <span className="morning-day">{day}</span> <span>{weekday}</span>{' '}
        <span className="text-soft">{month}</span>
      </time>
      <div className="morning-words">
        <h3 className="text-title">
          <Link to={post.path} className="morning-link">
            {post.title}
          </Link>
        </h3>
        <p className="mt-2 text-soft">{post.summary}</p>
        <p className="morning-about">
          {BLOG_WORDS.minutes(post.minutes)} · {post.tags.join(', ')}
        </p>
      </div>
      <Morning sun={post.sun} />
    </li>
  );
}
