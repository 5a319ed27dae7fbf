import { Fragment } from 'react';
import type { MetaDescriptor } from 'react-router';
import { BLOG_WORDS } from '#content/blog.ts';
import { PAGES } from '#content/page-paths.ts';
import { Link } from '#web/ui/link.tsx';
import { Sun } from '#web/ui/sun.tsx';
import type { DatedPost } from './posts.server.ts';

/** The classes of a link to an author or a tag. It lies above the link that covers a whole row of the list. */
const LINK = 'relative z-1 mr-2 py-1 underline underline-offset-4 hover:text-ink';

export function PostFacts({ post: { by, minutes, tags } }: { readonly post: DatedPost }) {
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
        {tags.map((tag) => (
          <Fragment key={tag}>
            <Link to={`${PAGES.blog}#${topicId(tag)}`} className={LINK}>
              {tag}
            </Link>{' '}
          </Fragment>
        ))}
      </span>
    </>
  );
}

export function topicId(tag: string): string {
  return `topic-${tag.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}`;
}

type MorningProps = {
  /** The height of the sun: 0 on the horizon, 1 well above it. */
  readonly sun: number;
  readonly className: string;
};

/** A decorative picture of the sun. The border below the picture is the horizon. */
export function Morning({ sun, className }: MorningProps) {
  // With eight posts, these numbers keep the edges of each sun and of its rings away from the horizon line.
  const [x, y] = [64 + 118 * sun, 175 - 107 * sun];
  return (
    <svg
      viewBox="0 0 250 165"
      aria-hidden="true"
      className={`screen-only w-[37vw] max-w-36 [--sun-now:var(--sun-low)] group-hover:[--sun-now:var(--sun)] lg:max-w-60 forced-colors:[--sun-now:CanvasText] ${className}`}
    >
      <Sun x={x} y={y} radius={28} />
    </svg>
  );
}

export const FEED_LINK: MetaDescriptor = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  title: BLOG_WORDS.feedTitle,
  href: PAGES.blogFeed,
};
