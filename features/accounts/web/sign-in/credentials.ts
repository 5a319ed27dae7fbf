import type { Credentials } from '#features/accounts/web/account-api.ts';

/** The email (without surrounding blanks) and the password (as typed) of a form. */
export function credentialsIn(values: FormData): Credentials {
  return { email: String(values.get('email') ?? '').trim(), password: String(values.get('password') ?? '') };
}
