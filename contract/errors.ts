/**
 * The error catalogue: every code and every sentence that says why something did not happen (spec §5 and §8, decisions
 * §3, §4 and §10). It imports nothing, because every page loads it. `{name}` marks a value that is filled in.
 */

/** Refusals of our JSON endpoints: code → HTTP status → sentence. */
export const ERRORS = {
  // Accounts
  INVALID_EMAIL_OR_PASSWORD: { status: 401, message: 'Invalid email or password' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Please verify your email before signing in.' },
  NO_USER_SIGNED_IN: { status: 401, message: 'No user is currently signed in' },
  EMAIL_ALREADY_VERIFIED: { status: 409, message: 'Email is already verified' },
  MAX_VERIFICATION_ATTEMPTS: {
    status: 429,
    message: 'Maximum verification attempts reached. Please contact support.',
  },
  VERIFICATION_TOO_SOON: {
    status: 429,
    message: 'Please wait {minutes} minutes before requesting another verification email.',
  },
  RESEND_FAILED: { status: 500, message: 'Failed to resend verification email' },
  RESET_REQUEST_FAILED: { status: 500, message: 'Failed to send password reset email' },
  SOCIAL_SIGN_IN_FAILED: { status: 400, message: 'Failed to sign in with {provider}' },
  LINK_NOT_VALID: {
    status: 410,
    message:
      'This link no longer works: it was used already, replaced by a newer one, or has expired. Please ask for a new one.',
  },
  PASSWORD_NEEDED: {
    status: 409,
    message:
      'You opened this link in another browser than the one you signed up in. Choose your password to finish.',
  },
  NAME_MISMATCH: { status: 422, message: 'Please type your name correctly to confirm deletion' },
  WRONG_PASSWORD: { status: 403, message: 'Failed to delete account. Please check your password.' },
  PROOF_MISSING: {
    status: 403,
    message: 'Please confirm first that it is you. A confirmation counts for five minutes.',
  },
  SAVE_FAILED: { status: 500, message: 'Failed to save user data' },

  // Any call
  BODY_NOT_READABLE: { status: 400, message: 'The request body could not be read as JSON.' },
  MEDIA_TYPE_NOT_SUPPORTED: { status: 415, message: 'Please send the body as application/json.' },
  BODY_TOO_LARGE: { status: 413, message: 'The request body is too large. At most {limit} is accepted.' },
  FIELDS_NOT_VALID: { status: 422, message: 'Please correct the marked fields.' },
  API_KEY_NOT_VALID: { status: 401, message: 'The x-api-key header is missing or not known.' },
  NOT_SIGNED_IN: { status: 401, message: 'Please sign in first.' },
  NOT_YOURS: { status: 403, message: 'You can only reach your own record.' },
  HTTPS_ONLY: { status: 403, message: 'This site takes nothing over plain http. Please use https.' },
  ORIGIN_NOT_ALLOWED: { status: 403, message: 'This request did not come from a page of this site.' },
  USER_NOT_FOUND: { status: 404, message: 'There is no such user.' },
  PATH_NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not answer to that method.' },
  RATE_LIMITED: { status: 429, message: 'Too many tries. Please wait {wait} and try again.' },
  LOOPBACK_ONLY: { status: 403, message: 'The mailbox can only be read on the machine that runs the site.' },
  UNEXPECTED: { status: 500, message: 'An unexpected error occurred.' },
  STORAGE_AWAY: {
    status: 503,
    message: 'The site cannot store or find anything at the moment. Please try again in a minute.',
  },
  NOT_READY: { status: 503, message: 'The site is starting or stopping. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

/** What a page says when no server answered, or beside what the server answered. */
export const PAGE_ERRORS = {
  OFFLINE:
    'We could not reach the site. Please check your connection and try again. Nothing you typed is lost.',
  SIGN_OUT_FAILED: 'Error signing out',
  PROFILE_UPDATE_FAILED: 'Failed to update profile',
  /** Where somebody was asked to show once more who they are, not to sign in. */
  NOT_CONFIRMED: 'Could not confirm with {provider}',
} as const;

/** What is wrong with a field of an account, for the page that checks it and the schema that refuses it. */
export const FIELD_ERRORS = {
  EMAIL_MISSING: 'Please give your email address.',
  EMAIL_MALFORMED: 'Please give an email address like name@example.com.',
  PASSWORD_MISSING: 'Please give your password.',
  TOO_SHORT: 'Please use at least {min} characters.',
  NAME_MISSING: 'Please give a name.',
  DATE_NOT_VALID: 'Please give a date between 1900 and today, or leave it empty.',
} as const;

/**
 * The identity-provider codes of spec §8 with a sentence and a next step each. It stands below the headline
 * "Failed to sign in with {provider}".
 */
export const SOCIAL_ERRORS = {
  'popup-blocked': 'Your browser kept the sign-in window from opening. We are going on in this one instead.',
  'popup-closed-by-user':
    'The sign-in window was closed before it was done. If you still see it, go on there; otherwise please try again.',
  'cancelled-popup-request':
    'You started again, so the first sign-in window no longer counts. Please use the newer one.',
  'unauthorized-domain':
    'Signing in does not work from this web address. Please open the site at the address its company gives, and try again.',
  'network-request-failed': 'We could not reach the site. Please check your connection and try again.',
  'too-many-requests': 'There were too many tries from here. Please wait a minute and try again.',
  'email-already-in-use':
    'Another account uses this email address. Please sign in the way you did the first time.',
  'invalid-credential': 'The provider did not confirm who you are. Please try again.',
  'user-not-found': 'There is no account to go with this. Please sign in again.',
  'wrong-password':
    'The password was not right. Please try again, or choose a new one with “Forgot Password?”.',
  'user-cancelled':
    'You said no on the provider’s page, so nothing was shared. You can try again at any time.',
  'provider-unavailable':
    'The provider does not answer at the moment. Please try again in a few minutes, or use your email address.',
  'invalid-state':
    'The answer did not fit what this browser asked for, so it was not used. Please start again from the sign-in page.',
  'invalid-provider-answer':
    'The provider’s answer could not be trusted, so it was not used. Please try again, or use your email address.',
  'unverified-email':
    'The provider has not confirmed your email address. Please confirm it there, and try again.',
  'email-missing':
    'The provider shared no email address with us. Please add one there, or use your email address here.',
  'operation-not-allowed': 'This server has not been set up for it. Please use your email address instead.',
  'user-mismatch':
    'That was another account than the one you are signed in with. Please choose the same one.',
  'requires-recent-login': 'Your session has ended. Please sign in again.',
  timeout: 'This took too long. Please start again from the sign-in page.',
  'internal-error': 'Something went wrong on our side. Please try again in a moment.',
} as const;

/** What the form-service codes of spec §8 mean to a visitor: code → sentence with a next step. */
export const FORM_ERRORS = {
  BLOCKED: 'This form does not take messages from here. Please write to us by email.',
  EMPTY: 'There was nothing in the message. Please fill in the form and send it again.',
  FILES_TOO_BIG: 'The files are too big. Please leave some out and send it again.',
  FORM_NOT_FOUND: 'This form is not connected yet. Please write to us by email.',
  INACTIVE: 'This form is switched off at the moment. Please write to us by email.',
  NO_FILE_UPLOADS: 'This form takes no files. Please send the message without them.',
  PROJECT_NOT_FOUND: 'This form is not connected yet. Please write to us by email.',
  TOO_MANY_FILES: 'There are too many files. Please leave some out and send it again.',
} as const;

/** Field codes of the form service (spec §8). The sentences that go with them are the form service's own. */
export const FORM_FIELD_CODES = [
  'REQUIRED_FIELD_EMPTY',
  'REQUIRED_FIELD_MISSING',
  'TYPE_EMAIL',
  'TYPE_NUMERIC',
  'TYPE_TEXT',
  'STRIPE_CLIENT_ERROR',
  'STRIPE_SCA_ERROR',
] as const;
export type FormFieldCode = (typeof FORM_FIELD_CODES)[number];

/** Why a card payment was not taken: a field code, and what stands after the label of the card field. */
export const PAYMENT_ERRORS = {
  /** `{reason}` is Stripe's sentence for the cardholder. */
  DECLINED: {
    code: 'STRIPE_CLIENT_ERROR',
    message: 'was not charged. {reason} Please try another card, or send the message without a payment.',
  },
  CARD_NOT_USABLE: {
    code: 'STRIPE_CLIENT_ERROR',
    message: 'could not be used, and was not charged. Please enter it once more.',
  },
  NOT_SET_UP: {
    code: 'STRIPE_CLIENT_ERROR',
    message: 'payments are not taken here, and nothing was charged. Please send the message without one.',
  },
  NOT_REACHED: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'was not charged: the payment service cannot be reached. Please try again in a few minutes, or send the message without a payment.',
  },
  NOT_KNOWN: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'payment is open: the payment service has not told us yet whether it went through. Your message is kept, and counts as soon as it did. Sending the same message again today never charges twice.',
  },
  NOT_CONFIRMED: {
    code: 'STRIPE_SCA_ERROR',
    message: 'was not charged: the bank did not confirm the payment. Please send the message again.',
  },
  NOT_OURS: {
    code: 'STRIPE_SCA_ERROR',
    message:
      'payment could not be finished: its confirmation belongs to another message, or came too late. Please send the message again; it is never charged twice.',
  },
} as const satisfies Record<string, { code: FormFieldCode; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

export type ErrorValues = Readonly<Record<string, string | number>>;

/** A refused field and the sentence that says what to do about it. */
export type FieldProblem = { readonly field: string; readonly message: string };

/** What every refusal of our JSON endpoints looks like (decisions §4). */
export type Refusal = {
  readonly success: false;
  readonly code: ErrorCode;
  readonly message: string;
  /** Present with `FIELDS_NOT_VALID`: each bad field once. */
  readonly fields?: readonly FieldProblem[];
  /** Present with `RATE_LIMITED`, `VERIFICATION_TOO_SOON` and `STORAGE_AWAY`: seconds until a try can succeed. */
  readonly retryAfter?: number;
  /** Present (null) where the success answer carries `data` (decisions §4). */
  readonly data?: null;
};

/** The catalogue's sentence with its `{values}` filled in. A value that is missing stays visible as `{name}`. */
export function sentenceOf(code: ErrorCode, values: ErrorValues = {}): string {
  return filled(ERRORS[code].message, values);
}

/** A sentence with its `{values}` filled in, like `sentenceOf`. */
export function filled(sentence: string, values: ErrorValues): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}
