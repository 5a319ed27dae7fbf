import { Fragment } from 'react';
import { BLOG_WORDS } from '#content/blog.ts';
import { PAGES } from '#content/page-paths.ts';
import { usePagePath } from '#web/shell/page-path.ts';
import { Link } from '#web/ui/link.tsx';
import type { DatedPost } from './posts.server.ts';

/** Puts a link above the link that covers a whole row of the blog's list. */
const LINK = 'relative z-1 mr-2 py-1 underline underline-offset-4 hover:text-ink';

export function PostFacts({ post: { by, minutes, tags } }: { readonly post: DatedPost }) {
  // On the blog page a plain anchor is used: the browser then scrolls to the tag even on a second click.
  const isOnBlog = usePagePath() === PAGES.blog;
  return (
    <>
      <span>
        {BLOG_WORDS.by}{' '}
        {by.path ? (
          <Link to={by.path} className={LINK}>
            {by.name}
          </Link>
        ) : (
          by.name
        )}
      </span>
      <span>{BLOG_WORDS.minutes(minutes)}</span>
      <span>
        <span className="sr-only">{BLOG_WORDS.tags}: </span>
        {tags.map((tag) => {
          const place = `#${topicId(tag)}`;
          return (
            <Fragment key={tag}>
              {isOnBlog ? (
                <a href={place} className={LINK}>
                  {tag}
                </a>
              ) : (
                <Link to={PAGES.blog + place} className={LINK}>
                  {tag}
                </Link>
              )}{' '}
            </Fragment>
          );
        })}
      </span>
    </>
  );
}

/** The id of a tag's heading on `/blog`, for links to it. */
export function topicId(tag: string): string {
  return `topic-${tag.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}`;
}
