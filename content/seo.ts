import { BRAND } from './brand.ts';

export const SEO_WORDS = {
  /** The alternative text of a page's share picture. */
  pictureAlt: (title: string) => `The sun rising over a river, and the words “${title}”.`,
  /** The line on the share picture of the home page; other pages show the tagline. */
  pictureHome: 'Made in India. Coming soon.',
  blog: 'Blog',
} as const;

/** Languages in which vulnerabilities may be reported, preferred first. */
export const SECURITY_LANGUAGES = ['en'] as const;

export const LLMS_WORDS = {
  title: BRAND.product,
  summary: `${BRAND.description} This is the public site of ${BRAND.company}; the product is not out yet.`,
  pages: 'Pages',
  posts: 'Blog posts',
  optional: 'Optional',
  feed: 'Atom feed',
  feedText: 'The blog posts, newest first.',
} as const;
