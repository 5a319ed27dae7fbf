import type { ReactNode, Ref } from 'react';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ADDRESS_INPUT } from '#web/ui/address-input.ts';
import { TextField } from '#web/ui/text-field.tsx';

type EmailFieldProps = {
  /** The initial value. If empty, text typed before hydration is kept. */
  readonly email: string;
  readonly ref?: Ref<HTMLInputElement>;
  readonly hint?: ReactNode;
  /** Called with the address when the field loses the focus. */
  readonly onLeave?: (address: string) => void;
  /** Lets the browser offer passkeys in this field. */
  readonly takesPasskey?: boolean;
  /** The label of the Enter key on a phone's keyboard. */
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
