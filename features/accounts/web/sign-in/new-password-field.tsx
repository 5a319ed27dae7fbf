import { type CSSProperties, useRef, useState } from 'react';
import { BRAND } from '#content/brand.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_SETTINGS } from '#features/accounts/contract.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { useFormBusy, useProblem } from '#web/ui/checked-form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';

const FILLED = [0.1, 0.3, 0.55, 0.8, 1];
/** The rating changes only after a pause in typing, because screen readers read each change. */
const TYPING_PAUSE_MS = 400;

type NewPasswordFieldProps = {
  readonly label: string;
  /** The address of the account. A password that contains it counts as weaker. */
  readonly email: string;
  readonly autoFocus?: boolean;
};

/**
 * A field for a new password with a hint on its strength. The hint never prevents the form from being sent. Until the list of
 * common passwords is loaded, the hint is only an estimate.
 */
export default function NewPasswordField({ label, email, autoFocus = false }: NewPasswordFieldProps) {
  const hydrated = useHydrated();
  const [password, setPassword] = useState('');
  /** The password at the last pause in typing. The hint rates this password. */
  const [rated, setRated] = useState('');
  const [isCommon, setIsCommon] = useState(() => (_password: string) => false);
  const asked = useRef(false);
  const pause = useRef<number>(undefined);

  async function loadCommonPasswords() {
    if (asked.current) return;
    asked.current = true;
    const list = await import('#contract/common-passwords.ts').catch(() => undefined);
    if (list) setIsCommon(() => list.isCommonPassword);
  }

  const { passwordMinLength: min, refuseCommonPasswords } = hydrated
    ? publicSettingsOf(ACCOUNT_SETTINGS)
    : ACCOUNT_SETTINGS;
  const isShort = password.length < min;
  const isCommonOne = isCommon(password);
  const problem = useProblem('password');
  // If the error below the field already says that the password is too short or too common, the hint does not repeat it.
  const isRepeated = problem !== undefined && password !== '';
  const strength = isCommonOne ? 0 : passwordStrength(password, email);
  const isBusy = useFormBusy();
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      required
      autoFocus={autoFocus}
      {...(hydrated ? { minLength: min } : {})}
      {...(isCommonOne && refuseCommonPasswords ? { fault: FIELD_ERRORS.PASSWORD_COMMON } : {})}
      onFocus={loadCommonPasswords}
      onInput={(value) => {
        setPassword(value);
        clearTimeout(pause.current);
        pause.current = window.setTimeout(() => setRated(value), TYPING_PAUSE_MS);
        // A password manager fills in the field without focusing it, so the list of common passwords is also loaded here.
        void loadCommonPasswords();
      }}
      hint={
        !isRepeated && (
          <span className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1.5">
            {/* Without this condition, the bar for the strength of an empty password would look like a stripe below the field. */}
            {!isShort && (
              <span
                className="strength-bar"
                style={{ '--filled': FILLED[strength] } as CSSProperties}
                aria-hidden="true"
              />
            )}
            <span>
              {/* This hint is outside the live region, because the field's description already says it. */}
              {isShort && filled(AUTH_WORDS.strengthEmpty, { min })}
              <span aria-live={isBusy ? 'off' : 'polite'}>
                {!isShort && rated.length >= min && (
                  <>
                    <span className="sr-only">{AUTH_WORDS.strengthLabel}: </span>
                    {isCommon(rated)
                      ? AUTH_WORDS.strengthCommon
                      : AUTH_WORDS.strength[passwordStrength(rated, email)]}
                  </>
                )}
              </span>
            </span>
          </span>
        )
      }
    />
  );
}

/** How hard a password is to guess: 0 is very easy, 4 is hard. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const COMMON =
  /pass ?word|qwert|asdf|letmein|welcome|admin|iloveyou|monkey|dragon|football|cricket|india|abc|123/gi;
const GUESSES_PER_LEVEL_BITS = [22, 34, 46, 60] as const;

/** The estimate is only a hint and uses no dictionary (docs/product.md, "Passwords"). */
export function passwordStrength(password: string, email = ''): Strength {
  let rest = password.toLowerCase();
  const [local = ''] = email.split('@');
  for (const known of [...BRAND.product.split(' '), local])
    if (known.length > 2) rest = rest.replaceAll(known.toLowerCase(), '*');
  const distinct = [...rest.replace(COMMON, '*')].filter((character, index, all) => {
    const before = all[index - 1]?.codePointAt(0) ?? -9;
    // Repeats ("aaa") and sequences ("abc", "321") add almost no entropy.
    return Math.abs((character.codePointAt(0) ?? 0) - before) > 1;
  });
  const bits = distinct.length * Math.log2(alphabetSize(password));
  return GUESSES_PER_LEVEL_BITS.filter((needed) => bits >= needed).length as Strength;
}

function alphabetSize(password: string): number {
  const sizes: readonly [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^\p{L}\d]/u, 30],
    [/[^\P{L}a-zA-Z]/u, 60],
  ];
  return sizes.reduce((sum, [pattern, size]) => (pattern.test(password) ? sum + size : sum), 1);
}
