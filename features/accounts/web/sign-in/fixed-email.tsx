import { AUTH_WORDS } from '#content/sign-in.ts';
import { TextField } from '#web/ui/text-field.tsx';

/** Whose password is being chosen, or which address will sign in: for the person, and for their password manager. */
export function FixedEmail({ email }: { readonly email: string }) {
  return (
    <TextField
      label={AUTH_WORDS.email}
      name="username"
      type="email"
      autoComplete="username"
      readOnly
      value={email}
    />
  );
}
