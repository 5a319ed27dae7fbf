import { AUTH_WORDS } from '#content/account.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { TextField } from '#web/ui/text-field.tsx';

type EmailFieldProps = {
  /** Initial value. Empty keeps what was typed before hydration. */
  readonly email: string;
  readonly problem: string | undefined;
  /** Also takes a passkey that the browser offers. */
  readonly takesPasskey?: boolean;
  /** Of the Enter key on a phone's keyboard. */
  readonly enterKeyHint?: 'next' | 'send';
};

/** The address someone signs in with. */
export function EmailField({ email, problem, takesPasskey = false, enterKeyHint = 'next' }: EmailFieldProps) {
  return (
    <TextField
      label={AUTH_WORDS.email}
      name="email"
      type="email"
      autoComplete={takesPasskey ? 'username webauthn' : 'username'}
      inputMode="email"
      enterKeyHint={enterKeyHint}
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={EMAIL_MAX_LENGTH}
      problem={problem}
      {...(email === '' ? {} : { defaultValue: email })}
    />
  );
}
