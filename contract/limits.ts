/** Limits that browser and server share. */

export const PASSWORD_MAX_LENGTH = 128;

/** How many of the most used passwords the site refuses (`common-passwords.ts`). */
export const COMMON_PASSWORDS = 10_000;

/** The longest name in profile and forms. Other limits of the profile are in `profile-fields.ts`. */
export const PROFILE_NAME_MAX = 100;

/** The maximum length of an email address in octets. RFC 5321 §4.5.3.1.3 limits a path to 256, including its angle brackets. */
export const EMAIL_MAX_LENGTH = 254;

export const EARLIEST_BIRTH_DATE = '1900-01-01';

export const VERIFICATION = { maxAttempts: 5, minutesBetween: 5 } as const;

/** The number of characters of the token in a mailed link (256 bits). A shorter token was cut off by a mail program. */
export const LINK_TOKEN_LENGTH = 43;

/** @public */
export const MAX_PASSKEYS = 20;
/** @public */
export const PASSKEY_NAME_MAX = 60;

export const RECOVERY_CODES = 10;

/** Minutes that a renewed proof of identity is valid (docs/product.md, "Proof"). Sentences in `content/` and `messages.ts` say “five minutes”. */
export const PROOF_MINUTES = 5;

export const BODY_LIMITS = {
  json: 64 * 1024,
  form: 256 * 1024,
  events: 16 * 1024,
  clientErrors: 8 * 1024,
} as const;

/** Limits of a browser error report: the length of its texts in characters, and the number of reports per page load. @public */
export const CLIENT_ERROR_LIMITS = { message: 300, source: 200, stack: 1_500, reports: 5 } as const;

/** Time limits of the token client (docs/product.md, "Tokens"), in milliseconds. @public */
export const TOKEN_TIMES = { refreshBeforeExpiry: 5 * 60_000, syncMaxAge: 5 * 60_000 } as const;

export const MESSAGE_MAX_LENGTH = 5_000;

/** @public */
export const ANNOUNCEMENT_MAX_LENGTH = 200;

/** The number of visible lines of the message box (docs/product.md, "Form fields"). */
export const MESSAGE_ROWS = 4;

export const MESSAGES_KEPT = 100;

/**
 * The most characters of messages (as JSON) in the user record that a page keeps. A save of the profile sends these messages back,
 * in a body of at most 64 KiB.
 */
export const PAGE_MESSAGES_MAX = 10_000;
