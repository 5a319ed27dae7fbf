/** Words for programs that list the site: link previews, search engines, language models. */
export const SEO_WORDS = {
  /** The alternative text of a page's share picture. */
  pictureAlt: (title: string) => `The sun rising over a river, and the words “${title}”.`,
  /** The line on the share picture of the home page; other pages show the tagline. */
  pictureHome: 'Made in India. Coming soon.',
  /** The name of the section of blog posts. */
  blog: 'Blog',
} as const;

/** Languages in which vulnerabilities may be reported, preferred first. */
export const SECURITY_LANGUAGES = ['en'] as const;
