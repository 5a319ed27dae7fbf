import { useState } from 'react';
import { AUTH_WORDS } from '#content/account.ts';
import { publicSettings } from '#web/api/public-settings.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { passwordStrength } from './password-strength.ts';

type NewPasswordFieldProps = {
  readonly label: string;
  readonly problem: string | undefined;
  /** The address being signed up, which makes a poor password. */
  readonly email?: () => string;
};

/** A field for choosing a password, with a hint about its strength that never stands in the way. */
export function NewPasswordField({ label, problem, email }: NewPasswordFieldProps) {
  const hydrated = useHydrated();
  const [strength, setStrength] = useState<number | null>(null);
  const words = strength === null ? AUTH_WORDS.strengthEmpty : AUTH_WORDS.strength[strength];
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      required
      {...(hydrated ? { minLength: publicSettings().passwordMinLength } : {})}
      problem={problem}
      onInput={(value) => setStrength(value === '' ? null : passwordStrength(value, email?.()))}
      hint={
        <span className="strength" data-strength={strength ?? undefined}>
          <span className="strength-bar" aria-hidden="true" />
          <span aria-live="polite">
            {strength !== null && <span className="unseen">{AUTH_WORDS.strengthLabel}: </span>}
            {words}
          </span>
        </span>
      }
    />
  );
}
