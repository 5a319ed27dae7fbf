import { FIELD_ERRORS } from '#contract/field-errors.ts';
import type { Credentials } from '#features/accounts/web/account-api.ts';

export const FIELD_SENTENCES = {
  email: { missing: FIELD_ERRORS.EMAIL_MISSING, malformed: FIELD_ERRORS.EMAIL_MALFORMED },
  password: { missing: FIELD_ERRORS.PASSWORD_MISSING },
} as const;

export const NEW_PASSWORD_SENTENCES = {
  ...FIELD_SENTENCES,
  password: { missing: FIELD_ERRORS.NEW_PASSWORD_MISSING },
} as const;

/** Reads the address and the password from the form. Only the address is trimmed. */
export function credentialsIn(values: FormData): Credentials {
  return { email: String(values.get('email') ?? '').trim(), password: String(values.get('password') ?? '') };
}
