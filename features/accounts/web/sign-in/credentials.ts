import type { Credentials } from '#features/accounts/web/account-api.ts';

/** The trimmed email and the unchanged password of a form. */
export function credentialsIn(values: FormData): Credentials {
  return { email: String(values.get('email') ?? '').trim(), password: String(values.get('password') ?? '') };
}
