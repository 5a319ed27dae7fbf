/**
 * The error catalogue: code → HTTP status → sentence (spec §5 and §8, decisions §3, §4 and §10).
 * Kept free of any library so that every page can afford it. `{name}` marks a value filled in by `sentenceOf`.
 */
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
  return ERRORS[code].message.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}
