import { BRAND } from './brand.ts';

export const LLMS_WORDS = {
  title: BRAND.product,
  summary: `${BRAND.description} This is the public site of ${BRAND.company}; the product is not out yet.`,
  pages: 'Pages',
  posts: 'Blog posts',
  optional: 'Optional',
  feed: 'Atom feed',
  feedText: 'The blog posts, newest first.',
} as const;
