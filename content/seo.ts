/** Words for programs that list the site: link previews, search engines, language models. */
export const SEO_WORDS = {
  /** The alternative text of the share picture. */
  pictureAlt: (title: string) => `The sun rising over a river, and the words “${title}”.`,
  /** On the home page's share picture; other pages show the tagline. */
  pictureHome: 'Made in India. Coming soon.',
  /** The section name of posts. */
  blog: 'Blog',
} as const;

/** Languages for reports of vulnerabilities, preferred first. */
export const SECURITY_LANGUAGES = ['en'] as const;
