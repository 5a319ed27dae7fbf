import { RATE_LIMITED } from '#contract/errors.ts';
import { FORM_ERRORS, type FormFieldCode, OUR_FORM_ERRORS } from '#features/forms/refusals.ts';

/** One entry of `errors` in Formspree's protocol, about the whole submission or one field. */
export type FormProblem = {
  readonly code: FormErrorCode | FormFieldCode;
  readonly field?: string;
  /** A sentence; for a field, the text that follows the field's label. */
  readonly message: string;
};

export type FormRefusal = {
  readonly kind: 'refused';
  readonly status: 400 | 403 | 404 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly problems: readonly FormProblem[];
  readonly retryAfter?: number;
};

/**
 * Refusals of a whole submission. The first eight codes are those of Formspree's protocol (docs/product.md, "Form codes"); for
 * the others its library shows our sentences.
 */
const WHOLE = {
  BLOCKED: { status: 403, message: FORM_ERRORS.BLOCKED },
  EMPTY: { status: 422, message: FORM_ERRORS.EMPTY },
  FILES_TOO_BIG: { status: 413, message: FORM_ERRORS.FILES_TOO_BIG },
  FORM_NOT_FOUND: { status: 404, message: FORM_ERRORS.FORM_NOT_FOUND },
  INACTIVE: { status: 403, message: FORM_ERRORS.INACTIVE },
  NO_FILE_UPLOADS: { status: 422, message: FORM_ERRORS.NO_FILE_UPLOADS },
  PROJECT_NOT_FOUND: { status: 404, message: FORM_ERRORS.PROJECT_NOT_FOUND },
  TOO_MANY_FILES: { status: 422, message: FORM_ERRORS.TOO_MANY_FILES },
  BODY_NOT_READABLE: { status: 400, message: OUR_FORM_ERRORS.BODY_NOT_READABLE },
  BODY_TOO_LARGE: { status: 413, message: OUR_FORM_ERRORS.BODY_TOO_LARGE },
  MEDIA_TYPE_NOT_SUPPORTED: { status: 415, message: OUR_FORM_ERRORS.MEDIA_TYPE_NOT_SUPPORTED },
  TOO_MANY_FIELDS: { status: 422, message: OUR_FORM_ERRORS.TOO_MANY_FIELDS },
  IDEMPOTENCY_KEY_NOT_VALID: { status: 400, message: OUR_FORM_ERRORS.IDEMPOTENCY_KEY_NOT_VALID },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: OUR_FORM_ERRORS.IDEMPOTENCY_KEY_REUSED },
  RATE_LIMITED: { status: 429, message: RATE_LIMITED.message },
  UNEXPECTED: { status: 500, message: OUR_FORM_ERRORS.UNEXPECTED },
} as const satisfies Record<string, { status: FormRefusal['status']; message: string }>;

export type FormErrorCode = keyof typeof WHOLE;

/** Thrown while a submission is read, checked or stored; the routes answer with its refusal. */
export class FormRefusalError extends Error {
  readonly refusal: FormRefusal;

  constructor(refusal: FormRefusal) {
    super(refusal.problems.map(({ message }) => message).join(' '));
    this.refusal = refusal;
  }
}

export function refuseForm(code: FormErrorCode): never {
  throw new FormRefusalError(refusalOf(code));
}

export function refusalOf(code: FormErrorCode, message: string = WHOLE[code].message): FormRefusal {
  return { kind: 'refused', status: WHOLE[code].status, problems: [{ code, message }] };
}
