import type { MetaDescriptor } from 'react-router';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#contract/paths.ts';

/** Lets feed readers find the feed from any page of the blog. */
export const FEED_LINK: MetaDescriptor = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  title: `${BRAND.product} blog`,
  href: PAGES.blogFeed,
};
