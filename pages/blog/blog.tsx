import { BLOG_WORDS } from '#content/blog.ts';
import { PAGES } from '#content/page-paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { Link } from '#web/ui/link.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { FEED_LINK, Morning, PostFacts, topicId } from './post-parts.tsx';
import { allPosts, type DatedPost, postsByTag } from './posts.server.ts';

export function loader() {
  return { posts: allPosts(), topics: postsByTag() };
}

export const meta = () => [...metaOf(PAGES.blog), FEED_LINK];

type BlogProps = { readonly loaderData: ReturnType<typeof loader> };

export default function Blog({ loaderData: { posts, topics } }: BlogProps) {
  const { title, lead, all, feed, empty, topicsTitle, next } = BLOG_WORDS;
  return (
    <>
      <PageHead page={PAGES.blog} title={title} lead={lead} hour={0.12} />
      <section className="page-width" aria-labelledby="posts-title">
        <h2 id="posts-title" className="sr-only">
          {all}
        </h2>
        {posts.length === 0 && <p className="text-lead text-soft">{empty}</p>}
        <ol reversed>
          {posts.map((post, index) => (
            <PostRow key={post.slug} post={post} isFar={index > 3} />
          ))}
        </ol>
        <p className="mt-6">
          <a className="text-link" href={PAGES.blogFeed}>
            {feed}
          </a>
        </p>
      </section>
      {topics.length > 0 && (
        <section className="page-width section-space lazy-layout" aria-labelledby="topics-title">
          <SectionHead id="topics-title" title={topicsTitle} plain />
          <ul className="mt-6 gap-x-12 xl:columns-2">
            {topics.map(({ tag, posts: tagged }) => (
              <li key={tag} className="flex break-inside-avoid flex-wrap gap-x-3 border-b border-line py-2">
                <h3
                  id={topicId(tag)}
                  className="flex-[0_0_7rem] font-text leading-normal font-semibold tracking-normal capitalize"
                >
                  {tag}
                </h3>
                <ul className="flex-[3_1_13rem]">
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

/** The horizon below the sun is a border. On wide screens it is below the whole row, on others below the date and the sun. */
const ON_HORIZON = 'border-b border-strong lg:border-0';

const COLUMNS = 'grid grid-cols-[1fr_auto] lg:grid-cols-[11rem_minmax(0,40rem)_1fr] lg:gap-x-8';

type PostRowProps = {
  readonly post: DatedPost;
  /** The row is below the first screen, so the browser may delay its layout. */
  readonly isFar: boolean;
};

function PostRow({ post, isFar }: PostRowProps) {
  const { number, weekday, month, full } = post.day;
  return (
    <li
      className={`group relative border-strong pt-8 lg:border-b lg:pt-12 ${COLUMNS} ${isFar ? 'far-row' : ''}`}
    >
      <time dateTime={post.date} className={`flex flex-col pb-3 text-small leading-snug ${ON_HORIZON}`}>
        <span className="sr-only">{full}</span>
        <span aria-hidden="true" className="flex flex-col">
          <span className="mb-1 font-display text-display tabular-nums">{number}</span> <span>{weekday}</span>{' '}
          <span className="text-soft">{month}</span>
        </span>
      </time>
      <div className="col-span-full row-start-2 py-5 lg:col-[2] lg:row-start-1 lg:pt-0">
        <h3 className="text-title">
          <Link to={post.path} className="cover-link underline-offset-4 group-hover:underline">
            {post.title}
          </Link>
        </h3>
        <p className="mt-2 text-soft">{post.summary}</p>
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-2 text-small leading-normal text-soft">
          <PostFacts post={post} />
        </p>
      </div>
      <Morning sun={post.sun} className={`self-end justify-self-end ${ON_HORIZON}`} />
    </li>
  );
}
