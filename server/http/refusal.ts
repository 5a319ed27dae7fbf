import { ALL_ERRORS, type ErrorCode, type FieldProblem, type Refusal } from '#contract/errors.ts';
import { type ErrorValues, filled } from '#contract/page-errors.ts';

type RefusalDetail = {
  readonly values?: ErrorValues;
  readonly fields?: readonly FieldProblem[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** Which limit refused, for the log of refused callers. */
  readonly limit?: string;
  /** What made us refuse, for the log. */
  readonly cause?: unknown;
  /** Adds `data: null`, for calls whose success answer carries data. */
  readonly withoutData?: true;
};

/** The one error that features throw to refuse a request; `errors.ts` turns it into the JSON answer. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: ErrorCode;
  readonly detail: RefusalDetail;

  constructor(code: ErrorCode, detail: RefusalDetail = {}) {
    super(code, { cause: detail.cause });
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return ALL_ERRORS[this.code].status;
  }

  get body(): Refusal {
    const { values, fields, retryAfter, withoutData } = this.detail;
    return {
      success: false,
      code: this.code,
      message: filled(ALL_ERRORS[this.code].message, values ?? {}),
      ...(fields === undefined ? {} : { fields }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(withoutData === undefined ? {} : { data: null }),
    };
  }
}

/** Ends the request with the catalogue's answer for `code`. */
export function refuse(code: ErrorCode, detail?: RefusalDetail): never {
  throw new RefusalError(code, detail);
}
