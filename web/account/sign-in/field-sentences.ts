import { FIELD_ERRORS } from '#contract/errors.ts';

/** What the account forms say of a field before they send it. */
export const FIELD_SENTENCES = {
  email: { missing: FIELD_ERRORS.EMAIL_MISSING, malformed: FIELD_ERRORS.EMAIL_MALFORMED },
  password: { missing: FIELD_ERRORS.PASSWORD_MISSING },
} as const;
