/** The language of the site (BCP 47): of its pages, mails and feeds, and of how dates and numbers are written. */
export const SITE_LANGUAGE = 'en-IN';
