import { AUTH_WORDS } from '#content/account.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { TextField } from '#web/ui/text-field.tsx';

type EmailFieldProps = {
  /** What the field starts with. Empty leaves it alone, and so whatever was typed before hydration. */
  readonly email: string;
  readonly problem: string | undefined;
};

/** The address someone signs in with. */
export function EmailField({ email, problem }: EmailFieldProps) {
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
      {...(email === '' ? {} : { defaultValue: email })}
    />
  );
}
