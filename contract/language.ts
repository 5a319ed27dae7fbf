/** The language (BCP 47) of pages, mails and feeds, and of the format of dates and numbers. */
export const SITE_LANGUAGE = 'en-IN';
/** The time zone (IANA) of mails, and of the console until an operator chooses another one. @public */
export const SITE_TIME_ZONE = 'Asia/Kolkata';
