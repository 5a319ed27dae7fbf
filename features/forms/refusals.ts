/** Sentences for the error codes of Formspree’s protocol. Each sentence says what to do next. */
export const FORM_ERRORS = {
  BLOCKED: 'This form doesn’t accept messages from here. Please email us instead.',
  EMPTY: 'Your message was empty. Please fill in the form and send it again.',
  FILES_TOO_BIG: 'The files are too big. Please leave some out and try again.',
  FORM_NOT_FOUND: 'This form isn’t connected yet. Please email us instead.',
  INACTIVE: 'This form is switched off at the moment. Please email us instead.',
  NO_FILE_UPLOADS: 'This form doesn’t accept files. Please send the message without them.',
  PROJECT_NOT_FOUND: 'This form isn’t connected yet. Please email us instead.',
  TOO_MANY_FILES: 'There are too many files. Please leave some out and try again.',
} as const;

export const OUR_FORM_ERRORS = {
  BODY_NOT_READABLE: 'We couldn’t read what you sent. Please reload the page and send it again.',
  BODY_TOO_LARGE: 'This is more than the form can accept. Please shorten it and send it again.',
  MEDIA_TYPE_NOT_SUPPORTED:
    'Please send the form as multipart/form-data, application/x-www-form-urlencoded or application/json.',
  TOO_MANY_FIELDS: 'There are too many fields. Please send fewer.',
  IDEMPOTENCY_KEY_NOT_VALID: 'The Idempotency-Key must have 1 to 255 printable characters.',
  IDEMPOTENCY_KEY_REUSED:
    'We already have an earlier version of this message. To send this one too, reload the page and send it again.',
  UNEXPECTED: 'Something went wrong on our side. Please send it again in a moment, or email us.',
} as const;

/** The error codes of form fields (docs/product.md, "Form codes"). The form service has its own sentences. */
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

/** The error when no payment can be taken. The text follows the label of the card field. */
export const NO_PAYMENTS = {
  code: 'STRIPE_CLIENT_ERROR',
  message: 'payments aren’t available here, and nothing was charged. Please send the message without one.',
} as const;

export const FORM_FIELD_ERRORS = {
  MISSING: 'is missing. Please fill it in.',
  MISSING_FOR_PAYMENT: 'is missing, and a payment needs it. Please fill it in.',
  EMPTY: 'is empty. Please fill it in.',
  TOO_LONG: 'is too long. Please shorten it to {max} characters; it has {length} now.',
  NOT_STORABLE: 'has characters in it that can’t be read as text. Please leave them out.',
  NO_TEXT: 'is not text. Please send it as one piece of text.',
  NO_ADDRESS: 'must be a full address, like name@example.com.',
  NO_NUMBER: 'is not a number. Please write it in digits, like 42 or 3.5.',
  NO_CHOICE: 'is not one of the choices. Please choose one of them.',
  NO_PAGE: 'must lead to a page of this site.',
} as const;
