import { AUTH_WORDS } from '#content/sign-in.ts';
import { TextField } from '#web/ui/text-field.tsx';

/** Shows the person, and their password manager, which account the password is for. */
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
