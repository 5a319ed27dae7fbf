import type { MetaDescriptor } from 'react-router';
import { BLOG_WORDS } from '#content/blog.ts';
import { PAGES } from '#contract/paths.ts';

/** Lets feed readers find the feed from any page of the blog. */
export const FEED_LINK: MetaDescriptor = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  title: BLOG_WORDS.feedTitle,
  href: PAGES.blogFeed,
};
