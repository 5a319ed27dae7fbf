import { RATE_LIMITED } from '#contract/errors.ts';
import { FORM_ERRORS, type FormFieldCode, OUR_FORM_ERRORS } from '#features/forms/refusals.ts';

/** An entry of `errors` in Formspree's protocol, about one field or the whole submission. */
export type FormProblem = {
  readonly code: FormErrorCode | FormFieldCode;
  readonly field?: string;
  /** For a problem with a field, this text is the rest of a sentence that begins with the label of the field. */
  readonly message: string;
};

export type FormRefusal = {
  readonly status: 400 | 403 | 404 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly problems: readonly FormProblem[];
  readonly retryAfter?: number;
};

/**
 * Formspree's library passes on our sentences, but replaces all codes except those of `FORM_ERRORS` by `UNSPECIFIED`
 * (docs/product.md, "Form codes").
 */
const SENTENCES = { ...FORM_ERRORS, ...OUR_FORM_ERRORS, RATE_LIMITED: RATE_LIMITED.message };

type FormErrorCode = keyof typeof SENTENCES;

const STATUSES: Partial<Record<FormErrorCode, FormRefusal['status']>> = {
  ...{ BODY_NOT_READABLE: 400, IDEMPOTENCY_KEY_NOT_VALID: 400, BLOCKED: 403, INACTIVE: 403 },
  ...{ FORM_NOT_FOUND: 404, PROJECT_NOT_FOUND: 404, FILES_TOO_BIG: 413, BODY_TOO_LARGE: 413 },
  ...{ MEDIA_TYPE_NOT_SUPPORTED: 415, RATE_LIMITED: 429, UNEXPECTED: 500 },
};

/** Thrown while a submission is read, checked or stored. The routes answer with its refusal. */
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

export function refusalOf(code: FormErrorCode, message: string = SENTENCES[code]): FormRefusal {
  return { status: STATUSES[code] ?? 422, problems: [{ code, message }] };
}
