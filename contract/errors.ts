/**
 * Refusals of any call. Refusals of one feature are in `features/<name>/refusals.ts`. No page loads this file: the sentences of
 * pages are in `page-errors.ts`, `account-errors.ts` and `field-errors.ts`.
 */
import { LINK_NOT_COMPLETE } from './link-token.ts';
import { PAGE_ERRORS } from './page-errors.ts';

export type FieldProblem = { readonly field: string; readonly message: string };

export type Refusal = {
  readonly code: string;
  readonly status: number;
  /** The sentence for people. `{name}` placeholders are filled in. */
  readonly message: string;
  /** What the caller guessed wrong. Many such refusals suggest an attack, so the log of refused callers records them. */
  readonly guess?: string;
};

export type RefusalAnswer = {
  readonly success: false;
  readonly code: string;
  readonly message: string;
  /** All invalid fields. Only the refusal `FIELDS_NOT_VALID` lists them. */
  readonly fields?: readonly FieldProblem[];
  readonly retryAfter?: number;
  /** Null if the product API refuses access to a record, or the record does not exist. Absent in all other refusals. */
  readonly data?: null;
};

export const BODY_NOT_READABLE = {
  code: 'BODY_NOT_READABLE',
  status: 400,
  message: 'The request body could not be read as JSON.',
};
export const MEDIA_TYPE_NOT_SUPPORTED = {
  code: 'MEDIA_TYPE_NOT_SUPPORTED',
  status: 415,
  message: 'Please send the body as application/json.',
};
export const BODY_TOO_LARGE = {
  code: 'BODY_TOO_LARGE',
  status: 413,
  message: 'The request body is too large. The limit is {limit}.',
};
export const HEADER_TOO_LONG = {
  code: 'HEADER_TOO_LONG',
  status: 431,
  message: 'A header of the request is too long.',
};
export const FIELDS_NOT_VALID = {
  code: 'FIELDS_NOT_VALID',
  status: 422,
  message: 'Please correct the marked fields.',
};
export const HTTPS_ONLY = {
  code: 'HTTPS_ONLY',
  status: 403,
  message: 'This site doesn’t accept plain HTTP. Please use HTTPS.',
};
export const ORIGIN_NOT_ALLOWED = {
  code: 'ORIGIN_NOT_ALLOWED',
  status: 403,
  message: 'This request didn’t come from a page of this site.',
};
export const PATH_NOT_FOUND = {
  code: 'PATH_NOT_FOUND',
  status: 404,
  message: 'There is nothing at this address.',
};
export const METHOD_NOT_ALLOWED = {
  code: 'METHOD_NOT_ALLOWED',
  status: 405,
  message: 'This address doesn’t support that method.',
};
export const RATE_LIMITED = {
  code: 'RATE_LIMITED',
  status: 429,
  message: 'Too many attempts. Please wait {wait} and try again.',
};
export const UNEXPECTED = { code: 'UNEXPECTED', status: 500, message: PAGE_ERRORS.UNEXPECTED };
export const STORAGE_AWAY = { code: 'STORAGE_AWAY', status: 503, message: PAGE_ERRORS.STORAGE_AWAY };

/**
 * Sentences for fields that a schema refuses. They are a separate object, so that the build can leave them out of the browser's
 * scripts.
 */
export const SCHEMA_ERRORS = {
  EMAIL_NOT_MAILABLE:
    'We can’t send email to an address that has letters such as é or अ before the @. Please use another address.',
  EMAIL_TOO_LONG: 'This email address is too long.',
  PASSWORD_TOO_LONG: 'Passwords can’t be longer than {max} characters.',
  NEW_PASSWORD_TOO_LONG: 'Use at most {max} characters.',
  LINK_NOT_COMPLETE,
  NOT_A_BOOLEAN: 'Send true or false.',
  NAME_NOT_TYPED: 'Type your name.',
  NOT_A_TEXT: 'Send this as text.',
  TOO_LONG: 'Keep this to {max} characters.',
  PASSKEY_NAME_MISSING: 'Give the passkey a name.',
  NOT_AN_ID: 'We couldn’t find that here. Please reload the page and try again.',
  NOT_STORABLE: 'Leave out the characters that can’t be read as text.',
  CODE_MISSING: 'Enter the code.',
  ADDRESS_IS_YOURS: 'This is already your address.',
  DATE_TOO_YOUNG: 'You need to be at least {age} years old to have an account here.',
  NOT_A_DATE: 'Enter the date as year-month-day, or leave it empty.',
} as const;

/** Reasons for which an operator closes an account. In the sentence they follow “because”. */
export const CLOSED_REASONS = {
  terms: 'it was used against our terms',
  security: 'someone else may be using it',
  request: 'its owner asked us to',
} as const;
export type ClosedReason = keyof typeof CLOSED_REASONS;
