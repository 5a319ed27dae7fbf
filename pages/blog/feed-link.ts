import type { MetaDescriptor } from 'react-router';
import { BLOG_WORDS } from '#content/blog.ts';
import { PAGES } from '#content/page-paths.ts';

export const FEED_LINK: MetaDescriptor = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  title: BLOG_WORDS.feedTitle,
  href: PAGES.blogFeed,
};
