/** Words for programs that show or list the site: shared links, search engines, language models. */
export const SEO_WORDS = {
  /** Stands for the share picture where it cannot be seen. */
  pictureAlt: (title: string) => `The sun rising over a river, and the words “${title}”.`,
  /** On the home page's share picture, where other pages have the tagline. */
  pictureHome: 'Made in India. Coming soon.',
  /** What a post belongs to. */
  blog: 'Blog',
} as const;

/** What reports of security holes may be written in, most wanted first. */
export const SECURITY_LANGUAGES = ['en'] as const;
