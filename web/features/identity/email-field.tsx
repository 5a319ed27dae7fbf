import { AUTH_WORDS } from '#content/account.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { TextField } from '#web/ui/text-field.tsx';

/** The address someone signs in with. */
export function EmailField({ problem }: { readonly problem: string | undefined }) {
  return (
    <TextField
      label={AUTH_WORDS.email}
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={EMAIL_MAX_LENGTH}
      problem={problem}
    />
  );
}
