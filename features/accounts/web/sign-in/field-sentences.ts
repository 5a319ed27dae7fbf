import { FIELD_ERRORS } from '#contract/field-errors.ts';

/** Error sentences of the account forms for the checks before sending. */
export const FIELD_SENTENCES = {
  email: { missing: FIELD_ERRORS.EMAIL_MISSING, malformed: FIELD_ERRORS.EMAIL_MALFORMED },
  password: { missing: FIELD_ERRORS.PASSWORD_MISSING },
} as const;
