/** The language of the site (BCP 47): of pages, mails and feeds, and of the format of dates and numbers. */
export const SITE_LANGUAGE = 'en-IN';
