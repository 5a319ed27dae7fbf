export const SEO_WORDS = {
  /** The alternative text of a page's share picture. */
  pictureAlt: (title: string) => `The sun rising over a river, and the words “${title}”.`,
  /** The line on the share picture of the home page; other pages show the tagline. */
  pictureHome: 'Made in India. Coming soon.',
  blog: 'Blog',
} as const;

/** Languages in which vulnerabilities may be reported, preferred first. */
export const SECURITY_LANGUAGES = ['en'] as const;
