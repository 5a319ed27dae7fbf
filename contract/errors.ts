/**
 * The error catalogue: every code and the sentences that say why something did not happen
 * (docs/product.md, "Refusals"). A page loads a file of sentences whole, so `page-errors.ts` has those of every page, and `account-errors.ts`,
 * `field-errors.ts`, `form-errors.ts` and `social-errors.ts` those of only some; no page loads this one. `{name}` marks a value that is filled in.
 */
import { ACCOUNT_ERRORS } from './account-errors.ts';
import { type ErrorValues, filled, PAGE_ERRORS } from './page-errors.ts';

/** Refusals of our JSON endpoints: code → HTTP status → sentence. */
export const ERRORS = {
  // Accounts
  INVALID_EMAIL_OR_PASSWORD: { status: 401, message: 'Invalid email or password' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Please verify your email before signing in.' },
  NO_USER_SIGNED_IN: { status: 401, message: 'No user is currently signed in' },
  EMAIL_ALREADY_VERIFIED: { status: 409, message: 'Email is already verified' },
  MAX_VERIFICATION_ATTEMPTS: {
    status: 429,
    message: ACCOUNT_ERRORS.MAX_VERIFICATION_ATTEMPTS,
  },
  /** `{signIn}`: with which providers, where there are any. */
  CONFIRMATIONS_USED_UP: {
    status: 429,
    message:
      'We can’t send another confirmation email to this address today. Please try again tomorrow{signIn}, or write to {email}.',
  },
  VERIFICATION_TOO_SOON: {
    status: 429,
    message: 'Please wait {minutes} minutes before requesting another verification email.',
  },
  LINK_NOT_VALID: {
    status: 410,
    message: ACCOUNT_ERRORS.LINK_NOT_VALID,
  },
  PASSWORD_NEEDED: {
    status: 409,
    message:
      'You opened this link in a different browser from the one you signed up in, or signed up again since. Choose your password to finish.',
  },
  NAME_MISMATCH: { status: 422, message: ACCOUNT_ERRORS.NAME_MISMATCH },
  WRONG_PASSWORD: { status: 403, message: ACCOUNT_ERRORS.WRONG_PASSWORD },
  PROOF_MISSING: {
    status: 403,
    message: 'Please confirm that it’s you first. A confirmation lasts five minutes.',
  },

  // Any call
  BODY_NOT_READABLE: { status: 400, message: 'The request body could not be read as JSON.' },
  MEDIA_TYPE_NOT_SUPPORTED: { status: 415, message: 'Please send the body as application/json.' },
  BODY_TOO_LARGE: { status: 413, message: 'The request body is too large. The limit is {limit}.' },
  HEADER_TOO_LONG: { status: 431, message: 'A header of the request is too long.' },
  FIELDS_NOT_VALID: { status: 422, message: 'Please correct the marked fields.' },
  API_KEY_NOT_VALID: { status: 401, message: 'The x-api-key header is missing or not valid.' },
  NOT_SIGNED_IN: { status: 401, message: 'Please sign in first.' },
  NOT_YOURS: { status: 403, message: 'You can only access your own record.' },
  HTTPS_ONLY: { status: 403, message: 'This site doesn’t accept plain HTTP. Please use HTTPS.' },
  ORIGIN_NOT_ALLOWED: { status: 403, message: 'This request didn’t come from a page of this site.' },
  USER_NOT_FOUND: { status: 404, message: 'There is no such user.' },
  PATH_NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address doesn’t support that method.' },
  RATE_LIMITED: { status: 429, message: 'Too many attempts. Please wait {wait} and try again.' },
  LOOPBACK_ONLY: { status: 403, message: 'The mailbox can only be read on the machine that runs the site.' },
  UNEXPECTED: { status: 500, message: PAGE_ERRORS.UNEXPECTED },
  STORAGE_AWAY: {
    status: 503,
    message: PAGE_ERRORS.STORAGE_AWAY,
  },
} as const satisfies Record<string, { status: number; message: string }>;

/**
 * Refusals that pages show as the server says them, without knowing their codes: a list of its own, which the build leaves
 * out of the browser's scripts.
 */
export const SECURITY_ERRORS = {
  TOO_BUSY: {
    status: 503,
    message: 'Too many people are signing in at this moment. Please try again in a few seconds.',
  },
  NOT_BY_MAILBOX: {
    status: 403,
    message: 'This address has an account that asks for more than a mailbox. Please sign in first.',
  },
  PROOF_REFUSED: { status: 403, message: 'That password isn’t right. Please try again.' },
  PASSKEY_REFUSED: {
    status: 403,
    message: 'That passkey didn’t work. Please try again, or choose another way.',
  },
  // By its status pages tell it from what is wrong.
  SECOND_STEP_NEEDED: {
    status: 428,
    message: 'Please enter a code as well, or use your passkey.',
  },
  FIRST_STEP_NEEDED: {
    status: 403,
    message:
      'That’s only the second of two steps. Please confirm with your password first, or with Google or GitHub.',
  },
  SECOND_STEP_REFUSED: {
    status: 403,
    message:
      'That code isn’t right, or it has been used. Please enter the newest one, or another recovery code.',
  },
  // A stolen mailbox alone opens no guarded account.
  RESET_CODE_NEEDED: {
    status: 428,
    message:
      'Your account has a passkey or an authenticator app, so this link alone isn’t enough. Please enter a code from the app or a recovery code. Or sign in with your passkey, and change the password under Security.',
  },
  SECOND_STEP_ENDED: {
    status: 410,
    message: 'This sign-in took too long, or the code was wrong too often. Please start again.',
  },
  SECOND_STEP_CHANGED: {
    status: 409,
    message: 'Two-step verification has changed meanwhile. Please reload this page.',
  },
  // By its status pages tell it from what is wrong.
  BIRTH_DATE_NEEDED: {
    status: 428,
    message: 'Please enter your date of birth first.',
  },
  TOO_YOUNG: {
    status: 403,
    message:
      'Sorry, you need to be at least {age} years old to have an account here. We’ve kept nothing of what you entered. You’re welcome to look around.',
  },
  LAST_WAY_IN: {
    status: 409,
    message: 'This is your only sign-in method. Please add another one first.',
  },
  ROLE_TAKEN_BACK: {
    status: 403,
    message: 'Your role in the console has changed, so nothing was done. Please reload the page.',
  },
  LAST_OWNER: {
    status: 409,
    message:
      'This is the only owner of the console, and without one nobody could give roles. Please make somebody else an owner first.',
  },
  ACCOUNT_CLOSED: {
    status: 403,
    message:
      'This account has been closed because {reason}. If you think that’s wrong, please write to {email}.',
  },
  ACCOUNT_FROZEN: {
    status: 403,
    message:
      'This account is frozen because a change to it was reported. Please sign in the way you did before that change, or open the link in our email about it. If neither works, write to {email}.',
  },
  TAKE_BACK_REFUSED: {
    status: 403,
    message:
      'That’s neither your password from before the change nor an unused recovery code. Please try again.',
  },
  CHANGE_DECIDED: {
    status: 409,
    message: 'This has been decided meanwhile. Please reload this page.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

/**
 * What else a schema of `contract/` says about a field. The pages' own checks never need these sentences, so they are a
 * list of their own, which the build leaves out of the browser's scripts.
 */
export const SCHEMA_ERRORS = {
  EMAIL_NOT_MAILABLE:
    'We can’t send email to an address that has letters such as é or अ before the @. Please use another address.',
  EMAIL_TOO_LONG: 'This email address is too long.',
  PASSWORD_TOO_LONG: 'Passwords can’t be longer than {max} characters.',
  NEW_PASSWORD_MISSING: 'Choose a password.',
  PASSWORD_COMMON:
    'Too many people use this password, so it’s among the first that others would try. Please choose another one.',
  NEW_PASSWORD_TOO_LONG: 'Use at most {max} characters.',
  LINK_NOT_COMPLETE: PAGE_ERRORS.LINK_NOT_COMPLETE,
  NOT_A_BOOLEAN: 'Send true or false.',
  NAME_NOT_TYPED: 'Type your name.',
  NOT_A_TEXT: 'Send this as text.',
  TOO_LONG: 'Keep this to {max} characters.',
  PASSKEY_NAME_MISSING: 'Give the passkey a name.',
  NOT_AN_ID: 'This doesn’t name anything here. Please reload the page and try again.',
  NOT_STORABLE: 'Leave out the characters that can’t be read as text.',
  CODE_MISSING: 'Enter the code.',
  ADDRESS_IS_YOURS: 'This is your address already.',
  DATE_TOO_YOUNG: 'You need to be at least {age} years old to have an account here.',
  NOT_A_DATE: 'Enter the date as year-month-day, or leave it empty.',
} as const;

/** Why an operator may close an account, after “because”. */
export const CLOSED_REASONS = {
  terms: 'it was used against our terms',
  security: 'someone else may be using it',
  request: 'its owner asked us to',
} as const;
export type ClosedReason = keyof typeof CLOSED_REASONS;

/** All refusals, for the server. Bundlers keep a spread that nobody uses, with all sentences in it, in every page. */
export const ALL_ERRORS = /* @__PURE__ */ Object.assign({}, ERRORS, SECURITY_ERRORS);

export type ErrorCode = keyof typeof ALL_ERRORS;

/** A refused field and the sentence that says what to do about it. */
export type FieldProblem = { readonly field: string; readonly message: string };

/** What every refusal of our JSON endpoints looks like (docs/product.md, "Product API"). */
export type Refusal = {
  readonly success: false;
  readonly code: ErrorCode;
  readonly message: string;
  /** Present with `FIELDS_NOT_VALID`: each bad field once. */
  readonly fields?: readonly FieldProblem[];
  /** Present with `RATE_LIMITED`, `VERIFICATION_TOO_SOON`, `TOO_BUSY` and `STORAGE_AWAY`: seconds until a try can succeed. */
  readonly retryAfter?: number;
  /** Present (null) where the success answer carries `data` (docs/product.md, "Product API"). */
  readonly data?: null;
};

/** The catalogue's sentence with its `{values}` filled in. A value that is missing stays visible as `{name}`. */
export function sentenceOf(code: keyof typeof ERRORS, values: ErrorValues = {}): string {
  return filled(ERRORS[code].message, values);
}

export function isErrorCode(value: unknown): value is keyof typeof ERRORS {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}
