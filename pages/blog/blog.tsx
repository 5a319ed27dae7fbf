import { BLOG_WORDS } from '#content/blog.ts';
import { PAGES } from '#content/page-paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { Link } from '#web/ui/link.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { FEED_LINK } from './feed-link.ts';
import { Morning } from './morning.tsx';
import { PostFacts } from './post-facts.tsx';
import { allPosts, type DatedPost, postsByTag } from './posts.server.ts';
import { topicId } from './topics.ts';

export function loader() {
  return { posts: allPosts(), topics: postsByTag() };
}

export const meta = () => [...metaOf(PAGES.blog), FEED_LINK];

type BlogProps = { readonly loaderData: ReturnType<typeof loader> };

/** `/blog`: a row for each post, newest first. */
export default function Blog({ loaderData: { posts, topics } }: BlogProps) {
  const { title, lead, all, feed, empty, topicsTitle, next } = BLOG_WORDS;
  return (
    <>
      <PageHead page={PAGES.blog} title={title} lead={lead} hour={0.12} />
      <section className="page-width blog" aria-labelledby="posts-title">
        <h2 id="posts-title" className="sr-only">
          {all}
        </h2>
        {posts.length === 0 && <p className="text-lead text-soft">{empty}</p>}
        <ol className="mornings" reversed>
          {posts.map((post) => (
            <PostRow key={post.slug} post={post} />
          ))}
        </ol>
        <p className="mt-6">
          <a className="text-link" href={PAGES.blogFeed}>
            {feed}
          </a>
        </p>
      </section>
      {topics.length > 0 && (
        <section className="page-width topics section-space" aria-labelledby="topics-title">
          <SectionHead id="topics-title" title={topicsTitle} plain />
          <ul>
            {topics.map(({ tag, posts: tagged }) => (
              <li key={tag}>
                <h3 id={topicId(tag)}>{tag}</h3>
                <ul>
                  {tagged.map(({ path, title }) => (
                    <li key={path}>
                      <Link to={path} className="text-link">
                        {title}
                      </Link>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      )}
      <NextStep {...next} />
    </>
  );
}

function PostRow({ post }: { readonly post: DatedPost }) {
  const { number, weekday, month } = post.day;
  return (
    <li className="morning-row">
      <time dateTime={post.date} className="morning-date">
        <span className="morning-day">{number}</span> <span>{weekday}</span>{' '}
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
          <PostFacts post={post} />
        </p>
      </div>
      <Morning sun={post.sun} />
    </li>
  );
}
