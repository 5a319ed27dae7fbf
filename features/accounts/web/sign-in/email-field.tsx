import { AUTH_WORDS } from '#content/sign-in.ts';
import { ADDRESS_INPUT } from '#web/ui/address-input.ts';
import { TextField } from '#web/ui/text-field.tsx';

type EmailFieldProps = {
  /** The initial value. If it is empty, text typed before hydration is kept. */
  readonly email: string;
  /** Lets the browser offer passkeys in this field. */
  readonly takesPasskey?: boolean;
  readonly refusedBy?: string | undefined;
};

export function EmailField({ email, takesPasskey = false, refusedBy }: EmailFieldProps) {
  return (
    <TextField
      label={AUTH_WORDS.email}
      name="email"
      {...ADDRESS_INPUT}
      autoComplete={takesPasskey ? 'username webauthn' : 'username'}
      enterKeyHint="next"
      required
      refusedBy={refusedBy}
      defaultValue={email || undefined}
    />
  );
}

/** A read-only field that shows the person, and their password manager, which account the password is for. */
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
