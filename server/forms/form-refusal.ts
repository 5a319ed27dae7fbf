import { ERRORS } from '#contract/errors.ts';
import { FORM_ERRORS, type FormFieldCode } from '#contract/form-errors.ts';

/** One entry of the protocol's `errors`: of the whole submission, or of a field. */
export type FormProblem = {
  readonly code: FormErrorCode | FormFieldCode;
  readonly field?: string;
  /** A sentence; of a field, what stands after the field's label. */
  readonly message: string;
};

export type FormRefusal = {
  readonly kind: 'refused';
  readonly status: 400 | 403 | 404 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly problems: readonly FormProblem[];
  /** Seconds until a try can succeed. */
  readonly retryAfter?: number;
};

/**
 * Why a whole submission is refused. The first eight codes are the protocol's (spec §8); its library shows the
 * sentences of the others.
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
  BODY_NOT_READABLE: {
    status: 400,
    message: 'We couldn’t read what you sent. Please reload the page and send it again.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    message: 'This is more than the form can accept. Please shorten it and send it again.',
  },
  MEDIA_TYPE_NOT_SUPPORTED: {
    status: 415,
    message:
      'Please send the form as multipart/form-data, application/x-www-form-urlencoded or application/json.',
  },
  TOO_MANY_FIELDS: { status: 422, message: 'There are too many fields. Please send fewer.' },
  IDEMPOTENCY_KEY_NOT_VALID: {
    status: 400,
    message: 'The Idempotency-Key must have 1 to 255 printable characters.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message:
      'We already have an earlier version of this message. To send this one too, reload the page and send it again.',
  },
  RATE_LIMITED: { status: 429, message: ERRORS.RATE_LIMITED.message },
  UNEXPECTED: {
    status: 500,
    message: 'Something went wrong on our side. Please send it again in a moment, or email us.',
  },
} as const satisfies Record<string, { status: FormRefusal['status']; message: string }>;

export type FormErrorCode = keyof typeof WHOLE;

/** The refusal of a whole submission, with the sentence that belongs to the code unless another one is given. */
export function refusalOf(code: FormErrorCode, message: string = WHOLE[code].message): FormRefusal {
  return { kind: 'refused', status: WHOLE[code].status, problems: [{ code, message }] };
}
