import type { ReactNode, Ref } from 'react';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ADDRESS_INPUT } from '#web/ui/address-input.ts';
import { TextField } from '#web/ui/text-field.tsx';

type EmailFieldProps = {
  /** The initial value. Empty keeps what was typed before hydration. */
  readonly email: string;
  readonly ref?: Ref<HTMLInputElement>;
  readonly hint?: ReactNode;
  /** Gets the address when the field loses the focus. */
  readonly onLeave?: (address: string) => void;
  /** Also takes a passkey that the browser offers. */
  readonly takesPasskey?: boolean;
  /** The Enter key on a phone's keyboard. */
  readonly enterKeyHint?: 'next' | 'send';
};

export function EmailField(props: EmailFieldProps) {
  const { email, ref, hint, onLeave, takesPasskey = false, enterKeyHint = 'next' } = props;
  return (
    <TextField
      ref={ref}
      label={AUTH_WORDS.email}
      name="email"
      {...ADDRESS_INPUT}
      autoComplete={takesPasskey ? 'username webauthn' : 'username'}
      enterKeyHint={enterKeyHint}
      required
      hint={hint}
      onBlur={(event) => onLeave?.(event.currentTarget.value)}
      {...(email === '' ? {} : { defaultValue: email })}
    />
  );
}

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
